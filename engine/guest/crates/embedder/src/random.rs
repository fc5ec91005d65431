//! Fresh entropy for the random generators that a frozen image carries.

use wire::{Body, Failure, FailureCode};

/// Bytes of entropy that a reseed takes.
const ENTROPY_BYTES: usize = 32;

pub fn reseed(entropy: &[u8]) -> Result<Body, Failure> {
    let entropy: [u8; ENTROPY_BYTES] = entropy.try_into().map_err(|_| {
        Failure::new(
            FailureCode::BadArgument,
            format!("entropy: {} bytes, must be {ENTROPY_BYTES}", entropy.len()),
        )
    })?;
    script::embedding::reseed(entropy);
    Ok(Body::Done {})
}
