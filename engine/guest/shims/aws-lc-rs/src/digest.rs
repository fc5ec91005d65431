//! Digests: subresource integrity (servo-net, `subresource_integrity.rs`) and
//! `crypto.subtle.digest` (servo-script, `sha_operation.rs`).

use sha2::Digest as _;

/// Compared by identity of the function, as the originals are statics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm(pub(crate) Hash);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hash {
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

pub static SHA1_FOR_LEGACY_USE_ONLY: Algorithm = Algorithm(Hash::Sha1);
pub static SHA256: Algorithm = Algorithm(Hash::Sha256);
pub static SHA384: Algorithm = Algorithm(Hash::Sha384);
pub static SHA512: Algorithm = Algorithm(Hash::Sha512);

#[derive(Clone, Debug)]
pub struct Digest(Vec<u8>);

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Digest `data` in one go.
pub fn digest(algorithm: &'static Algorithm, data: &[u8]) -> Digest {
    Digest(match algorithm.0 {
        Hash::Sha1 => sha1::Sha1::digest(data).to_vec(),
        Hash::Sha256 => sha2::Sha256::digest(data).to_vec(),
        Hash::Sha384 => sha2::Sha384::digest(data).to_vec(),
        Hash::Sha512 => sha2::Sha512::digest(data).to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hmac::tests::hex;

    /// FIPS 180-4, the one-block message "abc".
    #[test]
    fn known_answers() {
        let answers: [(&'static Algorithm, &str); 4] = [
            (&SHA1_FOR_LEGACY_USE_ONLY, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (&SHA256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                &SHA384,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
                 8086072ba1e7cc2358baeca134c825a7",
            ),
            (
                &SHA512,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                 2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            ),
        ];
        for (algorithm, answer) in answers {
            assert_eq!(digest(algorithm, b"abc").as_ref(), hex(answer), "{algorithm:?}");
        }
    }
}
