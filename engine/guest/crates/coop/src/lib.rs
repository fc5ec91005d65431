//! A cooperative scheduler that stands in for the engine's service threads, and the two seams that
//! its services have to the world: fonts and HTTP.
//!
//! Every service that upstream runs on a thread of its own becomes a *task*: a closure that does
//! the work that is ready and returns. The outer pump ([`step_all`]) steps all tasks until nothing
//! is left to do. A blocking channel receive anywhere in the engine ends in `block.rs`, which steps
//! other tasks until the awaited message may have come.
//!
//! All of this happens on one stack, so a waiting task can only be resumed after everything above
//! it has returned. Two tasks that wait for each other would never finish. Ranks rule that out: a
//! waiting task of rank `r` may step only tasks and jobs of a lower rank, and never one that is
//! already on the stack. See [`rank`].

#![deny(unsafe_code, clippy::allow_attributes_without_reason)]

mod block;
mod executor;
pub mod fonts;
pub mod http;
pub mod rank;
mod scheduler;
#[cfg(test)]
mod tests;

pub use block::set_host_wait;
pub use executor::{block_on, spawn_future};
pub use scheduler::{
    Flow, JoinHandle, Pumped, current_rank, describe, queue, queue_at, spawn, step_all, with_rank,
};

/// Workers and audio contexts need a thread of their own: their constructors throw.
pub const HAS_THREADS: bool = false;
