//! JSON text from the engine's own number and string forms. Here and not beside its only user, since this crate can
//! be tested without the engine.

use std::fmt::Write;

/// Largest integer below which every whole double is printed without an exponent by `JSON.stringify` and exactly
/// here: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Appends a string.
pub fn push_str(out: &mut String, text: &str) {
    out.push('"');
    text.chars().for_each(|character| push_character(out, character));
    out.push('"');
}

/// Appends a string of one byte a character.
pub fn push_latin1(out: &mut String, text: &[u8]) {
    out.push('"');
    text.iter().for_each(|&byte| push_character(out, char::from(byte)));
    out.push('"');
}

/// Appends a string of UTF-16 units. Surrogates without a partner are escaped, as `JSON.stringify` does, so that the text stays valid UTF-8.
pub fn push_utf16(out: &mut String, text: &[u16]) {
    out.push('"');
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Ok(character) => push_character(out, character),
            Err(lone) => push_escape(out, lone.unpaired_surrogate()),
        }
    }
    out.push('"');
}

fn push_character(out: &mut String, character: char) {
    match character {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\0'..='\u{1f}' | '\u{7f}' => push_escape(out, character as u16),
        _ => out.push(character),
    }
}

fn push_escape(out: &mut String, unit: u16) {
    write!(out, "\\u{unit:04x}").expect("writing to a string cannot fail");
}

/// Appends a number as JSON has it, or tagged where JSON has none.
pub fn push_number(out: &mut String, number: f64) {
    let special = if number.is_nan() {
        "NaN"
    } else if number == f64::INFINITY {
        "Infinity"
    } else if number == f64::NEG_INFINITY {
        "-Infinity"
    } else if number == 0.0 && number.is_sign_negative() {
        "-0"
    } else {
        let written = if number.fract() == 0.0 && number.abs() <= EXACT {
            write!(out, "{}", number as i64)
        } else if (1e-6..1e21).contains(&number.abs()) {
            write!(out, "{number}")
        } else {
            write!(out, "{number:e}")
        };
        return written.expect("writing to a string cannot fail");
    };
    out.push_str("{\"$type\":\"number\",\"value\":\"");
    out.push_str(special);
    out.push_str("\"}");
}

/// `Date.prototype.toISOString` of a valid time in milliseconds.
pub fn iso_date(time_ms: f64) -> String {
    let time = time_ms as i64;
    let (days, in_day) = (time.div_euclid(86_400_000), time.rem_euclid(86_400_000));
    let (year, month, day) = civil_from_days(days);
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{}{:06}", if year < 0 { '-' } else { '+' }, year.abs()),
    };
    let (seconds, milliseconds) = (in_day / 1000, in_day % 1000);
    format!(
        "{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{milliseconds:03}Z",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// The proleptic Gregorian date of a day counted from 1970-01-01 (H. Hinnant, "chrono-compatible low-level date
/// algorithms").
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}
