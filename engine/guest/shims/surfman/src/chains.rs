//! Swap chains, of which there are none. User: servo-paint-api (`rendering_context.rs`).

use std::marker::PhantomData;

use euclid::default::Size2D;

use crate::{Context, Device, Error, Never, SurfaceAccess};

pub enum PreserveBuffer<'a> {
    No,
    Yes(&'a Context),
}

pub struct SwapChain<D>(Never, PhantomData<D>);

impl SwapChain<Device> {
    pub fn create_attached(
        _device: &mut Device,
        _context: &mut Context,
        _access: SurfaceAccess,
    ) -> Result<Self, Error> {
        Err(Error::UnsupportedOnThisPlatform)
    }
    pub fn resize(
        &self,
        _device: &mut Device,
        _context: &mut Context,
        _size: Size2D<i32>,
    ) -> Result<(), Error> {
        match self.0 {}
    }
    pub fn swap_buffers(
        &self,
        _device: &mut Device,
        _context: &mut Context,
        _preserve: PreserveBuffer<'_>,
    ) -> Result<(), Error> {
        match self.0 {}
    }
    pub fn destroy(&self, _device: &mut Device, _context: &mut Context) -> Result<(), Error> {
        match self.0 {}
    }
}
