//! Encoding and decoding.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Failure, FailureCode};

/// Longest frame that either side accepts, in bytes. The host refuses longer ones before it copies
/// them in; the engine checks again.
pub const FRAME_BYTES: usize = 256 << 20;

/// Encode a message as one MessagePack map with field names.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    rmp_serde::to_vec_named(message).expect("the messages hold nothing that MessagePack lacks")
}

/// Decode one message. The failure names what is wrong and is meant for the caller's eyes.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    if bytes.len() > FRAME_BYTES {
        return Err(Failure::new(
            FailureCode::BadFrame,
            format!("frame: {} bytes, limit {FRAME_BYTES}", bytes.len()),
        ));
    }
    rmp_serde::from_slice(bytes)
        .map_err(|error| Failure::new(FailureCode::BadFrame, format!("frame: {error}")))
}
