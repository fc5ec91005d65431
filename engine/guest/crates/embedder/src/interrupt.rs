//! Control of the JavaScript engine that Servo does not expose: a faster interpreter, and a way to
//! stop a script from outside.
//!
//! While a script runs, the host can do nothing but write to memory. SpiderMonkey reads a word of
//! its context at every loop head; the host sets it, SpiderMonkey calls [`on_interrupt`], and that
//! ends the script if the host asked for it.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use coop::rank;
use mozjs::jsapi::{
    JS_AddInterruptCallback, JS_RequestInterruptCallback, JS_SetGlobalJitCompilerOption, JSContext,
    JSJitCompilerOption,
};
use mozjs::rust::Runtime;

/// What the host needs to stop a script: it sets `stop` to 1, then writes `value` at `address`.
#[repr(C)]
struct Control {
    stop: AtomicU32,
    address: AtomicU32,
    value: AtomicU32,
}

static CONTROL: Control =
    Control { stop: AtomicU32::new(0), address: AtomicU32::new(0), value: AtomicU32::new(0) };

/// A script was stopped in this turn.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// How far into the context the word is looked for.
const CONTEXT_WORDS: usize = 2048;

pub fn control() -> *const u32 {
    (&raw const CONTROL).cast()
}

unsafe extern "C" fn on_interrupt(_context: *mut JSContext) -> bool {
    let stop = CONTROL.stop.swap(0, Ordering::Relaxed) != 0;
    if stop {
        STOPPED.store(true, Ordering::Relaxed);
    }
    !stop
}

/// A request to stop that came when its script was already over must not hit the next one. The
/// interrupt word alone does no harm: [`on_interrupt`] then lets the script go on.
pub fn forget_request() {
    CONTROL.stop.store(0, Ordering::Relaxed);
}

/// After a turn in which a script was stopped: evaluations that wait for a promise may wait for
/// what the stopped script would have done.
pub fn end_stopped_evaluations() {
    if STOPPED.swap(false, Ordering::Relaxed) {
        coop::with_rank(rank::SCRIPT, "stop evaluations", || {
            script::embedding::stop_evaluations(None);
        });
    }
}

/// Take control as soon as there is a context, that is, with the first page.
pub fn attach() {
    if CONTROL.address.load(Ordering::Relaxed) != 0 {
        return;
    }
    let Some(context) = Runtime::get() else { return };
    let context = context.as_ptr();
    // SAFETY: the context is that of this thread and lives as long as the instance: the only event
    // loop is never dropped.
    unsafe {
        // Inline caches in place of the plain interpreter: from a function's third call on, since most
        // scripts of a page run once or twice, and at once where there are loops (edit SM5).
        for (option, value) in [
            (JSJitCompilerOption::JSJITCOMPILER_PORTABLE_BASELINE_ENABLE, 1),
            (JSJitCompilerOption::JSJITCOMPILER_PORTABLE_BASELINE_WARMUP_THRESHOLD, 2),
        ] {
            JS_SetGlobalJitCompilerOption(context, option, value);
        }
        JS_AddInterruptCallback(context, Some(on_interrupt));
    }

    // The word has no accessor outside of C++: request an interrupt and look what changes. The
    // stack limit changes too, but not from zero to a single bit.
    let words = context as *const u32;
    // SAFETY: the context is larger than this many words (checked when the engine was ported; a
    // smaller one would still lie inside of linear memory, where any word may be read).
    let read = |index| unsafe { std::ptr::read_volatile(words.wrapping_add(index)) };
    let before: Vec<u32> = (0..CONTEXT_WORDS).map(read).collect();
    // SAFETY: as above.
    unsafe { JS_RequestInterruptCallback(context) };
    let mut changed = (0..CONTEXT_WORDS).filter(|&index| before[index] == 0 && read(index).is_power_of_two());
    let (Some(index), None) = (changed.next(), changed.next()) else {
        log::error!("no way to stop scripts: the interrupt word was not found");
        return;
    };
    CONTROL.value.store(read(index), Ordering::Relaxed);
    CONTROL.address.store(words.wrapping_add(index) as usize as u32, Ordering::Relaxed);
}
