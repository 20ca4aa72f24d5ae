//! Level Zero's context.

use crate::driver::Driver;
use crate::result::{Native, Ze, is_lacking, ze};
use level_zero_sys::{ze_context_desc_t, ze_context_handle_t, ze_device_handle_t};
use std::ffi::c_void;
use std::ptr::with_exposed_provenance;
use std::sync::Arc;

/// A context of Level Zero, destroyed with this. Whatever is made in it keeps it.
pub struct NativeContext {
    /// Its driver.
    pub driver: Arc<Driver>,
    /// Level Zero's handle.
    pub native: Native<ze_context_handle_t>,
}

impl NativeContext {
    /// A context for these devices of one driver.
    pub fn new(
        driver: &Arc<Driver>,
        devices: impl IntoIterator<Item = Native<ze_device_handle_t>>,
    ) -> Ze<Self> {
        let functions = &driver.functions;
        let desc = ze_context_desc_t::new();
        let mut native = ze_context_handle_t::NULL;
        let mut devices: Vec<ze_device_handle_t> = devices.into_iter().map(|device| device.0).collect();
        let count = u32::try_from(devices.len()).unwrap_or(u32::MAX);
        // SAFETY: the devices are the driver's and as many as said; the descriptor and the output are local variables.
        let of_devices = unsafe {
            ze!(
                functions,
                zeContextCreateEx(
                    driver.native.0,
                    &raw const desc,
                    count,
                    devices.as_mut_ptr(),
                    &raw mut native
                )
            )
        };
        match of_devices {
            Err(error) if is_lacking(error) => {
                // SAFETY: the driver lives as long as the process; the descriptor and the output are local variables.
                unsafe { ze!(functions, zeContextCreate(driver.native.0, &raw const desc, &raw mut native)) }
            }
            other => other,
        }?;
        Ok(Self { driver: Arc::clone(driver), native: Native(native) })
    }

    /// Ends a mapping.
    pub fn unmap(&self, start: u64, size: u64) -> Ze {
        let pointer: *const c_void = with_exposed_provenance(start as usize);
        // SAFETY: a mapping of this size begins there; UR demands that no command uses it.
        unsafe { ze!(self.driver.functions, zeVirtualMemUnmap(self.native.0, pointer, size as usize)) }
    }

    /// Gives a reservation back.
    pub fn free_reservation(&self, start: u64, size: u64) -> Ze {
        let pointer: *const c_void = with_exposed_provenance(start as usize);
        // SAFETY: reserved in this context with this size, and nothing is mapped there.
        unsafe { ze!(self.driver.functions, zeVirtualMemFree(self.native.0, pointer, size as usize)) }
    }
}

impl Drop for NativeContext {
    fn drop(&mut self) {
        // SAFETY: destroyed once. Whatever was made in the context held this, so it is gone. There is nobody to tell of
        // a failure.
        let _ = unsafe { ze!(self.driver.functions, zeContextDestroy(self.native.0)) };
    }
}
