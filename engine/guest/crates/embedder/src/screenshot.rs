//! Screenshots of the viewport, the whole page, a part of it or an element.
//!
//! What lies outside of the viewport is drawn strip by strip on a surface that does not show the
//! viewport (`strips.rs`). Such a screenshot has the surface to itself, so all others wait for it.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use servo::{RgbaImage, ScreenshotCaptureError};
use wire::{
    Area, Body, ContextId, Failure, FailureCode, ImageFormat, PageError, PendingId, Rect, Reply, Target,
};

use crate::contexts::Context;
use crate::effects::Pending;
use crate::strips::Strips;
use crate::viewport::scale_factor;
use crate::{engine, pictures};

/// Largest coordinate of a clip, in CSS pixels.
const CLIP_PX: f64 = 1_000_000.0;

/// Which part of the picture is wanted.
enum Part {
    Viewport,
    /// In view, in CSS pixels of the page.
    Clip(Rect),
    /// In view. It is looked for again when the picture is there, since layout may have moved it.
    Element(Target),
    /// Not, or not wholly, in view.
    Beyond(Strips),
}

struct Shot {
    context: ContextId,
    part: Part,
    format: ImageFormat,
    pending: Pending,
}

/// A screenshot that waits for one that has the surface to itself.
struct Waiting {
    context: ContextId,
    area: Area,
    format: ImageFormat,
    pending: Pending,
}

/// A picture, or the news that the page closed before it was taken.
type Taken = Option<Result<RgbaImage, ScreenshotCaptureError>>;

#[derive(Default)]
struct Studio {
    shots: BTreeMap<PendingId, Shot>,
    waiting: VecDeque<Waiting>,
    /// One of the shots is drawn in strips.
    strips: bool,
    /// Pictures are finished in the operations' task: there layout may be asked, which the painter
    /// that takes them must not.
    taken: Vec<(PendingId, Taken)>,
}

thread_local! {
    static STUDIO: RefCell<Studio> = RefCell::default();
}

/// Tells when a picture is taken, or will never be.
struct Ticket(Option<PendingId>);

impl Ticket {
    fn deliver(mut self, image: Result<RgbaImage, ScreenshotCaptureError>) {
        if let Some(id) = self.0.take() {
            STUDIO.with_borrow_mut(|studio| studio.taken.push((id, Some(image))));
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(id) = self.0.take() {
            STUDIO.with_borrow_mut(|studio| studio.taken.push((id, None)));
        }
    }
}

fn bad(message: String) -> Failure {
    Failure::new(FailureCode::BadArgument, message)
}

pub fn page_failure(error: PageError) -> Failure {
    match error {
        PageError::NoDocument => Failure::new(FailureCode::NoContext, "context: it has no document"),
        PageError::NoElement(what) => Failure::new(FailureCode::NoElement, what),
        PageError::NotVisible(what) => Failure::new(FailureCode::NotVisible, what),
        PageError::BadSelector(what) => Failure::new(FailureCode::BadArgument, what),
    }
}

/// Take a screenshot. Must be called at rest, at the rank of script.
pub fn take(context: &Rc<Context>, area: Area, format: ImageFormat) -> Result<Reply, Failure> {
    pictures::check(format)?;
    if STUDIO.with_borrow(|studio| studio.strips) {
        let pending = Pending::begin();
        let id = pending.id();
        let waiting = Waiting { context: context.id, area, format, pending };
        STUDIO.with_borrow_mut(|studio| studio.waiting.push_back(waiting));
        return Ok(Reply::Pending { id });
    }
    let part = plan(context, area)?;
    let pending = Pending::begin();
    let id = pending.id();
    begin(context, part, format, pending);
    Ok(Reply::Pending { id })
}

fn begin(context: &Context, part: Part, format: ImageFormat, pending: Pending) {
    let id = pending.id();
    if let Part::Beyond(strips) = &part {
        STUDIO.with_borrow_mut(|studio| studio.strips = true);
        strips.prepare(context);
    }
    let shot = Shot { context: context.id, part, format, pending };
    STUDIO.with_borrow_mut(|studio| studio.shots.insert(id, shot));
    capture(context, id);
}

fn capture(context: &Context, id: PendingId) {
    let ticket = Ticket(Some(id));
    context.webview.take_screenshot(None, move |image| ticket.deliver(image));
}

fn clip_rect(x: f64, y: f64, width: f64, height: f64) -> Result<Rect, Failure> {
    let numbers = [x, y, width, height];
    if numbers.iter().any(|value| !value.is_finite() || *value < 0.0) || width < 1.0 || height < 1.0 {
        return Err(bad(format!(
            "area: clip {x}, {y}, {width} x {height}; must not be negative and have at least one pixel"
        )));
    }
    if numbers.iter().any(|value| *value > CLIP_PX) {
        let message = format!("area: clip {x}, {y}, {width} x {height}; limit {CLIP_PX} CSS pixels");
        return Err(Failure::new(FailureCode::TooLarge, message));
    }
    Ok(Rect { x, y, width, height })
}

fn plan(context: &Context, area: Area) -> Result<Part, Failure> {
    let webview = context.webview.id();
    let viewport = context.viewport.get();
    let (width, height) = (f64::from(viewport.width), f64::from(viewport.height));
    let details = || script::embedding::page(webview, 0).map_err(page_failure);
    let (part, rect, details) = match area {
        Area::Viewport {} => return Ok(Part::Viewport),
        Area::FullPage {} => {
            let details = details()?;
            let height = details.document_height.max(height);
            let whole = Rect { x: 0.0, y: 0.0, width, height };
            (Part::Clip(whole), whole, details)
        }
        Area::Clip { x, y, width, height } => {
            let rect = clip_rect(x, y, width, height)?;
            (Part::Clip(rect), rect, details()?)
        }
        Area::Element { target } => {
            let located = script::embedding::locate(webview, &target).map_err(page_failure)?;
            let details = details()?;
            let rect = Rect {
                x: located.rect.x + details.scroll_x,
                y: located.rect.y + details.scroll_y,
                ..located.rect
            };
            if rect.width < 1.0 || rect.height < 1.0 {
                let message = format!("area: {} has no size", located.element);
                return Err(Failure::new(FailureCode::NotVisible, message));
            }
            (Part::Element(target), rect, details)
        }
    };
    let scroll = (details.scroll_x, details.scroll_y);
    let in_view = rect.x >= scroll.0
        && rect.y >= scroll.1
        && rect.x + rect.width <= scroll.0 + width
        && rect.y + rect.height <= scroll.1 + height;
    if in_view {
        return Ok(part);
    }
    Ok(Part::Beyond(Strips::new(&viewport, rect, scroll)?))
}

/// Go on with what was taken; whether there was anything. Must be called at rest, at the rank of
/// script.
pub fn finish_taken() -> bool {
    let taken = STUDIO.with_borrow_mut(|studio| std::mem::take(&mut studio.taken));
    let any = !taken.is_empty();
    for (id, image) in taken {
        let Some(shot) = STUDIO.with_borrow_mut(|studio| studio.shots.remove(&id)) else { continue };
        go_on(id, shot, image);
    }
    any
}

fn go_on(id: PendingId, shot: Shot, taken: Taken) {
    let Shot { context: number, part, format, pending } = shot;
    let context = engine::get().and_then(|engine| engine.contexts.get(Some(number)));
    let (Ok(context), Some(image)) = (context, taken) else {
        // Dropping the operation answers it.
        if matches!(part, Part::Beyond(_)) {
            surface_is_free();
        }
        return;
    };
    let image = image.map_err(|error| Failure::new(FailureCode::Internal, format!("screenshot: {error:?}")));
    let picture = match part {
        Part::Viewport => image,
        Part::Clip(rect) => image.and_then(|image| cut_clip(&context, image, rect)),
        Part::Element(target) => image.and_then(|image| cut_element(&context, image, &target)),
        Part::Beyond(mut strips) => {
            if let Ok(image) = &image
                && strips.add(image)
            {
                strips.show_next(&context);
                let part = Part::Beyond(strips);
                let shot = Shot { context: number, part, format, pending };
                STUDIO.with_borrow_mut(|studio| studio.shots.insert(id, shot));
                capture(&context, id);
                return;
            }
            strips.restore(&context);
            let picture = image.and_then(|_| strips.picture());
            surface_is_free();
            picture
        }
    };
    pending
        .finish(picture.and_then(|picture| -> Result<Body, Failure> { pictures::encode(picture, format) }));
}

/// Begin the screenshots that waited, up to the next one that needs the surface for itself.
fn surface_is_free() {
    STUDIO.with_borrow_mut(|studio| studio.strips = false);
    while let Some(waiting) =
        STUDIO.with_borrow_mut(|studio| if studio.strips { None } else { studio.waiting.pop_front() })
    {
        let Waiting { context, area, format, pending } = waiting;
        let planned = engine::get()
            .and_then(|engine| engine.contexts.get(Some(context)))
            .and_then(|context| plan(&context, area).map(|part| (context, part)));
        match planned {
            Ok((context, part)) => begin(&context, part, format, pending),
            Err(failure) => pending.finish(Err(failure)),
        }
    }
}

fn cut_clip(context: &Context, image: RgbaImage, rect: Rect) -> Result<RgbaImage, Failure> {
    let details = script::embedding::page(context.webview.id(), 0).map_err(page_failure)?;
    cut(context, image, Rect { x: rect.x - details.scroll_x, y: rect.y - details.scroll_y, ..rect })
}

fn cut_element(context: &Context, image: RgbaImage, target: &Target) -> Result<RgbaImage, Failure> {
    let located = script::embedding::locate(context.webview.id(), target).map_err(page_failure)?;
    cut(context, image, located.rect)
}

/// The pixels that a part of the viewport touches.
fn cut(context: &Context, image: RgbaImage, on_viewport: Rect) -> Result<RgbaImage, Failure> {
    let scale = scale_factor(&context.viewport.get());
    let bound = |css: f64, limit: u32| (css * scale).clamp(0.0, f64::from(limit));
    let left = bound(on_viewport.x, image.width()).floor() as u32;
    let top = bound(on_viewport.y, image.height()).floor() as u32;
    let right = bound(on_viewport.x + on_viewport.width, image.width()).ceil() as u32;
    let bottom = bound(on_viewport.y + on_viewport.height, image.height()).ceil() as u32;
    let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
    if width == 0 || height == 0 {
        return Err(Failure::new(FailureCode::NotVisible, "area: it lies outside of the page"));
    }
    if (width, height) == image.dimensions() {
        return Ok(image);
    }
    Ok(image::imageops::crop_imm(&image, left, top, width, height).to_image())
}
