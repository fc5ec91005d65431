//! Boxes in CSS pixels of the page's viewport, whatever frame an element is in.

use euclid::default::{Point2D, Vector2D};
use inspection::Rect;
use layout_api::QueryMsg;
use script_bindings::inheritance::Castable;

use crate::dom::document::Document;
use crate::dom::element::Element;
use crate::dom::node::{Node, NodeTraits};

/// Where a document's viewport begins in that of the page; `None` if a frame around it has no box.
pub(super) fn frame_offset(document: &Document) -> Option<Vector2D<f64>> {
    let Some(proxy) = document.window().undiscarded_window_proxy() else {
        return Some(Vector2D::zero());
    };
    let Some(frame) = proxy.frame_element() else {
        return Some(Vector2D::zero());
    };
    Some(frame_offset(&frame.owner_document())? + content_origin(frame)?)
}

/// The upper left corner of an element's content box, in its own document's viewport.
pub(super) fn content_origin(element: &Element) -> Option<Vector2D<f64>> {
    let content = element.upcast::<Node>().content_box()?;
    Some(Vector2D::new(content.origin.x.to_f64_px(), content.origin.y.to_f64_px()))
}

/// Brings a document's layout up to date, and that of the documents around it.
pub(super) fn flush(document: &Document) {
    document.window().layout_reflow(QueryMsg::BoxArea);
}

/// A node's border box after [`flush`]; `offset` is that of its document.
pub(super) fn border_box(node: &Node, offset: Vector2D<f64>) -> Option<Rect> {
    let area = node.border_box_without_reflow()?;
    Some(Rect {
        x: area.origin.x.to_f64_px() + offset.x,
        y: area.origin.y.to_f64_px() + offset.y,
        width: area.size.width.to_f64_px(),
        height: area.size.height.to_f64_px(),
    })
}

/// Whether any part of a box lies in the viewport of the page. Boxes without area count as a point.
pub(super) fn in_viewport(rect: &Rect, page: &Document) -> bool {
    let viewport = page.window().viewport_details().size;
    let (width, height) = (f64::from(viewport.width), f64::from(viewport.height));
    rect.x < width
        && rect.y < height
        && rect.x + rect.width.max(1.0) > 0.0
        && rect.y + rect.height.max(1.0) > 0.0
}

/// Whether a point lies in a document's viewport.
pub(super) fn viewport_contains(document: &Document, point: Point2D<f64>) -> bool {
    let viewport = document.window().viewport_details().size;
    let inside = |value: f64, limit: f32| (0.0..f64::from(limit)).contains(&value);
    inside(point.x, viewport.width) && inside(point.y, viewport.height)
}
