//! The golden frames of `engine/wire`, which are made from the Python types, decode here to the same messages
//! and encode to the same bytes.

use std::fmt::Debug;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wire::{Effect, Event, FailureCode, Op, Reply};

fn entries(file: &str) -> Vec<(Value, Vec<u8>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../wire").join(file);
    let text = std::fs::read_to_string(&path).expect("the golden frames lie in engine/wire");
    let entries: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    entries
        .into_iter()
        .map(|entry| {
            let frame = unhex(entry["frame"].as_str().expect("a frame"));
            (plain(entry["message"].clone()), frame)
        })
        .collect()
}

fn unhex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2), "whole bytes");
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal"))
        .collect()
}

fn unbase64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        let digit = ALPHABET.iter().position(|letter| *letter == byte).expect("base64");
        bits = bits << 6 | u32::try_from(digit).expect("below 64");
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from(bits >> count & 0xff).expect("a byte"));
        }
    }
    out
}

/// `{"$bytes": base64}` becomes the array of numbers that serde_json makes of bytes.
fn plain(value: Value) -> Value {
    match value {
        Value::Object(map) => match map.get("$bytes").and_then(Value::as_str) {
            Some(text) => unbase64(text).into_iter().map(Value::from).collect(),
            None => Value::Object(map.into_iter().map(|(key, item)| (key, plain(item))).collect()),
        },
        Value::Array(items) => items.into_iter().map(plain).collect(),
        other => other,
    }
}

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(file: &str) {
    let entries = entries(file);
    assert!(!entries.is_empty());
    for (message, frame) in entries {
        let decoded: T =
            wire::decode(&frame).unwrap_or_else(|failure| panic!("{file}: {message}: {failure:?}"));
        assert_eq!(serde_json::to_value(&decoded).expect("JSON"), message, "{file}");
        assert_eq!(wire::encode(&decoded), frame, "{file}: {decoded:?}");
    }
}

#[test]
fn ops_agree() {
    check::<Op>("ops.json");
}

#[test]
fn replies_agree() {
    check::<Reply>("replies.json");
}

#[test]
fn effects_agree() {
    check::<Effect>("effects.json");
}

#[test]
fn events_agree() {
    check::<Event>("events.json");
}

/// A frame that was cut or damaged anywhere is refused or is another message, but never a panic.
#[test]
fn damaged_frames_are_refused() {
    for (_, frame) in entries("ops.json") {
        for end in 0..frame.len() {
            let failure = wire::decode::<Op>(&frame[..end]).expect_err("a cut frame");
            assert_eq!(failure.code, FailureCode::BadFrame);
        }
        for at in 0..frame.len() {
            for bit in 0..8 {
                let mut damaged = frame.clone();
                damaged[at] ^= 1 << bit;
                if let Err(failure) = wire::decode::<Op>(&damaged) {
                    assert_eq!(failure.code, FailureCode::BadFrame);
                }
            }
        }
    }
}

/// Nesting in a field that nobody knows must not exhaust the stack, which has 16 MiB in the engine.
#[test]
fn deep_nesting_is_refused() {
    let decode = || {
        // {"op": "stop", "x": [[[[...
        let mut frame = vec![0x82, 0xa2, b'o', b'p', 0xa4, b's', b't', b'o', b'p', 0xa1, b'x'];
        frame.extend(std::iter::repeat_n(0x91, 1_000_000));
        frame.push(0xc0);
        wire::decode::<Op>(&frame).expect_err("too deep")
    };
    let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(decode).expect("a thread");
    assert_eq!(thread.join().expect("no overflow").code, FailureCode::BadFrame);
}

/// The name of an unknown operation is in the message, so that a caller can tell a version apart from a fault.
#[test]
fn unknown_variants_are_named() {
    let frame = [0x81, 0xa2, b'o', b'p', 0xa4, b'f', b'l', b'y', b'!'];
    let failure = wire::decode::<Op>(&frame).expect_err("no such operation");
    assert!(failure.message.contains("fly!"), "{}", failure.message);
}
