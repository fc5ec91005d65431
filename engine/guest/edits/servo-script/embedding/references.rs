//! Names of nodes, `e12`, that an embedder can hold without keeping a node alive.
//!
//! The number lies in the node itself, so it dies with it; finding a node walks the documents, which
//! costs less than a weak map that every garbage collection would have to sweep.

use std::cell::Cell;

use inspection::text::cut;
use js::context::NoGC;
use script_bindings::inheritance::Castable;
use servo_base::id::WebViewId;

use crate::dom::bindings::root::DomRoot;
use crate::dom::characterdata::CharacterData;
use crate::dom::iterators::ShadowIncluding;
use crate::dom::node::Node;
use crate::dom::types::Text;
use crate::event_loop::script_thread::ScriptThread;

/// UTF-8 bytes of a node's text in [`preview`].
const PREVIEW_BYTES: usize = 120;

thread_local!(static LAST: Cell<u32> = const { Cell::new(0) });

/// A number that no node has had.
pub(crate) fn fresh() -> u32 {
    LAST.set(LAST.get() + 1);
    LAST.get()
}

/// The node's name, the same at each call.
pub(super) fn of(node: &Node) -> String {
    format!("e{}", node.embedder_reference())
}

/// The node of that name, if it is in an active document of the webview.
pub(super) fn find(
    no_gc: &NoGC,
    script_thread: &ScriptThread,
    webview: WebViewId,
    reference: &str,
) -> Option<DomRoot<Node>> {
    let number: u32 = reference.strip_prefix('e')?.parse().ok()?;
    script_thread.active_documents_of(webview).into_iter().find_map(|document| {
        document
            .upcast::<Node>()
            .traverse_preorder_non_rooting(no_gc, ShadowIncluding::Yes)
            .find(|node| node.embedder_reference_if_any() == Some(number))
            .map(|node| node.as_rooted())
    })
}

/// The beginning of a node's text, white space collapsed.
pub(super) fn preview(node: &Node) -> String {
    let mut text = String::new();
    for node in node.traverse_preorder(ShadowIncluding::No) {
        if let Some(data) = node.downcast::<Text>().map(|text| text.upcast::<CharacterData>()) {
            for word in data.data().split_whitespace() {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(word);
            }
        }
        if text.len() > PREVIEW_BYTES {
            break;
        }
    }
    cut(&mut text, PREVIEW_BYTES);
    text
}
