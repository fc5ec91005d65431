//! What the host tells the engine.

use coop::http::{self, FailureKind};
use wire::{Event, Failure, HttpError};

/// Deliver an encoded array of events.
pub fn deliver(bytes: &[u8]) -> Result<(), Failure> {
    for event in wire::decode::<Vec<Event>>(bytes)? {
        let (id, event) = translate(event);
        http::deliver(id, event);
    }
    Ok(())
}

fn translate(event: Event) -> (u64, http::Event) {
    match event {
        Event::HttpHead { id, status, headers } => {
            let headers = headers.into_iter().map(|(name, value)| (name, value.into_vec())).collect();
            (id, http::Event::Head { status, headers })
        }
        Event::HttpChunk { id, data } => (id, http::Event::Chunk(data.into_vec())),
        Event::HttpEnd { id } => (id, http::Event::End),
        Event::HttpError { id, error, message } => {
            (id, http::Event::Error(http::Failure { kind: kind(error), message }))
        }
    }
}

fn kind(error: HttpError) -> FailureKind {
    match error {
        HttpError::Dns => FailureKind::Dns,
        HttpError::Refused => FailureKind::Refused,
        HttpError::Reset => FailureKind::Reset,
        HttpError::Tls => FailureKind::Tls,
        HttpError::Timeout => FailureKind::Timeout,
        HttpError::Policy => FailureKind::Policy,
        HttpError::TooLarge => FailureKind::TooLarge,
        HttpError::Protocol => FailureKind::Protocol,
        HttpError::Cancelled => FailureKind::Cancelled,
    }
}
