//! Stand-in without a display: every constructor fails, so no value of the other types exists.
//!
//! Why a shim: the crate has no backend for WASI and does not compile without one. Its types are part of
//! the trait that every painting target implements (`RenderingContext` of servo-paint-api), so they cannot
//! be edited away. Painting itself goes through the software rasterizer.
//!
//! User of everything here unless an item says otherwise: servo-paint-api (`rendering_context.rs`).

#![deny(unsafe_code)]

use std::ffi::c_void;

use bitflags::bitflags;
use euclid::default::Size2D;
use raw_window_handle::{DisplayHandle, WindowHandle};

pub mod chains;

/// Also the error of the embedder's own `RenderingContext`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    UnsupportedOnThisPlatform,
    Failed,
}

/// No value of this type exists.
#[derive(Clone, Copy)]
pub(crate) enum Never {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GLApi {
    GL,
    GLES,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GLVersion {
    pub major: u8,
    pub minor: u8,
}

impl GLVersion {
    pub fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }
}

bitflags! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ContextAttributeFlags: u8 {
        const ALPHA = 1;
        const DEPTH = 2;
        const STENCIL = 4;
        const COMPATIBILITY_PROFILE = 8;
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContextAttributes {
    pub version: GLVersion,
    pub flags: ContextAttributeFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceAccess {
    GPUOnly,
    GPUCPU,
    GPUCPUWriteCombined,
}

#[derive(Clone, Copy, Debug)]
pub enum SurfaceType<W> {
    Generic { size: Size2D<i32> },
    Widget { native_widget: W },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SurfaceID(pub usize);

pub struct SurfaceInfo {
    pub size: Size2D<i32>,
    pub id: SurfaceID,
    pub framebuffer_object: Option<glow::NativeFramebuffer>,
}

/// Also held by servo-paint (`paint.rs`) for WebGL.
#[derive(Clone)]
pub struct Connection(Never);
/// Also held by servo-paint (`paint.rs`) for WebGL.
#[derive(Clone)]
pub struct Adapter(Never);
pub struct Device(Never);
pub struct Context(Never);
pub struct ContextDescriptor(Never);
pub struct NativeWidget(Never);
pub struct Surface(Never);
pub struct SurfaceTexture(Never);

impl Connection {
    pub fn new() -> Result<Self, Error> {
        Err(Error::UnsupportedOnThisPlatform)
    }
    pub fn from_display_handle(_handle: DisplayHandle) -> Result<Self, Error> {
        Err(Error::UnsupportedOnThisPlatform)
    }
    pub fn create_adapter(&self) -> Result<Adapter, Error> {
        match self.0 {}
    }
    pub fn create_software_adapter(&self) -> Result<Adapter, Error> {
        match self.0 {}
    }
    pub fn create_device(&self, _adapter: &Adapter) -> Result<Device, Error> {
        match self.0 {}
    }
    pub fn gl_api(&self) -> GLApi {
        match self.0 {}
    }
    pub fn create_native_widget_from_window_handle(
        &self,
        _handle: WindowHandle,
        _size: Size2D<i32>,
    ) -> Result<NativeWidget, Error> {
        match self.0 {}
    }
}

impl Device {
    pub fn connection(&self) -> Connection {
        match self.0 {}
    }
    pub fn create_context_descriptor(
        &self,
        _attributes: &ContextAttributes,
    ) -> Result<ContextDescriptor, Error> {
        match self.0 {}
    }
    pub fn create_context(
        &self,
        _descriptor: &ContextDescriptor,
        _share_with: Option<&Context>,
    ) -> Result<Context, Error> {
        match self.0 {}
    }
    pub fn destroy_context(&self, _context: &mut Context) -> Result<(), Error> {
        match self.0 {}
    }
    pub fn make_context_current(&self, _context: &Context) -> Result<(), Error> {
        match self.0 {}
    }
    pub fn get_proc_address(&self, _context: &Context, _name: &str) -> *const c_void {
        match self.0 {}
    }
    pub fn create_surface(
        &self,
        _context: &Context,
        _access: SurfaceAccess,
        _surface_type: SurfaceType<NativeWidget>,
    ) -> Result<Surface, Error> {
        match self.0 {}
    }
    pub fn destroy_surface(&self, _context: &mut Context, _surface: &mut Surface) -> Result<(), Error> {
        match self.0 {}
    }
    pub fn bind_surface_to_context(
        &self,
        _context: &mut Context,
        _surface: Surface,
    ) -> Result<(), (Error, Surface)> {
        match self.0 {}
    }
    pub fn unbind_surface_from_context(&self, _context: &mut Context) -> Result<Option<Surface>, Error> {
        match self.0 {}
    }
    pub fn resize_bound_surface(&self, _context: &mut Context, _size: Size2D<i32>) -> Result<(), Error> {
        match self.0 {}
    }
    pub fn present_bound_surface(&self, _context: &mut Context) -> Result<(), Error> {
        match self.0 {}
    }
    pub fn context_surface_info(&self, _context: &Context) -> Result<Option<SurfaceInfo>, Error> {
        match self.0 {}
    }
    pub fn surface_info(&self, _surface: &Surface) -> SurfaceInfo {
        match self.0 {}
    }
    pub fn create_surface_texture(
        &self,
        _context: &mut Context,
        _surface: Surface,
    ) -> Result<SurfaceTexture, (Error, Surface)> {
        match self.0 {}
    }
    pub fn surface_texture_object(&self, _texture: &SurfaceTexture) -> Option<glow::NativeTexture> {
        match self.0 {}
    }
    pub fn destroy_surface_texture(
        &self,
        _context: &mut Context,
        _texture: SurfaceTexture,
    ) -> Result<Surface, (Error, SurfaceTexture)> {
        match self.0 {}
    }
}

// A surface can be carried in an error without `Debug` bounds of callers getting in the way.
macro_rules! never_debug {
    ($($name:ident)*) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, _formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.0 {}
            }
        }
    )*};
}
never_debug!(Connection Adapter Device Context ContextDescriptor NativeWidget Surface SurfaceTexture);
