//! Fresh randomness after an image was copied.
//!
//! Generators whose state lies in the image, and what becomes of them:
//!
//! | state | used by | here |
//! | --- | --- | --- |
//! | xorshift128+ of each realm | `Math.random` | seeded from the host's bytes and the given entropy |
//! | ChaCha of `rand::rng()` | WebCrypto's signatures and key generation, form boundaries | seeded from the host's bytes |
//! | ChaCha of `arc4random` in the C library | SpiderMonkey's seeds | replaced, see below |
//! | keys of hash tables (Rust's `RandomState`, SpiderMonkey's scramblers) | spread of keys, no order that a page sees | kept: live tables depend on them |
//! | numbers of pipelines, nodes and requests | identity inside of one image | kept |
//!
//! `crypto.getRandomValues`, UUIDs and opaque origins have no state here: each draws from the host, whose random
//! source is a WASI import and no part of the image.

use std::cell::RefCell;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::{jsapi, with_script};
use crate::realms::enter_auto_realm;

thread_local! {
    /// Combined with the host's bytes wherever SpiderMonkey draws a seed.
    static MIXED_IN: RefCell<Option<StdRng>> = const { RefCell::new(None) };
}

/// Gives the generators of the script side a new state, as the table above says. Copies of an image that
/// get different entropy, or whose hosts have different random sources, differ from here on.
pub fn reseed(entropy: [u8; 32]) {
    MIXED_IN.set(Some(StdRng::from_seed(entropy)));
    if let Err(error) = rand::rng().reseed() {
        error!("the native random generator keeps its state: {error}");
    }
    with_script(|cx, script_thread| {
        for document in script_thread.all_documents() {
            let realm = enter_auto_realm(cx, document.window());
            jsapi::reset_math_random(&realm);
        }
    });
}

/// The C library's own generator keeps a key that it never renews: copies of an image would draw the same
/// seeds for ever, and no function of it resets that. These take its place, both of them, so that the C
/// library's file is never linked.
#[cfg(target_os = "wasi")]
mod arc4random {
    use rand::rngs::SysRng;
    use rand::{Rng, TryRng};

    use super::MIXED_IN;

    fn draw(bytes: &mut [u8]) {
        SysRng.try_fill_bytes(bytes).expect("the host's random source never fails");
        MIXED_IN.with_borrow_mut(|generator| {
            if let Some(generator) = generator {
                let mut stream = vec![0; bytes.len()];
                generator.fill_bytes(&mut stream);
                bytes.iter_mut().zip(stream).for_each(|(byte, mixed)| *byte ^= mixed);
            }
        });
    }

    /// # Safety
    ///
    /// `buffer` must be valid for writes of `length` bytes.
    #[expect(unsafe_code)]
    #[unsafe(no_mangle)]
    unsafe extern "C" fn arc4random_buf(buffer: *mut u8, length: usize) {
        if length > 0 {
            // SAFETY: the caller vouches for the buffer, and there are no other threads. It may not be
            // initialised yet, so it is before a reference to it exists.
            unsafe {
                buffer.write_bytes(0, length);
                draw(std::slice::from_raw_parts_mut(buffer, length));
            }
        }
    }

    #[expect(unsafe_code)]
    #[unsafe(no_mangle)]
    extern "C" fn arc4random() -> u32 {
        let mut bytes = [0; 4];
        draw(&mut bytes);
        u32::from_ne_bytes(bytes)
    }
}
