//! Numbers, strings and dates as `JSON.stringify` and `toISOString` write them, and cut text.

use inspection::json::{iso_date, push_latin1, push_number, push_str, push_utf16};
use inspection::text::{collapse, cut, prefix_utf16};

fn number(value: f64) -> String {
    let mut out = String::new();
    push_number(&mut out, value);
    out
}

#[test]
fn numbers_are_written_as_javascript_writes_them() {
    let expected = [
        (0.0, "0"),
        (-1.0, "-1"),
        (0.1, "0.1"),
        (1.5e300, "1.5e300"),
        (9_007_199_254_740_991.0, "9007199254740991"),
        (1e21, "1e21"),
        (123_456_789_012_345_680_000.0, "123456789012345680000"),
        (5e-324, "5e-324"),
        (1e-7, "1e-7"),
        (0.000_001, "0.000001"),
    ];
    for (value, text) in expected {
        assert_eq!(number(value), text);
        assert_eq!(text.parse::<f64>(), Ok(value), "{text} is another number");
    }
}

#[test]
fn numbers_that_json_lacks_are_tagged() {
    for (value, name) in
        [(f64::NAN, "NaN"), (f64::INFINITY, "Infinity"), (f64::NEG_INFINITY, "-Infinity"), (-0.0, "-0")]
    {
        assert_eq!(number(value), format!(r#"{{"$type":"number","value":"{name}"}}"#));
    }
}

#[test]
fn strings_keep_every_utf16_unit() {
    let mut out = String::new();
    // A pair, a lone high and a lone low surrogate, a quote and a line end.
    push_utf16(&mut out, &[0xd83d, 0xde00, 0xd800, 0x41, 0xdc00, 0x22, 0x0a]);
    assert_eq!(out, "\"😀\\ud800A\\udc00\\\"\\n\"");
    out.clear();
    push_latin1(&mut out, b"\xe9\x00\\");
    assert_eq!(out, "\"é\\u0000\\\\\"");
    out.clear();
    push_str(&mut out, "\u{1}\t");
    assert_eq!(out, "\"\\u0001\\t\"");
}

#[test]
fn dates_are_those_of_to_iso_string() {
    let expected = [
        (0.0, "1970-01-01T00:00:00.000Z"),
        (-1.0, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000.0, "2000-02-29T00:00:00.000Z"),
        (1_577_836_800_123.0, "2020-01-01T00:00:00.123Z"),
        (8_640_000_000_000_000.0, "+275760-09-13T00:00:00.000Z"),
        (-8_640_000_000_000_000.0, "-271821-04-20T00:00:00.000Z"),
        (-62_198_755_200_000.0, "-000001-01-01T00:00:00.000Z"),
    ];
    for (time, text) in expected {
        assert_eq!(iso_date(time), text);
    }
}

#[test]
fn text_is_never_cut_within_a_character() {
    assert_eq!(prefix_utf16("a😀b", 2), "a");
    assert_eq!(prefix_utf16("a😀b", 3), "a😀");
    assert_eq!(prefix_utf16("a😀b", 4), "a😀b");
    assert_eq!(prefix_utf16("abc", 0), "");
    let mut text = "aé".to_owned();
    cut(&mut text, 2);
    assert_eq!(text, "a…");
    cut(&mut text, 10);
    assert_eq!(text, "a…");
}

#[test]
fn white_space_collapses() {
    assert_eq!(collapse("  a \n\t b\u{a0}c "), "a b c");
    assert_eq!(collapse(" \n"), "");
}
