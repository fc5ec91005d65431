//! States and properties.

use script_bindings::inheritance::Castable;
use stylo_dom::ElementState;

use super::{attribute, has_attribute, is_true, roles, text_attribute};
use crate::dom::bindings::codegen::Bindings::DocumentBinding::DocumentMethods;
use crate::dom::bindings::codegen::Bindings::HTMLInputElementBinding::HTMLInputElementMethods;
use crate::dom::bindings::codegen::Bindings::HTMLOptionElementBinding::HTMLOptionElementMethods;
use crate::dom::bindings::root::DomRoot;
use crate::dom::element::Element;
use crate::dom::iterators::ShadowIncluding;
use crate::dom::node::{Node, NodeTraits};
use crate::dom::types::{HTMLDetailsElement, HTMLInputElement, HTMLOptionElement};

/// The present states of an element of that role. Those that authors may also deny (`expanded`, `pressed`) are
/// listed with `=false` when they do.
pub(super) fn states(element: &Element, role: &str) -> Vec<String> {
    let mut states = Vec::new();
    let mut add = |state: Option<String>| states.extend(state);
    add(checked(element, role));
    add(named(is_disabled(element), "disabled"));
    add(named(
        has_native(element, "required", &["input", "select", "textarea"])
            || is_true(element, "aria-required"),
        "required",
    ));
    add(named(
        has_native(element, "readonly", &["input", "textarea"]) || is_true(element, "aria-readonly"),
        "readonly",
    ));
    add(invalid(element));
    add(expanded(element)
        .map(|expanded| if expanded { "expanded".to_owned() } else { "expanded=false".to_owned() }));
    add(pressed(element, role));
    add(named(is_selected(element), "selected"));
    add(level(element, role).map(|level| format!("level={level}")));
    add(named(is_focused(element), "focused"));
    add(token(element, "aria-current")
        .map(|value| if value == "true" { "current".to_owned() } else { format!("current={value}") }));
    add(token(element, "aria-haspopup")
        .map(|value| format!("haspopup={}", if value == "true" { "menu" } else { &value })));
    add(named(is_modal(element), "modal"));
    add(named(
        has_native(element, "multiple", &["select"]) || is_true(element, "aria-multiselectable"),
        "multiselectable",
    ));
    add(named(is_multiline(element, role), "multiline"));
    add(token(element, "aria-sort").filter(|sort| sort != "none").map(|sort| format!("sort={sort}")));
    add(named(is_true(element, "aria-busy"), "busy"));
    states
}

fn named(present: bool, name: &str) -> Option<String> {
    present.then(|| name.to_owned())
}

/// An ARIA attribute's value in lower case, unless it denies the state.
fn token(element: &Element, name: &str) -> Option<String> {
    text_attribute(element, name)
        .map(|value| value.trim().to_ascii_lowercase())
        .filter(|value| value != "false")
}

fn has_native(element: &Element, name: &str, elements: &[&str]) -> bool {
    elements.contains(&&**element.local_name()) && has_attribute(element, name)
}

fn checked(element: &Element, role: &str) -> Option<String> {
    let state = match element.downcast::<HTMLInputElement>() {
        Some(input) if matches!(roles::input_type(element).as_str(), "checkbox" | "radio") => {
            if input.Indeterminate() {
                "mixed"
            } else if input.Checked() {
                "true"
            } else {
                "false"
            }
            .to_owned()
        }
        _ if matches!(
            role,
            "checkbox" | "menuitemcheckbox" | "menuitemradio" | "option" | "radio" | "switch" | "treeitem"
        ) =>
        {
            token(element, "aria-checked")?
        }
        _ => return None,
    };
    match state.as_str() {
        "true" => Some("checked".to_owned()),
        "mixed" => Some("checked=mixed".to_owned()),
        _ => None,
    }
}

fn pressed(element: &Element, role: &str) -> Option<String> {
    if role != "button" {
        return None;
    }
    let value = text_attribute(element, "aria-pressed")?.trim().to_ascii_lowercase();
    match value.as_str() {
        "true" => Some("pressed".to_owned()),
        "mixed" | "false" => Some(format!("pressed={value}")),
        _ => None,
    }
}

/// Whether people cannot use an element: it, its fieldset or the group it is in is disabled, natively or by ARIA.
pub(in super::super) fn is_disabled(element: &Element) -> bool {
    let native = element.is_actually_disabled()
        || has_native(element, "disabled", &["fieldset", "optgroup"])
        || in_disabled_group(element);
    native
        || element
            .upcast::<Node>()
            .inclusive_ancestors(ShadowIncluding::Yes)
            .filter_map(DomRoot::downcast::<Element>)
            .any(|ancestor| is_true(&ancestor, "aria-disabled"))
}

/// Whether an option's group or select is disabled.
fn in_disabled_group(element: &Element) -> bool {
    element.is::<HTMLOptionElement>()
        && element.upcast::<Node>().ancestors().filter_map(DomRoot::downcast::<Element>).any(|ancestor| {
            has_native(&ancestor, "disabled", &["optgroup"]) || ancestor.is_actually_disabled()
        })
}

/// By the author's word, or natively as soon as there is a value to be wrong: an empty required field is only
/// `required`.
fn invalid(element: &Element) -> Option<String> {
    match text_attribute(element, "aria-invalid") {
        Some(value) if value.trim().eq_ignore_ascii_case("false") => return None,
        Some(value) if value.trim().eq_ignore_ascii_case("true") => return Some("invalid".to_owned()),
        Some(value) => return Some(format!("invalid={}", value.trim().to_ascii_lowercase())),
        None => {}
    }
    let has_value = super::values::value(element, "").is_some_and(|value| !value.is_empty());
    named(has_value && element.state().contains(ElementState::INVALID), "invalid")
}

fn expanded(element: &Element) -> Option<bool> {
    if let Some(value) = attribute(element, "aria-expanded") {
        return match value.trim().to_ascii_lowercase().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
    }
    if &**element.local_name() != "summary" {
        return None;
    }
    // The summary that the browser supplies lies in the shadow tree.
    let details = element
        .upcast::<Node>()
        .inclusive_ancestors(ShadowIncluding::Yes)
        .find_map(DomRoot::downcast::<HTMLDetailsElement>)?;
    Some(has_attribute(details.upcast(), "open"))
}

fn is_selected(element: &Element) -> bool {
    match element.downcast::<HTMLOptionElement>() {
        Some(option) => option.Selected(),
        None => is_true(element, "aria-selected"),
    }
}

fn level(element: &Element, role: &str) -> Option<u32> {
    let given = attribute(element, "aria-level")
        .and_then(|level| level.trim().parse().ok())
        .filter(|&level| level > 0);
    if role != "heading" {
        return given;
    }
    let native = element.local_name().strip_prefix('h').and_then(|level| level.parse().ok());
    // ARIA 1.2: a heading without a level is of the second.
    given.or(native).or(Some(2))
}

fn is_focused(element: &Element) -> bool {
    &**element.local_name() != "body"
        && element.owner_document().GetActiveElement().is_some_and(|active| *active == *element)
}

fn is_modal(element: &Element) -> bool {
    element.state().contains(ElementState::MODAL) || is_true(element, "aria-modal")
}

fn is_multiline(element: &Element, role: &str) -> bool {
    match role {
        "textbox" => {
            &**element.local_name() == "textarea"
                || is_true(element, "aria-multiline")
                || attribute(element, "aria-multiline").is_none()
                    && element.upcast::<Node>().is_editing_host()
        }
        _ => false,
    }
}
