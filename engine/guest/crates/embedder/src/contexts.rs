//! The top-level browsing contexts (tabs and popups) of the session. Each has a surface of its own,
//! so that any of them can be drawn at its own size at any time.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use servo::{Modifiers, WebView, WebViewId};
use wire::{ContextId, ContextInfo, Effect, Failure, FailureCode, LoadState, Viewport};

use crate::effects;
use crate::open::Staged;

pub struct Context {
    pub id: ContextId,
    pub webview: WebView,
    pub opener: Option<ContextId>,
    pub viewport: Cell<Viewport>,
    /// Length of the session history, and the index of the current entry.
    pub history: Cell<(u32, u32)>,
    pub crashed: RefCell<Option<String>>,
    /// A navigation was asked for and nothing was heard of it yet.
    pub navigating: Cell<bool>,
    pub frame_ready: Cell<bool>,
    /// The document to answer the next request of this context for a page with.
    pub staged: RefCell<Option<Staged>>,
    /// Modifier keys that are down.
    pub held: Cell<Modifiers>,
}

impl Context {
    pub fn new(id: ContextId, webview: WebView, viewport: Viewport, opener: Option<ContextId>) -> Self {
        Self {
            id,
            webview,
            opener,
            viewport: Cell::new(viewport),
            history: Cell::new((1, 0)),
            crashed: RefCell::new(None),
            navigating: Cell::new(false),
            frame_ready: Cell::new(false),
            staged: RefCell::new(None),
            held: Cell::new(Modifiers::empty()),
        }
    }

    pub fn url(&self) -> String {
        self.webview.url().map_or_else(|| "about:blank".to_owned(), String::from)
    }

    pub fn load(&self) -> LoadState {
        if self.navigating.get() {
            return LoadState::Started;
        }
        load_state(self.webview.load_status())
    }

    /// A navigation begins that the engine will tell more about later.
    pub fn navigation_begins(&self) {
        self.navigating.set(true);
        self.crashed.replace(None);
    }
}

pub fn load_state(status: servo::LoadStatus) -> LoadState {
    match status {
        servo::LoadStatus::Started => LoadState::Started,
        servo::LoadStatus::HeadParsed => LoadState::HeadParsed,
        servo::LoadStatus::Complete => LoadState::Complete,
    }
}

#[derive(Default)]
pub struct Contexts {
    list: RefCell<Vec<Rc<Context>>>,
    active: Cell<Option<ContextId>>,
    last_id: Cell<ContextId>,
}

impl Contexts {
    pub fn next_id(&self) -> ContextId {
        self.last_id.set(self.last_id.get() + 1);
        self.last_id.get()
    }

    /// Add a context; the first one becomes active.
    pub fn add(&self, context: Rc<Context>) {
        context.webview.show();
        let first = self.active.get().is_none();
        context.webview.set_focused(first);
        if first {
            self.active.set(Some(context.id));
        }
        effects::push(Effect::ContextOpened {
            context: context.id,
            opener: context.opener,
            url: context.url(),
        });
        self.list.borrow_mut().push(context);
    }

    pub fn all(&self) -> Vec<Rc<Context>> {
        self.list.borrow().clone()
    }

    pub fn by_webview(&self, webview: WebViewId) -> Option<Rc<Context>> {
        self.list.borrow().iter().find(|context| context.webview.id() == webview).cloned()
    }

    /// The context with this number; `None` means the active one.
    pub fn get(&self, id: Option<ContextId>) -> Result<Rc<Context>, Failure> {
        let wanted = id.or(self.active.get());
        let found = self.list.borrow().iter().find(|context| Some(context.id) == wanted).cloned();
        found.ok_or_else(|| {
            let known: Vec<String> =
                self.list.borrow().iter().map(|context| context.id.to_string()).collect();
            Failure::new(
                FailureCode::NoContext,
                format!(
                    "context: {} does not exist; there are: {}",
                    wanted.map_or_else(|| "the active one".to_owned(), |id| id.to_string()),
                    known.join(", ")
                ),
            )
        })
    }

    pub fn activate(&self, id: ContextId) -> Result<(), Failure> {
        self.get(Some(id))?;
        self.active.set(Some(id));
        for context in self.all() {
            context.webview.set_focused(context.id == id);
        }
        Ok(())
    }

    /// Remove a context and make another one active if it was. The caller sees to it that one is left.
    pub fn remove(&self, id: ContextId) -> Option<Rc<Context>> {
        let removed = {
            let mut list = self.list.borrow_mut();
            let position = list.iter().position(|context| context.id == id)?;
            list.remove(position)
        };
        effects::push(Effect::ContextClosed { context: id });
        if self.active.get() == Some(id) {
            self.active.set(None);
            let next = self.list.borrow().last().map(|context| context.id);
            if let Some(next) = next {
                // It is in the list.
                let _ = self.activate(next);
            }
        }
        Some(removed)
    }

    pub fn is_empty(&self) -> bool {
        self.list.borrow().is_empty()
    }

    pub fn info(&self) -> Vec<ContextInfo> {
        let active = self.active.get();
        self.all()
            .iter()
            .map(|context| ContextInfo {
                context: context.id,
                active: Some(context.id) == active,
                url: context.url(),
                title: context.webview.page_title().unwrap_or_default(),
                opener: context.opener,
            })
            .collect()
    }

    /// Nothing more will be heard of a navigation that had no effect (a fragment, a download).
    pub fn navigations_settled(&self) {
        for context in self.list.borrow().iter() {
            context.navigating.set(false);
        }
    }
}
