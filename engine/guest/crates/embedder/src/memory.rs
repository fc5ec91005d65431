//! How large the instance is, and making it small before its memory is saved.

use std::cell::Cell;
use std::ffi::c_void;

use wire::{Body, Memory};

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn free(pointer: *mut c_void);
}

/// Bytes of a page of linear memory.
const PAGE_BYTES: usize = 65_536;
/// Free pieces below this size are not looked for.
const SMALLEST_BYTES: usize = 4_096;
const LARGEST_BYTES: usize = 1 << 28;
/// What malloc keeps in front of and behind a block.
const OVERHEAD_BYTES: usize = 16;

thread_local! {
    static GROWS: Cell<bool> = const { Cell::new(true) };
}

fn linear_bytes() -> usize {
    core::arch::wasm32::memory_size(0) * PAGE_BYTES
}

/// In place of the C library's: malloc gets its memory here, and can be kept from getting more.
#[unsafe(no_mangle)]
extern "C" fn sbrk(increment: isize) -> *mut c_void {
    const FAILED: *mut c_void = usize::MAX as *mut c_void;
    if increment == 0 {
        return linear_bytes() as *mut c_void;
    }
    let Ok(increment) = usize::try_from(increment) else { return FAILED };
    if !GROWS.get() || increment % PAGE_BYTES != 0 {
        return FAILED;
    }
    match core::arch::wasm32::memory_grow(0, increment / PAGE_BYTES) {
        usize::MAX => FAILED,
        old => (old * PAGE_BYTES) as *mut c_void,
    }
}

/// Take all large free pieces from malloc, use them, and give them back. The bytes that were free.
fn with_free_memory(mut touch: impl FnMut(*mut u8, usize)) -> usize {
    // Room for all that can be, since nothing may be allocated while memory does not grow.
    let mut taken: Vec<*mut c_void> = Vec::with_capacity(linear_bytes() / SMALLEST_BYTES);
    let mut bytes = 0;
    GROWS.set(false);
    let mut size = LARGEST_BYTES;
    while size >= SMALLEST_BYTES {
        let wanted = size - OVERHEAD_BYTES;
        // SAFETY: malloc may be asked for anything; it answers null if no free piece is large enough.
        let piece = unsafe { malloc(wanted) };
        if piece.is_null() || taken.len() == taken.capacity() {
            if !piece.is_null() {
                // SAFETY: it was just allocated and nobody else knows it.
                unsafe { free(piece) };
            }
            size /= 2;
            continue;
        }
        touch(piece.cast(), wanted);
        taken.push(piece);
        bytes += size;
    }
    for piece in &taken {
        // SAFETY: allocated above, freed once.
        unsafe { free(*piece) };
    }
    GROWS.set(true);
    bytes
}

/// Sizes in bytes. Must be called at rest, at the rank of script.
pub fn memory(compact: bool) -> Body {
    let free_bytes = if compact {
        script::embedding::collect_garbage();
        with_free_memory(|pointer, length| {
            // SAFETY: the piece is ours and this long.
            unsafe { std::ptr::write_bytes(pointer, 0, length) };
        })
    } else {
        with_free_memory(|_, _| {})
    };
    let linear_bytes = linear_bytes();
    Body::Memory {
        memory: Memory {
            linear_bytes: linear_bytes as u64,
            js_heap_bytes: script::embedding::javascript_heap_bytes(),
            malloc_used_bytes: linear_bytes.saturating_sub(free_bytes) as u64,
        },
    }
}
