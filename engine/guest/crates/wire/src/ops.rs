//! What the host may ask for.

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::{ContextId, Target};

/// One operation. Those whose reply is [`crate::Reply::Pending`] finish with
/// [`crate::Effect::Done`] while the host pumps. `context: None` means the active context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Op {
    /// Boot the engine. Once, by the builder; instances of the shipped image are started already.
    Start {
        viewport: Viewport,
        log: LogLevel,
        user_scripts: Vec<String>,
    },
    /// Mix fresh entropy into every random generator that the image carries (first call of a new
    /// or forked session).
    Reseed {
        entropy: ByteBuf,
    },
    /// Announce font faces. `data` is a whole font file; without it the bytes stay with the host,
    /// which hands them out through the `host.font` import under `host_font` at first use.
    Font {
        faces: Vec<FontFace>,
        data: Option<ByteBuf>,
        host_font: Option<u32>,
    },
    /// Change the emulated client (user agent, locale): applies to later navigations.
    Emulate {
        user_agent: Option<String>,
        locale: Option<String>,
    },
    /// Navigate a context.
    Open {
        context: Option<ContextId>,
        source: Source,
    },
    /// Run a script in the page's main realm. Pending.
    Evaluate {
        context: Option<ContextId>,
        script: String,
        /// Wait for a promise that the script returns.
        await_promise: bool,
        /// The page's own work is not limited by this; the host stops a script that runs longer.
        deadline_ms: u32,
    },
    Input {
        context: Option<ContextId>,
        input: Input,
    },
    /// Pending.
    Screenshot {
        context: Option<ContextId>,
        area: Area,
        format: ImageFormat,
    },
    Viewport {
        context: Option<ContextId>,
        viewport: Viewport,
    },
    /// Traverse the session history by so many entries, negative for back.
    History {
        context: Option<ContextId>,
        delta: i32,
    },
    Reload {
        context: Option<ContextId>,
    },
    /// Stop loading.
    Stop {
        context: Option<ContextId>,
    },
    Page {
        context: Option<ContextId>,
        text_chars: u32,
    },
    /// Find one element and its box.
    Locate {
        context: Option<ContextId>,
        target: Target,
    },
    Accessibility {
        context: Option<ContextId>,
        /// Only this subtree.
        root: Option<Target>,
        /// Nodes at most; the reply says when it was cut.
        limit: u32,
    },
    /// Take the console messages and uncaught errors since the last call.
    Console {},
    /// What is pending, and why the engine is not idle.
    Idle {
        context: Option<ContextId>,
    },
    Capabilities {},
    Memory {
        /// Collect garbage first and give freed memory back as zero pages.
        compact: bool,
    },
    Contexts {},
    /// Make a context the active one.
    Activate {
        context: ContextId,
    },
    CloseContext {
        context: ContextId,
    },
    /// How JavaScript dialogs are answered when the host does not.
    Dialogs {
        policy: DialogPolicy,
    },
    /// The scheduler's tasks, for people who debug it.
    Describe {},
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    /// CSS pixels, 1 to 16,384.
    pub width: u32,
    pub height: u32,
    /// Device pixels per CSS pixel in thousandths, 100 to 10,000.
    pub scale_permille: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FontFace {
    pub family: String,
    /// Index in a collection file.
    pub index: u32,
    /// CSS weight range; equal bounds for a static face.
    pub weight_min: u32,
    pub weight_max: u32,
    /// Stretch in thousandths (1,000 is normal).
    pub stretch_permille: u32,
    pub italic: bool,
    /// Inclusive ranges of code points that the face covers, in order.
    pub coverage: Vec<(u32, u32)>,
    /// The generic families that it is the default of: `serif`, `sans-serif`, `monospace`, `emoji`...
    pub generics: Vec<String>,
    /// Other family names that it stands in for (`Arial` for Liberation Sans).
    pub aliases: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Source {
    Url {
        url: String,
        headers: Vec<(String, String)>,
    },
    /// A document without a fetch. Its origin and relative URLs are those of `base_url`; without one it is
    /// opaque.
    Html {
        html: String,
        base_url: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Input {
    MouseMove {
        x: f64,
        y: f64,
    },
    /// `button` in DOM numbering, 0 to 4.
    MouseDown {
        x: f64,
        y: f64,
        button: u8,
        modifiers: Modifiers,
    },
    MouseUp {
        x: f64,
        y: f64,
        button: u8,
        modifiers: Modifiers,
    },
    /// Move, then `count` times down and up.
    Click {
        x: f64,
        y: f64,
        button: u8,
        count: u8,
        modifiers: Modifiers,
    },
    /// CSS pixels; positive scrolls down and right.
    Wheel {
        x: f64,
        y: f64,
        delta_x: f64,
        delta_y: f64,
    },
    KeyDown {
        key: String,
        modifiers: Modifiers,
    },
    KeyUp {
        key: String,
        modifiers: Modifiers,
    },
    /// Down and up. `key` is a DOM key value (`a`, `Enter`, `ArrowDown`).
    Key {
        key: String,
        modifiers: Modifiers,
    },
    /// Each character as a key; line ends are Enter and tabs are Tab.
    Text {
        text: String,
    },
    /// Commit text as an input method does: one composition, no keys.
    ImeCommit {
        text: String,
    },
    Touch {
        phase: TouchPhase,
        id: i32,
        x: f64,
        y: f64,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Modifiers {
    pub shift: bool,
    pub control: bool,
    pub alt: bool,
    pub meta: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TouchPhase {
    Start,
    Move,
    End,
    Cancel,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Area {
    Viewport {},
    /// The whole document, whatever is scrolled.
    FullPage {},
    /// CSS pixels of the page.
    Clip {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    },
    Element {
        target: Target,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ImageFormat {
    Png {},
    /// Quality 1 to 100.
    Jpeg {
        quality: u8,
    },
    /// Lossless.
    Webp {},
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DialogPolicy {
    Dismiss {},
    /// Accept; prompts answer with this text, or their default.
    Accept {
        prompt_text: Option<String>,
    },
}
