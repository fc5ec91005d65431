//! Sizes: CSS pixels and a scale outside, device pixels inside.

use dpi::PhysicalSize;
use euclid::Scale;
use servo::{DeviceIndependentPixel, DevicePixel};
use wire::{Body, Failure, FailureCode, Viewport};

use crate::contexts::Context;

/// Largest width and height, in CSS pixels.
const SIDE_PX: u32 = 16_384;
const SCALE_PERMILLE: std::ops::RangeInclusive<u32> = 100..=10_000;
/// Largest side of a surface in device pixels: WebRender aborts beyond.
pub const DEVICE_SIDE_PX: u32 = 16_384;
/// Largest frame buffer, in device pixels. Each takes 8 bytes.
const DEVICE_PIXELS: u64 = 64 << 20;

pub fn check(viewport: &Viewport) -> Result<(), Failure> {
    let bad = |message| Err(Failure::new(FailureCode::BadArgument, message));
    for (name, value) in [("width", viewport.width), ("height", viewport.height)] {
        if !(1..=SIDE_PX).contains(&value) {
            return bad(format!("viewport.{name}: {value}, must be 1 to {SIDE_PX} CSS pixels"));
        }
    }
    if !SCALE_PERMILLE.contains(&viewport.scale_permille) {
        let (min, max) = (SCALE_PERMILLE.start(), SCALE_PERMILLE.end());
        let scale = viewport.scale_permille;
        return bad(format!("viewport.scale_permille: {scale}, must be {min} to {max}"));
    }
    let size = device_size(viewport);
    if size.width > DEVICE_SIDE_PX || size.height > DEVICE_SIDE_PX {
        return bad(format!(
            "viewport: {} x {} device pixels, limit {DEVICE_SIDE_PX} a side; lower the scale",
            size.width, size.height
        ));
    }
    let pixels = u64::from(size.width) * u64::from(size.height);
    if pixels > DEVICE_PIXELS {
        return bad(format!(
            "viewport: {pixels} device pixels, limit {DEVICE_PIXELS}; lower the size or the scale"
        ));
    }
    Ok(())
}

pub fn scale_factor(viewport: &Viewport) -> f64 {
    f64::from(viewport.scale_permille) / 1000.0
}

pub fn hidpi_scale(viewport: &Viewport) -> Scale<f32, DeviceIndependentPixel, DevicePixel> {
    Scale::new(scale_factor(viewport) as f32)
}

/// The frame buffer of a viewport.
pub fn device_size(viewport: &Viewport) -> PhysicalSize<u32> {
    let scaled = |css: u32| (f64::from(css) * scale_factor(viewport)).round().max(1.0) as u32;
    PhysicalSize::new(scaled(viewport.width), scaled(viewport.height))
}

pub fn set(context: &Context, viewport: Viewport) -> Result<Body, Failure> {
    check(&viewport)?;
    context.viewport.set(viewport);
    context.webview.set_hidpi_scale_factor(hidpi_scale(&viewport));
    context.webview.resize(device_size(&viewport));
    Ok(Body::Done {})
}
