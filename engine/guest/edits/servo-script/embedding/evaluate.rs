//! Running a script in a page and waiting for what it returns.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use inspection::{EvaluateError, Evaluation};
use js::context::JSContext;
use js::jsval::UndefinedValue;
use js::panic::maybe_resume_unwind;
use js::realm::CurrentRealm;
use js::rust::wrappers2::{CallOriginalPromiseResolve, Compile1, JS_ExecuteScript};
use js::rust::{HandleValue, MutableHandleValue, transform_str_to_source_text};
use script_bindings::settings_stack::run_a_script;
use servo_base::id::{PipelineId, WebViewId};

use super::{errors, top_document, values, with_script};
use crate::DomTypeHolder;
use crate::dom::globalscope::GlobalScope;
use crate::dom::globalscope::script_execution::{
    ScriptOptions, fill_compile_options, maybe_associate_with_script,
};
use crate::dom::promise::Promise;
use crate::dom::promisenativehandler::{Callback, PromiseNativeHandler};
use crate::modules::script_module::ScriptFetchOptions;
use crate::realms::enter_auto_realm;

/// What a script is called in its errors and stacks.
const FILE: &str = "evaluate";

type Outcome = Result<Evaluation, EvaluateError>;
type Done = Box<dyn FnOnce(Outcome)>;

/// An evaluation whose promise has not settled.
struct Waiting {
    webview: WebViewId,
    pipeline: PipelineId,
    done: Done,
}

thread_local! {
    static WAITING: RefCell<BTreeMap<u64, Waiting>> = const { RefCell::new(BTreeMap::new()) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
}

/// Runs a classic script in the active document of a webview's top-level browsing context, then a
/// microtask checkpoint, as for any script. Errors go to `done` alone: neither `window.onerror` nor the
/// console hears of them, and the page's content security policy does not apply.
///
/// With `await_promise` the completion value is awaited as by `await`; `done` may then be called from
/// within later script. It must only store its argument.
pub fn evaluate(webview: WebViewId, script: String, await_promise: bool, done: Box<dyn FnOnce(Outcome)>) {
    let Some(document) = top_document(webview) else {
        return done(Err(EvaluateError::NoDocument));
    };
    let window = document.window();
    let id = NEXT.replace(NEXT.get() + 1);
    let pipeline = window.pipeline_id();
    WAITING.with_borrow_mut(|waiting| waiting.insert(id, Waiting { webview, pipeline, done }));
    let finished = with_script(|cx, script_thread| {
        let global = window.as_global_scope();
        let mut realm = enter_auto_realm(cx, global);
        let cx = &mut realm.current_realm();
        let outcome = run_a_script::<DomTypeHolder, _, _>(cx, global, |cx| {
            rooted!(&in(cx) let mut value = UndefinedValue());
            if let Err(failure) = execute(cx, global, &script, value.handle_mut()) {
                return Some(failure);
            }
            if await_promise && value.is_object() {
                return settle_later(cx, global, value.handle(), id);
            }
            Some(described(cx, value.handle()))
        });
        script_thread.schedule_rendering_after_embedder_call(cx);
        outcome
    });
    match finished {
        Some(Some(outcome)) => finish(id, outcome),
        Some(None) => {}
        None => finish(id, Err(EvaluateError::NoDocument)),
    }
}

/// Ends the evaluations that wait for a promise, of one webview or of all, with [`EvaluateError::Stopped`]:
/// a script that was stopped in between never settles its promise.
pub fn stop_evaluations(webview: Option<WebViewId>) {
    finish_where(|waiting| webview.is_none_or(|webview| waiting.webview == webview), EvaluateError::Stopped);
}

/// A document was closed or is kept only for the history: its promises settle no more.
pub(crate) fn document_left(pipeline: PipelineId) {
    finish_where(|waiting| waiting.pipeline == pipeline, EvaluateError::Navigated);
}

fn finish_where(is_meant: impl Fn(&Waiting) -> bool, error: EvaluateError) {
    let ids: Vec<u64> = WAITING.with_borrow(|waiting| {
        waiting.iter().filter(|(_, waiting)| is_meant(waiting)).map(|(&id, _)| id).collect()
    });
    ids.into_iter().for_each(|id| finish(id, Err(error)));
}

/// Answers an evaluation unless that was done before.
fn finish(id: u64, outcome: Outcome) {
    if let Some(waiting) = WAITING.with_borrow_mut(|waiting| waiting.remove(&id)) {
        (waiting.done)(outcome);
    }
}

/// Puts the script's completion value into `value`.
#[expect(unsafe_code)]
fn execute(
    cx: &mut CurrentRealm,
    global: &GlobalScope,
    script: &str,
    value: MutableHandleValue,
) -> Result<(), Outcome> {
    let options = fill_compile_options(cx, FILE, ScriptOptions::ReturnsAValue, None, 1);
    let mut source = transform_str_to_source_text(script);
    // SAFETY: options and source outlive the call, the script is rooted.
    rooted!(&in(cx) let compiled = unsafe { Compile1(cx, options.ptr, &mut source) });
    if compiled.is_null() {
        return Err(failure(cx));
    }
    // Imports of the script resolve like those of the page.
    let fetch_options = ScriptFetchOptions::default_classic_script();
    maybe_associate_with_script(cx, compiled.handle(), global.api_base_url(), fetch_options);
    // SAFETY: script and value are rooted.
    let succeeded = unsafe { JS_ExecuteScript(cx, compiled.handle(), value) };
    maybe_resume_unwind();
    if succeeded { Ok(()) } else { Err(failure(cx)) }
}

/// Answers when `value` has settled, or at once if it cannot be awaited.
#[expect(unsafe_code)]
fn settle_later(cx: &mut CurrentRealm, global: &GlobalScope, value: HandleValue, id: u64) -> Option<Outcome> {
    // SAFETY: the value is rooted, and so is the result.
    rooted!(&in(cx) let promise = unsafe { CallOriginalPromiseResolve(cx, value) });
    if promise.is_null() {
        return Some(failure(cx));
    }
    let promise = Promise::new_with_js_promise(cx, promise.handle());
    let settled = |rejected| Some(Box::new(Settled { id, rejected }) as Box<dyn Callback>);
    let handler = PromiseNativeHandler::new(cx, global, settled(false), settled(true));
    promise.append_native_handler(cx, &handler);
    None
}

#[derive(JSTraceable, MallocSizeOf)]
struct Settled {
    id: u64,
    rejected: bool,
}

impl Callback for Settled {
    fn callback(&self, cx: &mut CurrentRealm, value: HandleValue) {
        if !WAITING.with_borrow(|waiting| waiting.contains_key(&self.id)) {
            return;
        }
        let outcome = if self.rejected {
            Ok(Evaluation::Exception { exception: errors::from_value(cx, value) })
        } else {
            described(cx, value)
        };
        finish(self.id, outcome);
    }
}

fn described(cx: &mut JSContext, value: HandleValue) -> Outcome {
    values::describe(cx, value).map_err(|values::Stopped| EvaluateError::Stopped)
}

/// Takes the pending exception; without one the script was stopped.
fn failure(cx: &mut JSContext) -> Outcome {
    match errors::take_pending(cx) {
        Some(exception) => Ok(Evaluation::Exception { exception }),
        None => Err(EvaluateError::Stopped),
    }
}
