//! Finding one element.

use euclid::Point2D;
use inspection::{Located, PageError, Target};
use js::context::{JSContext, NoGC};
use layout_api::HitTestFlags;
use script_bindings::codegen::GenericBindings::ShadowRootBinding::ShadowRootMethods;
use script_bindings::inheritance::Castable;
use servo_base::id::WebViewId;

use super::{accessibility, geometry, references, top_document, with_script};
use crate::dom::bindings::codegen::Bindings::DocumentBinding::DocumentMethods;
use crate::dom::bindings::root::DomRoot;
use crate::dom::bindings::str::DOMString;
use crate::dom::document::Document;
use crate::dom::element::Element;
use crate::dom::html::htmliframeelement::HTMLIFrameElement;
use crate::dom::node::{Node, NodeTraits};
use crate::event_loop::script_thread::ScriptThread;

/// The element that a target means and where it is. Scrolls nothing.
///
/// # Errors
///
/// `NoDocument` before the first document; `NoElement`, `NotVisible` and `BadSelector` as they say.
pub fn locate(webview: WebViewId, target: &Target) -> Result<Located, PageError> {
    let page = top_document(webview).ok_or(PageError::NoDocument)?;
    with_script(|cx, script_thread| {
        let element = resolve(cx, script_thread, webview, &page, target)?;
        let document = element.owner_document();
        geometry::flush(&document);
        let reference = references::of(element.upcast());
        let rect = geometry::frame_offset(&document)
            .and_then(|offset| geometry::border_box(element.upcast(), offset))
            .ok_or_else(|| PageError::NotVisible(format!("{reference} has no box")))?;
        Ok(Located {
            element: reference,
            tag: element.local_name().to_string(),
            in_viewport: geometry::in_viewport(&rect, &page),
            rect,
            focusable: element.is_focusable_area(cx.no_gc()),
            disabled: accessibility::is_disabled(&element),
        })
    })
    .unwrap_or(Err(PageError::NoDocument))
}

/// The element that a target means.
pub(super) fn resolve(
    cx: &mut JSContext,
    script_thread: &ScriptThread,
    webview: WebViewId,
    page: &Document,
    target: &Target,
) -> Result<DomRoot<Element>, PageError> {
    match target {
        Target::Point { x, y } => at_point(cx.no_gc(), page, *x, *y)
            .ok_or_else(|| PageError::NoElement(format!("there is no element at {x}, {y}"))),
        Target::Ref { element } => references::find(cx.no_gc(), script_thread, webview, element)
            .and_then(DomRoot::downcast::<Element>)
            .ok_or_else(|| PageError::NoElement(format!("{element} is not in the page any more"))),
        Target::Selector { selector } => page
            .upcast::<Node>()
            .query_selector(cx.no_gc(), DOMString::from(selector.as_str()))
            .map_err(|_| PageError::BadSelector(format!("{selector:?} is not a selector")))?
            .ok_or_else(|| PageError::NoElement(format!("nothing matches {selector:?}"))),
    }
}

/// What a click at a point of the page would hit, frames included.
fn at_point(no_gc: &NoGC, page: &Document, x: f64, y: f64) -> Option<DomRoot<Element>> {
    let mut document = DomRoot::from_ref(page);
    let mut point = euclid::default::Point2D::new(x, y);
    let mut found = None;
    while geometry::viewport_contains(&document, point) {
        let in_frame = Point2D::new(point.x as f32, point.y as f32);
        let hit = document.window().hit_test_from_point_in_viewport(HitTestFlags::empty(), in_frame);
        let element = match hit {
            Some(hit) => visible_element(no_gc, &hit.node)?,
            None => document.GetDocumentElement()?,
        };
        let content = content_document(&element);
        let origin = geometry::content_origin(&element);
        found = Some(element);
        let (Some(content), Some(origin)) = (content, origin) else { break };
        document = content;
        point -= origin;
    }
    found
}

/// The document in a frame, also of another origin.
pub(super) fn content_document(element: &Element) -> Option<DomRoot<Document>> {
    let pipeline = element.downcast::<HTMLIFrameElement>()?.pipeline_id()?;
    ScriptThread::find_document(pipeline).filter(|document| document.is_fully_active())
}

/// The element that a node belongs to as pages see it: not a part of a control's own shadow tree.
fn visible_element(no_gc: &NoGC, node: &Node) -> Option<DomRoot<Element>> {
    let mut node = DomRoot::from_ref(node);
    while node.is_in_ua_widget() {
        node = DomRoot::upcast(node.containing_shadow_root()?.Host());
    }
    match DomRoot::downcast::<Element>(node.clone()) {
        Some(element) => Some(element),
        None => node
            .parent_in_flat_tree(no_gc)
            .into_parent()
            .and_then(|parent| DomRoot::downcast(parent.as_rooted())),
    }
}
