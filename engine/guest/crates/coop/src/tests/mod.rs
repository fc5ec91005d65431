//! The scheduler, natively, with seeded step orders.

mod fonts;
mod futures;
mod http;
pub(crate) mod order;
mod scheduling;

/// The scheduler of a test; dropping it drops the tasks.
struct Engine;

impl Drop for Engine {
    fn drop(&mut self) {
        crate::scheduler::clear();
    }
}
