//! CUDA's allocations.

use crate::cuda_result::CuResult;
use crate::device::Device;
use crate::driver::{CuDevicePtr, HOST_ALLOC_PORTABLE_MAPPED, MEMORY_TYPE_HOST, POINTER_MEMORY_TYPE};
use std::sync::Arc;
use ur_ipc_api::{UrResult, UsmType};
use ur_ipc_backend_kit::Ur;

/// An allocation, freed with this.
pub struct NativeMemory {
    /// The first byte.
    pub base: u64,
    kind: UsmType,
    device: Arc<Device>,
}

impl NativeMemory {
    /// Allocates `size` bytes of host or device memory.
    pub fn new(kind: UsmType, device: &Arc<Device>, size: usize) -> Ur<Self> {
        device.activate()?;
        let base = if kind == UsmType::HOST {
            let mut base = std::ptr::null_mut();
            // SAFETY: the output is a local variable; the context is current.
            unsafe { device.driver.mem_host_alloc(&raw mut base, size, HOST_ALLOC_PORTABLE_MAPPED) }
                .map_err(|error| match UrResult::from(error) {
                    UrResult::ERROR_OUT_OF_DEVICE_MEMORY => UrResult::ERROR_OUT_OF_HOST_MEMORY,
                    other => other,
                })?;
            base.expose_provenance() as u64
        } else {
            let mut base: CuDevicePtr = 0;
            // SAFETY: as above.
            unsafe { device.driver.mem_alloc(&raw mut base, size) }?;
            base
        };
        Ok(Self { base, kind, device: Arc::clone(device) })
    }
}

impl Drop for NativeMemory {
    fn drop(&mut self) {
        if self.device.activate().is_err() {
            return;
        }
        // SAFETY: made by the matching call and freed once; UR demands that no command uses it. There is nobody to
        // tell of a failure.
        let _ = unsafe {
            if self.kind == UsmType::HOST {
                self.device.driver.mem_free_host(std::ptr::with_exposed_provenance_mut(self.base as usize))
            } else {
                self.device.driver.mem_free(self.base)
            }
        };
    }
}

/// True for memory that someone else in this process got from CUDA or registered with it.
pub fn is_known(device: &Device, address: u64) -> Ur<bool> {
    Ok(memory_type(device, address)?.is_some())
}

/// True for memory of the host that CUDA knows: allocated by it, or registered with it.
pub fn is_known_of_host(device: &Device, address: u64) -> Ur<bool> {
    Ok(memory_type(device, address)? == Some(MEMORY_TYPE_HOST))
}

/// The `CUmemorytype` of memory that CUDA knows.
fn memory_type(device: &Device, address: u64) -> Ur<Option<u32>> {
    device.activate()?;
    let mut kind = 0_u32;
    // SAFETY: the attribute is an `unsigned int`; an unknown address is an error, not undefined.
    match unsafe { device.driver.pointer_get_attribute((&raw mut kind).cast(), POINTER_MEMORY_TYPE, address) }
    {
        Ok(()) => Ok(Some(kind)),
        Err(CuResult::ERROR_INVALID_VALUE) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
