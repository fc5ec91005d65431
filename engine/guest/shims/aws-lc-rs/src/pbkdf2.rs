//! `crypto.subtle.deriveBits` with PBKDF2 (servo-script, `pbkdf2_operation.rs`).

use std::num::NonZeroU32;

use crate::digest::Hash;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm(Hash);

pub const PBKDF2_HMAC_SHA1: Algorithm = Algorithm(Hash::Sha1);
pub const PBKDF2_HMAC_SHA256: Algorithm = Algorithm(Hash::Sha256);
pub const PBKDF2_HMAC_SHA384: Algorithm = Algorithm(Hash::Sha384);
pub const PBKDF2_HMAC_SHA512: Algorithm = Algorithm(Hash::Sha512);

/// Fill `out` with the key of `secret` and `salt` (RFC 8018, section 5.2).
pub fn derive(algorithm: Algorithm, iterations: NonZeroU32, salt: &[u8], secret: &[u8], out: &mut [u8]) {
    let iterations = iterations.get();
    match algorithm.0 {
        Hash::Sha1 => pbkdf2::pbkdf2_hmac::<sha1::Sha1>(secret, salt, iterations, out),
        Hash::Sha256 => pbkdf2::pbkdf2_hmac::<sha2::Sha256>(secret, salt, iterations, out),
        Hash::Sha384 => pbkdf2::pbkdf2_hmac::<sha2::Sha384>(secret, salt, iterations, out),
        Hash::Sha512 => pbkdf2::pbkdf2_hmac::<sha2::Sha512>(secret, salt, iterations, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hmac::tests::hex;

    fn key(algorithm: Algorithm, secret: &[u8], salt: &[u8], iterations: u32, len: usize) -> Vec<u8> {
        let mut out = vec![0; len];
        derive(algorithm, NonZeroU32::new(iterations).unwrap(), salt, secret, &mut out);
        out
    }

    /// RFC 6070, without the case of 16 million iterations.
    #[test]
    fn rfc_6070() {
        let cases: [(&[u8], &[u8], u32, &str); 5] = [
            (b"password", b"salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
            (b"password", b"salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
            (b"password", b"salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
            (
                b"passwordPASSWORDpassword",
                b"saltSALTsaltSALTsaltSALTsaltSALTsalt",
                4096,
                "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038",
            ),
            (b"pass\0word", b"sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"),
        ];
        for (secret, salt, iterations, answer) in cases {
            let answer = hex(answer);
            assert_eq!(key(PBKDF2_HMAC_SHA1, secret, salt, iterations, answer.len()), answer);
        }
    }

    /// RFC 7914, section 11, for SHA-256; the same input by Python's `hashlib` for the others.
    #[test]
    fn sha2_functions() {
        let answers = [
            (
                PBKDF2_HMAC_SHA256,
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
                 49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
            ),
            (
                PBKDF2_HMAC_SHA384,
                "cd3443723a41cf1460cca9efeede428a8898a82d2ad4d1fc5cca08ed3f4d3cb4\
                 7a62a70b3cb9ce65dcbfb9fb9d425027a8be69b53e2a22674b0939e5e0a682f7",
            ),
            (
                PBKDF2_HMAC_SHA512,
                "c74319d99499fc3e9013acff597c23c5baf0a0bec5634c46b8352b793e324723\
                 d55caa76b2b25c43402dcfdc06cdcf66f95b7d0429420b39520006749c51a04e",
            ),
        ];
        for (algorithm, answer) in answers {
            assert_eq!(key(algorithm, b"passwd", b"salt", 1, 64), hex(answer), "{algorithm:?}");
        }
    }
}
