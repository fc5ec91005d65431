//! Values of controls.

use inspection::text::{collapse, cut};
use script_bindings::inheritance::Castable;

use super::{attribute, has_attribute, roles, text_attribute};
use crate::dom::bindings::codegen::Bindings::HTMLInputElementBinding::HTMLInputElementMethods;
use crate::dom::bindings::codegen::Bindings::HTMLMeterElementBinding::HTMLMeterElementMethods;
use crate::dom::bindings::codegen::Bindings::HTMLOptionElementBinding::HTMLOptionElementMethods;
use crate::dom::bindings::codegen::Bindings::HTMLProgressElementBinding::HTMLProgressElementMethods;
use crate::dom::bindings::codegen::Bindings::HTMLTextAreaElementBinding::HTMLTextAreaElementMethods;
use crate::dom::bindings::root::DomRoot;
use crate::dom::element::Element;
use crate::dom::iterators::ShadowIncluding;
use crate::dom::node::Node;
use crate::dom::types::{
    HTMLInputElement, HTMLMeterElement, HTMLOptionElement, HTMLProgressElement, HTMLSelectElement,
    HTMLTextAreaElement,
};

/// UTF-8 bytes of a value; people see no more of a long text either.
const VALUE_BYTES: usize = 4_000;
const MASK: &str = "•";

/// The value of an element of that role; `None` for what has none, empty for an empty control.
pub(super) fn value(element: &Element, role: &str) -> Option<String> {
    let mut value = unbounded(element, role)?;
    cut(&mut value, VALUE_BYTES);
    Some(value)
}

fn unbounded(element: &Element, role: &str) -> Option<String> {
    if has_range(role)
        && let Some(value) =
            text_attribute(element, "aria-valuetext").or_else(|| text_attribute(element, "aria-valuenow"))
    {
        return Some(value);
    }
    if let Some(input) = element.downcast::<HTMLInputElement>() {
        return match roles::input_type(element).as_str() {
            "button" | "checkbox" | "hidden" | "image" | "radio" | "reset" | "submit" => None,
            "password" => Some(MASK.repeat(String::from(input.Value()).chars().count())),
            _ => Some(String::from(input.Value())),
        };
    }
    if let Some(text_area) = element.downcast::<HTMLTextAreaElement>() {
        return Some(String::from(text_area.Value()));
    }
    if let Some(select) = element.downcast::<HTMLSelectElement>() {
        return Some(selected_labels(select));
    }
    if let Some(progress) = element.downcast::<HTMLProgressElement>() {
        return has_attribute(element, "value").then(|| progress.Value().to_string());
    }
    if let Some(meter) = element.downcast::<HTMLMeterElement>() {
        return Some(meter.Value().to_string());
    }
    let is_editable = matches!(role, "textbox" | "searchbox") && element.upcast::<Node>().is_editing_host();
    is_editable.then(|| String::from(element.upcast::<Node>().descendant_text_content()))
}

fn has_range(role: &str) -> bool {
    matches!(role, "meter" | "progressbar" | "scrollbar" | "separator" | "slider" | "spinbutton")
}

fn selected_labels(select: &HTMLSelectElement) -> String {
    let labels: Vec<String> = select
        .upcast::<Node>()
        .traverse_preorder(ShadowIncluding::No)
        .filter_map(DomRoot::downcast::<HTMLOptionElement>)
        .filter(|option| option.Selected())
        .map(|option| collapse(&String::from(option.displayed_label())))
        .collect();
    labels.join(", ")
}

/// What a control contributes to the name of an element around it (accname-1.2, 2C).
pub(super) fn as_content(element: &Element, role: &str) -> Option<String> {
    match role {
        "textbox" | "searchbox" | "combobox" | "listbox" | "slider" | "spinbutton" | "progressbar" | "meter"
            // Passwords are not read out, not even masked.
            if attribute(element, "type").is_none_or(|kind| !kind.eq_ignore_ascii_case("password")) =>
        {
            value(element, role).filter(|value| !value.is_empty())
        },
        _ => None,
    }
}
