//! Pictures of what lies beyond the viewport.
//!
//! The page is scrolled to its start, and the surface then shows one excerpt of it after the other.
//! Layout hears of neither the surface nor the excerpts, so lengths in `vh` stay what they are and
//! what sticks to the viewport is drawn once.

use coop::rank;
use dpi::PhysicalSize;
use paint::Excerpt;
use servo::RgbaImage;
use wire::{Failure, FailureCode, Rect, Viewport};

use crate::contexts::Context;
use crate::viewport::{DEVICE_SIDE_PX, device_size, scale_factor};

/// Largest picture, in device pixels. It takes 4 bytes for each, and as many while it is encoded.
const PICTURE_PIXELS: u64 = 40 << 20;
/// Height of a strip, in device pixels: memory for the surface against the number of strips.
const STRIP_PX: u32 = 4_096;
const BYTES_PER_PIXEL: usize = 4;

pub struct Strips {
    /// Device pixels of the page that the picture covers.
    left: u32,
    right: u32,
    bottom: u32,
    top: u32,
    /// The upper edge of the strip that is being drawn.
    now: u32,
    surface_width: u32,
    /// Where the page was scrolled to, in CSS pixels.
    scroll: (f64, f64),
    rows: Vec<u8>,
}

impl Strips {
    /// Plan the picture of a part of the page, in CSS pixels of the page. Nothing happens yet.
    pub fn new(viewport: &Viewport, part: Rect, scroll: (f64, f64)) -> Result<Self, Failure> {
        let scale = scale_factor(viewport);
        let (left, top) = ((part.x * scale).floor().max(0.0), (part.y * scale).floor().max(0.0));
        let right = ((part.x + part.width) * scale).ceil();
        let bottom = ((part.y + part.height) * scale).ceil();
        let too_large = |what: String| {
            Failure::new(FailureCode::TooLarge, format!("area: {what}; take a clip or lower the scale"))
        };
        if right > f64::from(DEVICE_SIDE_PX) {
            return Err(too_large(format!("it ends {right} device pixels right, limit {DEVICE_SIDE_PX}")));
        }
        let pixels = (right - left) * (bottom - top);
        if pixels > PICTURE_PIXELS as f64 {
            return Err(too_large(format!("{pixels} device pixels, limit {PICTURE_PIXELS}")));
        }
        let (left, right, top, bottom) = (left as u32, right as u32, top as u32, bottom as u32);
        if left >= right || top >= bottom {
            return Err(Failure::new(FailureCode::NotVisible, "area: it lies outside of the page"));
        }
        let surface_width = right.max(device_size(viewport).width);
        Ok(Self { left, right, top, bottom, now: top, surface_width, scroll, rows: Vec::new() })
    }

    /// Scroll to the start and show the first strip. Must be called at rest, at the rank of script.
    pub fn prepare(&self, context: &Context) {
        scroll_to(context, (0.0, 0.0));
        self.show(context);
    }

    fn strip_height(&self) -> u32 {
        (self.bottom - self.now).min(STRIP_PX)
    }

    fn show(&self, context: &Context) {
        let size = PhysicalSize::new(self.surface_width, self.strip_height());
        show_excerpt(context, size, self.now as f32, self.bottom as f32);
    }

    /// Take over the picture of the present strip; whether another one is to be drawn.
    pub fn add(&mut self, strip: &RgbaImage) -> bool {
        let stride = strip.width() as usize * BYTES_PER_PIXEL;
        let row = self.left as usize * BYTES_PER_PIXEL..self.right as usize * BYTES_PER_PIXEL;
        for line in strip.as_raw().chunks_exact(stride).take(self.strip_height() as usize) {
            // A surface of another size (the viewport was changed meanwhile) leaves out the rest.
            self.rows.extend_from_slice(line.get(row.clone()).unwrap_or_default());
        }
        self.now += self.strip_height();
        self.now < self.bottom
    }

    pub fn show_next(&self, context: &Context) {
        self.show(context);
    }

    /// Show the viewport again and scroll back. Must be called at rest, at the rank of script.
    pub fn restore(&self, context: &Context) {
        let size = device_size(&context.viewport.get());
        show_excerpt(context, size, 0.0, size.height as f32);
        scroll_to(context, self.scroll);
    }

    pub fn picture(self) -> Result<RgbaImage, Failure> {
        let (width, height) = (self.right - self.left, self.bottom - self.top);
        RgbaImage::from_raw(width, height, self.rows).ok_or_else(|| {
            Failure::new(FailureCode::Navigated, "the viewport changed before the picture was complete")
        })
    }
}

/// The painter is the embedder's: what it waits for must not step the embedder.
fn show_excerpt(context: &Context, size: PhysicalSize<u32>, top: f32, bottom: f32) {
    coop::with_rank(rank::EMBEDDER, "show excerpt", || {
        paint::set_excerpt(Some(Excerpt { top, bottom }));
        context.webview.resize(size);
        paint::set_excerpt(None);
    });
}

fn scroll_to(context: &Context, (x, y): (f64, f64)) {
    let script = format!("scrollTo({{left:{x},top:{y},behavior:'instant'}})");
    script::embedding::evaluate(context.webview.id(), script, false, Box::new(|_| {}));
}
