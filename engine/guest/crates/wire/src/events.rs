//! What the host tells the engine.

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// Events for exchanges that ended or were cancelled are dropped without a word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    HttpHead { id: u64, status: u16, headers: Vec<(String, ByteBuf)> },
    HttpChunk { id: u64, data: ByteBuf },
    HttpEnd { id: u64 },
    HttpError { id: u64, error: HttpError, message: String },
}

/// Why an exchange failed. The page sees a network error; the host's log has this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HttpError {
    Dns,
    Refused,
    Reset,
    Tls,
    Timeout,
    /// The host's policy does not allow it.
    Policy,
    TooLarge,
    /// Not HTTP, or cut off before its end.
    Protocol,
    Cancelled,
}
