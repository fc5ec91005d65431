//! A single-threaded executor for the engine's asynchronous network code.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use crate::scheduler::note_progress;
use crate::{Flow, block, rank, spawn};

struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
        note_progress();
    }
}

struct Running {
    future: Pin<Box<dyn Future<Output = ()>>>,
    woken: Arc<Flag>,
}

thread_local! {
    /// Futures that were spawned since the executor's last step. `None` before its first use.
    static NEW: RefCell<Option<Vec<Running>>> = const { RefCell::new(None) };
}

/// Run a future to its end as part of the network task.
pub fn spawn_future(future: impl Future<Output = ()> + 'static) {
    let entry = Running { future: Box::pin(future), woken: Arc::new(Flag(AtomicBool::new(true))) };
    let first = NEW.with_borrow_mut(|new| {
        let first = new.is_none();
        new.get_or_insert_default().push(entry);
        first
    });
    note_progress();
    if first {
        spawn("Async", rank::SERVICE, || {
            let mut running: Vec<Running> = Vec::new();
            move || step(&mut running)
        });
    }
}

fn step(running: &mut Vec<Running>) -> Flow {
    running.extend(NEW.with_borrow_mut(|new| new.as_mut().map(std::mem::take)).unwrap_or_default());
    running.retain_mut(|entry| {
        if !entry.woken.0.swap(false, Ordering::Relaxed) {
            return true;
        }
        note_progress();
        let waker = Waker::from(entry.woken.clone());
        entry.future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending()
    });
    Flow::Idle
}

/// Wait for a future, stepping lower tasks meanwhile.
///
/// # Panics
/// If nothing can ever wake it.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let woken = Arc::new(Flag(AtomicBool::new(true)));
    let waker = Waker::from(woken.clone());
    loop {
        if woken.0.swap(false, Ordering::Relaxed)
            && let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker))
        {
            return output;
        }
        block::wait(None, std::any::type_name::<F>());
    }
}
