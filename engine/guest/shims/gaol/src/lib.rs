//! Empty stand-in: there are no processes to sandbox.
//!
//! Why a shim: upstream depends on it for every target that is not listed as an exception, WASI is not
//! listed, and the crate has no code for WASI. All uses (servo, servo-constellation) are behind the
//! feature `multiprocess`, which is off.
