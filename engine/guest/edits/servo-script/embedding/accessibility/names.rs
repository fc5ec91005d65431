//! Accessible names and descriptions (accname-1.2; the native sources are HTML-AAM's).

use std::cell::RefCell;
use std::collections::HashMap;

use inspection::text::{collapse, cut};
use js::context::NoGC;
use script_bindings::inheritance::Castable;
use style::selector_parser::PseudoElement;
use stylo_atoms::Atom;

use super::{attribute, flat, has_attribute, roles, text_attribute, values};
use crate::dom::bindings::codegen::Bindings::DocumentBinding::DocumentMethods;
use crate::dom::bindings::root::DomRoot;
use crate::dom::characterdata::CharacterData;
use crate::dom::document::Document;
use crate::dom::element::Element;
use crate::dom::iterators::ShadowIncluding;
use crate::dom::node::{Node, NodeTraits};
use crate::dom::types::{HTMLLabelElement, HTMLOptionElement, Text};

/// UTF-8 bytes of a name. Longer ones are whole texts, which are listed as such.
const NAME_BYTES: usize = 1_000;
/// Elements within elements that a name is collected from.
const DEPTH: usize = 64;

#[derive(Default)]
pub(super) struct Named {
    pub(super) name: String,
    /// The name came from `title`, which therefore is no description.
    by_title: bool,
}

impl Named {
    fn from(name: String) -> Self {
        Self { name, by_title: false }
    }
}

/// Computes names within one tree of documents.
pub(super) struct Names<'a> {
    no_gc: &'a NoGC,
    /// The labels of each control of a document, found once, when first asked for. The keys are compared only.
    labels: RefCell<HashMap<*const Document, Labels>>,
}

type Labels = HashMap<*const Element, Vec<DomRoot<Element>>>;

/// What an element is looked at for.
#[derive(Clone, Copy, PartialEq)]
enum Reason {
    /// Its own name.
    Itself,
    /// A target of `aria-labelledby` or `aria-describedby`, hidden or not.
    Reference,
    /// A native label.
    Label,
    /// A part of the content that names another element.
    Content,
}

impl<'a> Names<'a> {
    pub(super) fn new(no_gc: &'a NoGC) -> Self {
        Self { no_gc, labels: RefCell::default() }
    }

    /// The name of an element of that role.
    pub(super) fn name(&self, element: &Element, role: &str) -> Named {
        if role == "document" {
            return Named::from(collapse(&String::from(element.owner_document().Title())));
        }
        if roles::is_nameless(role) {
            return Named::default();
        }
        let mut named = self.compute(element, role, Reason::Itself, &mut Vec::new());
        named.name = collapse(&named.name);
        cut(&mut named.name, NAME_BYTES);
        named
    }

    /// The description of an element: text that adds to its name.
    pub(super) fn description(&self, element: &Element, named: &Named) -> String {
        let described = self.referenced_text(element, "aria-describedby", &mut Vec::new());
        let text = described
            .or_else(|| text_attribute(element, "aria-description"))
            .or_else(|| text_attribute(element, "title").filter(|_| !named.by_title))
            .unwrap_or_default();
        let mut text = collapse(&text);
        cut(&mut text, NAME_BYTES);
        if text == named.name { String::new() } else { text }
    }

    /// Steps 2A to 2I. `visited` holds the elements that the computation is inside of.
    fn compute(
        &self,
        element: &Element,
        role: &str,
        reason: Reason,
        visited: &mut Vec<*const Element>,
    ) -> Named {
        let key: *const Element = element;
        if visited.contains(&key) || visited.len() >= DEPTH {
            return Named::default();
        }
        visited.push(key);
        let named = self.compute_new(element, role, reason, visited);
        visited.pop();
        named
    }

    fn compute_new(
        &self,
        element: &Element,
        role: &str,
        reason: Reason,
        visited: &mut Vec<*const Element>,
    ) -> Named {
        // 2B. References are followed once.
        if matches!(reason, Reason::Itself | Reason::Content | Reason::Label)
            && let Some(text) = self.referenced_text(element, "aria-labelledby", visited)
        {
            return Named::from(text);
        }
        // 2C. A control inside of another element's label contributes its value.
        if reason != Reason::Itself
            && let Some(value) = values::as_content(element, role)
        {
            return Named::from(value);
        }
        // 2D.
        if let Some(label) = text_attribute(element, "aria-label") {
            return Named::from(label);
        }
        // 2E.
        if role != roles::NONE
            && let Some(text) = self.native(element, role, visited)
        {
            return Named::from(text);
        }
        // 2F.
        if reason != Reason::Itself || roles::is_named_by_content(role) {
            let text = self.content(element, reason, visited);
            if !text.trim().is_empty() {
                return Named::from(text);
            }
        }
        // 2I. A tooltip, then what the control says when it is empty.
        match text_attribute(element, "title") {
            Some(title) => Named { name: title, by_title: true },
            None => Named::from(last_resort(element)),
        }
    }

    /// The texts of the elements that an attribute names by their ids.
    fn referenced_text(
        &self,
        element: &Element,
        name: &str,
        visited: &mut Vec<*const Element>,
    ) -> Option<String> {
        let ids = text_attribute(element, name)?;
        let texts: Vec<String> = ids
            .split_ascii_whitespace()
            .filter_map(|id| self.by_id(element, id))
            .map(|target| {
                // An element may name itself among others; that is not a loop.
                let mut own = Vec::new();
                let visited = if *target == *element { &mut own } else { &mut *visited };
                self.compute(&target, roles::role(&target), Reason::Reference, visited).name
            })
            .filter(|text| !text.trim().is_empty())
            .collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// The first element with that id in the tree that `element` is in.
    fn by_id(&self, element: &Element, id: &str) -> Option<DomRoot<Element>> {
        match element.upcast::<Node>().containing_shadow_root() {
            Some(shadow_root) => flat::elements_in(shadow_root.upcast())
                .find(|candidate| candidate.get_id().is_some_and(|candidate| *candidate == *id)),
            None => element.owner_document().get_element_by_id(self.no_gc, &Atom::from(id)),
        }
    }

    /// What the element's own markup says is its name.
    fn native(&self, element: &Element, role: &str, visited: &mut Vec<*const Element>) -> Option<String> {
        if element.is_svg_element() {
            return svg_title(element);
        }
        let kind = &**element.local_name();
        match kind {
            "img" | "area" => text_attribute(element, "alt"),
            "input" | "select" | "textarea" | "button" | "meter" | "output" | "progress" => {
                let labels = self.label_text(element, visited);
                match roles::input_type(element).as_str() {
                    _ if labels.is_some() || kind != "input" => labels,
                    "image" => text_attribute(element, "alt").or_else(|| text_attribute(element, "value")),
                    "button" | "reset" | "submit" => text_attribute(element, "value"),
                    _ => None,
                }
            }
            "fieldset" => self.child_text(element, "legend", visited),
            "figure" => self.child_text(element, "figcaption", visited),
            "table" => self.child_text(element, "caption", visited),
            "optgroup" => text_attribute(element, "label"),
            "option" => {
                element.downcast::<HTMLOptionElement>().map(|option| String::from(option.displayed_label()))
            }
            // Custom elements can be labelled too.
            _ if kind.contains('-') && role != roles::GENERIC => self.label_text(element, visited),
            _ => None,
        }
    }

    fn child_text(&self, element: &Element, kind: &str, visited: &mut Vec<*const Element>) -> Option<String> {
        let child = element.upcast::<Node>().child_elements().find(|child| &**child.local_name() == kind)?;
        self.text_of(&child, visited)
    }

    fn label_text(&self, element: &Element, visited: &mut Vec<*const Element>) -> Option<String> {
        let labels = self.labels_of(element);
        let texts: Vec<String> = labels.iter().filter_map(|label| self.text_of(label, visited)).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    fn text_of(&self, element: &Element, visited: &mut Vec<*const Element>) -> Option<String> {
        let text = self.compute(element, roles::role(element), Reason::Label, visited).name;
        (!text.trim().is_empty()).then_some(text)
    }

    fn labels_of(&self, element: &Element) -> Vec<DomRoot<Element>> {
        let document = element.owner_document();
        let mut by_document = self.labels.borrow_mut();
        let labels = by_document.entry(&raw const *document).or_insert_with(|| self.find_labels(&document));
        labels.get(&(&raw const *element)).cloned().unwrap_or_default()
    }

    fn find_labels(&self, document: &Document) -> Labels {
        let mut labels = Labels::new();
        for node in document.upcast::<Node>().traverse_preorder(ShadowIncluding::Yes) {
            let Some(label) = node.downcast::<HTMLLabelElement>() else { continue };
            let element = label.upcast::<Element>();
            let control = match attribute(element, "for") {
                Some(id) => self.by_id(element, &id),
                None => label.first_labelable_descendant().map(DomRoot::upcast),
            };
            if let Some(control) = control {
                labels.entry(&raw const *control).or_default().push(DomRoot::from_ref(element));
            }
        }
        labels
    }

    /// 2F: the text that an element contains, with spaces where boxes part it.
    fn content(&self, element: &Element, reason: Reason, visited: &mut Vec<*const Element>) -> String {
        let mut text = flat::generated_text(element, PseudoElement::Before);
        // What a hidden label refers to is hidden as well and still meant.
        let hidden_counts = reason == Reason::Reference && flat::is_hidden_in_page(element);
        for child in flat::children(element.upcast()) {
            if text.len() > NAME_BYTES {
                break;
            }
            self.append(&child, hidden_counts, visited, &mut text);
        }
        text += &flat::generated_text(element, PseudoElement::After);
        text
    }

    fn append(
        &self,
        child: &Node,
        hidden_counts: bool,
        visited: &mut Vec<*const Element>,
        text: &mut String,
    ) {
        if child.is::<Text>() {
            text.push_str(&child.downcast::<CharacterData>().expect("text is character data").data());
            return;
        }
        let Some(element) = child.downcast::<Element>() else { return };
        let kind = &**element.local_name();
        if matches!(kind, "script" | "style" | "template" | "noscript") && element.is_html_element() {
            return;
        }
        if kind == "br" {
            text.push(' ');
            return;
        }
        if !hidden_counts && flat::hidden(element, flat::is_in_svg(element)) != flat::Hidden::No {
            return;
        }
        let reason = if hidden_counts { Reason::Reference } else { Reason::Content };
        let part = self.compute(element, roles::role(element), reason, visited).name;
        let apart = hidden_counts || !flat::is_inline(element);
        if apart {
            text.push(' ');
        }
        text.push_str(&part);
        if apart {
            text.push(' ');
        }
    }
}

/// Whether something in an SVG element's markup names it.
pub(super) fn has_svg_name(element: &Element) -> bool {
    text_attribute(element, "aria-label").is_some()
        || text_attribute(element, "aria-labelledby").is_some()
        || svg_title(element).is_some()
}

fn svg_title(element: &Element) -> Option<String> {
    let title = element.upcast::<Node>().child_elements().find(|child| &**child.local_name() == "title")?;
    let text = String::from(title.upcast::<Node>().child_text_content());
    (!text.trim().is_empty()).then_some(text)
}

/// What a control without any name shows.
fn last_resort(element: &Element) -> String {
    if !element.is_html_element() {
        return String::new();
    }
    let placeholder = || {
        text_attribute(element, "aria-placeholder")
            .or_else(|| text_attribute(element, "placeholder"))
            .unwrap_or_default()
    };
    match &**element.local_name() {
        "textarea" => placeholder(),
        "input" => match roles::input_type(element).as_str() {
            "submit" if !has_attribute(element, "value") => "Submit".to_owned(),
            "reset" if !has_attribute(element, "value") => "Reset".to_owned(),
            "image" => "Submit Query".to_owned(),
            _ => placeholder(),
        },
        _ => text_attribute(element, "aria-placeholder").unwrap_or_default(),
    }
}
