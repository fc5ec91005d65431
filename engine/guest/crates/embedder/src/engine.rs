//! The one engine of an instance.

use std::cell::RefCell;
use std::rc::Rc;

use coop::{Flow, rank};
use servo::protocol_handler::ProtocolRegistry;
use servo::{EventLoopWaker, Opts, Servo, ServoBuilder, UserContentManager, UserScript, WebViewBuilder};
use wire::{Body, ContextId, Failure, FailureCode, LogLevel, Viewport};

use crate::contexts::{Context, Contexts};
use crate::delegate::{EngineDelegate, PageDelegate};
use crate::paint::SoftwareContext;
use crate::{evaluate, fonts, imports, open, preferences, screenshot, viewport};

pub struct Engine {
    pub servo: Servo,
    pub contexts: Contexts,
    /// Scripts that run in every document before its own.
    user_content: Rc<UserContentManager>,
}

thread_local! {
    static ENGINE: RefCell<Option<Rc<Engine>>> = const { RefCell::new(None) };
}

pub fn get() -> Result<Rc<Engine>, Failure> {
    ENGINE.with_borrow(|engine| engine.clone()).ok_or_else(|| {
        Failure::new(FailureCode::NotStarted, "the engine was not started; send `start` first")
    })
}

/// There is nothing to wake: the host pumps.
#[derive(Clone)]
struct NoWaker;

impl EventLoopWaker for NoWaker {
    fn clone_box(&self) -> Box<dyn EventLoopWaker> {
        Box::new(NoWaker)
    }

    fn wake(&self) {}
}

/// The linker takes only those members of a library that something refers to, and the built-in
/// resources register themselves through a constructor alone.
fn keep_resources() {
    let reader: &dyn servo::resources::ResourceReaderMethods =
        &servo_default_resources::DefaultResourceReader;
    std::hint::black_box(reader);
}

fn build_servo() -> Servo {
    let mut protocols = ProtocolRegistry::default();
    if let Err(error) = protocols.register(open::SCHEME, open::HtmlProtocol) {
        log::error!("documents without a URL cannot be opened: {error:?}");
    }
    let opts = Opts {
        temporary_storage: false,
        multiprocess: false,
        background_hang_monitor: false,
        ..Opts::default()
    };
    ServoBuilder::default()
        .opts(opts)
        .preferences(preferences::preferences())
        .event_loop_waker(Box::new(NoWaker))
        .protocol_registry(protocols)
        .build()
}

/// Boot the engine with one blank page.
pub fn start(size: Viewport, log: LogLevel, user_scripts: Vec<String>) -> Result<Body, Failure> {
    if get().is_ok() {
        return Err(Failure::new(FailureCode::AlreadyStarted, "the engine runs already"));
    }
    viewport::check(&size)?;
    imports::install_logger(log);
    keep_resources();
    crate::stubs::use_memory_databases();
    coop::set_host_wait(imports::wait);
    coop::fonts::set_loader(fonts::load);

    let servo = build_servo();
    servo.set_delegate(Rc::new(EngineDelegate));
    let user_content = Rc::new(UserContentManager::new(&servo));
    for script in user_scripts {
        user_content.add_script(Rc::new(UserScript::from(script)));
    }
    let engine = Rc::new(Engine { servo, contexts: Contexts::default(), user_content });
    ENGINE.set(Some(engine.clone()));
    engine.open_blank(size);

    coop::spawn("Embedder", rank::EMBEDDER, move || {
        move || {
            engine.step();
            Flow::Idle
        }
    });
    coop::spawn("Operations", rank::OPERATIONS, || {
        || {
            let worked = coop::with_rank(rank::SCRIPT, "operation", || {
                evaluate::run_queued() | screenshot::finish_taken()
            });
            // The script's task must look at the timers that this set.
            if worked { Flow::Busy } else { Flow::Idle }
        }
    });
    Ok(Body::Done {})
}

impl Engine {
    fn step(&self) {
        self.servo.spin_event_loop();
        for context in self.contexts.all() {
            if context.frame_ready.replace(false) {
                context.webview.paint();
            }
        }
    }

    /// Open a context with a blank page.
    fn open_blank(&self, size: Viewport) {
        let surface = Rc::new(SoftwareContext::new(viewport::device_size(&size)));
        let builder = WebViewBuilder::new(&self.servo, surface);
        self.open_with(builder, size, None);
    }

    /// Open a context whose page another page asked for.
    pub fn open_for(&self, opener: &Context, request: servo::CreateNewWebViewRequest) {
        let size = opener.viewport.get();
        let surface = Rc::new(SoftwareContext::new(viewport::device_size(&size)));
        self.open_with(request.builder(surface), size, Some(opener.id));
    }

    fn open_with(&self, builder: WebViewBuilder, size: Viewport, opener: Option<ContextId>) {
        let webview = builder
            .delegate(Rc::new(PageDelegate))
            .hidpi_scale_factor(viewport::hidpi_scale(&size))
            .user_content_manager(self.user_content.clone())
            .build();
        let id = self.contexts.next_id();
        self.contexts.add(Rc::new(Context::new(id, webview, size, opener)));
    }

    /// Close a context. A session always has one, so closing the last one opens a blank one; whether
    /// that happened.
    pub fn close(&self, id: ContextId) -> Result<bool, Failure> {
        let size = self.contexts.get(Some(id))?.viewport.get();
        let removed = self.contexts.remove(id);
        let last = self.contexts.is_empty();
        if last {
            self.open_blank(size);
        }
        drop(removed);
        Ok(last)
    }
}
