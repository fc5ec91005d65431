//! A script's value as JSON text, tagged where JSON has no form for it (the table is in the engine's ABI.md).
//!
//! Read by the engine's own means: pages may have changed every prototype. What can still run page script
//! are getters, whose exception becomes the value of their entry.

use std::ptr::NonNull;

use base64::Engine as _;
use inspection::{Evaluation, json};
use js::context::JSContext;
use js::jsapi::{ESClass, JSString, Type};
use js::jsval::UndefinedValue;
use js::rust::{HandleObject, HandleValue};
use js::typedarray::{ArrayBuffer, ArrayBufferView};
use script_bindings::conversions::{is_array_like, root_from_object};

use super::jsapi::{self, Failed};
use super::references;
use crate::DomTypeHolder;
use crate::dom::bindings::codegen::Bindings::DOMExceptionBinding::DOMExceptionMethods;
use crate::dom::bindings::codegen::Bindings::NodeBinding::NodeMethods;
use crate::dom::bindings::root::DomRoot;
use crate::dom::domexception::DOMException;
use crate::dom::node::Node;
use crate::dom::window::Window;

const DEPTH: u32 = 32;
/// Longest text, in bytes; what follows is cut at the next value.
pub(super) const BYTES: usize = 4 << 20;
pub(super) const TRUNCATED: &str = "{\"$type\":\"truncated\"}";

/// The host stopped a getter.
pub(super) struct Stopped;

/// Describes a value. Runs getters of the page; must be called in a realm and inside of a script's
/// settings.
pub(super) fn describe(cx: &mut JSContext, value: HandleValue) -> Result<Evaluation, Stopped> {
    let mut writer = Writer { out: String::new() };
    let kind = writer.value(cx, value, None)?;
    Ok(Evaluation::Value { json: writer.out, kind: kind.to_owned() })
}

/// The objects from the outermost to the one being written. Each is rooted by the call that writes it.
pub(super) struct Path<'a> {
    object: HandleObject<'a>,
    outer: Option<&'a Path<'a>>,
    depth: u32,
}

pub(super) struct Writer {
    pub(super) out: String,
}

impl Writer {
    pub(super) fn value(
        &mut self,
        cx: &mut JSContext,
        value: HandleValue,
        path: Option<&Path>,
    ) -> Result<&'static str, Stopped> {
        if self.out.len() > BYTES {
            self.out.push_str(TRUNCATED);
            return Ok("truncated");
        }
        let kind = if value.is_undefined() {
            self.tagged("undefined", &[]);
            "undefined"
        } else if value.is_null() {
            self.out.push_str("null");
            "null"
        } else if value.is_boolean() {
            self.out.push_str(if value.to_boolean() { "true" } else { "false" });
            "boolean"
        } else if value.is_number() {
            json::push_number(&mut self.out, value.to_number());
            "number"
        } else if value.is_string() {
            self.string(cx, NonNull::new(value.to_string()));
            "string"
        } else if value.is_bigint() {
            match jsapi::bigint_digits(cx, value) {
                Some(digits) if digits.len() <= BYTES => self.tagged("bigint", &[("value", &digits)]),
                _ => self.out.push_str(TRUNCATED),
            }
            jsapi::clear_exception(cx);
            "bigint"
        } else if value.is_symbol() {
            match jsapi::symbol_description(cx, value) {
                Some(description) => self.tagged("symbol", &[("description", &description)]),
                None => self.out.push_str("{\"$type\":\"symbol\",\"description\":null}"),
            }
            "symbol"
        } else if value.is_object() {
            rooted!(&in(cx) let object = value.to_object());
            return self.object(cx, object.handle(), value, path);
        } else {
            self.tagged("hole", &[]);
            "hole"
        };
        Ok(kind)
    }

    fn object(
        &mut self,
        cx: &mut JSContext,
        object: HandleObject,
        value: HandleValue,
        outer: Option<&Path>,
    ) -> Result<&'static str, Stopped> {
        let mut up = 1;
        let mut ancestor = outer;
        while let Some(path) = ancestor {
            if path.object.get() == object.get() {
                self.out.push_str(&format!("{{\"$type\":\"cycle\",\"depth\":{up}}}"));
                return Ok("cycle");
            }
            up += 1;
            ancestor = path.outer;
        }
        let depth = outer.map_or(0, |path| path.depth + 1);
        if depth >= DEPTH {
            self.out.push_str(TRUNCATED);
            return Ok("truncated");
        }
        let path = &Path { object, outer, depth };

        if jsapi::is_scripted_proxy(object) {
            self.tagged("object", &[("class", "Proxy")]);
            return Ok("proxy");
        }
        if let Some(kind) = self.dom_object(cx, object) {
            return Ok(kind);
        }
        if jsapi::is_platform_object(object) {
            return self.platform_object(cx, object, value, path);
        }
        self.builtin(cx, object, value, path)
    }

    /// Nodes, windows and DOM exceptions; `None` for anything else.
    #[expect(unsafe_code)]
    pub(super) fn dom_object(&mut self, cx: &mut JSContext, object: HandleObject) -> Option<&'static str> {
        // SAFETY: the object is rooted and not null.
        let (node, window, exception): (
            Option<DomRoot<Node>>,
            Option<DomRoot<Window>>,
            Option<DomRoot<DOMException>>,
        ) = unsafe {
            (
                root_from_object(cx, object.get()).ok(),
                root_from_object(cx, object.get()).ok(),
                root_from_object(cx, object.get()).ok(),
            )
        };
        if let Some(node) = node {
            let name = String::from(node.NodeName());
            let text = references::preview(&node);
            self.tagged("node", &[("ref", &references::of(&node)), ("name", &name), ("text", &text)]);
            return Some("node");
        }
        if let Some(window) = window {
            self.tagged("window", &[("url", window.get_url().as_str())]);
            return Some("window");
        }
        let exception = exception?;
        let (name, message) = (String::from(exception.Name()), String::from(exception.Message()));
        self.tagged("error", &[("name", &name), ("message", &message), ("stack", "")]);
        Some("error")
    }

    /// Collections are written as arrays, and objects that have a JSON form (rectangles, URLs) in it.
    fn platform_object(
        &mut self,
        cx: &mut JSContext,
        object: HandleObject,
        value: HandleValue,
        path: &Path,
    ) -> Result<&'static str, Stopped> {
        if is_array_like::<DomTypeHolder>(cx, value) {
            rooted!(&in(cx) let mut length = UndefinedValue());
            if self.succeeded(cx, |cx| jsapi::property(cx, object, c"length", length.handle_mut()))?
                && length.is_int32()
            {
                let length = length.to_int32().try_into().unwrap_or(0);
                self.elements(cx, object, length, path)?;
                return Ok("array");
            }
        }
        if jsapi::is_callable(object) {
            self.tagged("function", &[("name", &jsapi::class_name(object))]);
            return Ok("function");
        }
        rooted!(&in(cx) let mut to_json = UndefinedValue());
        let found = self.succeeded(cx, |cx| jsapi::property(cx, object, c"toJSON", to_json.handle_mut()))?;
        if found && to_json.is_object() {
            rooted!(&in(cx) let function = to_json.to_object());
            rooted!(&in(cx) let mut form = UndefinedValue());
            if jsapi::is_callable(function.handle())
                && self.succeeded(cx, |cx| jsapi::call(cx, object, to_json.handle(), form.handle_mut()))?
            {
                self.value(cx, form.handle(), Some(path))?;
                return Ok("object");
            }
        }
        self.tagged("object", &[("class", &jsapi::class_name(object))]);
        Ok("object")
    }

    fn builtin(
        &mut self,
        cx: &mut JSContext,
        object: HandleObject,
        value: HandleValue,
        path: &Path,
    ) -> Result<&'static str, Stopped> {
        Ok(match jsapi::builtin_class(cx, object) {
            ESClass::Array => {
                let length = jsapi::array_length(cx, object).unwrap_or(0);
                self.elements(cx, object, length, path)?;
                "array"
            }
            ESClass::Number | ESClass::String | ESClass::Boolean | ESClass::BigInt => {
                rooted!(&in(cx) let mut primitive = UndefinedValue());
                jsapi::unbox(object, primitive.handle_mut());
                return self.value(cx, primitive.handle(), Some(path));
            }
            ESClass::RegExp => {
                match jsapi::regexp(cx, object) {
                    Some((source, flags)) => self.tagged("regexp", &[("source", &source), ("flags", &flags)]),
                    None => self.tagged("object", &[("class", "RegExp")]),
                }
                "regexp"
            }
            ESClass::Date => {
                match jsapi::date_ms(cx, object) {
                    Ok(time) if time.is_finite() => self.tagged("date", &[("value", &json::iso_date(time))]),
                    _ => self.out.push_str("{\"$type\":\"date\",\"value\":null}"),
                }
                "date"
            }
            ESClass::Map => {
                self.collection(cx, object, true, path)?;
                "map"
            }
            ESClass::Set => {
                self.collection(cx, object, false, path)?;
                "set"
            }
            ESClass::Error => {
                self.error(cx, object);
                "error"
            }
            ESClass::Function => {
                self.tagged("function", &[("name", &jsapi::function_name(cx, value))]);
                "function"
            }
            ESClass::Object | ESClass::Arguments => {
                self.properties(cx, object, path)?;
                "object"
            }
            ESClass::ArrayBuffer => {
                self.bytes(cx, object);
                "bytes"
            }
            _ if self.bytes(cx, object) => "bytes",
            _ if jsapi::is_callable(object) => {
                self.tagged("function", &[("name", "")]);
                "function"
            }
            class => {
                self.tagged("object", &[("class", &jsapi::class_name(object))]);
                if class == ESClass::Promise { "promise" } else { "object" }
            }
        })
    }

    /// Writes an `ArrayBuffer` or a view of one; `false` for anything else.
    fn bytes(&mut self, cx: &JSContext, object: HandleObject) -> bool {
        let (class, bytes) = if let Ok(buffer) = ArrayBuffer::from(object.get()) {
            ("ArrayBuffer", buffer.as_slice_safe(cx.no_gc()))
        } else if let Ok(view) = ArrayBufferView::from(object.get()) {
            // What another thread could change is not read.
            if view.is_shared() {
                return false;
            }
            (view_class(view.get_array_type()), view.as_slice_safe(cx.no_gc()))
        } else {
            return false;
        };
        // A detached buffer has no bytes.
        let bytes = bytes.unwrap_or_default();
        if self.out.len() + bytes.len() / 3 * 4 > BYTES {
            self.out.push_str(TRUNCATED);
        } else {
            let text = base64::engine::general_purpose::STANDARD.encode(bytes);
            self.tagged("bytes", &[("class", class), ("base64", &text)]);
        }
        true
    }

    fn string(&mut self, cx: &JSContext, string: Option<NonNull<JSString>>) {
        let room = BYTES.saturating_sub(self.out.len());
        let out = std::cell::RefCell::new(&mut self.out);
        let written = string.is_some_and(|string| {
            jsapi::with_characters(
                cx,
                string,
                |text| push_or_cut(&mut out.borrow_mut(), text, room, json::push_latin1),
                |text| push_or_cut(&mut out.borrow_mut(), text, room, json::push_utf16),
            )
        });
        if !written {
            jsapi::clear_exception(cx);
            self.out.push_str(TRUNCATED);
        }
    }

    /// A property's name, which must stay a string whatever its length.
    pub(super) fn key(&mut self, cx: &JSContext, key: Option<NonNull<JSString>>) {
        let start = self.out.len();
        self.string(cx, key);
        if self.out[start..].starts_with('{') {
            self.out.truncate(start);
            json::push_str(&mut self.out, "...");
        }
    }

    pub(super) fn tagged(&mut self, tag: &str, fields: &[(&str, &str)]) {
        self.out.push_str("{\"$type\":");
        json::push_str(&mut self.out, tag);
        for (name, value) in fields {
            self.out.push(',');
            json::push_str(&mut self.out, name);
            self.out.push(':');
            json::push_str(&mut self.out, value);
        }
        self.out.push('}');
    }

    /// Whether a read succeeded; what it threw is dropped.
    pub(super) fn succeeded(
        &self,
        cx: &mut JSContext,
        read: impl FnOnce(&mut JSContext) -> Result<(), Failed>,
    ) -> Result<bool, Stopped> {
        match read(cx) {
            Ok(()) => Ok(true),
            Err(Failed::Stopped) => Err(Stopped),
            Err(Failed::Threw) => {
                jsapi::clear_exception(cx);
                Ok(false)
            }
        }
    }
}

fn push_or_cut<T>(out: &mut String, text: &[T], room: usize, push: fn(&mut String, &[T])) {
    if text.len() <= room {
        push(out, text);
    } else {
        out.push_str(TRUNCATED);
    }
}

fn view_class(kind: Type) -> &'static str {
    match kind {
        Type::Int8 => "Int8Array",
        Type::Uint8 => "Uint8Array",
        Type::Uint8Clamped => "Uint8ClampedArray",
        Type::Int16 => "Int16Array",
        Type::Uint16 => "Uint16Array",
        Type::Int32 => "Int32Array",
        Type::Uint32 => "Uint32Array",
        Type::Float16 => "Float16Array",
        Type::Float32 => "Float32Array",
        Type::Float64 => "Float64Array",
        Type::BigInt64 => "BigInt64Array",
        Type::BigUint64 => "BigUint64Array",
        _ => "DataView",
    }
}
