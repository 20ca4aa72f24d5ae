//! Devices and contexts, from which every other call starts.

use crate::checks::Ur;
use crate::envelope::Family;
use crate::registry::Registry;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, DeviceHandle, UrResult};

/// What the calls know of a device.
pub trait DeviceFacts {
    /// UR's handle.
    fn id(&self) -> usize;

    /// UUID.
    fn uuid(&self) -> &[u8; 16];

    /// True if it can share a family between processes.
    fn shares(&self, family: Family) -> bool;

    /// True if commands on this device can reach the memory of `peer`.
    fn reaches(&self, peer: &Self) -> Ur<bool>;

    /// True if commands on this device can do atomics in the memory of `peer`.
    fn has_atomics_in(&self, peer: &Self) -> Ur<bool>;

    /// Lets commands on this device reach the memory of `peer`, which is another device.
    fn enable_reach(&self, peer: &Self) -> Ur<()>;
}

/// A set of devices.
pub struct Context<B: Objects> {
    /// UR's handle.
    pub id: usize,
    /// The driver's context.
    pub native: B::NativeContext,
    /// The devices, at least one.
    pub devices: Vec<Arc<B::Device>>,
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
pub type ContextAndDevice<B> = (Arc<Context<B>>, Arc<<B as Objects>::Device>);

/// The devices and contexts of a backend.
pub trait Objects: Sized + 'static {
    /// A device.
    type Device: DeviceFacts + Send + Sync + 'static;
    /// The driver's context.
    type NativeContext: Send + Sync + 'static;

    /// The devices of all platforms.
    fn devices(&self) -> &[Arc<Self::Device>];

    /// The contexts.
    fn contexts(&self) -> &Registry<Context<Self>>;

    /// Lets go of what was kept for commands that are done; called when a queue or an event was released.
    fn reap(&self) {}

    /// The device of a handle.
    ///
    /// # Errors
    /// `INVALID_NULL_HANDLE`, `INVALID_DEVICE`.
    fn device(&self, handle: DeviceHandle) -> Ur<Arc<Self::Device>> {
        if handle.is_null() {
            return Err(UrResult::ERROR_INVALID_NULL_HANDLE);
        }
        device_among(self.devices(), handle)
    }

    /// The context of a handle, and a device of it.
    ///
    /// # Errors
    /// `INVALID_CONTEXT`, `INVALID_DEVICE`.
    fn context_and_device(&self, context: ContextHandle, device: DeviceHandle) -> Ur<ContextAndDevice<Self>> {
        let context = self.contexts().get(context.address())?;
        let device = device_among(&context.devices, device)?;
        Ok((context, device))
    }
}
