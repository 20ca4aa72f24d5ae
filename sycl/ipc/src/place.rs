//! SYCL's overloads with fewer arguments: where a function takes a context and a device, or the default ones.

use crate::context::Context;
use crate::device::Device;
use crate::error::{Function, Result};
use crate::platform::Platform;

mod sealed {
    pub trait Sealed {}
    impl Sealed for &crate::Platform {}
    impl Sealed for &crate::Device {}
    impl Sealed for (&crate::Context, &crate::Device) {}
    impl Sealed for &crate::Context {}
}

/// On which device of which context something is opened: SYCL's overloads.
///
/// | SYCL's arguments | here |
/// |---|---|
/// | context and device | `(&context, &device)` |
/// | device | `&device`: the default context of its platform |
/// | neither | `&platform`: its first device and its default context |
pub trait OnDevice: sealed::Sealed {
    /// The context and the device.
    ///
    /// # Errors
    /// As [`Platform::khr_get_default_context`].
    fn context_and_device(&self) -> Result<(Context, Device)>;
}

impl OnDevice for (&Context, &Device) {
    fn context_and_device(&self) -> Result<(Context, Device)> {
        Ok((self.0.clone(), self.1.clone()))
    }
}

impl OnDevice for &Device {
    fn context_and_device(&self) -> Result<(Context, Device)> {
        Ok((self.get_platform().khr_get_default_context()?, (*self).clone()))
    }
}

impl OnDevice for &Platform {
    fn context_and_device(&self) -> Result<(Context, Device)> {
        let device = self.get_devices().into_iter().next();
        let device =
            device.ok_or_else(|| Function("device::device").runtime("the platform has no device"))?;
        Ok((self.khr_get_default_context()?, device))
    }
}

/// In which context something is made or opened: SYCL's overloads.
///
/// | SYCL's arguments | here |
/// |---|---|
/// | context | `&context` |
/// | none | `&platform`: its default context |
pub trait InContext: sealed::Sealed {
    /// The context.
    ///
    /// # Errors
    /// As [`Platform::khr_get_default_context`].
    fn context(&self) -> Result<Context>;
}

impl InContext for &Context {
    fn context(&self) -> Result<Context> {
        Ok((*self).clone())
    }
}

impl InContext for &Platform {
    fn context(&self) -> Result<Context> {
        self.khr_get_default_context()
    }
}
