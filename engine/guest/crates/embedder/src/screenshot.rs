//! Screenshots of the viewport, the whole page, a part of it or an element.
//!
//! What lies outside of the viewport is drawn by making the surface larger than the viewport for a
//! moment. Layout does not hear of that: the page is scrolled to its start and the rest of it comes
//! into sight, with everything that sticks to the viewport in its place.

use std::cell::RefCell;
use std::rc::Rc;

use coop::rank;
use dpi::PhysicalSize;
use servo::{RgbaImage, ScreenshotCaptureError};
use wire::{Area, ContextId, Failure, FailureCode, ImageFormat, PageError, Rect, Reply, Target, Viewport};

use crate::contexts::Context;
use crate::effects::Pending;
use crate::viewport::{DEVICE_SIDE_PX, device_size, scale_factor};
use crate::{engine, pictures};

/// Largest picture, in device pixels. Its making takes 16 bytes for each.
const PICTURE_PIXELS: u64 = 40 << 20;
/// Largest coordinate of a clip, in CSS pixels.
const CLIP_PX: f64 = 1_000_000.0;

/// Which part of the drawn viewport is wanted.
enum Part {
    Whole,
    /// CSS pixels of the page.
    Clip(Rect),
    /// The element is looked for again when the picture is there, since layout may have moved it.
    Element(Target),
}

struct Taken {
    context: ContextId,
    part: Part,
    enlarged: bool,
    format: ImageFormat,
    pending: Pending,
    image: Result<RgbaImage, ScreenshotCaptureError>,
}

thread_local! {
    /// Pictures are finished in the operations' task: there layout may be asked, which the painter
    /// that takes them must not.
    static TAKEN: RefCell<Vec<Taken>> = const { RefCell::new(Vec::new()) };
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
    let Plan { part, enlarge } = plan(context, area)?;
    let enlarged = enlarge.is_some();
    if let Some(Enlarge { size, scroll }) = enlarge {
        check_size(size)?;
        if context.enlarged_for.get() == 0 {
            context.scroll_before.set(scroll);
            scroll_to(context, (0.0, 0.0));
        }
        context.enlarged_for.set(context.enlarged_for.get() + 1);
        resize_surface(context, size);
    }
    let pending = Pending::begin();
    let reply = Reply::Pending { id: pending.id() };
    let id = context.id;
    context.webview.take_screenshot(None, move |image| {
        let taken = Taken { context: id, part, enlarged, format, pending, image };
        TAKEN.with_borrow_mut(|list| list.push(taken));
    });
    Ok(reply)
}

/// Change the surface and leave the viewport alone. The painter is the embedder's: what it waits for
/// must not step the embedder.
fn resize_surface(context: &Context, size: PhysicalSize<u32>) {
    coop::with_rank(rank::EMBEDDER, "resize", || {
        paint::set_surface_only(true);
        context.webview.resize(size);
        paint::set_surface_only(false);
    });
}

fn scroll_to(context: &Context, (x, y): (f64, f64)) {
    let script = format!("scrollTo({{left:{x},top:{y},behavior:'instant'}})");
    script::embedding::evaluate(context.webview.id(), script, false, Box::new(|_| {}));
}

fn check_size(size: PhysicalSize<u32>) -> Result<(), Failure> {
    let too_large = |message| Err(Failure::new(FailureCode::TooLarge, message));
    if size.width > DEVICE_SIDE_PX || size.height > DEVICE_SIDE_PX {
        return too_large(format!(
            "area: {} x {} device pixels, limit {DEVICE_SIDE_PX} a side; take a clip or lower the scale",
            size.width, size.height
        ));
    }
    let pixels = u64::from(size.width) * u64::from(size.height);
    if pixels > PICTURE_PIXELS {
        return too_large(format!(
            "area: {pixels} device pixels, limit {PICTURE_PIXELS}; take a clip or lower the scale"
        ));
    }
    Ok(())
}

struct Plan {
    part: Part,
    /// If the part is not in view.
    enlarge: Option<Enlarge>,
}

struct Enlarge {
    size: PhysicalSize<u32>,
    /// Where the page is scrolled to now.
    scroll: (f64, f64),
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

fn plan(context: &Context, area: Area) -> Result<Plan, Failure> {
    let webview = context.webview.id();
    let viewport = context.viewport.get();
    let (width, height) = (f64::from(viewport.width), f64::from(viewport.height));
    let details = || script::embedding::page(webview, 0).map_err(page_failure);
    let (part, on_page, details) = match area {
        Area::Viewport {} => return Ok(Plan { part: Part::Whole, enlarge: None }),
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
    let in_view = on_page.x >= scroll.0
        && on_page.y >= scroll.1
        && on_page.x + on_page.width <= scroll.0 + width
        && on_page.y + on_page.height <= scroll.1 + height;
    if in_view && context.enlarged_for.get() == 0 {
        return Ok(Plan { part, enlarge: None });
    }
    let large = Viewport {
        width: viewport.width.max((on_page.x + on_page.width).ceil() as u32),
        height: viewport.height.max((on_page.y + on_page.height).ceil() as u32),
        ..viewport
    };
    let (needed, now) = (device_size(&large), context.webview.size());
    let size = PhysicalSize::new(needed.width.max(now.width as u32), needed.height.max(now.height as u32));
    Ok(Plan { part, enlarge: Some(Enlarge { size, scroll }) })
}

/// Cut out, restore and answer. Must be called at rest, at the rank of script.
pub fn finish_taken() {
    for taken in TAKEN.take() {
        let Taken { context, part, enlarged, format, pending, image } = taken;
        let Ok(context) = engine::get().and_then(|engine| engine.contexts.get(Some(context))) else {
            continue;
        };
        let picture = image
            .map_err(|error| Failure::new(FailureCode::Internal, format!("screenshot: {error:?}")))
            .and_then(|image| cut(&context, image, part));
        if enlarged {
            let left = context.enlarged_for.get() - 1;
            context.enlarged_for.set(left);
            if left == 0 {
                resize_surface(&context, device_size(&context.viewport.get()));
                scroll_to(&context, context.scroll_before.get());
            }
        }
        pending.finish(picture.and_then(|picture| pictures::encode(picture, format)));
    }
}

fn cut(context: &Context, image: RgbaImage, part: Part) -> Result<RgbaImage, Failure> {
    let webview = context.webview.id();
    let on_viewport = match part {
        Part::Whole => return Ok(image),
        Part::Clip(rect) => {
            let details = script::embedding::page(webview, 0).map_err(page_failure)?;
            Rect { x: rect.x - details.scroll_x, y: rect.y - details.scroll_y, ..rect }
        }
        Part::Element(target) => script::embedding::locate(webview, &target).map_err(page_failure)?.rect,
    };
    let scale = scale_factor(&context.viewport.get());
    // Whole pixels that the part touches.
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
