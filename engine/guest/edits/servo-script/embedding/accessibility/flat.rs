//! The flat tree as people perceive it, and what of it is hidden.

use script_bindings::inheritance::Castable;
use style::computed_values::visibility::T as Visibility;
use style::selector_parser::PseudoElement;
use style::values::generics::counters::{Content, ContentItem};

use super::{has_attribute, is_true};
use crate::dom::bindings::root::DomRoot;
use crate::dom::element::Element;
use crate::dom::iterators::ShadowIncluding;
use crate::dom::node::Node;
use crate::dom::types::{HTMLDetailsElement, HTMLSelectElement, HTMLSlotElement};

/// All elements of one tree, shadow trees not included.
pub(super) fn elements_in(root: &Node) -> impl Iterator<Item = DomRoot<Element>> + use<> {
    root.traverse_preorder(ShadowIncluding::No).filter_map(DomRoot::downcast::<Element>)
}

/// Children in the flat tree: shadow trees, open or closed, take the place of their host's children, assigned
/// nodes that of a slot's fallback. The own parts of form controls and media are none of them.
pub(super) fn children(node: &Node) -> Vec<DomRoot<Node>> {
    let Some(element) = node.downcast::<Element>() else {
        return node.children().collect();
    };
    if let Some(shadow_root) = element.shadow_root() {
        let is_control = shadow_root.is_user_agent_widget();
        if !is_control || element.is::<HTMLDetailsElement>() {
            return shadow_root.upcast::<Node>().children().collect();
        }
        if !element.is::<HTMLSelectElement>() {
            return Vec::new();
        }
    }
    if let Some(slot) = element.downcast::<HTMLSlotElement>()
        && slot.has_assigned_nodes()
    {
        return slot.assigned_nodes().iter().map(|assigned| DomRoot::from_ref(assigned.node())).collect();
    }
    if has_own_content(element) { node.children().collect() } else { Vec::new() }
}

/// Whether the children of an element are what it shows, not a fallback for browsers that cannot.
fn has_own_content(element: &Element) -> bool {
    !matches!(
        &**element.local_name(),
        "audio"
            | "canvas"
            | "embed"
            | "iframe"
            | "img"
            | "input"
            | "meter"
            | "object"
            | "progress"
            | "textarea"
            | "video"
    )
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Hidden {
    No,
    /// Not itself, but its descendants may be visible again.
    Self_,
    Subtree,
}

/// Whether people can perceive an element, its ancestors apart. `in_svg` and options of a select have no
/// boxes and no styles of their own to go by.
pub(super) fn hidden(element: &Element, in_svg: bool) -> Hidden {
    if is_true(element, "aria-hidden") || has_attribute(element, "inert") {
        return Hidden::Subtree;
    }
    if in_svg || is_option(element) || &**element.local_name() == "area" {
        return Hidden::No;
    }
    let Some(styles) = element.styles_without_reflow() else {
        return Hidden::Subtree;
    };
    let style = styles.primary();
    if style.get_box().display.is_none() {
        Hidden::Subtree
    } else if style.get_inherited_box().visibility != Visibility::Visible {
        Hidden::Self_
    } else {
        Hidden::No
    }
}

/// Whether an element is an option or group of options, which a closed select does not lay out.
fn is_option(element: &Element) -> bool {
    matches!(&**element.local_name(), "option" | "optgroup")
        && element
            .upcast::<Node>()
            .inclusive_ancestors(ShadowIncluding::No)
            .any(|ancestor| ancestor.is::<HTMLSelectElement>())
}

/// Whether an element is hidden by itself or by an ancestor of the flat tree.
pub(super) fn is_hidden_in_page(element: &Element) -> bool {
    if hidden(element, is_in_svg(element)) != Hidden::No {
        return true;
    }
    // Where an ancestor is not displayed, descendants have no styles; the attributes are the ones left to look at.
    element
        .upcast::<Node>()
        .inclusive_ancestors(ShadowIncluding::Yes)
        .filter_map(DomRoot::downcast::<Element>)
        .any(|ancestor| is_true(&ancestor, "aria-hidden") || has_attribute(&ancestor, "inert"))
}

/// Whether an element lies in an inline `<svg>`, whose contents have no styles.
pub(super) fn is_in_svg(element: &Element) -> bool {
    element
        .upcast::<Node>()
        .ancestors()
        .filter_map(DomRoot::downcast::<Element>)
        .any(|ancestor| is_svg_root(&ancestor))
}

pub(super) fn is_svg_root(element: &Element) -> bool {
    element.is_svg_element() && &**element.local_name() == "svg"
}

/// Whether text on both sides of an element runs on through it.
pub(super) fn is_inline(element: &Element) -> bool {
    element.styles_without_reflow().is_none_or(|styles| {
        let display = styles.primary().get_box().display;
        display.is_inline_flow() || display.is_contents()
    })
}

/// The text that a style sheet generates before or after an element's content.
pub(super) fn generated_text(element: &Element, pseudo: PseudoElement) -> String {
    let Some(styles) = element.styles_without_reflow() else {
        return String::new();
    };
    let Some(style) = styles.pseudos.get(&pseudo) else {
        return String::new();
    };
    if style.get_box().display.is_none() {
        return String::new();
    }
    let Content::Items(content) = &style.get_counters().content else {
        return String::new();
    };
    // The items after the slash are the alternative text, which is meant to be read instead.
    let (shown, alternative) = content.items.split_at(content.alt_start);
    let read = if alternative.is_empty() { shown } else { alternative };
    read.iter()
        .filter_map(|item| match item {
            ContentItem::String(text) => Some(&**text),
            _ => None,
        })
        .collect()
}
