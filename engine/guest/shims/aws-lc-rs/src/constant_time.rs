//! Comparison of authentication tags (servo-script, `hmac_operation.rs`).

use subtle::ConstantTimeEq as _;

use crate::error::Unspecified;

/// Compare in a time that depends on the lengths alone.
pub fn verify_slices_are_equal(a: &[u8], b: &[u8]) -> Result<(), Unspecified> {
    if bool::from(a.ct_eq(b)) { Ok(()) } else { Err(Unspecified) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_equal_slices_are_equal() {
        assert_eq!(verify_slices_are_equal(b"", b""), Ok(()));
        assert_eq!(verify_slices_are_equal(b"tag", b"tag"), Ok(()));
        assert_eq!(verify_slices_are_equal(b"tag", b"tab"), Err(Unspecified));
        assert_eq!(verify_slices_are_equal(b"tag", b"ta"), Err(Unspecified));
        assert_eq!(verify_slices_are_equal(b"", b"t"), Err(Unspecified));
    }
}
