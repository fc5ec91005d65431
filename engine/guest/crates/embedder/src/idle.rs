//! Whether anything will happen by itself, and why.

use wire::{Body, Failure, Idle, LoadState, PendingWork};

use crate::contexts::Context;
use crate::{effects, pump};

/// Input, resizes and layout are handled with the next frame, which is due within this time.
const FRAME_NS: u64 = 50_000_000;

/// What is pending in a context and in the engine. Must be called at rest, at the rank of script.
pub fn idle(context: &Context) -> Result<Body, Failure> {
    // A context that has no document yet, or no longer, has no work of a document.
    let work: PendingWork = script::embedding::pending_work(context.webview.id()).unwrap_or_default();
    let pending_requests = u32::try_from(coop::http::open_exchanges()).unwrap_or(u32::MAX);
    let pending_operations = effects::pending();
    let load = context.load();
    let animating = context.webview.animating();

    let mut reasons = Vec::new();
    if pump::interrupted() {
        reasons.push("there is work that the last pump had no time for".to_owned());
    }
    if load != LoadState::Complete {
        reasons.push("the page is loading".to_owned());
    }
    let counts = [
        (pending_requests, "requests are open"),
        (work.loads, "fetches are awaited by documents"),
        (work.animation_frames, "animation frame callbacks are due"),
        (pending_operations, "operations have no answer yet"),
    ];
    for (count, what) in counts {
        if count > 0 {
            reasons.push(format!("{count} {what}"));
        }
    }
    if work.timers > 0 {
        let next = work.next_timer_ms.map_or_else(String::new, |ms| format!(", the next in {ms} ms"));
        reasons.push(format!("{} timers are set{next}", work.timers));
    }
    if animating && work.animation_frames == 0 {
        reasons.push("an animation or transition runs".to_owned());
    }
    let next_wake_ns = pump::next_wake_ns();
    if next_wake_ns.is_some_and(|pause| pause <= FRAME_NS) {
        reasons.push("a frame is due".to_owned());
    }
    Ok(Body::Idle {
        idle: Idle {
            idle: reasons.is_empty(),
            next_wake_ns,
            pending_requests,
            work,
            animating,
            load,
            pending_operations,
            reasons,
        },
    })
}
