//! Stand-in for `aws-lc-rs` with what the engine takes from it, over pure Rust code.
//!
//! The original is C and assembly with a build of its own that knows no WASI. No feature of
//! servo-net or servo-script leaves it out, and the calls are spread over five files, so a crate
//! of the same name is smaller than edits. Each item names its user; what is not here has none.

#![deny(unsafe_code)]

pub mod constant_time;
pub mod digest;
pub mod error;
pub mod hmac;
pub mod pbkdf2;
