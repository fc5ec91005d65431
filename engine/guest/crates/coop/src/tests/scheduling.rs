use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{Engine, order};
use crate::{Flow, Pumped, describe, queue, queue_at, rank, set_host_wait, spawn, step_all, with_rank};

fn pump() -> Pumped {
    step_all(Instant::now() + Duration::from_secs(20))
}

type Request = (u32, Sender<u32>);

/// A service that answers with the number plus one, after asking the next lower service.
fn service(name: &str, rank: u8, port: Receiver<Request>, lower: Option<Sender<Request>>) {
    spawn(name, rank, move || {
        move || {
            while let Ok((number, reply)) = port.try_recv() {
                let number = match &lower {
                    None => number,
                    Some(lower) => {
                        let (sender, receiver) = unbounded();
                        lower.send((number, sender)).unwrap();
                        receiver.recv().unwrap()
                    }
                };
                reply.send(number + 1).unwrap();
            }
            Flow::Idle
        }
    });
}

/// A chain of services, the last of which everybody may ask, and clients at the top rank that also
/// queue jobs which ask too.
fn answers_of_a_busy_engine(seed: u64) -> Vec<u32> {
    let _engine = Engine;
    order::seed(seed);
    let (bottom, port) = unbounded();
    service("registry", rank::CLIENT_STORAGE, port, None);
    let (middle, port) = unbounded();
    service("network", rank::SERVICE, port, Some(bottom.clone()));
    let (top, port) = unbounded();
    service("fonts", rank::FONTS, port, Some(middle.clone()));

    let answers: Rc<RefCell<Vec<(u32, u32)>>> = Rc::default();
    for client in 0..8u32 {
        let (bottom, middle, top) = (bottom.clone(), middle.clone(), top.clone());
        let answers = answers.clone();
        spawn(format!("script {client}"), rank::SCRIPT, move || {
            let mut round = 0;
            move || {
                if round == 3 {
                    return Flow::Done;
                }
                let ask = |to: &Sender<Request>, number| {
                    let (sender, receiver) = unbounded();
                    to.send((number, sender)).unwrap();
                    receiver.recv().unwrap()
                };
                let number = client * 100 + round * 10;
                let sum = ask(&top, number) + ask(&bottom, number) + ask(&middle, number);
                answers.borrow_mut().push((number, sum));
                let (jobs_top, jobs_answers) = (top.clone(), answers.clone());
                queue(move || {
                    let (sender, receiver) = unbounded();
                    jobs_top.send((number, sender)).unwrap();
                    jobs_answers.borrow_mut().push((number + 1, receiver.recv().unwrap()));
                });
                round += 1;
                Flow::Busy
            }
        });
    }
    assert_eq!(pump(), Pumped::Idle(None), "seed {seed}");
    let mut answers = answers.take();
    answers.sort_unstable();
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[test]
fn the_step_order_never_changes_results() {
    let _engine = Engine;
    let expected = answers_of_a_busy_engine(1);
    assert_eq!(expected.len(), 8 * 3 * 2);
    for seed in 2..200 {
        // A thread each, so that no seed sees the tasks of another.
        let answers = std::thread::spawn(move || answers_of_a_busy_engine(seed)).join();
        assert_eq!(answers.unwrap(), expected, "seed {seed}");
    }
}

/// A channel that is never dropped: it must not be after a panic inside of its `recv`, which in the
/// engine ends the instance.
fn unwound_channel<T>() -> (ManuallyDrop<Sender<T>>, ManuallyDrop<Receiver<T>>) {
    let (sender, receiver) = unbounded();
    (ManuallyDrop::new(sender), ManuallyDrop::new(receiver))
}

fn message(panic: Box<dyn std::any::Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(_) => panic!("the panic carries no text"),
    }
}

#[test]
fn a_wait_that_nothing_can_satisfy_names_task_and_rank() {
    let _engine = Engine;
    let (_sender, receiver) = unwound_channel::<()>();
    spawn("lonely", rank::CANVAS, move || {
        move || {
            let _ = receiver.recv();
            Flow::Idle
        }
    });
    let text = message(catch_unwind(AssertUnwindSafe(pump)).unwrap_err());
    assert!(text.contains("deadlock"), "{text}");
    assert!(text.contains("task \"lonely\", rank 8"), "{text}");
}

#[test]
fn a_wait_for_a_task_of_a_higher_rank_aborts() {
    let _engine = Engine;
    let (higher, port) = unbounded();
    service("higher", rank::SCRIPT, port, None);
    spawn("lower", rank::FONTS, move || {
        move || {
            let (sender, receiver) = unwound_channel();
            higher.send((1, (*sender).clone())).unwrap();
            let _ = receiver.recv();
            Flow::Idle
        }
    });
    let text = message(catch_unwind(AssertUnwindSafe(pump)).unwrap_err());
    assert!(text.contains("task \"lower\", rank 6"), "{text}");
}

#[test]
fn a_job_of_script_may_wait_for_fonts() {
    let _engine = Engine;
    let (fonts, port) = unbounded();
    service("fonts", rank::FONTS, port, None);
    let seen = Rc::new(Cell::new(0));
    let result = seen.clone();
    with_rank(rank::SCRIPT, "script", || {
        queue(move || {
            let (sender, receiver) = unbounded();
            fonts.send((41, sender)).unwrap();
            result.set(receiver.recv().unwrap());
        });
    });
    pump();
    assert_eq!(seen.get(), 42);
}

#[test]
fn a_waiter_runs_only_jobs_of_a_lower_rank() {
    let _engine = Engine;
    let ran: Rc<RefCell<Vec<&str>>> = Rc::default();
    let (sender, receiver) = unbounded();
    let log = ran.clone();
    queue_at(rank::JOBS, move || log.borrow_mut().push("image"));
    let log = ran.clone();
    queue_at(rank::PAINT_JOBS, move || {
        log.borrow_mut().push("glyph");
        sender.send(()).unwrap();
    });
    with_rank(rank::RENDER_BACKEND, "backend", || receiver.recv().unwrap());
    assert_eq!(*ran.borrow(), ["glyph"]);
    pump();
    assert_eq!(*ran.borrow(), ["glyph", "image"]);
}

#[test]
fn jobs_queued_by_webrender_are_paint_jobs() {
    let _engine = Engine;
    let (sender, receiver) = unbounded();
    with_rank(rank::RENDER_BACKEND, "backend", || {
        queue(move || sender.send(7).unwrap());
        assert_eq!(receiver.recv(), Ok(7));
    });
}

#[test]
fn jobs_of_one_rank_run_in_order_and_never_inside_of_queue() {
    let _engine = Engine;
    let ran: Rc<RefCell<Vec<u32>>> = Rc::default();
    for number in 0..10 {
        let log = ran.clone();
        queue(move || log.borrow_mut().push(number));
        assert!(ran.borrow().is_empty());
    }
    pump();
    assert_eq!(*ran.borrow(), (0..10).collect::<Vec<_>>());
}

#[test]
fn a_job_may_queue_jobs() {
    let _engine = Engine;
    let count = Rc::new(Cell::new(0));
    let outer = count.clone();
    queue(move || {
        let inner = outer.clone();
        queue(move || inner.set(inner.get() + 1));
        outer.set(outer.get() + 1);
    });
    pump();
    assert_eq!(count.get(), 2);
}

#[test]
fn a_timer_is_told_and_served() {
    let _engine = Engine;
    let at = Instant::now() + Duration::from_millis(20);
    let fired = Rc::new(Cell::new(false));
    let flag = fired.clone();
    spawn("timer", rank::LEAF, move || {
        move || {
            if Instant::now() < at {
                return Flow::Until(at);
            }
            flag.set(true);
            Flow::Idle
        }
    });
    assert_eq!(pump(), Pumped::Idle(Some(at)));
    std::thread::sleep(Duration::from_millis(25));
    assert_eq!(pump(), Pumped::Idle(None));
    assert!(fired.get());
}

#[test]
fn a_waiter_sleeps_until_the_timer_of_a_lower_task() {
    let _engine = Engine;
    let at = Instant::now() + Duration::from_millis(20);
    let (sender, receiver) = unbounded();
    spawn("timer", rank::LEAF, move || {
        move || {
            if Instant::now() < at {
                return Flow::Until(at);
            }
            sender.send(()).unwrap();
            Flow::Done
        }
    });
    with_rank(rank::SCRIPT, "script", || receiver.recv().unwrap());
    assert!(Instant::now() >= at);
}

#[test]
fn the_pump_stops_at_its_deadline() {
    let _engine = Engine;
    spawn("endless", rank::LEAF, || || Flow::Busy);
    let start = Instant::now();
    assert_eq!(step_all(start + Duration::from_millis(10)), Pumped::More);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn the_host_can_satisfy_a_wait() {
    let _engine = Engine;
    thread_local! {
        static WAITING: RefCell<Option<Sender<u32>>> = const { RefCell::new(None) };
    }
    let (sender, receiver) = unbounded();
    WAITING.set(Some(sender));
    set_host_wait(|timeout| {
        assert_eq!(timeout, None);
        WAITING.take().is_some_and(|sender| sender.send(5).is_ok())
    });
    assert_eq!(with_rank(rank::SCRIPT, "script", || receiver.recv()), Ok(5));
}

#[test]
fn a_task_is_not_entered_twice() {
    let _engine = Engine;
    let depth = Rc::new(Cell::new(0));
    let (sender, receiver) = unbounded();
    let inside = depth.clone();
    spawn("waiter", rank::SCRIPT, move || {
        move || {
            assert_eq!(inside.replace(1), 0);
            let _ = receiver.try_recv().or_else(|_| receiver.recv().map_err(drop));
            inside.set(0);
            Flow::Idle
        }
    });
    spawn("leaf", rank::LEAF, move || {
        move || {
            sender.send(()).unwrap();
            Flow::Done
        }
    });
    pump();
    assert_eq!(depth.get(), 0);
}

#[test]
fn the_description_names_tasks_ranks_and_jobs() {
    let _engine = Engine;
    spawn("cookie jar", rank::SERVICE, || || Flow::Idle);
    queue_at(rank::JOBS, || {});
    let text = with_rank(rank::EMBEDDER, "describe", describe);
    assert!(text.contains("stack: describe (rank 5)"), "{text}");
    assert!(text.contains("cookie jar rank 4 new"), "{text}");
    assert!(text.contains("1 jobs rank 7"), "{text}");
}
