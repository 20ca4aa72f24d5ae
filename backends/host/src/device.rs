//! Devices and the account of their memory.

use crate::error::CallResult;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use ur_ipc_api::implement::checks::ensure;
use ur_ipc_api::{DeviceHandle, UrResult};

/// The memory of each device in bytes.
pub const MEMORY_SIZE: u64 = 8 << 30;

/// One modelled device.
#[derive(Debug)]
pub struct Device {
    /// Its handle.
    pub handle: DeviceHandle,
    /// Its place in the list of devices.
    pub index: u32,
    /// Its identity, the same in every process.
    pub uuid: [u8; 16],
    used: AtomicU64,
}

impl Device {
    /// The device at this place of the list.
    pub fn new(handle: DeviceHandle, index: u32) -> Self {
        let mut uuid = *b"ur-ipc-host\0\0\0\0\0";
        uuid[12..].copy_from_slice(&index.to_be_bytes());
        Self { handle, index, uuid, used: AtomicU64::new(0) }
    }

    /// Bytes of memory that no live object holds.
    pub fn free_memory(&self) -> u64 {
        MEMORY_SIZE - self.used.load(Ordering::Acquire)
    }

    /// Takes memory out of the account until the charge is dropped.
    ///
    /// # Errors
    /// `OUT_OF_DEVICE_MEMORY` if not that much is free.
    pub fn charge(self: &Arc<Self>, size: usize) -> CallResult<Charge> {
        let bytes = size as u64;
        let taken = self.used.fetch_update(Ordering::AcqRel, Ordering::Acquire, |used| {
            used.checked_add(bytes).filter(|&sum| sum <= MEMORY_SIZE)
        });
        ensure(taken.is_ok(), UrResult::ERROR_OUT_OF_DEVICE_MEMORY)?;
        Ok(Charge { device: Arc::clone(self), bytes })
    }
}

/// Memory of a device that a live object holds.
#[derive(Debug)]
pub struct Charge {
    device: Arc<Device>,
    bytes: u64,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.device.used.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}
