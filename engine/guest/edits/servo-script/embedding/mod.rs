//! What an embedder on the same thread may ask of the pages: run a script, look at the accessibility
//! tree, find elements. It reaches into the documents directly, so answers need no serialised trip
//! through the constellation and keep what such a trip would lose (types, stacks, references).
//!
//! Every function must be called at rest, with no script on the stack. All documents of all webviews
//! share the one script thread.

mod accessibility;
mod containers;
mod errors;
mod evaluate;
mod geometry;
mod jsapi;
mod locate;
mod page;
mod references;
mod reseed;
mod values;

use js::context::JSContext;
use servo_base::id::WebViewId;

pub use self::accessibility::accessibility;
pub(crate) use self::errors::{report_rejection, uncaught_error};
pub(crate) use self::evaluate::document_left;
pub use self::evaluate::{evaluate, stop_evaluations};
pub use self::locate::locate;
pub use self::page::{page, pending_work};
pub(crate) use self::references::fresh as fresh_reference;
pub use self::reseed::reseed;
use crate::dom::bindings::root::DomRoot;
use crate::dom::document::Document;
use crate::event_loop::script_thread::{ScriptThread, with_script_thread};

/// Bytes of the JavaScript heap in use, without what objects hold outside of it.
pub fn javascript_heap_bytes() -> u64 {
    jsapi::context().map_or(0, |cx| jsapi::heap_bytes(&cx))
}

/// Collects all garbage. The heap is not compacted: layout identifies nodes by the addresses of their
/// JavaScript objects, which therefore must not move.
pub fn collect_garbage() {
    if let Some(mut cx) = jsapi::context() {
        jsapi::collect_garbage(&mut cx);
    }
}

/// Runs `work` with the script thread and the JavaScript context, if a page was ever opened.
fn with_script<R>(work: impl FnOnce(&mut JSContext, &ScriptThread) -> R) -> Option<R> {
    with_script_thread(|script_thread| {
        let mut cx = jsapi::context()?;
        Some(work(&mut cx, script_thread))
    })
}

/// The active document of a webview's top-level browsing context.
fn top_document(webview: WebViewId) -> Option<DomRoot<Document>> {
    ScriptThread::window_proxies()
        .find_window_proxy(webview.into())?
        .document()
        .filter(|document| !document.window_detached() && document.is_fully_active())
}
