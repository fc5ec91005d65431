//! Tasks, jobs and the outer pump.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;
use std::time::Instant;

use crate::{block, rank};

/// What a task has to say after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flow {
    /// Nothing more to do until a message arrives.
    Idle,
    /// As `Idle`, but there is work at the given time.
    Until(Instant),
    /// There may be more to do right now.
    Busy,
    /// The task is over and can be dropped.
    Done,
}

type Stepper = Box<dyn FnMut() -> Flow>;
type Init = Box<dyn FnOnce() -> Stepper>;
type Job = Box<dyn FnOnce()>;

enum Body {
    /// Not yet begun. `spawn` is called from places that hold locks, so a task is built at its
    /// first step and never inside `spawn`.
    New(Init),
    Ready(Stepper),
    /// On the stack.
    Running,
}

struct Task {
    id: usize,
    name: String,
    rank: u8,
    body: Body,
    wake: Option<Instant>,
}

/// One entry of the stack of tasks.
struct Frame {
    name: String,
    rank: u8,
}

thread_local! {
    static TASKS: RefCell<Vec<Task>> = const { RefCell::new(Vec::new()) };
    /// Queued jobs by rank.
    static JOBS: RefCell<BTreeMap<u8, VecDeque<Job>>> = const { RefCell::new(BTreeMap::new()) };
    static NEXT_ID: Cell<usize> = const { Cell::new(0) };
    /// What is on the stack, outermost first.
    static STACK: RefCell<Vec<Frame>> = const { RefCell::new(Vec::new()) };
    /// Counts everything but channel traffic that means progress.
    static PROGRESS: Cell<usize> = const { Cell::new(0) };
}

pub(crate) fn note_progress() {
    PROGRESS.set(PROGRESS.get().wrapping_add(1));
}

/// A number that changes whenever anything happened in the engine.
pub(crate) fn activity() -> usize {
    PROGRESS.get().wrapping_add(crossbeam_channel::channel_activity())
}

/// Stands in for `std::thread::JoinHandle` of a service thread. Services never end: an engine is
/// dropped with its instance.
pub struct JoinHandle<T>(PhantomData<fn() -> T>);

impl<T> Default for JoinHandle<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T> JoinHandle<T> {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn is_finished(&self) -> bool {
        false
    }
}

impl JoinHandle<()> {
    pub fn join(self) -> std::thread::Result<()> {
        Ok(())
    }
}

/// Add a task. `init` runs at the task's first step and returns the function for all later steps.
pub fn spawn<I, S>(name: impl Into<String>, rank: u8, init: I) -> JoinHandle<()>
where
    I: FnOnce() -> S + 'static,
    S: FnMut() -> Flow + 'static,
{
    block::install();
    let id = NEXT_ID.get();
    NEXT_ID.set(id + 1);
    let init: Init = Box::new(move || Box::new(init()));
    let task = Task { id, name: name.into(), rank, body: Body::New(init), wake: None };
    TASKS.with_borrow_mut(|tasks| tasks.push(task));
    note_progress();
    JoinHandle::new()
}

/// Add a piece of work for what upstream calls a thread pool. The rank follows from who asks:
/// WebRender waits for its jobs, so they must not wait for anything themselves.
pub fn queue(job: impl FnOnce() + 'static) {
    let rank = if current_rank() <= rank::RENDER_BACKEND { rank::PAINT_JOBS } else { rank::JOBS };
    queue_at(rank, job);
}

/// Add a job of a given rank. Jobs of one rank run in order, later, and never inside of this call:
/// callers may hold locks that the job takes.
pub fn queue_at(rank: u8, job: impl FnOnce() + 'static) {
    block::install();
    JOBS.with_borrow_mut(|jobs| jobs.entry(rank).or_default().push_back(Box::new(job)));
    note_progress();
}

/// The rank of the innermost task on the stack.
pub fn current_rank() -> u8 {
    STACK.with_borrow(|stack| stack.last().map_or(rank::OUTSIDE, |frame| frame.rank))
}

/// Run a piece of code as if it were a task of this rank, so that waits inside of it step only
/// lower ones.
pub fn with_rank<R>(rank: u8, name: &str, f: impl FnOnce() -> R) -> R {
    STACK.with_borrow_mut(|stack| stack.push(Frame { name: name.to_owned(), rank }));
    let result = f();
    STACK.with_borrow_mut(|stack| stack.pop());
    result
}

fn next_job(limit: u8) -> Option<(u8, Job)> {
    JOBS.with_borrow_mut(|jobs| {
        jobs.range_mut(..limit).find_map(|(&rank, queue)| queue.pop_front().map(|job| (rank, job)))
    })
}

fn run_jobs(limit: u8) {
    while let Some((rank, job)) = next_job(limit) {
        note_progress();
        with_rank(rank, "job", job);
    }
}

/// Step one task if it is not on the stack.
fn step(id: usize) {
    let taken = TASKS.with_borrow_mut(|tasks| {
        let task = tasks.iter_mut().find(|task| task.id == id)?;
        if matches!(task.body, Body::Running) {
            return None;
        }
        let body = std::mem::replace(&mut task.body, Body::Running);
        Some((body, task.rank, task.name.clone()))
    });
    let Some((body, rank, name)) = taken else { return };
    let (stepper, flow) = with_rank(rank, &name, || match body {
        Body::New(init) => {
            note_progress();
            (init(), Flow::Busy)
        }
        Body::Ready(mut stepper) => {
            let flow = stepper();
            (stepper, flow)
        }
        Body::Running => unreachable!("filtered out above"),
    });
    if flow == Flow::Busy {
        note_progress();
    }
    let over = TASKS.with_borrow_mut(|tasks| {
        let position = tasks.iter().position(|task| task.id == id)?;
        if flow == Flow::Done {
            return Some(tasks.remove(position));
        }
        let task = &mut tasks[position];
        task.body = Body::Ready(stepper);
        task.wake = match flow {
            Flow::Until(at) => Some(at),
            _ => None,
        };
        None
    });
    // What a task owns may spawn or queue when it is dropped, so not while the list is borrowed.
    drop(over);
}

/// Step every task below a rank once, lowest rank first, and all queued jobs below it.
pub(crate) fn step_below(limit: u8) {
    run_jobs(limit);
    let mut ids: Vec<(u8, usize)> = TASKS.with_borrow(|tasks| {
        tasks.iter().filter(|task| task.rank < limit).map(|task| (task.rank, task.id)).collect()
    });
    ids.sort_unstable();
    #[cfg(test)]
    crate::tests::order::shuffle(&mut ids);
    for (_, id) in ids {
        step(id);
        run_jobs(limit);
    }
}

pub(crate) fn next_wake_below(limit: u8) -> Option<Instant> {
    TASKS
        .with_borrow(|tasks| tasks.iter().filter(|task| task.rank < limit).filter_map(|task| task.wake).min())
}

/// The result of [`step_all`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pumped {
    /// Nothing can happen before the given time without an event from outside.
    Idle(Option<Instant>),
    /// The time is over and there is more to do.
    More,
}

/// The outer pump: step all tasks until nothing moves or the time is over.
pub fn step_all(deadline: Instant) -> Pumped {
    loop {
        let before = activity();
        step_below(rank::OUTSIDE);
        if activity() == before {
            return Pumped::Idle(next_wake_below(rank::OUTSIDE));
        }
        if Instant::now() >= deadline {
            return Pumped::More;
        }
    }
}

/// The stack of tasks as `name (rank 4) > name (rank 2)`.
pub(crate) fn describe_stack() -> String {
    STACK.with_borrow(|stack| {
        let entries: Vec<String> =
            stack.iter().map(|frame| format!("{} (rank {})", frame.name, frame.rank)).collect();
        entries.join(" > ")
    })
}

/// The innermost task on the stack, for messages.
pub(crate) fn describe_waiter() -> String {
    STACK.with_borrow(|stack| match stack.last() {
        Some(frame) => format!("task {:?}, rank {}", frame.name, frame.rank),
        None => "code outside of any task".to_owned(),
    })
}

/// The stack, the tasks and the number of queued jobs, for diagnostics.
pub fn describe() -> String {
    let tasks = TASKS.with_borrow(|tasks| {
        tasks
            .iter()
            .map(|task| {
                let state = match task.body {
                    Body::New(_) => "new",
                    Body::Ready(_) => "ready",
                    Body::Running => "on stack",
                };
                format!("  {} rank {} {state}\n", task.name, task.rank)
            })
            .collect::<String>()
    });
    let jobs = JOBS.with_borrow(|jobs| {
        jobs.iter()
            .filter(|(_, queue)| !queue.is_empty())
            .map(|(rank, queue)| format!("  {} jobs rank {rank}\n", queue.len()))
            .collect::<String>()
    });
    format!("stack: {}\n{tasks}{jobs}", describe_stack())
}

/// Drop all tasks and jobs before the thread ends, since channels cannot be closed while a thread's
/// locals are being destroyed.
#[cfg(test)]
pub(crate) fn clear() {
    drop(TASKS.take());
    drop(JOBS.take());
}
