//! A `CUstream`.

use crate::cuda_result::CuResult;
use crate::device::Device;
use crate::driver::{CuStream, STREAM_NON_BLOCKING};
use std::sync::Arc;

/// A stream of CUDA, destroyed with this; CUDA lets pending work finish.
pub struct Stream {
    /// CUDA's handle.
    pub native: CuStream,
    /// Its device.
    pub device: Arc<Device>,
}

impl Stream {
    /// A stream beside the default one.
    pub fn new(device: Arc<Device>) -> Result<Self, CuResult> {
        device.activate()?;
        let mut native = 0;
        // SAFETY: the output is a local variable; the context is current.
        unsafe { device.driver.stream_create(&raw mut native, STREAM_NON_BLOCKING) }?;
        Ok(Self { native, device })
    }

    /// Blocks until everything in the stream is done.
    pub fn synchronize(&self) -> Result<(), CuResult> {
        self.device.activate()?;
        // SAFETY: the stream lives.
        unsafe { self.device.driver.stream_synchronize(self.native) }
    }

    /// True if everything in the stream is done.
    pub fn is_idle(&self) -> Result<bool, CuResult> {
        self.device.activate()?;
        // SAFETY: the stream lives.
        match unsafe { self.device.driver.stream_query(self.native) } {
            Ok(()) => Ok(true),
            Err(CuResult::ERROR_NOT_READY) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.device.activate().is_ok() {
            // SAFETY: destroyed once.
            let _ = unsafe { self.device.driver.stream_destroy(self.native) };
        }
    }
}
