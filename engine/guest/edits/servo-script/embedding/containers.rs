//! Arrays, objects, maps and sets, entry by entry.

use std::ptr::NonNull;

use inspection::json;
use js::context::JSContext;
use js::jsapi::{ESClass, JSITER_OWNONLY, JSObject};
use js::jsval::UndefinedValue;
use js::rust::wrappers2::{GetPropertyKeys, JS_AlreadyHasOwnElement, JS_GetPropertyById};
use js::rust::{HandleObject, HandleValue, IdVector};

use super::errors;
use super::jsapi::{self, Failed};
use super::values::{BYTES, Path, Stopped, TRUNCATED, Writer};

impl Writer {
    #[expect(unsafe_code)]
    pub(super) fn elements(
        &mut self,
        cx: &mut JSContext,
        object: HandleObject,
        length: u32,
        path: &Path,
    ) -> Result<(), Stopped> {
        self.out.push('[');
        rooted!(&in(cx) let mut item = UndefinedValue());
        for index in 0..length {
            if index > 0 {
                self.out.push(',');
            }
            if self.out.len() > BYTES {
                self.out.push_str(TRUNCATED);
                break;
            }
            let mut present = true;
            // SAFETY: the object is rooted, `present` outlives the call. Elements of collections are never own.
            let known = jsapi::is_platform_object(object)
                || unsafe { JS_AlreadyHasOwnElement(cx, object, index, &mut present) };
            if known && !present {
                self.tagged("hole", &[]);
                continue;
            }
            let read = jsapi::element(cx, object, index, item.handle_mut());
            self.entry(cx, read, item.handle(), path)?;
        }
        self.out.push(']');
        Ok(())
    }

    /// Own enumerable properties with string keys, in their order.
    #[expect(unsafe_code)]
    pub(super) fn properties(
        &mut self,
        cx: &mut JSContext,
        object: HandleObject,
        path: &Path,
    ) -> Result<(), Stopped> {
        let mut ids = IdVector::new(cx);
        // SAFETY: the object is rooted, and so are the ids.
        if !unsafe { GetPropertyKeys(cx, object, JSITER_OWNONLY, ids.handle_mut()) } {
            jsapi::clear_exception(cx);
            self.tagged("object", &[("class", &jsapi::class_name(object))]);
            return Ok(());
        }
        let own_type = jsapi::has_own_property(cx, object, c"$type").unwrap_or(false);
        let (open, between, close) =
            if own_type { ("{\"$type\":\"object\",\"entries\":[", ",", "]}") } else { ("{", ":", "}") };
        self.out.push_str(open);
        rooted!(&in(cx) let mut value = UndefinedValue());
        for (index, id) in ids.iter().enumerate() {
            rooted!(&in(cx) let id = *id);
            if index > 0 {
                self.out.push(',');
            }
            if own_type {
                self.out.push('[');
            }
            if id.is_int() {
                json::push_str(&mut self.out, &id.to_int().to_string());
            } else {
                let key = if id.is_string() { NonNull::new(id.to_string()) } else { None };
                self.key(cx, key);
            }
            self.out.push_str(between);
            let full = self.out.len() > BYTES;
            if full {
                self.out.push_str(TRUNCATED);
            } else {
                // SAFETY: object, id and value are rooted.
                let succeeded = unsafe { JS_GetPropertyById(cx, object, id.handle(), value.handle_mut()) };
                let read = jsapi::outcome(cx, succeeded);
                self.entry(cx, read, value.handle(), path)?;
            }
            if own_type {
                self.out.push(']');
            }
            if full {
                break;
            }
        }
        self.out.push_str(close);
        Ok(())
    }

    pub(super) fn collection(
        &mut self,
        cx: &mut JSContext,
        object: HandleObject,
        is_map: bool,
        path: &Path,
    ) -> Result<(), Stopped> {
        rooted!(&in(cx) let mut items = std::ptr::null_mut::<JSObject>());
        if !self.succeeded(cx, |cx| jsapi::collection_items(cx, object, is_map, items.handle_mut()))? {
            self.tagged("object", &[("class", if is_map { "Map" } else { "Set" })]);
            return Ok(());
        }
        self.out.push_str(if is_map {
            "{\"$type\":\"map\",\"entries\":["
        } else {
            "{\"$type\":\"set\",\"values\":["
        });
        let length = jsapi::array_length(cx, items.handle()).unwrap_or(0);
        rooted!(&in(cx) let mut item = UndefinedValue());
        for index in 0..length {
            let starts_pair = is_map && index % 2 == 0;
            if index > 0 {
                self.out.push(',');
            }
            // A pair is never cut in two.
            if self.out.len() > BYTES && (starts_pair || !is_map) {
                self.out.push_str(TRUNCATED);
                break;
            }
            if starts_pair {
                self.out.push('[');
            }
            let read = jsapi::element(cx, items.handle(), index, item.handle_mut());
            self.entry(cx, read, item.handle(), path)?;
            if is_map && !starts_pair {
                self.out.push(']');
            }
        }
        self.out.push_str("]}");
        Ok(())
    }

    /// Writes what was read, or what was thrown instead.
    fn entry(
        &mut self,
        cx: &mut JSContext,
        read: Result<(), Failed>,
        value: HandleValue,
        path: &Path,
    ) -> Result<(), Stopped> {
        match read {
            Ok(()) => {
                self.value(cx, value, Some(path))?;
            }
            Err(Failed::Stopped) => return Err(Stopped),
            Err(Failed::Threw) => {
                rooted!(&in(cx) let mut thrown = UndefinedValue());
                jsapi::take_exception(cx, thrown.handle_mut());
                self.thrown(cx, thrown.handle());
            }
        }
        Ok(())
    }

    fn thrown(&mut self, cx: &mut JSContext, thrown: HandleValue) {
        if thrown.is_object() {
            rooted!(&in(cx) let object = thrown.to_object());
            if self.dom_object(cx, object.handle()).is_some() {
                return;
            }
            return self.error(cx, object.handle());
        }
        // Primitives have a text of their own; the page's `toString` is never asked.
        let mut message = Writer { out: String::new() };
        let _ = message.value(cx, thrown, None);
        self.tagged("error", &[("name", ""), ("message", &message.out), ("stack", "")]);
    }

    pub(super) fn error(&mut self, cx: &mut JSContext, error: HandleObject) {
        let name = errors::string_property(cx, error, c"name").unwrap_or_default();
        let message = errors::string_property(cx, error, c"message").unwrap_or_default();
        let stack = if jsapi::builtin_class(cx, error) == ESClass::Error {
            jsapi::error_stack(cx, error).unwrap_or_default()
        } else {
            String::new()
        };
        self.tagged("error", &[("name", &name), ("message", &message), ("stack", &stack)]);
    }
}
