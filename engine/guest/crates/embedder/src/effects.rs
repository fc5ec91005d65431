//! What the engine tells the host, and the operations that it still has to answer.

use std::cell::{Cell, RefCell};

use serde_bytes::ByteBuf;
use wire::{Body, Effect, Failure, FailureCode, Outcome, PendingId};

thread_local! {
    static EFFECTS: RefCell<Vec<Effect>> = const { RefCell::new(Vec::new()) };
    static NEXT_ID: Cell<PendingId> = const { Cell::new(1) };
    static PENDING: Cell<u32> = const { Cell::new(0) };
}

pub fn push(effect: Effect) {
    EFFECTS.with_borrow_mut(|effects| effects.push(effect));
}

/// All queued effects in order, requests for the network last.
pub fn take() -> Vec<Effect> {
    let mut effects = EFFECTS.take();
    let bytes = |(name, value): (String, Vec<u8>)| (name, ByteBuf::from(value));
    effects.extend(coop::http::take_requests().into_iter().map(|request| Effect::HttpStart {
        id: request.id,
        method: request.method,
        url: request.url,
        headers: request.headers.into_iter().map(bytes).collect(),
        body: ByteBuf::from(request.body),
    }));
    effects.extend(coop::http::take_cancelled().into_iter().map(|id| Effect::HttpCancel { id }));
    effects
}

/// An operation without an answer yet. One that is dropped was overtaken by the end of its page.
pub struct Pending {
    id: PendingId,
    answered: bool,
}

impl Pending {
    pub fn begin() -> Self {
        PENDING.set(PENDING.get() + 1);
        Self { id: NEXT_ID.replace(NEXT_ID.get() + 1), answered: false }
    }

    pub fn id(&self) -> PendingId {
        self.id
    }

    pub fn finish(mut self, result: Result<Body, Failure>) {
        self.answer(result);
    }

    fn answer(&mut self, result: Result<Body, Failure>) {
        self.answered = true;
        PENDING.set(PENDING.get() - 1);
        let outcome = match result {
            Ok(body) => Outcome::Ok { body },
            Err(failure) => Outcome::Error { failure },
        };
        push(Effect::Done { id: self.id, outcome });
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.answered {
            let message = "the page went away before the operation finished";
            self.answer(Err(Failure::new(FailureCode::Navigated, message)));
        }
    }
}

/// How many operations have no answer yet.
pub fn pending() -> u32 {
    PENDING.get()
}
