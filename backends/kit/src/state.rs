//! The state behind all entry points of a backend.

use crate::checks::Ur;
use crate::driver::{DeviceFacts, Driver};
use crate::envelope::Magic;
use crate::exports::Exports;
use crate::memory_map::MemoryMap;
use crate::objects::{Context, Event, Physical, Pool, Queue};
use crate::registry::{Registry, next_id};
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, DeviceHandle, UrResult};

/// Everything that the entry points work on. They are methods of this, by subject in [`calls`](crate::calls).
///
/// The fields are dropped in this order: what uses before what is used.
pub struct State<D: Driver> {
    /// The queues.
    pub queues: Registry<Queue<D>>,
    /// The driver's part, which may keep what its queues still use.
    pub driver: D,
    /// The handles that this process has given out.
    pub exports: Exports<D::Shared>,
    /// The map from addresses to objects.
    pub memory: MemoryMap<D>,
    /// The events.
    pub events: Registry<Event<D>>,
    /// The physical memory objects.
    pub physical: Registry<Physical<D>>,
    /// The pools.
    pub pools: Registry<Pool<D>>,
    /// The contexts.
    pub contexts: Registry<Context<D>>,
    /// The devices of all platforms.
    pub devices: Vec<Arc<D::Device>>,
    /// UR's handle of the adapter.
    pub adapter: usize,
}

/// Finds the device of a handle.
///
/// # Errors
/// `INVALID_DEVICE` if it is not among these.
fn device_among<D: DeviceFacts>(devices: &[Arc<D>], handle: DeviceHandle) -> Ur<Arc<D>> {
    let found = devices.iter().find(|device| device.id() == handle.address());
    found.cloned().ok_or(UrResult::ERROR_INVALID_DEVICE)
}

/// A context and one of its devices.
pub(crate) type ContextAndDevice<D> = (Arc<Context<D>>, Arc<<D as Driver>::Device>);

impl<D: Driver> State<D> {
    /// The devices of a driver, and nothing else yet. The handles that this process will give out begin with `magic`.
    pub fn new(driver: D, magic: Magic, devices: Vec<Arc<D::Device>>) -> Self {
        Self {
            queues: Registry::new(UrResult::ERROR_INVALID_QUEUE),
            driver,
            exports: Exports::new(magic),
            memory: MemoryMap::default(),
            events: Registry::new(UrResult::ERROR_INVALID_EVENT),
            physical: Registry::new(UrResult::ERROR_INVALID_MEM_OBJECT),
            pools: Registry::new(UrResult::ERROR_INVALID_VALUE),
            contexts: Registry::new(UrResult::ERROR_INVALID_CONTEXT),
            devices,
            adapter: next_id(),
        }
    }

    /// The device of a handle.
    ///
    /// # Errors
    /// `INVALID_NULL_HANDLE`, `INVALID_DEVICE`.
    pub(crate) fn device(&self, handle: DeviceHandle) -> Ur<Arc<D::Device>> {
        if handle.is_null() {
            return Err(UrResult::ERROR_INVALID_NULL_HANDLE);
        }
        device_among(&self.devices, handle)
    }

    /// The context of a handle, and a device of it.
    ///
    /// # Errors
    /// `INVALID_CONTEXT`, `INVALID_DEVICE`.
    pub(crate) fn context_and_device(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
    ) -> Ur<ContextAndDevice<D>> {
        let context = self.contexts.get(context.address())?;
        let device = device_among(&context.devices, device)?;
        Ok((context, device))
    }
}
