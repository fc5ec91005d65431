//! The calls into SpiderMonkey that the modules beside this one need, made safe: every pointer is rooted,
//! and a failure says whether an exception is pending.

use std::ffi::CStr;
use std::ptr::{self, NonNull};
use std::slice;

use js::context::{JSContext, RawJSContext};
use js::conversions::jsstr_to_string;
use js::glue::{IsWrapper, JS_GetReservedSlot};
use js::jsapi::{
    BigInt, CallArgs, ESClass, GCReason, GetFunctionNativeReserved, HandleValueArray, IsCallable,
    JS_DeprecatedStringHasLatin1Chars, JS_GetFunctionObject, JSCLASS_IS_PROXY, JSFunction, JSObject,
    JSPROP_ENUMERATE, JSString, RegExpFlags, SetFunctionNativeReserved, StackFormat,
};
use js::jsval::{BooleanValue, JSVal, ObjectValue, UndefinedValue};
use js::rust::wrappers2::{
    BigIntToString, BuildStackString, DateGetMsecSinceEpoch, ExceptionStackOrNull, GetArrayLength,
    GetBuiltinClass, GetGCHeapUsage, GetRegExpSource, GetSymbolDescription, JS_CallFunctionValue,
    JS_ClearPendingException, JS_DefineElement, JS_GC, JS_GetElement, JS_GetFunctionId,
    JS_GetLatin1StringCharsAndLength, JS_GetPendingException, JS_GetProperty, JS_GetRegExpFlags,
    JS_GetTwoByteStringCharsAndLength, JS_HasOwnProperty, JS_IsExceptionPending, JS_ValueToFunction,
    MapForEach, NewArrayObject1, NewFunctionWithReserved, ResetRealmMathRandomSeed, SetForEach,
};
use js::rust::{
    HandleObject, HandleValue, MutableHandleObject, MutableHandleValue, get_object_class, is_dom_object,
};
use script_bindings::conversions::is_dom_proxy;

/// A call did not give a value.
pub(super) enum Failed {
    /// An exception is pending on the context.
    Threw,
    /// The host stopped the script, which nothing may catch.
    Stopped,
}

pub(super) fn outcome(cx: &JSContext, succeeded: bool) -> Result<(), Failed> {
    if succeeded {
        Ok(())
    } else if exception_pending(cx) {
        Err(Failed::Threw)
    } else {
        Err(Failed::Stopped)
    }
}

/// The context of this thread.
#[expect(unsafe_code)]
pub(super) fn context() -> Option<JSContext> {
    // SAFETY: the embedder calls at rest (module documentation), so no other `JSContext` is in use.
    unsafe { JSContext::get_from_thread() }
}

#[expect(unsafe_code)]
pub(super) fn heap_bytes(cx: &JSContext) -> u64 {
    // SAFETY: reads a counter of a live context.
    unsafe { GetGCHeapUsage(cx) }
}

#[expect(unsafe_code)]
pub(super) fn collect_garbage(cx: &mut JSContext) {
    // SAFETY: the context is live and no unrooted pointer is held across the call.
    unsafe { JS_GC(cx, GCReason::API) }
}

/// Seeds `Math.random` of the current realm again.
#[expect(unsafe_code)]
pub(super) fn reset_math_random(realm: &JSContext) {
    // SAFETY: the context is live and in a realm.
    unsafe { ResetRealmMathRandomSeed(realm) }
}

#[expect(unsafe_code)]
pub(super) fn exception_pending(cx: &JSContext) -> bool {
    // SAFETY: reads a flag of a live context.
    unsafe { JS_IsExceptionPending(cx) }
}

#[expect(unsafe_code)]
pub(super) fn clear_exception(cx: &JSContext) {
    // SAFETY: the context is live.
    unsafe { JS_ClearPendingException(cx) }
}

/// Moves the pending exception into `value`; `undefined` if there is none to be had.
#[expect(unsafe_code)]
pub(super) fn take_exception(cx: &mut JSContext, mut value: MutableHandleValue) {
    // SAFETY: `value` is rooted by the caller.
    if !unsafe { JS_GetPendingException(cx, value.reborrow()) } {
        value.set(UndefinedValue());
    }
    clear_exception(cx);
}

#[expect(unsafe_code)]
pub(super) fn property(
    cx: &mut JSContext,
    object: HandleObject,
    name: &CStr,
    value: MutableHandleValue,
) -> Result<(), Failed> {
    // SAFETY: object and value are rooted, the name ends with a zero.
    let succeeded = unsafe { JS_GetProperty(cx, object, name.as_ptr(), value) };
    outcome(cx, succeeded)
}

#[expect(unsafe_code)]
pub(super) fn has_own_property(
    cx: &mut JSContext,
    object: HandleObject,
    name: &CStr,
) -> Result<bool, Failed> {
    let mut found = false;
    // SAFETY: the object is rooted, the name ends with a zero, `found` outlives the call.
    let succeeded = unsafe { JS_HasOwnProperty(cx, object, name.as_ptr(), &mut found) };
    outcome(cx, succeeded).map(|()| found)
}

#[expect(unsafe_code)]
pub(super) fn element(
    cx: &mut JSContext,
    object: HandleObject,
    index: u32,
    value: MutableHandleValue,
) -> Result<(), Failed> {
    // SAFETY: object and value are rooted.
    let succeeded = unsafe { JS_GetElement(cx, object, index, value) };
    outcome(cx, succeeded)
}

#[expect(unsafe_code)]
pub(super) fn array_length(cx: &mut JSContext, object: HandleObject) -> Result<u32, Failed> {
    let mut length = 0;
    // SAFETY: the object is rooted, `length` outlives the call.
    let succeeded = unsafe { GetArrayLength(cx, object, &mut length) };
    outcome(cx, succeeded).map(|()| length)
}

/// Calls `function` on `object` without arguments.
#[expect(unsafe_code)]
pub(super) fn call(
    cx: &mut JSContext,
    object: HandleObject,
    function: HandleValue,
    result: MutableHandleValue,
) -> Result<(), Failed> {
    // SAFETY: all three are rooted.
    let succeeded = unsafe { JS_CallFunctionValue(cx, object, function, &HandleValueArray::empty(), result) };
    outcome(cx, succeeded)
}

#[expect(unsafe_code)]
pub(super) fn is_callable(object: HandleObject) -> bool {
    // SAFETY: the object is rooted and not null.
    unsafe { IsCallable(object.get()) }
}

/// The builtin class, looking through wrappers of other compartments.
#[expect(unsafe_code)]
pub(super) fn builtin_class(cx: &mut JSContext, object: HandleObject) -> ESClass {
    let mut class = ESClass::Other;
    // SAFETY: the object is rooted, `class` outlives the call.
    if !unsafe { GetBuiltinClass(cx, object, &mut class) } {
        clear_exception(cx);
        return ESClass::Other;
    }
    class
}

/// The engine's name of an object's class, which pages cannot change.
#[expect(unsafe_code)]
pub(super) fn class_name(object: HandleObject) -> String {
    // SAFETY: the object is rooted; classes are static and their names end with a zero.
    unsafe {
        let class = get_object_class(object.get());
        CStr::from_ptr((*class).name).to_string_lossy().into_owned()
    }
}

/// Whether an object is a `Proxy` of the page: reading it could run arbitrary script, and its traps
/// could describe anything. The browser's own proxies and wrappers of other compartments are not meant.
#[expect(unsafe_code)]
pub(super) fn is_scripted_proxy(object: HandleObject) -> bool {
    // SAFETY: the object is rooted and not null.
    let is_wrapper = unsafe { IsWrapper(object.get()) };
    is_proxy(object) && !is_wrapper && !is_platform_object(object) && class_name(object) == "Proxy"
}

#[expect(unsafe_code)]
fn is_proxy(object: HandleObject) -> bool {
    // SAFETY: the object is rooted, its class is static.
    unsafe { (*get_object_class(object.get())).flags & JSCLASS_IS_PROXY != 0 }
}

/// Whether an object is implemented by the browser.
#[expect(unsafe_code)]
pub(super) fn is_platform_object(object: HandleObject) -> bool {
    // SAFETY: the object is rooted and not null.
    unsafe { is_dom_object(object.get()) || is_dom_proxy(object.get()) }
}

/// The primitive inside a `Number`, `String`, `Boolean` or `BigInt` object; `undefined` for one of another compartment.
#[expect(unsafe_code)]
pub(super) fn unbox(object: HandleObject, mut value: MutableHandleValue) {
    value.set(UndefinedValue());
    if !is_proxy(object) {
        let mut primitive = UndefinedValue();
        // SAFETY: objects of these classes keep their primitive in slot 0, and this is no wrapper of one.
        unsafe { JS_GetReservedSlot(object.get(), 0, &mut primitive) };
        value.set(primitive);
    }
}

#[expect(unsafe_code)]
pub(super) fn date_ms(cx: &mut JSContext, object: HandleObject) -> Result<f64, Failed> {
    let mut time = f64::NAN;
    // SAFETY: the object is rooted, `time` outlives the call.
    let succeeded = unsafe { DateGetMsecSinceEpoch(cx, object, &mut time) };
    outcome(cx, succeeded).map(|()| time)
}

#[expect(unsafe_code)]
pub(super) fn regexp(cx: &mut JSContext, object: HandleObject) -> Option<(String, String)> {
    let mut flags = RegExpFlags { flags_: 0 };
    // SAFETY: the object is a rooted regular expression (the caller looked at its class), `flags` outlives the call.
    let source = unsafe {
        JS_GetRegExpFlags(cx, object, &mut flags);
        GetRegExpSource(cx, object)
    };
    // The bits of js/RegExpFlags.h in the order of `RegExp.prototype.flags`.
    const LETTERS: [(u8, char); 8] = [
        (0x40, 'd'),
        (0x02, 'g'),
        (0x01, 'i'),
        (0x04, 'm'),
        (0x20, 's'),
        (0x10, 'u'),
        (0x80, 'v'),
        (0x08, 'y'),
    ];
    let flags =
        LETTERS.iter().filter(|(bit, _)| flags.flags_ & bit != 0).map(|&(_, letter)| letter).collect();
    Some((string(cx, NonNull::new(source)?), flags))
}

#[expect(unsafe_code)]
pub(super) fn bigint_digits(cx: &mut JSContext, value: HandleValue) -> Option<String> {
    rooted!(&in(cx) let bigint: *mut BigInt = value.to_bigint());
    // SAFETY: the BigInt is rooted.
    let digits = unsafe { BigIntToString(cx, bigint.handle(), 10) };
    Some(string(cx, NonNull::new(digits)?))
}

#[expect(unsafe_code)]
pub(super) fn symbol_description(cx: &mut JSContext, value: HandleValue) -> Option<String> {
    rooted!(&in(cx) let symbol = value.to_symbol());
    // SAFETY: the symbol is rooted.
    let description = unsafe { GetSymbolDescription(symbol.handle()) };
    Some(string(cx, NonNull::new(description)?))
}

/// The name of a function that it was defined with, empty for anonymous ones and callable objects.
#[expect(unsafe_code)]
pub(super) fn function_name(cx: &mut JSContext, value: HandleValue) -> String {
    // SAFETY: value, function and name are rooted.
    unsafe {
        rooted!(&in(cx) let function: *mut JSFunction = JS_ValueToFunction(cx, value));
        if function.is_null() {
            clear_exception(cx);
            return String::new();
        }
        rooted!(&in(cx) let mut name = ptr::null_mut::<JSString>());
        if !JS_GetFunctionId(cx, function.handle(), name.handle_mut()) {
            clear_exception(cx);
            return String::new();
        }
        NonNull::new(name.get()).map_or_else(String::new, |name| string(cx, name))
    }
}

/// The engine's own record of where an error was made, whatever the page did to its `stack` property.
#[expect(unsafe_code)]
pub(super) fn error_stack(cx: &mut JSContext, error: HandleObject) -> Option<String> {
    rooted!(&in(cx) let mut text = ptr::null_mut::<JSString>());
    // SAFETY: all objects are rooted. Null principals see all frames (`dom/bindings/principals.rs`).
    unsafe {
        rooted!(&in(cx) let stack = ExceptionStackOrNull(error));
        if stack.is_null() {
            return None;
        }
        if !BuildStackString(cx, ptr::null_mut(), stack.handle(), text.handle_mut(), 0, StackFormat::Default)
        {
            clear_exception(cx);
            return None;
        }
    }
    let text = string(cx, NonNull::new(text.get())?);
    (!text.is_empty()).then_some(text)
}

#[expect(unsafe_code)]
pub(super) fn string(cx: &JSContext, string: NonNull<JSString>) -> String {
    // SAFETY: strings are copied at once, before anything can collect them.
    unsafe { jsstr_to_string(cx, string) }
}

/// Calls `latin1` or `utf16` with the characters of a string. `false` when memory ran out.
#[expect(unsafe_code)]
pub(super) fn with_characters(
    cx: &JSContext,
    string: NonNull<JSString>,
    latin1: impl FnOnce(&[u8]),
    utf16: impl FnOnce(&[u16]),
) -> bool {
    let mut length = 0;
    // SAFETY: the slices end before anything can move or free the string: `cx` is shared, so nothing collects
    // garbage, and both closures only copy.
    unsafe {
        if JS_DeprecatedStringHasLatin1Chars(string.as_ptr()) {
            let characters = JS_GetLatin1StringCharsAndLength(cx, string.as_ptr(), &mut length);
            if characters.is_null() {
                return false;
            }
            latin1(slice::from_raw_parts(characters, length));
        } else {
            let characters = JS_GetTwoByteStringCharsAndLength(cx, string.as_ptr(), &mut length);
            if characters.is_null() {
                return false;
            }
            utf16(slice::from_raw_parts(characters, length));
        }
    }
    true
}

/// Fills a new array with the contents of a `Map` (key, value, key, value...) or `Set`, by the engine's own iteration:
/// a page may have replaced that of the prototypes.
#[expect(unsafe_code)]
pub(super) fn collection_items(
    cx: &mut JSContext,
    collection: HandleObject,
    is_map: bool,
    mut items: MutableHandleObject,
) -> Result<(), Failed> {
    // SAFETY: everything that lives across a call is rooted; `collect` finds its array in the reserved slots.
    unsafe {
        items.set(NewArrayObject1(cx, 0));
        rooted!(&in(cx) let function = NewFunctionWithReserved(cx, Some(collect), 2, 0, ptr::null()));
        if items.is_null() || function.is_null() {
            return Err(Failed::Threw);
        }
        rooted!(&in(cx) let callback = JS_GetFunctionObject(function.get()));
        SetFunctionNativeReserved(callback.get(), SLOT_ITEMS, &ObjectValue(items.get()));
        SetFunctionNativeReserved(callback.get(), SLOT_IS_MAP, &BooleanValue(is_map));
        rooted!(&in(cx) let callback = ObjectValue(callback.get()));
        let visit = if is_map { MapForEach } else { SetForEach };
        let succeeded = visit(cx, collection, callback.handle(), HandleValue::undefined());
        outcome(cx, succeeded)
    }
}

const SLOT_ITEMS: usize = 0;
const SLOT_IS_MAP: usize = 1;

/// Called with value and key of each entry.
#[expect(unsafe_code)]
unsafe extern "C" fn collect(cx: *mut RawJSContext, argc: u32, vp: *mut JSVal) -> bool {
    // SAFETY: SpiderMonkey calls natives with its live context, `argc` arguments at `vp`, and this function as callee,
    // whose slots `collection_items` has filled.
    unsafe {
        let Some(cx) = NonNull::new(cx) else { return false };
        let mut cx = JSContext::from_ptr(cx);
        let cx = &mut cx;
        let arguments = CallArgs::from_vp(vp, argc);
        arguments.rval().set(UndefinedValue());
        let is_map = (*GetFunctionNativeReserved(arguments.callee(), SLOT_IS_MAP)).to_boolean();
        let items = (*GetFunctionNativeReserved(arguments.callee(), SLOT_ITEMS)).to_object();
        rooted!(&in(cx) let items: *mut JSObject = items);

        let mut length = 0;
        if !GetArrayLength(cx, items.handle(), &mut length) {
            return false;
        }
        let value = HandleValue::from_raw(arguments.get(0));
        let enumerable = JSPROP_ENUMERATE as u32;
        if is_map {
            let key = HandleValue::from_raw(arguments.get(1));
            JS_DefineElement(cx, items.handle(), length, key, enumerable)
                && JS_DefineElement(cx, items.handle(), length + 1, value, enumerable)
        } else {
            JS_DefineElement(cx, items.handle(), length, value, enumerable)
        }
    }
}
