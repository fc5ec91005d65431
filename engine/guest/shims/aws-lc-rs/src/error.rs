//! Result of a failed comparison (servo-script, `hmac_operation.rs`).

/// Says only that it failed, so that nothing can be learned from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unspecified;

impl std::fmt::Display for Unspecified {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Unspecified")
    }
}

impl std::error::Error for Unspecified {}
