//! A rendering context over WebRender's software rasterizer.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use dpi::PhysicalSize;
use euclid::Size2D;
use gleam::gl::{self, Gl};
use servo::{DeviceIntRect, RenderingContext, RgbaImage};
use surfman::Error;

pub struct SoftwareContext {
    gl: swgl::Context,
    size: Cell<PhysicalSize<u32>>,
}

impl SoftwareContext {
    pub fn new(size: PhysicalSize<u32>) -> Self {
        let context = Self { gl: swgl::Context::create(), size: Cell::new(size) };
        context.gl.make_current();
        context.allocate();
        context
    }

    /// Let the rasterizer allocate the default framebuffer.
    fn allocate(&self) {
        let size = self.size.get();
        self.gl.init_default_framebuffer(
            0,
            0,
            size.width as i32,
            size.height as i32,
            0,
            std::ptr::null_mut(),
        );
    }
}

impl Drop for SoftwareContext {
    fn drop(&mut self) {
        self.gl.destroy();
    }
}

impl RenderingContext for SoftwareContext {
    fn prepare_for_rendering(&self) {
        self.gl.make_current();
        self.gl.bind_framebuffer(gl::FRAMEBUFFER, 0);
    }

    fn read_to_image(&self, rect: DeviceIntRect) -> Option<RgbaImage> {
        // A webview of which the surface shows an excerpt is larger than the surface.
        let size = self.size.get();
        let surface = Size2D::new(size.width as i32, size.height as i32);
        let rect = rect.intersection(&DeviceIntRect::from_size(surface))?;
        self.prepare_for_rendering();
        let (width, height) = (rect.width() as usize, rect.height() as usize);
        let mut pixels = self.gl.read_pixels(
            rect.min.x,
            rect.min.y,
            rect.width(),
            rect.height(),
            gl::RGBA,
            gl::UNSIGNED_BYTE,
        );
        // The first row is the bottom one. In place: a long page has a hundred megabytes of pixels.
        let stride = width * 4;
        let (upper, lower) = pixels.split_at_mut(height / 2 * stride);
        let lower = lower.chunks_exact_mut(stride).rev();
        for (top, bottom) in upper.chunks_exact_mut(stride).zip(lower) {
            top.swap_with_slice(bottom);
        }
        RgbaImage::from_raw(width as u32, height as u32, pixels)
    }

    fn size(&self) -> PhysicalSize<u32> {
        self.size.get()
    }

    fn resize(&self, size: PhysicalSize<u32>) {
        self.size.set(size);
        self.gl.make_current();
        self.allocate();
    }

    fn present(&self) {}

    fn make_current(&self) -> Result<(), Error> {
        self.gl.make_current();
        Ok(())
    }

    fn gleam_gl_api(&self) -> Rc<dyn Gl> {
        Rc::new(self.gl)
    }

    fn glow_gl_api(&self) -> Arc<glow::Context> {
        unreachable!("only needed to copy between contexts of one webview, and there is one")
    }
}
