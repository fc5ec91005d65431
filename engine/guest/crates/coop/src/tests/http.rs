use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::http::{
    Event, Exchange, Failure, FailureKind, deliver, open_exchanges, start, take_cancelled, take_requests,
};

/// The exchanges are global, so these tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn poll(exchange: &mut Exchange) -> Poll<Event> {
    exchange.poll_event(&mut Context::from_waker(Waker::noop()))
}

fn get(url: &str) -> Exchange {
    start("GET".to_owned(), url.to_owned(), Vec::new(), Vec::new())
}

#[test]
fn events_arrive_in_order_and_late_ones_are_dropped() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut exchange = get("http://a.test/");
    let requests = take_requests();
    let [request] = &requests[..] else { panic!("one request: {requests:?}") };
    let id = request.id;
    assert_eq!(poll(&mut exchange), Poll::Pending);
    deliver(id, Event::Head { status: 200, headers: Vec::new() });
    deliver(id, Event::Chunk(vec![1]));
    deliver(id, Event::End);
    assert!(matches!(poll(&mut exchange), Poll::Ready(Event::Head { status: 200, .. })));
    assert_eq!(poll(&mut exchange), Poll::Ready(Event::Chunk(vec![1])));
    assert_eq!(poll(&mut exchange), Poll::Ready(Event::End));
    drop(exchange);
    deliver(id, Event::Chunk(vec![2]));
    assert_eq!(take_cancelled(), []);
    assert_eq!(open_exchanges(), 0);
}

#[test]
fn dropping_an_exchange_cancels_it_if_the_host_knows_it() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    drop(get("http://a.test/"));
    assert!(take_requests().is_empty());
    assert_eq!(take_cancelled(), []);

    let exchange = get("http://a.test/");
    let id = take_requests()[0].id;
    drop(exchange);
    assert_eq!(take_cancelled(), [id]);
}

#[test]
fn an_error_ends_an_exchange_and_says_its_kind() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut exchange = get("http://a.test/");
    let id = take_requests()[0].id;
    let failure = Failure { kind: FailureKind::Dns, message: "a.test".to_owned() };
    assert_eq!(failure.to_string(), "name not resolved: a.test");
    deliver(id, Event::Error(failure.clone()));
    assert_eq!(poll(&mut exchange), Poll::Ready(Event::Error(failure)));
    drop(exchange);
    assert_eq!(take_cancelled(), []);
}
