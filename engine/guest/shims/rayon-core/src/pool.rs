//! Pools, which are all the same: the one thread.

use std::error::Error;
use std::fmt;
use std::io;

use crate::scope::{ScopeFifo, in_place_scope_fifo};
use crate::{BroadcastContext, current_thread_index, inside, spawn, spawn_broadcast};

/// How WebRender and servo-paint name the threads of WebRender's pool.
const WEBRENDER_WORKERS: &str = "WRWorker";

/// No value of this type exists.
#[derive(Debug)]
enum Never {}

/// Building a pool cannot fail, but its users expect that it might.
#[derive(Debug)]
pub struct ThreadPoolBuildError(Never);

impl fmt::Display for ThreadPoolBuildError {
    fn fmt(&self, _formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl Error for ThreadPoolBuildError {}

/// What a custom spawner of threads would be given; nothing calls one.
#[derive(Debug)]
pub struct ThreadBuilder {
    never: Never,
}

/// For stylo.
impl ThreadBuilder {
    pub fn name(&self) -> Option<&str> {
        match self.never {}
    }

    pub fn stack_size(&self) -> Option<usize> {
        match self.never {}
    }

    pub fn run(self) {
        match self.never {}
    }
}

/// For servo-base, servo-paint, webrender, vello_cpu. What they configure are properties of threads.
#[derive(Default)]
pub struct ThreadPoolBuilder {
    rank: Option<u8>,
}

impl ThreadPoolBuilder {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn build(self) -> Result<ThreadPool, ThreadPoolBuildError> {
        Ok(ThreadPool { rank: self.rank })
    }

    /// WebRender waits for its jobs whoever asked for them, so they get a rank of their own.
    pub fn thread_name<F>(mut self, mut name: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        if name(0).starts_with(WEBRENDER_WORKERS) {
            self.rank = Some(coop::rank::PAINT_JOBS);
        }
        self
    }

    pub fn num_threads(self, _count: usize) -> Self {
        self
    }

    /// For stylo.
    pub fn spawn_handler<F>(self, _spawn: F) -> Self
    where
        F: FnMut(ThreadBuilder) -> io::Result<()>,
    {
        self
    }

    pub fn start_handler<H>(self, _handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self
    }

    pub fn exit_handler<H>(self, _handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self
    }

    /// For stylo.
    pub fn use_current_thread(self) -> Self {
        self
    }

    /// For stylo.
    pub fn stack_size(self, _bytes: usize) -> Self {
        self
    }
}

#[derive(Debug)]
pub struct ThreadPool {
    /// The rank of its jobs; otherwise it follows from who queues them.
    rank: Option<u8>,
}

impl ThreadPool {
    /// For servo-layout and vello_cpu.
    pub fn install<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce() -> R + Send,
        R: Send,
    {
        inside(op)
    }

    /// For stylo and wr_glyph_rasterizer.
    pub fn current_num_threads(&self) -> usize {
        1
    }

    /// For stylo and wr_glyph_rasterizer.
    pub fn current_thread_index(&self) -> Option<usize> {
        current_thread_index()
    }

    /// For stylo.
    pub fn in_place_scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R,
    {
        in_place_scope_fifo(op)
    }

    /// For servo-base and wr_glyph_rasterizer.
    pub fn spawn<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        match self.rank {
            Some(rank) => coop::queue_at(rank, move || inside(op)),
            None => spawn(op),
        }
    }

    /// For vello_cpu.
    pub fn spawn_broadcast<OP>(&self, op: OP)
    where
        OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
    {
        spawn_broadcast(op);
    }
}
