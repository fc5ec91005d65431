use std::cell::Cell;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

use super::Engine;
use crate::{Flow, Pumped, block_on, rank, spawn, spawn_future, step_all, with_rank};

/// A future that is ready when the flag is set, and where its waker goes.
fn flagged(flag: Rc<Cell<bool>>, waker: Rc<Cell<Option<Waker>>>) -> impl Future<Output = ()> {
    poll_fn(move |context| {
        if flag.get() {
            return Poll::Ready(());
        }
        waker.set(Some(context.waker().clone()));
        Poll::Pending
    })
}

#[test]
fn a_future_goes_on_when_it_is_woken() {
    let _engine = Engine;
    let (flag, waker) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(None)));
    let over = Rc::new(Cell::new(false));
    let (result, future) = (over.clone(), flagged(flag.clone(), waker.clone()));
    spawn_future(async move {
        future.await;
        result.set(true);
    });
    let deadline = Instant::now() + Duration::from_secs(20);
    assert_eq!(step_all(deadline), Pumped::Idle(None));
    assert!(!over.get());
    flag.set(true);
    waker.take().expect("it was polled").wake();
    step_all(deadline);
    assert!(over.get());
}

#[test]
fn a_future_may_spawn_futures() {
    let _engine = Engine;
    let count = Rc::new(Cell::new(0));
    let outer = count.clone();
    spawn_future(async move {
        let inner = outer.clone();
        spawn_future(async move { inner.set(inner.get() + 1) });
        outer.set(outer.get() + 1);
    });
    step_all(Instant::now() + Duration::from_secs(20));
    assert_eq!(count.get(), 2);
}

#[test]
fn waiting_for_a_future_steps_lower_tasks() {
    let _engine = Engine;
    let (flag, waker) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(None::<Waker>)));
    let future = flagged(flag.clone(), waker.clone());
    spawn("leaf", rank::LEAF, move || {
        move || {
            flag.set(true);
            if let Some(waker) = waker.take() {
                waker.wake();
            }
            Flow::Idle
        }
    });
    with_rank(rank::SCRIPT, "script", || block_on(future));
}

#[test]
fn waiting_for_a_future_that_nobody_wakes_aborts() {
    let _engine = Engine;
    let wait = || with_rank(rank::SCRIPT, "script", || block_on(std::future::pending::<()>()));
    let panic = catch_unwind(AssertUnwindSafe(wait)).unwrap_err();
    let text = panic.downcast::<String>().expect("a text");
    assert!(text.contains("task \"script\", rank 10"), "{text}");
    assert!(text.contains("Pending"), "it names the future: {text}");
}
