//! What pages say on their consoles, until the host asks.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::{SystemTime, UNIX_EPOCH};

use servo::ConsoleLogLevel;
use wire::{Body, ConsoleMessage, ContextId};

/// Messages that are kept; of more, the oldest are dropped and counted.
const KEPT_MESSAGES: usize = 1_000;
/// Longest text that is kept of one message, in bytes.
const TEXT_BYTES: usize = 64 << 10;
/// How the script side marks an uncaught error.
const EXCEPTION: &str = "\u{1}exception\u{1}";

#[derive(Default)]
struct Console {
    messages: VecDeque<ConsoleMessage>,
    next_sequence: u64,
    dropped: u64,
}

thread_local! {
    static CONSOLE: RefCell<Console> = RefCell::default();
}

fn level_name(level: ConsoleLogLevel) -> &'static str {
    match level {
        ConsoleLogLevel::Log | ConsoleLogLevel::Dir => "log",
        ConsoleLogLevel::Debug => "debug",
        ConsoleLogLevel::Info => "info",
        ConsoleLogLevel::Warn => "warn",
        ConsoleLogLevel::Error => "error",
        ConsoleLogLevel::Trace => "trace",
    }
}

pub fn add(context: Option<ContextId>, level: ConsoleLogLevel, text: String) {
    let (level, mut text) = match text.strip_prefix(EXCEPTION) {
        Some(error) => ("exception", error.to_owned()),
        None => (level_name(level), text),
    };
    text.truncate(text.floor_char_boundary(TEXT_BYTES));
    let time_ms = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    CONSOLE.with_borrow_mut(|console| {
        if console.messages.len() == KEPT_MESSAGES {
            console.messages.pop_front();
            console.dropped += 1;
        }
        let sequence = console.next_sequence;
        console.next_sequence += 1;
        console.messages.push_back(ConsoleMessage {
            sequence,
            context,
            level: level.to_owned(),
            text,
            time_ms,
        });
    });
}

/// The messages since the last call, and how many were dropped in between.
pub fn take() -> Body {
    CONSOLE.with_borrow_mut(|console| Body::Console {
        messages: std::mem::take(&mut console.messages).into(),
        dropped: std::mem::take(&mut console.dropped),
    })
}
