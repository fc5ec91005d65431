//! Scripts that the host wants to run in a page.

use std::cell::RefCell;
use std::collections::VecDeque;

use servo::WebViewId;
use wire::{Body, EvaluateError, Evaluation, Failure, FailureCode, Reply};

use crate::contexts::Context;
use crate::effects::Pending;

struct Queued {
    webview: WebViewId,
    script: String,
    await_promise: bool,
    pending: Pending,
}

thread_local! {
    /// Scripts run in the pump, where the host is ready to stop them.
    static QUEUE: RefCell<VecDeque<Queued>> = const { RefCell::new(VecDeque::new()) };
}

pub fn queue(context: &Context, script: String, await_promise: bool) -> Reply {
    let pending = Pending::begin();
    let id = pending.id();
    let webview = context.webview.id();
    let queued = Queued { webview, script, await_promise, pending };
    QUEUE.with_borrow_mut(|queue| queue.push_back(queued));
    Reply::Pending { id }
}

/// Run the scripts that are queued; whether there were any. Must be called at rest, at the rank of
/// script.
pub fn run_queued() -> bool {
    let mut any = false;
    while let Some(queued) = QUEUE.with_borrow_mut(VecDeque::pop_front) {
        let Queued { webview, script, await_promise, pending } = queued;
        let done = move |outcome: Result<Evaluation, EvaluateError>| {
            pending.finish(match outcome {
                Ok(evaluation) => Ok(Body::Evaluated { evaluation }),
                Err(error) => Err(failure(error)),
            });
        };
        script::embedding::evaluate(webview, script, await_promise, Box::new(done));
        any = true;
    }
    any
}

fn failure(error: EvaluateError) -> Failure {
    let (code, message) = match error {
        EvaluateError::NoDocument => (FailureCode::NoContext, "context: it has no document"),
        EvaluateError::Stopped => (FailureCode::Stopped, "the script was stopped at its deadline"),
        EvaluateError::Navigated => {
            (FailureCode::Navigated, "the document went away before the script was done")
        }
    };
    Failure::new(code, message)
}
