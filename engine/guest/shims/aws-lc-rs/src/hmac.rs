//! `crypto.subtle.sign` and `verify` with HMAC (servo-script, `hmac_operation.rs`).

use hmac::{Hmac, KeyInit as _, Mac as _};

use crate::digest::Hash;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm(Hash);

pub const HMAC_SHA1_FOR_LEGACY_USE_ONLY: Algorithm = Algorithm(Hash::Sha1);
pub const HMAC_SHA256: Algorithm = Algorithm(Hash::Sha256);
pub const HMAC_SHA384: Algorithm = Algorithm(Hash::Sha384);
pub const HMAC_SHA512: Algorithm = Algorithm(Hash::Sha512);

/// A key that is already hashed into the function's initial state.
#[derive(Clone)]
pub struct Key(State);

#[derive(Clone)]
enum State {
    Sha1(Hmac<sha1::Sha1>),
    Sha256(Hmac<sha2::Sha256>),
    Sha384(Hmac<sha2::Sha384>),
    Sha512(Hmac<sha2::Sha512>),
}

impl Key {
    /// Keys of any length are legal (RFC 2104).
    pub fn new(algorithm: Algorithm, key_value: &[u8]) -> Self {
        const ANY_LENGTH: &str = "HMAC takes keys of any length";
        Self(match algorithm.0 {
            Hash::Sha1 => State::Sha1(Hmac::new_from_slice(key_value).expect(ANY_LENGTH)),
            Hash::Sha256 => State::Sha256(Hmac::new_from_slice(key_value).expect(ANY_LENGTH)),
            Hash::Sha384 => State::Sha384(Hmac::new_from_slice(key_value).expect(ANY_LENGTH)),
            Hash::Sha512 => State::Sha512(Hmac::new_from_slice(key_value).expect(ANY_LENGTH)),
        })
    }
}

#[derive(Clone, Debug)]
pub struct Tag(Vec<u8>);

impl AsRef<[u8]> for Tag {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The full tag of `data`, not truncated.
pub fn sign(key: &Key, data: &[u8]) -> Tag {
    Tag(match key.0.clone() {
        State::Sha1(mac) => mac.chain_update(data).finalize().into_bytes().to_vec(),
        State::Sha256(mac) => mac.chain_update(data).finalize().into_bytes().to_vec(),
        State::Sha384(mac) => mac.chain_update(data).finalize().into_bytes().to_vec(),
        State::Sha512(mac) => mac.chain_update(data).finalize().into_bytes().to_vec(),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn hex(digits: &str) -> Vec<u8> {
        digits
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    }

    fn tag(algorithm: Algorithm, key: &[u8], data: &[u8]) -> Vec<u8> {
        sign(&Key::new(algorithm, key), data).as_ref().to_vec()
    }

    /// RFC 4231, test cases 1, 2 and 6 (a key longer than a block).
    #[test]
    fn rfc_4231() {
        let case_1 = [
            (HMAC_SHA256, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
            (
                HMAC_SHA384,
                "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c\
                 faea9ea9076ede7f4af152e8b2fa9cb6",
            ),
            (
                HMAC_SHA512,
                "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde\
                 daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
            ),
        ];
        for (algorithm, answer) in case_1 {
            assert_eq!(tag(algorithm, &[0x0b; 20], b"Hi There"), hex(answer), "{algorithm:?}");
        }
        assert_eq!(
            tag(HMAC_SHA256, b"Jefe", b"what do ya want for nothing?"),
            hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        );
        let long = b"Test Using Larger Than Block-Size Key - Hash Key First";
        assert_eq!(
            tag(HMAC_SHA256, &[0xaa; 131], long),
            hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        );
    }

    /// RFC 2202, HMAC-SHA-1 test cases 1 and 2.
    #[test]
    fn rfc_2202() {
        assert_eq!(
            tag(HMAC_SHA1_FOR_LEGACY_USE_ONLY, &[0x0b; 20], b"Hi There"),
            hex("b617318655057264e28bc0b6fb378c8ef146be00"),
        );
        assert_eq!(
            tag(HMAC_SHA1_FOR_LEGACY_USE_ONLY, b"Jefe", b"what do ya want for nothing?"),
            hex("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        );
    }
}
