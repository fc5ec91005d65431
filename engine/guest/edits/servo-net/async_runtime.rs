//! Asynchronous network code runs in a task of the scheduler.

use std::future::Future;

use net_traits::AsyncRuntime;
use servo_base::coop;

struct CooperativeRuntime;

impl AsyncRuntime for CooperativeRuntime {
    fn shutdown(&mut self) {}
}

pub fn init_async_runtime() -> Box<dyn AsyncRuntime> {
    Box::new(CooperativeRuntime)
}

/// Run a future to its end, later.
pub fn spawn_task<F>(task: F)
where
    F: Future + 'static,
{
    coop::spawn_future(async move {
        task.await;
    });
}

/// Wait for a future.
pub fn spawn_blocking_task<F>(task: F) -> F::Output
where
    F: Future,
{
    coop::block_on(task)
}
