//! Rayon's core without threads: structured parallelism runs in place, detached jobs are queued with
//! the scheduler (never run inside of `spawn`: callers may hold locks that the job takes).
//!
//! Why a shim: upstream starts threads and fails where there are none, and its users unwrap that. It has
//! no feature for a single thread, and nearly every line of it would have to be edited.
//!
//! User of everything here: rayon, which re-exports it as its own interface. Below, "for" names who calls
//! an item through rayon.

#![deny(unsafe_code)]

mod pool;
mod scope;

use std::cell::Cell;
use std::marker::PhantomData;

pub use pool::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
pub use scope::{Scope, ScopeFifo, in_place_scope, in_place_scope_fifo, scope, scope_fifo};

thread_local! {
    /// How many pool operations are on the stack.
    static INSIDE: Cell<usize> = const { Cell::new(0) };
}

fn inside<R>(f: impl FnOnce() -> R) -> R {
    INSIDE.set(INSIDE.get() + 1);
    let result = f();
    INSIDE.set(INSIDE.get() - 1);
    result
}

pub fn max_num_threads() -> usize {
    1
}

/// For rayon's own splitting of work.
pub fn current_num_threads() -> usize {
    1
}

/// For stylo and wr_glyph_rasterizer, which index per-thread state by it.
pub fn current_thread_index() -> Option<usize> {
    (INSIDE.get() > 0).then_some(0)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    Executed,
    Idle,
}

/// For rayon's parallel bridge of iterators. There is never other work to do in place.
pub fn yield_now() -> Option<Yield> {
    (INSIDE.get() > 0).then_some(Yield::Idle)
}

pub fn yield_local() -> Option<Yield> {
    yield_now()
}

/// Tells a half of a join that it runs where it was called.
#[derive(Debug)]
pub struct FnContext(PhantomData<*mut ()>);

impl FnContext {
    pub fn migrated(&self) -> bool {
        false
    }
}

/// For rayon's sorts and chains.
pub fn join<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    inside(|| (a(), b()))
}

/// For all parallel iterators.
pub fn join_context<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    inside(|| (a(FnContext(PhantomData)), b(FnContext(PhantomData))))
}

pub fn spawn<F>(f: F)
where
    F: FnOnce() + Send + 'static,
{
    coop::queue(move || inside(f));
}

pub fn spawn_fifo<F>(f: F)
where
    F: FnOnce() + Send + 'static,
{
    spawn(f);
}

#[derive(Debug)]
pub struct BroadcastContext<'a>(PhantomData<&'a mut dyn Fn()>);

impl BroadcastContext<'_> {
    pub fn index(&self) -> usize {
        0
    }

    pub fn num_threads(&self) -> usize {
        1
    }
}

pub fn broadcast<OP, R>(op: OP) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    inside(|| vec![op(BroadcastContext(PhantomData))])
}

pub fn spawn_broadcast<OP>(op: OP)
where
    OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
{
    spawn(move || op(BroadcastContext(PhantomData)));
}
