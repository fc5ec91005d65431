//! What the engine tells the host.

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::{Body, ContextId, Failure, LoadState, PendingId};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Effect {
    /// The answer to a pending operation.
    Done {
        id: PendingId,
        outcome: Outcome,
    },
    UrlChanged {
        context: ContextId,
        url: String,
    },
    TitleChanged {
        context: ContextId,
        title: Option<String>,
    },
    LoadChanged {
        context: ContextId,
        load: LoadState,
    },
    HistoryChanged {
        context: ContextId,
        length: u32,
        index: u32,
    },
    ContextOpened {
        context: ContextId,
        opener: Option<ContextId>,
        url: String,
    },
    ContextClosed {
        context: ContextId,
    },
    /// A document's script or layout is gone; the context can be navigated again.
    Crashed {
        context: ContextId,
        reason: String,
    },
    /// Make this request. No redirects, no cookies, no decompression: the engine does all three.
    HttpStart {
        id: u64,
        method: String,
        url: String,
        headers: Vec<(String, ByteBuf)>,
        body: ByteBuf,
    },
    /// Nobody waits for this exchange any more.
    HttpCancel {
        id: u64,
    },
    /// A dialog was answered by the policy.
    Dialog {
        context: ContextId,
        dialog: DialogKind,
        message: String,
        accepted: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    Ok { body: Body },
    Error { failure: Failure },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DialogKind {
    Alert,
    Confirm,
    Prompt,
    BeforeUnload,
}
