//! The seam between the engine's fetch code and the host: requests out, events in.
//!
//! This lies below cookies, CORS, redirects, cache and content decoding, all of which the engine
//! does itself. The host must not follow redirects, keep cookies or decode bodies.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// One HTTP exchange for the host to make.
#[derive(Debug)]
pub struct Request {
    pub id: u64,
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
}

/// What the host tells about an exchange.
#[derive(Debug, PartialEq)]
pub enum Event {
    Head { status: u16, headers: Vec<(String, Vec<u8>)> },
    Chunk(Vec<u8>),
    End,
    Error(Failure),
}

/// Why an exchange failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.kind.as_str(), self.message)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The name does not resolve.
    Dns,
    Refused,
    Reset,
    Tls,
    Timeout,
    /// The host's policy does not allow the request.
    Policy,
    TooLarge,
    /// Not HTTP, or cut off before its end.
    Protocol,
    Cancelled,
}

impl FailureKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Dns => "name not resolved",
            Self::Refused => "connection refused",
            Self::Reset => "connection reset",
            Self::Tls => "TLS",
            Self::Timeout => "timeout",
            Self::Policy => "not allowed",
            Self::TooLarge => "too large",
            Self::Protocol => "protocol",
            Self::Cancelled => "cancelled",
        }
    }
}

#[derive(Default)]
struct Queue {
    events: VecDeque<Event>,
    waker: Option<Waker>,
}

#[derive(Default)]
struct State {
    next_id: u64,
    outgoing: Vec<Request>,
    cancelled: Vec<u64>,
    open: HashMap<u64, Arc<Mutex<Queue>>>,
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(Default::default);

/// The data stay valid at every point where code under the lock could panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The events of one exchange, in order. Dropping it before its end cancels the exchange.
pub struct Exchange {
    id: u64,
    queue: Arc<Mutex<Queue>>,
    ended: bool,
}

/// Hand a request to the host.
pub fn start(method: String, url: String, headers: Vec<(String, Vec<u8>)>, body: Vec<u8>) -> Exchange {
    let mut state = lock(&STATE);
    state.next_id += 1;
    let id = state.next_id;
    let queue = Arc::new(Mutex::new(Queue::default()));
    state.open.insert(id, queue.clone());
    state.outgoing.push(Request { id, method, url, headers, body });
    Exchange { id, queue, ended: false }
}

impl Exchange {
    pub fn poll_event(&mut self, context: &mut Context<'_>) -> Poll<Event> {
        let mut queue = lock(&self.queue);
        let Some(event) = queue.events.pop_front() else {
            queue.waker = Some(context.waker().clone());
            return Poll::Pending;
        };
        self.ended |= matches!(event, Event::End | Event::Error(_));
        Poll::Ready(event)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let mut state = lock(&STATE);
        state.open.remove(&self.id);
        if self.ended {
            return;
        }
        // What the host has not seen needs no cancelling.
        let unseen = state.outgoing.iter().position(|request| request.id == self.id);
        match unseen {
            Some(position) => drop(state.outgoing.remove(position)),
            None => state.cancelled.push(self.id),
        }
    }
}

/// Requests that the host has not seen yet.
pub fn take_requests() -> Vec<Request> {
    std::mem::take(&mut lock(&STATE).outgoing)
}

/// Exchanges that nobody waits for any more.
pub fn take_cancelled() -> Vec<u64> {
    std::mem::take(&mut lock(&STATE).cancelled)
}

/// How many exchanges have an end that the engine still waits for.
pub fn open_exchanges() -> usize {
    lock(&STATE).open.len()
}

/// An event from the host. Events of finished or cancelled exchanges are dropped.
pub fn deliver(id: u64, event: Event) {
    let queue = lock(&STATE).open.get(&id).cloned();
    let Some(queue) = queue else { return };
    let waker = {
        let mut queue = lock(&queue);
        queue.events.push_back(event);
        queue.waker.take()
    };
    if let Some(waker) = waker {
        waker.wake();
    }
}
