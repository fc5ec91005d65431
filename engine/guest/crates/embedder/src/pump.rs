//! One turn of the engine.

use std::cell::Cell;
use std::time::{Duration, Instant};

use coop::Pumped;

use crate::{engine, interrupt};

/// What is left to do after a turn.
#[derive(Clone, Copy, PartialEq)]
pub enum Left {
    Nothing,
    Work,
    /// Timers, or answers from the network.
    Waiting,
}

/// Far more than a blank page takes.
const NEW_CONTEXT: Duration = Duration::from_secs(5);

thread_local! {
    static LAST: Cell<Pumped> = const { Cell::new(Pumped::More) };
}

/// Do the work that is ready until the deadline.
pub fn pump(deadline: Instant) -> Left {
    interrupt::attach();
    interrupt::forget_request();
    let result = coop::step_all(deadline);
    interrupt::end_stopped_evaluations();
    LAST.set(result);
    let requests = coop::http::open_exchanges();
    if requests == 0
        && matches!(result, Pumped::Idle(_))
        && let Ok(engine) = engine::get()
    {
        engine.contexts.navigations_settled();
    }
    match result {
        Pumped::More => Left::Work,
        Pumped::Idle(None) if requests == 0 => Left::Nothing,
        Pumped::Idle(_) => Left::Waiting,
    }
}

/// Let a context that was just opened come up: before that it cannot be navigated.
pub fn settle_new_context() {
    let deadline = Instant::now() + NEW_CONTEXT;
    while coop::step_all(deadline) == Pumped::More && Instant::now() < deadline {}
}

/// Whether the last turn ended for lack of time.
pub fn interrupted() -> bool {
    LAST.get() == Pumped::More
}

/// Nanoseconds until there is work again without an event; `None` if only an event can bring some.
pub fn next_wake_ns() -> Option<u64> {
    match LAST.get() {
        Pumped::More => Some(0),
        Pumped::Idle(wake) => wake.map(|at| {
            let pause = at.saturating_duration_since(Instant::now());
            u64::try_from(pause.as_nanos()).unwrap_or(u64::MAX)
        }),
    }
}
