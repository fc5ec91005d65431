//! Walking the flat tree and listing what matters.

use euclid::default::Vector2D;
use html5ever::local_name;
use inspection::text::collapse;
use inspection::{AccessibilityNode, AccessibilityTree};
use js::context::NoGC;
use script_bindings::inheritance::Castable;
use stylo_dom::ElementState;

use super::super::{geometry, locate, references};
use super::flat::{self, Hidden};
use super::names::Names;
use super::{has_attribute, roles, states, values};
use crate::dom::bindings::codegen::Bindings::DocumentBinding::DocumentMethods;
use crate::dom::bindings::codegen::Bindings::NodeBinding::NodeMethods;
use crate::dom::bindings::root::DomRoot;
use crate::dom::characterdata::CharacterData;
use crate::dom::document::Document;
use crate::dom::element::Element;
use crate::dom::iterators::ShadowIncluding;
use crate::dom::node::{Node, NodeTraits};
use crate::dom::types::{HTMLDialogElement, Text};

/// A node still to be looked at, and what its ancestors say about it.
struct Item {
    node: DomRoot<Node>,
    depth: u32,
    /// Where its document lies in the viewport of the page; `None` if nowhere.
    offset: Option<Vector2D<f64>>,
    /// Part of the picture of an ancestor: only what people can operate is listed.
    presentational: bool,
    in_svg: bool,
    /// The ancestors are not visible, the node may be.
    text_hidden: bool,
    /// The modal dialog that makes everything else inert, until the walk is inside of it.
    modal: Option<DomRoot<Element>>,
}

/// The tree from `root` on. Layout must be up to date.
pub(super) fn build(no_gc: &NoGC, root: &Element, limit: usize) -> AccessibilityTree {
    let names = Names::new(no_gc);
    let document = root.owner_document();
    let mut tree = AccessibilityTree { nodes: Vec::new(), truncated: false };
    let mut open = vec![Item {
        node: DomRoot::from_ref(root.upcast()),
        depth: 0,
        offset: geometry::frame_offset(&document),
        presentational: false,
        in_svg: flat::is_in_svg(root),
        text_hidden: false,
        modal: if root.is_root() { modal_dialog(&document) } else { None },
    }];
    // A stack instead of recursion: pages nest as deep as they like.
    while let Some(item) = open.pop() {
        if let Some(node) = visit(&names, item, &mut open) {
            if tree.nodes.len() >= limit {
                tree.truncated = true;
                break;
            }
            tree.nodes.push(node);
        }
    }
    tree
}

/// Describes a node, if it is to be listed, and adds its children to what is still to be looked at.
fn visit(names: &Names, item: Item, open: &mut Vec<Item>) -> Option<AccessibilityNode> {
    if item.node.is::<Text>() {
        return text(&item);
    }
    let element = item.node.downcast::<Element>()?;
    let hidden = flat::hidden(element, item.in_svg);
    if hidden == Hidden::Subtree {
        return None;
    }
    let is_inert = match &item.modal {
        Some(dialog) if **dialog == *element => false,
        Some(dialog) => {
            if !is_inclusive_ancestor(element, dialog) {
                return None;
            }
            true
        }
        None => false,
    };
    let modal = if is_inert { item.modal.clone() } else { None };
    let role = roles::role(element);
    let listed = if hidden == Hidden::Self_
        || is_inert && role != "document"
        || item.presentational && !roles::is_focusable(element)
    {
        None
    } else {
        describe(names, element, role, &item)
    };

    let below = Item {
        node: item.node.clone(),
        depth: item.depth + u32::from(listed.is_some()),
        offset: item.offset,
        presentational: if listed.is_some() {
            roles::has_presentational_children(role)
        } else {
            item.presentational
        },
        in_svg: item.in_svg || flat::is_svg_root(element),
        text_hidden: hidden == Hidden::Self_ || is_inert,
        modal,
    };
    push_children(element, below, open);
    listed
}

fn push_children(element: &Element, below: Item, open: &mut Vec<Item>) {
    if let Some(document) = locate::content_document(element) {
        let Some(root) = document.GetDocumentElement() else { return };
        let origin = geometry::content_origin(element);
        let offset = below.offset.zip(origin).map(|(offset, origin)| offset + origin);
        // The frame stands for the document, so its root is not listed again.
        let first = open.len();
        for child in flat::children(root.upcast()) {
            open.push(Item { node: child, offset, modal: modal_dialog(&document), ..below.copy() });
        }
        open[first..].reverse();
        return;
    }
    let first = open.len();
    open.extend(flat::children(element.upcast()).into_iter().map(|node| Item { node, ..below.copy() }));
    open[first..].reverse();
}

impl Item {
    fn copy(&self) -> Self {
        Self {
            node: self.node.clone(),
            depth: self.depth,
            offset: self.offset,
            presentational: self.presentational,
            in_svg: self.in_svg,
            text_hidden: self.text_hidden,
            modal: self.modal.clone(),
        }
    }
}

fn text(item: &Item) -> Option<AccessibilityNode> {
    if item.text_hidden || item.presentational {
        return None;
    }
    // Titles and descriptions of a picture are names, not text.
    let parent = item.node.GetParentNode().and_then(DomRoot::downcast::<Element>);
    let in_text =
        || parent.is_some_and(|parent| matches!(&**parent.local_name(), "a" | "text" | "textPath" | "tspan"));
    if item.in_svg && !in_text() {
        return None;
    }
    let name = collapse(&item.node.downcast::<CharacterData>()?.data());
    if name.is_empty() {
        return None;
    }
    let rect = item.offset.and_then(|offset| geometry::border_box(&item.node, offset));
    Some(AccessibilityNode { depth: item.depth, role: "text".to_owned(), name, rect, ..Default::default() })
}

/// `None` for containers that mean nothing.
fn describe(names: &Names, element: &Element, role: &'static str, item: &Item) -> Option<AccessibilityNode> {
    if role == roles::NONE {
        return None;
    }
    let named = names.name(element, role);
    if role == roles::GENERIC && named.name.is_empty() && !roles::matters_anyway(element) {
        return None;
    }
    Some(AccessibilityNode {
        depth: item.depth,
        role: role.to_owned(),
        description: names.description(element, &named),
        name: named.name,
        value: values::value(element, role),
        element: Some(references::of(element.upcast())),
        tag: element.local_name().to_string(),
        states: states::states(element, role),
        url: url(element, role),
        rect: item.offset.and_then(|offset| geometry::border_box(element.upcast(), offset)),
    })
}

fn url(element: &Element, role: &str) -> Option<String> {
    match role {
        "link" if has_attribute(element, "href") => Some(element.get_url_attribute(&local_name!("href")).0),
        "document" => Some(element.owner_document().url().into_string()),
        "iframe" => locate::content_document(element).map(|document| document.url().into_string()),
        _ => None,
    }
}

/// The last modal dialog of a document, which makes everything outside of it inert.
fn modal_dialog(document: &Document) -> Option<DomRoot<Element>> {
    document
        .upcast::<Node>()
        .traverse_preorder(ShadowIncluding::Yes)
        .filter_map(DomRoot::downcast::<HTMLDialogElement>)
        .map(DomRoot::upcast::<Element>)
        .filter(|dialog| dialog.state().contains(ElementState::MODAL))
        .last()
}

/// Whether `descendant` lies in `element`, in the flat tree or below a shadow root of it.
fn is_inclusive_ancestor(element: &Element, descendant: &Element) -> bool {
    element.upcast::<Node>().is_shadow_including_inclusive_ancestor_of(descendant.upcast())
        || descendant
            .upcast::<Node>()
            .inclusive_ancestors(ShadowIncluding::Yes)
            .filter_map(|ancestor| ancestor.assigned_slot())
            .any(|slot| element.upcast::<Node>().is_shadow_including_inclusive_ancestor_of(slot.upcast()))
}
