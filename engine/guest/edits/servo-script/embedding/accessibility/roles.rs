//! Roles: explicit ones of ARIA 1.2, otherwise those that HTML-AAM 1.0 and SVG-AAM give to elements.

use script_bindings::inheritance::Castable;

use super::{attribute, flat, has_attribute, names, text_attribute};
use crate::dom::bindings::codegen::Bindings::HTMLSelectElementBinding::HTMLSelectElementMethods;
use crate::dom::bindings::codegen::Bindings::NodeBinding::NodeMethods;
use crate::dom::bindings::root::DomRoot;
use crate::dom::element::Element;
use crate::dom::iterators::ShadowIncluding;
use crate::dom::node::Node;
use crate::dom::types::{HTMLElement, HTMLSelectElement};

/// An element without meaning of its own: its children take its place unless it has a name.
pub(super) const GENERIC: &str = "generic";
/// An element whose author took its meaning away.
pub(super) const NONE: &str = "none";

/// The roles of ARIA 1.2 that authors may use.
const KNOWN: &[&str] = &[
    "alert",
    "alertdialog",
    "application",
    "article",
    "banner",
    "blockquote",
    "button",
    "caption",
    "cell",
    "checkbox",
    "code",
    "columnheader",
    "combobox",
    "complementary",
    "contentinfo",
    "definition",
    "deletion",
    "dialog",
    "directory",
    "document",
    "emphasis",
    "feed",
    "figure",
    "form",
    "generic",
    "grid",
    "gridcell",
    "group",
    "heading",
    "img",
    "insertion",
    "link",
    "list",
    "listbox",
    "listitem",
    "log",
    "main",
    "mark",
    "marquee",
    "math",
    "menu",
    "menubar",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "meter",
    "navigation",
    "none",
    "note",
    "option",
    "paragraph",
    "progressbar",
    "radio",
    "radiogroup",
    "region",
    "row",
    "rowgroup",
    "rowheader",
    "scrollbar",
    "search",
    "searchbox",
    "separator",
    "slider",
    "spinbutton",
    "status",
    "strong",
    "subscript",
    "superscript",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "term",
    "textbox",
    "time",
    "timer",
    "toolbar",
    "tooltip",
    "tree",
];

/// The role of an element.
pub(super) fn role(element: &Element) -> &'static str {
    explicit(element).unwrap_or_else(|| implicit(element))
}

/// The first role of the `role` attribute that means something here.
fn explicit(element: &Element) -> Option<&'static str> {
    let roles = text_attribute(element, "role")?;
    roles.split_ascii_whitespace().find_map(|role| {
        let role = role.to_ascii_lowercase();
        let role = match role.as_str() {
            "presentation" => NONE,
            "image" => "img",
            role => KNOWN.iter().copied().find(|known| *known == role)?,
        };
        let applies = match role {
            // ARIA 1.2, 8.2: what can be focused or has global properties keeps its meaning.
            NONE => !is_focusable(element) && !has_global_property(element),
            // Landmarks need a name to be told apart.
            "form" | "region" => has_author_name(element),
            _ => true,
        };
        applies.then_some(role)
    })
}

fn has_global_property(element: &Element) -> bool {
    const GLOBAL: [&str; 13] = [
        "aria-atomic",
        "aria-busy",
        "aria-controls",
        "aria-current",
        "aria-describedby",
        "aria-details",
        "aria-flowto",
        "aria-keyshortcuts",
        "aria-label",
        "aria-labelledby",
        "aria-live",
        "aria-owns",
        "aria-relevant",
    ];
    GLOBAL.iter().any(|name| has_attribute(element, name))
}

/// Whether an element is named by its author, apart from its content.
fn has_author_name(element: &Element) -> bool {
    ["aria-label", "aria-labelledby", "title"].iter().any(|name| text_attribute(element, name).is_some())
}

/// Whether an author made an element focusable, or it is by nature. Layout does not matter here.
pub(super) fn is_focusable(element: &Element) -> bool {
    if element.is_actually_disabled() {
        return false;
    }
    let by_nature = match &**element.local_name() {
        "a" | "area" => element.is_html_element() && has_attribute(element, "href"),
        "button" | "iframe" | "select" | "textarea" => true,
        "input" => !is_input(element, "hidden"),
        _ => false,
    };
    by_nature
        || has_attribute(element, "tabindex")
        || element
            .downcast::<HTMLElement>()
            .is_some_and(|html| html.is_editing_host() || html.is_a_summary_for_its_parent_details())
}

fn is_input(element: &Element, kind: &str) -> bool {
    input_type(element) == kind
}

/// The state of an input's `type` attribute.
pub(super) fn input_type(element: &Element) -> String {
    const TYPES: [&str; 21] = [
        "button",
        "checkbox",
        "color",
        "date",
        "datetime-local",
        "email",
        "file",
        "hidden",
        "image",
        "month",
        "number",
        "password",
        "radio",
        "range",
        "reset",
        "search",
        "submit",
        "tel",
        "time",
        "url",
        "week",
    ];
    let kind = attribute(element, "type").unwrap_or_default().to_ascii_lowercase();
    if TYPES.contains(&kind.as_str()) { kind } else { "text".to_owned() }
}

fn implicit(element: &Element) -> &'static str {
    if element.is_svg_element() {
        return svg(element);
    }
    if !element.is_html_element() {
        return if &**element.local_name() == "math" { "math" } else { GENERIC };
    }
    let native = html(element);
    let is_plain = matches!(native, GENERIC | "paragraph");
    if is_plain && element.upcast::<Node>().is_editing_host() {
        return "textbox";
    }
    native
}

fn svg(element: &Element) -> &'static str {
    match &**element.local_name() {
        "svg" | "image" if names::has_svg_name(element) => "img",
        "a" if has_attribute(element, "href") || has_attribute(element, "xlink:href") => "link",
        _ => GENERIC,
    }
}

fn html(element: &Element) -> &'static str {
    match &**element.local_name() {
        "a" | "area" if has_attribute(element, "href") => "link",
        "article" => "article",
        "aside" => {
            let in_section = is_within(element, &["article", "aside", "nav", "section"]);
            if in_section && !has_author_name(element) { GENERIC } else { "complementary" }
        }
        "audio" => "audio",
        "video" => "video",
        "blockquote" => "blockquote",
        "button" => "button",
        "caption" | "figcaption" => "caption",
        "canvas" if has_author_name(element) => "img",
        "code" => "code",
        "datalist" => "listbox",
        "dd" => "definition",
        "del" | "s" => "deletion",
        "details" | "address" | "hgroup" | "optgroup" => "group",
        "fieldset" => "group",
        "dfn" | "dt" => "term",
        "dialog" => "dialog",
        "em" => "emphasis",
        "figure" => "figure",
        "footer" if !is_in_content(element) => "contentinfo",
        "header" if !is_in_content(element) => "banner",
        "form" if has_author_name(element) => "form",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "heading",
        "hr" => "separator",
        "html" => "document",
        "iframe" => "iframe",
        "img" => {
            let is_decorative = attribute(element, "alt").is_some_and(|alt| alt.is_empty());
            if is_decorative && !has_author_name(element) { NONE } else { "img" }
        }
        "input" => input(element),
        "ins" => "insertion",
        "li" => in_container(element, &["ul", "ol", "menu"], "listitem"),
        "main" => "main",
        "mark" => "mark",
        "menu" | "ol" | "ul" => "list",
        "meter" => "meter",
        "nav" => "navigation",
        "option" => "option",
        "output" => "status",
        "p" => "paragraph",
        "progress" => "progressbar",
        "search" => "search",
        "section" if has_author_name(element) => "region",
        "select" => select(element),
        "strong" => "strong",
        "sub" => "subscript",
        "sup" => "superscript",
        // Not in HTML-AAM; what people meet is a button that expands.
        "summary" if element.downcast::<HTMLElement>().is_some_and(is_disclosure) => "button",
        "table" => "table",
        "tbody" | "tfoot" | "thead" => in_container(element, &["table"], "rowgroup"),
        "td" => in_container(element, &["table"], if is_in_grid(element) { "gridcell" } else { "cell" }),
        "textarea" => "textbox",
        "th" => in_container(element, &["table"], header_cell(element)),
        "time" => "time",
        "tr" => in_container(element, &["table"], "row"),
        _ => GENERIC,
    }
}

/// A summary of a details element, also the one that the browser supplies.
fn is_disclosure(summary: &HTMLElement) -> bool {
    summary.is_a_summary_for_its_parent_details() || summary.upcast::<Node>().is_in_ua_widget()
}

fn input(element: &Element) -> &'static str {
    let has_list = has_attribute(element, "list");
    match input_type(element).as_str() {
        "hidden" => NONE,
        // A colour or a file is chosen in a dialog that the control opens.
        "button" | "color" | "file" | "image" | "reset" | "submit" => "button",
        "checkbox" => "checkbox",
        "radio" => "radio",
        "range" => "slider",
        "number" => "spinbutton",
        "email" | "search" | "tel" | "text" | "url" if has_list => "combobox",
        "search" => "searchbox",
        _ => "textbox",
    }
}

fn select(element: &Element) -> &'static str {
    let is_list =
        element.downcast::<HTMLSelectElement>().is_some_and(|select| select.Multiple() || select.Size() > 1);
    if is_list { "listbox" } else { "combobox" }
}

fn header_cell(element: &Element) -> &'static str {
    match attribute(element, "scope").unwrap_or_default().to_ascii_lowercase().as_str() {
        "col" | "colgroup" => return "columnheader",
        "row" | "rowgroup" => return "rowheader",
        _ => {}
    }
    // Without a scope: a header with data cells beside it heads its row.
    let has_data_beside = element
        .upcast::<Node>()
        .GetParentNode()
        .is_some_and(|row| row.child_elements().any(|cell| &**cell.local_name() == "td"));
    if has_data_beside { "rowheader" } else { "columnheader" }
}

fn is_in_grid(element: &Element) -> bool {
    container(element, &["table"]).is_some_and(|table| matches!(explicit(&table), Some("grid" | "treegrid")))
}

/// `role` unless the list or table around the element is missing or has lost its own meaning.
fn in_container(element: &Element, containers: &[&str], role: &'static str) -> &'static str {
    match container(element, containers) {
        Some(container) if explicit(&container) == Some(NONE) => GENERIC,
        Some(_) => role,
        None => GENERIC,
    }
}

fn container(element: &Element, names: &[&str]) -> Option<DomRoot<Element>> {
    element
        .upcast::<Node>()
        .ancestors()
        .filter_map(DomRoot::downcast::<Element>)
        .find(|ancestor| ancestor.is_html_element() && names.contains(&&**ancestor.local_name()))
}

fn is_within(element: &Element, names: &[&str]) -> bool {
    container(element, names).is_some()
}

/// Whether a header or footer belongs to a part of the page and not to the page.
fn is_in_content(element: &Element) -> bool {
    element
        .upcast::<Node>()
        .inclusive_ancestors(ShadowIncluding::Yes)
        .skip(1)
        .filter_map(DomRoot::downcast::<Element>)
        .any(|ancestor| {
            matches!(&**ancestor.local_name(), "article" | "aside" | "main" | "nav" | "section")
                || matches!(
                    explicit(&ancestor),
                    Some("article" | "complementary" | "main" | "navigation" | "region")
                )
        })
}

/// Whether a role takes its name from what the element contains. Rows could as well, but their name would
/// only repeat all of their cells.
pub(super) fn is_named_by_content(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "cell"
            | "checkbox"
            | "columnheader"
            | "gridcell"
            | "heading"
            | "link"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "option"
            | "radio"
            | "rowheader"
            | "switch"
            | "tab"
            | "tooltip"
            | "treeitem"
    )
}

/// Whether ARIA forbids a role to have a name.
pub(super) fn is_nameless(role: &str) -> bool {
    matches!(
        role,
        "caption"
            | "code"
            | "definition"
            | "deletion"
            | "emphasis"
            | "insertion"
            | "mark"
            | "paragraph"
            | "strong"
            | "subscript"
            | "superscript"
            | "term"
            | "time"
            | NONE
    )
}

/// Whether the children of a role are part of its picture and not nodes of their own.
pub(super) fn has_presentational_children(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "checkbox"
            | "img"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "meter"
            | "option"
            | "progressbar"
            | "radio"
            | "scrollbar"
            | "separator"
            | "slider"
            | "switch"
            | "tab"
    )
}

/// Whether an element would be listed although its role means nothing.
pub(super) fn matters_anyway(element: &Element) -> bool {
    is_focusable(element) || flat::is_svg_root(element) && names::has_svg_name(element)
}
