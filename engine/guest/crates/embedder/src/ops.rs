//! Operations: one request, one reply.

use std::rc::Rc;

use coop::rank;
use servo::PrefValue;
use wire::{Body, ContextId, Failure, FailureCode, Op, Page, Reply, Target};

use crate::contexts::Context;
use crate::engine::{self, Engine};
use crate::screenshot::page_failure;
use crate::{
    capabilities, console, dialogs, evaluate, fonts, idle, input, interrupt, memory, open, pump, random,
    screenshot, viewport,
};

/// Nodes of one accessibility tree at most.
const NODES: u32 = 100_000;
/// Longest user agent or locale.
const CLIENT_BYTES: usize = 1_024;
const HISTORY_STEPS: i32 = 1_000;

/// Answer one encoded operation.
pub fn call(request: &[u8]) -> Reply {
    let result = wire::decode::<Op>(request).and_then(|operation| {
        interrupt::forget_request();
        dispatch(operation)
    });
    result.unwrap_or_else(|failure| Reply::Error { failure })
}

fn dispatch(operation: Op) -> Result<Reply, Failure> {
    match operation {
        Op::Evaluate { context, script, await_promise, deadline_ms: _ } => {
            let context = context_of(context)?;
            Ok(evaluate::queue(&context, script, await_promise))
        }
        Op::Screenshot { context, area, format } => {
            let context = context_of(context)?;
            in_script("screenshot", || screenshot::take(&context, area, format))
        }
        operation => immediate(operation).map(|body| Reply::Ok { body }),
    }
}

fn context_of(id: Option<ContextId>) -> Result<Rc<Context>, Failure> {
    engine::get()?.contexts.get(id)
}

/// Code that asks the script side, which may wait for everything below it.
fn in_script<R>(name: &str, act: impl FnOnce() -> R) -> R {
    coop::with_rank(rank::SCRIPT, name, act)
}

/// Code that asks the embedder's side, and must not step the embedder itself.
fn in_embedder<R>(name: &str, act: impl FnOnce() -> R) -> R {
    coop::with_rank(rank::EMBEDDER, name, act)
}

fn immediate(operation: Op) -> Result<Body, Failure> {
    match operation {
        Op::Start { viewport, log, user_scripts } => {
            let body = in_embedder("start", || engine::start(viewport, log, user_scripts))?;
            pump::settle_new_context();
            Ok(body)
        }
        Op::Font { faces, data, host_font } => {
            fonts::announce(faces, data.map(serde_bytes::ByteBuf::into_vec), host_font)
        }
        Op::Capabilities {} => Ok(capabilities::capabilities()),
        Op::Describe {} => Ok(Body::Description { text: coop::describe() }),
        Op::Console {} => Ok(console::take()),
        Op::Dialogs { policy } => {
            dialogs::set_policy(policy);
            Ok(Body::Done {})
        }
        operation => {
            let engine = engine::get()?;
            started(&engine, operation)
        }
    }
}

fn started(engine: &Engine, operation: Op) -> Result<Body, Failure> {
    let get = |context| engine.contexts.get(context);
    match operation {
        Op::Reseed { entropy } => in_script("reseed", || random::reseed(&entropy)),
        Op::Emulate { user_agent, locale } => emulate(engine, user_agent, locale),
        Op::Open { context, source } => {
            let context = get(context)?;
            in_embedder("open", || open::open(&context, source))
        }
        Op::Input { context, input } => {
            let context = get(context)?;
            in_embedder("input", || input::send(&context, input))
        }
        Op::Viewport { context, viewport } => {
            let context = get(context)?;
            in_embedder("viewport", || viewport::set(&context, viewport))
        }
        Op::History { context, delta } => {
            let context = get(context)?;
            in_embedder("history", || traverse(&context, delta))
        }
        Op::Reload { context } => {
            let context = get(context)?;
            context.navigation_begins();
            in_embedder("reload", || context.webview.reload());
            Ok(Body::Navigating { traversed: true })
        }
        Op::Stop { context } => {
            let context = get(context)?;
            context.staged.replace(None);
            context.navigating.set(false);
            let webview = context.webview.id();
            in_script("stop", || {
                let script = "window.stop()".to_owned();
                script::embedding::evaluate(webview, script, false, Box::new(|_| {}));
            });
            Ok(Body::Done {})
        }
        Op::Page { context, text_chars } => {
            let context = get(context)?;
            in_script("page", || page(&context, text_chars))
        }
        Op::Locate { context, target } => {
            let webview = get(context)?.webview.id();
            let located = in_script("locate", || script::embedding::locate(webview, &target));
            Ok(Body::Located { element: located.map_err(page_failure)? })
        }
        Op::Accessibility { context, root, limit } => {
            let context = get(context)?;
            in_script("accessibility", || accessibility(&context, root.as_ref(), limit))
        }
        Op::Idle { context } => {
            let context = get(context)?;
            in_script("idle", || idle::idle(&context))
        }
        Op::Memory { compact } => Ok(in_script("memory", || memory::memory(compact))),
        Op::Contexts {} => Ok(Body::Contexts { contexts: engine.contexts.info() }),
        Op::Activate { context } => {
            in_embedder("activate", || engine.contexts.activate(context))?;
            Ok(Body::Done {})
        }
        Op::CloseContext { context } => {
            if in_embedder("close", || engine.close(context))? {
                pump::settle_new_context();
            }
            Ok(Body::Done {})
        }
        Op::Evaluate { .. }
        | Op::Screenshot { .. }
        | Op::Start { .. }
        | Op::Font { .. }
        | Op::Capabilities {}
        | Op::Describe {}
        | Op::Console {}
        | Op::Dialogs { .. } => {
            Err(Failure::new(FailureCode::Internal, "the operation was dispatched to the wrong place"))
        }
    }
}

fn emulate(engine: &Engine, user_agent: Option<String>, locale: Option<String>) -> Result<Body, Failure> {
    let settings = [("user_agent", "user_agent", user_agent), ("locale", "intl_locale_override", locale)];
    for (field, _, value) in &settings {
        let Some(value) = value else { continue };
        let printable = value.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if value.is_empty() || value.len() > CLIENT_BYTES || !printable {
            let message = format!("{field}: must be 1 to {CLIENT_BYTES} printable ASCII characters");
            return Err(Failure::new(FailureCode::BadArgument, message));
        }
    }
    for (_, preference, value) in settings {
        if let Some(value) = value {
            engine.servo.set_preference(preference, PrefValue::Str(value));
        }
    }
    Ok(Body::Done {})
}

fn traverse(context: &Context, delta: i32) -> Result<Body, Failure> {
    if delta.abs() > HISTORY_STEPS {
        let message = format!("delta: {delta}, must be within ±{HISTORY_STEPS}");
        return Err(Failure::new(FailureCode::BadArgument, message));
    }
    let (length, index) = context.history.get();
    let wanted = i64::from(index) + i64::from(delta);
    if delta == 0 || wanted < 0 || wanted >= i64::from(length) {
        return Ok(Body::Navigating { traversed: false });
    }
    context.navigation_begins();
    let steps = delta.unsigned_abs() as usize;
    if delta < 0 {
        context.webview.go_back(steps)
    } else {
        context.webview.go_forward(steps)
    };
    Ok(Body::Navigating { traversed: true })
}

fn page(context: &Context, text_chars: u32) -> Result<Body, Failure> {
    let details = script::embedding::page(context.webview.id(), text_chars as usize).map_err(page_failure)?;
    let (history_length, history_index) = context.history.get();
    Ok(Body::Page {
        page: Page {
            url: context.url(),
            title: context.webview.page_title().unwrap_or_default(),
            load: context.load(),
            details,
            viewport: context.viewport.get(),
            history_length,
            history_index,
            crashed: context.crashed.borrow().clone(),
        },
    })
}

fn accessibility(context: &Context, root: Option<&Target>, limit: u32) -> Result<Body, Failure> {
    if !(1..=NODES).contains(&limit) {
        let message = format!("limit: {limit}, must be 1 to {NODES} nodes");
        return Err(Failure::new(FailureCode::BadArgument, message));
    }
    let tree =
        script::embedding::accessibility(context.webview.id(), root, limit as usize).map_err(page_failure)?;
    Ok(Body::Accessibility { tree })
}
