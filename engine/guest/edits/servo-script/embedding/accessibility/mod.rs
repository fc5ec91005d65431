//! The accessibility tree of a page: roles (HTML-AAM, ARIA 1.2), names (accname-1.2), states and boxes.
//!
//! Computed on demand from the documents and their last layout, without a tree of its own that would have to
//! be kept up to date and carried along in snapshots.

mod flat;
mod names;
mod roles;
mod states;
mod tree;
mod values;

use html5ever::LocalName;
use inspection::{AccessibilityTree, PageError, Target};
use servo_base::id::WebViewId;

pub(super) use self::states::is_disabled;
use super::{geometry, locate, top_document, with_script};
use crate::dom::bindings::codegen::Bindings::DocumentBinding::DocumentMethods;
use crate::dom::element::Element;

/// At most `limit` nodes of a webview's accessibility tree, in tree order, frames of all origins included.
/// With `root` only the subtree of that element.
///
/// Not listed: what is not rendered, hidden, inert or `aria-hidden`, and containers that mean nothing, whose
/// children take their place. `aria-owns` is not followed.
///
/// # Errors
///
/// `NoDocument` before the first document; `NoElement` and `BadSelector` about `root`.
pub fn accessibility(
    webview: WebViewId,
    root: Option<&Target>,
    limit: usize,
) -> Result<AccessibilityTree, PageError> {
    let page = top_document(webview).ok_or(PageError::NoDocument)?;
    with_script(|cx, script_thread| {
        let documents = script_thread.active_documents_of(webview);
        documents.iter().for_each(|document| geometry::flush(document));
        let root = match root {
            Some(target) => Some(locate::resolve(cx, script_thread, webview, &page, target)?),
            None => page.GetDocumentElement(),
        };
        let Some(root) = root else {
            return Ok(AccessibilityTree { nodes: Vec::new(), truncated: false });
        };
        Ok(tree::build(cx.no_gc(), &root, limit))
    })
    .unwrap_or(Err(PageError::NoDocument))
}

/// An attribute without a namespace.
fn attribute(element: &Element, name: &str) -> Option<String> {
    element.get_attribute_string_value(&LocalName::from(name))
}

/// An attribute that says something: present and not just white space.
fn text_attribute(element: &Element, name: &str) -> Option<String> {
    attribute(element, name).filter(|text| !text.trim().is_empty())
}

fn has_attribute(element: &Element, name: &str) -> bool {
    element.has_attribute(&LocalName::from(name))
}

/// Whether an ARIA attribute has the value `true`.
fn is_true(element: &Element, name: &str) -> bool {
    attribute(element, name).is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
}
