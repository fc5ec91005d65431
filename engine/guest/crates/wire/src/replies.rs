//! What an operation answers.

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::{
    AccessibilityTree, ContextId, Evaluation, Located, PageDetails, PendingId, PendingWork, Viewport,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    Ok {
        body: Body,
    },
    /// The answer comes as [`crate::Effect::Done`] with this id.
    Pending {
        id: PendingId,
    },
    Error {
        failure: Failure,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "body", rename_all = "snake_case")]
pub enum Body {
    Done {},
    /// An [`crate::Op::Open`], `Reload` or `History` was accepted: `traversed` is false when there
    /// was no entry to go to.
    Navigating {
        traversed: bool,
    },
    Font {
        faces: u32,
    },
    Evaluated {
        evaluation: Evaluation,
    },
    Screenshot {
        /// Device pixels.
        width: u32,
        height: u32,
        mime: String,
        image: ByteBuf,
    },
    Page {
        page: Page,
    },
    Located {
        element: Located,
    },
    Accessibility {
        tree: AccessibilityTree,
    },
    Console {
        messages: Vec<ConsoleMessage>,
        dropped: u64,
    },
    Idle {
        idle: Idle,
    },
    Capabilities {
        features: Vec<Feature>,
        engine: String,
    },
    Memory {
        memory: Memory,
    },
    Contexts {
        contexts: Vec<ContextInfo>,
    },
    Description {
        text: String,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub code: FailureCode,
    /// For the caller: the field, what is wrong with it, the limit.
    pub message: String,
}

impl Failure {
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// The bytes are not a message of this version.
    BadFrame,
    /// A value is out of its range; the message names the field.
    BadArgument,
    NotStarted,
    AlreadyStarted,
    NoContext,
    /// No element answers to the reference or selector.
    NoElement,
    /// The element has no box (not rendered).
    NotVisible,
    /// The script was stopped at its deadline.
    Stopped,
    /// The document went away before the operation finished.
    Navigated,
    TooLarge,
    Internal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadState {
    Started,
    /// The head is parsed.
    HeadParsed,
    Complete,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub url: String,
    pub title: String,
    pub load: LoadState,
    pub details: PageDetails,
    pub viewport: Viewport,
    pub history_length: u32,
    pub history_index: u32,
    pub crashed: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConsoleMessage {
    /// Counts up from 0 for each session.
    pub sequence: u64,
    pub context: Option<ContextId>,
    /// `log`, `debug`, `info`, `warn`, `error`, `trace`, or `exception` for an uncaught error.
    pub level: String,
    pub text: String,
    /// Milliseconds since the Unix epoch.
    pub time_ms: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Idle {
    /// Nothing happens any more without input or an event.
    pub idle: bool,
    /// Nanoseconds until the next timer of any kind.
    pub next_wake_ns: Option<u64>,
    pub pending_requests: u32,
    pub work: PendingWork,
    pub animating: bool,
    pub load: LoadState,
    /// Operations without an answer yet.
    pub pending_operations: u32,
    /// In words, for people.
    pub reasons: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    pub name: String,
    /// `full`, `partial`, `polyfill` or `absent`.
    pub support: String,
    pub note: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    pub linear_bytes: u64,
    pub js_heap_bytes: u64,
    pub malloc_used_bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContextInfo {
    pub context: ContextId,
    pub active: bool,
    pub url: String,
    pub title: String,
    pub opener: Option<ContextId>,
}
