//! Scopes: the jobs of a scope run in order when its body is over, before the scope ends.

use std::collections::VecDeque;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Mutex;

use crate::inside;

type Job<'scope, S> = Box<dyn FnOnce(&S) + Send + 'scope>;

macro_rules! scope_type {
    ($name:ident, $spawn:ident, $enter:ident, $in_place:ident) => {
        /// The lock is never contended: it makes the scope `Sync`, which the jobs' closures demand.
        pub struct $name<'scope> {
            jobs: Mutex<VecDeque<Job<'scope, $name<'scope>>>>,
            marker: PhantomData<Box<dyn FnOnce(&$name<'scope>) + Send + Sync + 'scope>>,
        }

        impl fmt::Debug for $name<'_> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(stringify!($name))
            }
        }

        impl<'scope> $name<'scope> {
            fn run<R>(body: impl FnOnce(&$name<'scope>) -> R) -> R {
                let scope = $name { jobs: Mutex::default(), marker: PhantomData };
                inside(|| {
                    let result = body(&scope);
                    while let Some(job) = scope.next() {
                        job(&scope);
                    }
                    result
                })
            }

            // A job may add jobs, so the lock must be free while it runs.
            fn next(&self) -> Option<Job<'scope, $name<'scope>>> {
                self.jobs.lock().unwrap().pop_front()
            }

            pub fn $spawn<BODY>(&self, body: BODY)
            where
                BODY: FnOnce(&$name<'scope>) + Send + 'scope,
            {
                self.jobs.lock().unwrap().push_back(Box::new(body));
            }
        }

        pub fn $enter<'scope, OP, R>(op: OP) -> R
        where
            OP: FnOnce(&$name<'scope>) -> R + Send,
            R: Send,
        {
            $name::run(op)
        }

        pub fn $in_place<'scope, OP, R>(op: OP) -> R
        where
            OP: FnOnce(&$name<'scope>) -> R,
        {
            $name::run(op)
        }
    };
}

// `Scope` is for rayon's `skip`, `ScopeFifo` for stylo's traversal.
scope_type!(Scope, spawn, scope, in_place_scope);
scope_type!(ScopeFifo, spawn_fifo, scope_fifo, in_place_scope_fifo);
