//! What the engine tells about a page becomes effects.

use std::rc::Rc;

use servo::{
    AllowOrDenyRequest, ConsoleLogLevel, CreateNewWebViewRequest, EmbedderControl, LoadStatus, ServoDelegate,
    ServoError, WebResourceLoad, WebView, WebViewDelegate,
};
use url::Url;
use wire::{DialogKind, Effect};

use crate::contexts::{Context, load_state};
use crate::{console, dialogs, effects, engine, open};

pub struct PageDelegate;

/// The context of a webview; `None` while it is being built or closed.
fn context_of(webview: &WebView) -> Option<Rc<Context>> {
    engine::get().ok()?.contexts.by_webview(webview.id())
}

impl WebViewDelegate for PageDelegate {
    fn notify_url_changed(&self, webview: WebView, url: Url) {
        if let Some(context) = context_of(&webview) {
            context.navigating.set(false);
            effects::push(Effect::UrlChanged { context: context.id, url: url.into() });
        }
    }

    fn notify_page_title_changed(&self, webview: WebView, title: Option<String>) {
        if let Some(context) = context_of(&webview) {
            effects::push(Effect::TitleChanged { context: context.id, title });
        }
    }

    fn notify_load_status_changed(&self, webview: WebView, status: LoadStatus) {
        if let Some(context) = context_of(&webview) {
            context.navigating.set(false);
            effects::push(Effect::LoadChanged { context: context.id, load: load_state(status) });
        }
    }

    fn notify_history_changed(&self, webview: WebView, entries: Vec<Url>, current: usize) {
        if let Some(context) = context_of(&webview) {
            let (length, index) = (entries.len() as u32, current as u32);
            if context.history.replace((length, index)) != (length, index) {
                effects::push(Effect::HistoryChanged { context: context.id, length, index });
            }
        }
    }

    fn notify_new_frame_ready(&self, webview: WebView) {
        if let Some(context) = context_of(&webview) {
            context.frame_ready.set(true);
        }
    }

    fn notify_crashed(&self, webview: WebView, reason: String, backtrace: Option<String>) {
        if let Some(context) = context_of(&webview) {
            log::error!("context {} crashed: {reason}\n{}", context.id, backtrace.unwrap_or_default());
            context.crashed.replace(Some(reason.clone()));
            effects::push(Effect::Crashed { context: context.id, reason });
        }
    }

    fn notify_closed(&self, webview: WebView) {
        if let Some(context) = context_of(&webview)
            && let Ok(engine) = engine::get()
        {
            // It exists.
            let _ = engine.close(context.id);
        }
    }

    fn request_create_new(&self, parent: WebView, request: CreateNewWebViewRequest) {
        if let Some(opener) = context_of(&parent)
            && let Ok(engine) = engine::get()
        {
            engine.open_for(&opener, request);
        }
    }

    /// The host asked for the navigation that unloads the page, or the page itself did; staying would
    /// only surprise both.
    fn request_unload(&self, webview: WebView, request: AllowOrDenyRequest) {
        if let Some(context) = context_of(&webview) {
            dialogs::tell(context.id, DialogKind::BeforeUnload, String::new(), true);
        }
        request.allow();
    }

    /// Everything but dialogs is dropped, which answers it as if the user had closed it.
    fn show_embedder_control(&self, webview: WebView, control: EmbedderControl) {
        if let EmbedderControl::SimpleDialog(dialog) = control
            && let Some(context) = context_of(&webview)
        {
            dialogs::answer(context.id, dialog);
        }
    }

    fn load_web_resource(&self, webview: WebView, load: WebResourceLoad) {
        if let Some(context) = context_of(&webview) {
            open::answer_staged(&context, load);
        }
    }

    fn show_console_message(&self, webview: WebView, level: ConsoleLogLevel, message: String) {
        console::add(context_of(&webview).map(|context| context.id), level, message);
    }
}

pub struct EngineDelegate;

impl ServoDelegate for EngineDelegate {
    fn notify_error(&self, error: ServoError) {
        log::error!("Servo: {error:?}");
    }

    fn show_console_message(&self, level: ConsoleLogLevel, message: String) {
        console::add(None, level, message);
    }
}
