//! What a page says about itself, and what it still has to do.

use inspection::text::prefix_utf16;
use inspection::{PageDetails, PageError, PendingWork};
use script_bindings::inheritance::Castable;
use servo_base::id::WebViewId;

use super::{top_document, with_script};
use crate::dom::bindings::codegen::Bindings::DocumentBinding::DocumentMethods;
use crate::dom::node::Node;

/// Text, load state, scroll position and size of a webview's page. `text_utf16` limits the text, in UTF-16
/// units.
///
/// # Errors
///
/// `NoDocument` before the first document.
pub fn page(webview: WebViewId, text_utf16: usize) -> Result<PageDetails, PageError> {
    let document = top_document(webview).ok_or(PageError::NoDocument)?;
    let window = document.window();
    let text = document.GetBody().map(|body| String::from(body.get_inner_outer_text())).unwrap_or_default();
    let kept = prefix_utf16(&text, text_utf16);
    let scroll = window.scroll_offset();
    let size = document
        .GetDocumentElement()
        .map(|root| root.upcast::<Node>().scroll_area().size)
        .unwrap_or_default();
    Ok(PageDetails {
        text_truncated: kept.len() < text.len(),
        text: kept.to_owned(),
        ready_state: document.ReadyState().as_str().to_owned(),
        scroll_x: f64::from(scroll.x),
        scroll_y: f64::from(scroll.y),
        document_width: f64::from(size.width),
        document_height: f64::from(size.height),
    })
}

/// What the documents of a webview wait for, frames included.
///
/// # Errors
///
/// `NoDocument` before the first document.
pub fn pending_work(webview: WebViewId) -> Result<PendingWork, PageError> {
    let documents =
        with_script(|_, script_thread| script_thread.active_documents_of(webview)).unwrap_or_default();
    if documents.is_empty() {
        return Err(PageError::NoDocument);
    }
    let mut work = PendingWork::default();
    for document in documents {
        let (timers, next) = document.timers().pending();
        let next = next.map(|next| u32::try_from(next.as_millis()).unwrap_or(u32::MAX));
        work.timers += timers;
        work.next_timer_ms = [work.next_timer_ms, next].into_iter().flatten().min();
        work.animation_frames += document.animation_frame_callback_count();
        work.loads += document.loader().blocking_load_count();
    }
    Ok(work)
}
