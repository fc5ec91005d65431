//! The hook that replaces parking, and a count of channel traffic.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::OnceLock;
use std::time::Instant;

static HOOK: OnceLock<fn(Option<Instant>)> = OnceLock::new();
static ACTIVITY: AtomicUsize = AtomicUsize::new(0);

/// Set the function that is called in place of parking the thread.
pub fn set_block_hook(hook: fn(Option<Instant>)) {
    let _ = HOOK.set(hook);
}

/// A number that changes with every message sent and every channel closed.
pub fn channel_activity() -> usize {
    ACTIVITY.load(Ordering::Relaxed)
}

pub(crate) fn note() {
    ACTIVITY.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn block(deadline: Option<Instant>) {
    (HOOK.get().expect("a blocking wait before the scheduler was set up"))(deadline)
}
