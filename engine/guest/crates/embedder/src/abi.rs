//! The exports (`engine/ABI.md`, one row each).

use std::time::{Duration, Instant};

use crate::{effects, events, interrupt, ops, pump};

/// The start of the module's data is never 0, so neither is a packed buffer.
const NOTHING: i64 = 0;

#[unsafe(no_mangle)]
pub extern "C" fn engine_abi() -> i32 {
    wire::ABI_VERSION
}

/// A buffer for the host to write a message into; the call that takes the message frees it.
#[unsafe(no_mangle)]
pub extern "C" fn engine_alloc(length: usize) -> *mut u8 {
    Box::leak(vec![0u8; length].into_boxed_slice()).as_mut_ptr()
}

/// Free a buffer that the engine returned.
///
/// # Safety
/// The pair must have come from this module and not been given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn engine_free(pointer: *mut u8, length: usize) {
    // SAFETY: the caller upholds exactly this function's contract.
    drop(unsafe { take_buffer(pointer, length) });
}

/// # Safety
/// The pair must be one that [`engine_alloc`] or [`give_buffer`] made, owned by the caller.
unsafe fn take_buffer(pointer: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: both makers leak a boxed slice of exactly this pointer and length, and the host, which
    // owns the buffer by the ABI, passes it back once.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) }.into_vec()
}

fn give_buffer(bytes: Vec<u8>) -> i64 {
    let bytes = Box::leak(bytes.into_boxed_slice());
    ((bytes.as_mut_ptr() as i64) << 32) | bytes.len() as i64
}

/// One operation, one reply.
///
/// # Safety
/// The buffer must come from `engine_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn engine_call(pointer: *mut u8, length: usize) -> i64 {
    // SAFETY: the caller upholds the contract.
    let request = unsafe { take_buffer(pointer, length) };
    give_buffer(wire::encode(&ops::call(&request)))
}

/// Do the work that is ready, for at most this long. 0: nothing is left, 1: there is more, 2: only
/// timers are left or requests are open.
#[unsafe(no_mangle)]
pub extern "C" fn engine_pump(budget_ns: i64) -> i32 {
    let budget = Duration::from_nanos(budget_ns.max(0) as u64);
    let now = Instant::now();
    match pump::pump(now.checked_add(budget).unwrap_or(now)) {
        pump::Left::Nothing => 0,
        pump::Left::Work => 1,
        pump::Left::Waiting => 2,
    }
}

/// Nanoseconds until the next timer, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn engine_wake() -> i64 {
    pump::next_wake_ns().map_or(-1, |time| i64::try_from(time).unwrap_or(i64::MAX))
}

/// The queued effects as one array, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn engine_effects() -> i64 {
    let effects = effects::take();
    if effects.is_empty() { NOTHING } else { give_buffer(wire::encode(&effects)) }
}

/// Things that happened outside: an array of events. 0, or a reply that says what is wrong with it.
///
/// # Safety
/// The buffer must come from `engine_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn engine_event(pointer: *mut u8, length: usize) -> i64 {
    // SAFETY: the caller upholds the contract.
    let bytes = unsafe { take_buffer(pointer, length) };
    match events::deliver(&bytes) {
        Ok(()) => NOTHING,
        Err(failure) => give_buffer(wire::encode(&wire::Reply::Error { failure })),
    }
}

/// Where the host writes to stop a script: three words `stop`, `address`, `value`.
#[unsafe(no_mangle)]
pub extern "C" fn engine_control() -> *const u32 {
    interrupt::control()
}
