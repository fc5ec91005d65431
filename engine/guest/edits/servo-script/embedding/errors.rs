//! What was thrown, in words.

use std::ptr::NonNull;

use embedder_traits::{ConsoleLogLevel, EmbedderMsg};
use inspection::Exception;
use js::context::JSContext;
use js::jsapi::ESClass;
use js::jsval::UndefinedValue;
use js::rust::{HandleObject, HandleValue, error_info_from_exception_stack};

use super::jsapi;
use crate::dom::bindings::error::ErrorInfo;
use crate::dom::globalscope::GlobalScope;

/// Starts the console text of an uncaught error, so that the embedder can tell it from what the page logged.
const UNCAUGHT: &str = "\u{1}exception\u{1}";
/// What SpiderMonkey puts before thrown values that are no errors.
const NOT_AN_ERROR: &str = "uncaught exception: ";

/// Takes the pending exception; `None` if there is none, that is, if the script was stopped.
pub(super) fn take_pending(cx: &mut JSContext) -> Option<Exception> {
    if !jsapi::exception_pending(cx) {
        return None;
    }
    rooted!(&in(cx) let mut value = UndefinedValue());
    let Some(info) = error_info_from_exception_stack(cx, value.handle_mut()) else {
        // Its description threw in turn.
        jsapi::clear_exception(cx);
        return Some(Exception {
            message: "an exception that cannot be described".to_owned(),
            ..Default::default()
        });
    };
    let info =
        ErrorInfo { message: info.message, filename: info.filename, lineno: info.line, column: info.col };
    Some(describe(cx, info, value.handle()))
}

/// The reason of a rejected promise.
pub(super) fn from_value(cx: &mut JSContext, value: HandleValue) -> Exception {
    let info = ErrorInfo::from_value(cx, value);
    jsapi::clear_exception(cx);
    describe(cx, info, value)
}

fn describe(cx: &mut JSContext, info: ErrorInfo, value: HandleValue) -> Exception {
    let mut message = info.message.strip_prefix(NOT_AN_ERROR).unwrap_or(&info.message).to_owned();
    let mut stack = None;
    if value.is_object() {
        rooted!(&in(cx) let error = value.to_object());
        if jsapi::builtin_class(cx, error.handle()) == ESClass::Error {
            stack = jsapi::error_stack(cx, error.handle());
            // Syntax errors and the like come without their name.
            let name = string_property(cx, error.handle(), c"name").unwrap_or_default();
            if !name.is_empty() && !message.starts_with(&name) {
                message = if message.is_empty() { name } else { format!("{name}: {message}") };
            }
        }
    }
    Exception { message, file: info.filename, line: info.lineno, column: info.column, stack }
}

/// A property if it is a string; getters that throw have none.
pub(super) fn string_property(
    cx: &mut JSContext,
    object: HandleObject,
    name: &std::ffi::CStr,
) -> Option<String> {
    rooted!(&in(cx) let mut value = UndefinedValue());
    if jsapi::property(cx, object, name, value.handle_mut()).is_err() {
        jsapi::clear_exception(cx);
        return None;
    }
    value.is_string().then(|| NonNull::new(value.to_string()).map(|text| jsapi::string(cx, text)))?
}

/// The console text of an error that no script handled.
pub(crate) fn uncaught_error(cx: &mut JSContext, info: &ErrorInfo, value: HandleValue) -> String {
    let info = ErrorInfo {
        message: info.message.clone(),
        filename: info.filename.clone(),
        lineno: info.lineno,
        column: info.column,
    };
    uncaught("", &describe(cx, info, value))
}

/// Tells the embedder of a rejected promise that no script handled.
pub(crate) fn report_rejection(cx: &mut JSContext, global: &GlobalScope, reason: HandleValue) {
    let exception = from_value(cx, reason);
    global.send_to_embedder(EmbedderMsg::ShowConsoleApiMessage(
        global.webview_id(),
        ConsoleLogLevel::Error,
        uncaught("Unhandled promise rejection: ", &exception),
    ));
}

fn uncaught(what: &str, exception: &Exception) -> String {
    let Exception { message, file, line, column, stack } = exception;
    let mut text = format!("{UNCAUGHT}{what}{message}");
    if !file.is_empty() {
        text += &format!(" ({file}:{line}:{column})");
    }
    if let Some(stack) = stack {
        text += "\n";
        text += stack.trim_end();
    }
    text
}
