//! What the script side tells the embedder about a page: plain data, shared by the edits of
//! `servo-script`, the embedder and the wire. A crate of its own, since every change here rebuilds
//! `servo-script`, the largest crate.

#![deny(unsafe_code)]

pub mod json;
pub mod text;

use serde::{Deserialize, Serialize};

/// An element reference, `e12`: the same element has the same number until it is destroyed.
pub type ElementRef = String;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Target {
    /// CSS pixels of the viewport.
    Point {
        x: f64,
        y: f64,
    },
    Ref {
        element: ElementRef,
    },
    /// The first match in tree order, open shadow trees and same-process frames not included.
    Selector {
        selector: String,
    },
}

/// The outcome of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Evaluation {
    /// `json` is JSON text: plain where JSON can say it, tagged with `$type` otherwise
    /// (`engine/ABI.md`). `kind` is the value's type in one word: `undefined`, `null`, `boolean`, `number`, `string`,
    /// `bigint`, `symbol`, `function`, `array`, `object`, `date`, `regexp`, `map`, `set`, `error`, `bytes`, `promise`,
    /// `proxy`, `node`, `window` or `truncated`.
    Value {
        json: String,
        kind: String,
    },
    Exception {
        exception: Exception,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Exception {
    pub message: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub stack: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Located {
    pub element: ElementRef,
    pub tag: String,
    /// Its box, CSS pixels of the viewport.
    pub rect: Rect,
    pub focusable: bool,
    pub disabled: bool,
    pub in_viewport: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AccessibilityTree {
    /// In tree order; `depth` gives the nesting.
    pub nodes: Vec<AccessibilityNode>,
    /// The limit cut the tree.
    pub truncated: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessibilityNode {
    pub depth: u32,
    pub role: String,
    /// Accessible name (accname-1.2).
    pub name: String,
    pub description: String,
    pub value: Option<String>,
    /// `None` for text.
    pub element: Option<ElementRef>,
    pub tag: String,
    /// Present states, one word each, with a value after `=` where there is one: `checked`, `disabled`,
    /// `expanded=false`, `level=2`.
    pub states: Vec<String>,
    pub url: Option<String>,
    pub rect: Option<Rect>,
}

/// What a document says about itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageDetails {
    /// The body's rendered text, at most as many UTF-16 units as asked for.
    pub text: String,
    pub text_truncated: bool,
    /// `document.readyState`.
    pub ready_state: String,
    pub scroll_x: f64,
    pub scroll_y: f64,
    /// CSS pixels of the whole document.
    pub document_width: f64,
    pub document_height: f64,
}

/// What script and loading still have to do in the documents of one browsing context, its frames included.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PendingWork {
    /// `setTimeout` and `setInterval`, and the time to the next one.
    pub timers: u32,
    pub next_timer_ms: Option<u32>,
    pub animation_frames: u32,
    /// Fetches that a document waits for.
    pub loads: u32,
}

/// Why a page could not be looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PageError {
    NoDocument,
    /// No element answers to the target; the text says which.
    NoElement(String),
    /// The element has no box.
    NotVisible(String),
    /// The selector does not parse.
    BadSelector(String),
}

/// Why a script has no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EvaluateError {
    NoDocument,
    /// The host stopped it.
    Stopped,
    /// The document went away first.
    Navigated,
}
