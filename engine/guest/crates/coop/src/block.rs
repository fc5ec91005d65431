//! Waiting: what happens in place of parking a thread.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::scheduler::{activity, current_rank, describe, describe_waiter, next_wake_below, step_below};

thread_local! {
    static HOST_WAIT: Cell<Option<fn(Option<Duration>) -> bool>> = const { Cell::new(None) };
}

/// Let crossbeam's blocking operations end here.
pub(crate) fn install() {
    crossbeam_channel::set_block_hook(wait_for_channel);
}

/// Set the blocking import of the host: wait at most this long (`None`: without limit) for an event
/// from outside, and say whether it may have changed anything.
pub fn set_host_wait(wait: fn(Option<Duration>) -> bool) {
    HOST_WAIT.set(Some(wait));
}

fn wait_for_channel(deadline: Option<Instant>) {
    wait(deadline, "a channel");
}

/// Step what the waiting task may wait for. Returns when the awaited thing may have happened.
///
/// # Panics
/// If neither a task, a timer nor the host can ever satisfy the wait: a hang would say nothing.
pub(crate) fn wait(deadline: Option<Instant>, awaited: &str) {
    let limit = current_rank();
    let before = activity();
    step_below(limit);
    if activity() != before {
        return;
    }
    let wake = match (deadline, next_wake_below(limit)) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let pause = wake.map(|at| at.saturating_duration_since(Instant::now()));
    if HOST_WAIT.get().is_some_and(|wait| wait(pause)) {
        return;
    }
    match pause {
        Some(pause) => std::thread::sleep(pause),
        None => panic!(
            "deadlock: {} waits for {awaited}, and nothing can satisfy it\n{}",
            describe_waiter(),
            describe()
        ),
    }
}
