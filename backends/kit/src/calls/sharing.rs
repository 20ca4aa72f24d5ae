//! Get and Put, as the three families of handles between processes share them.

use crate::checks::{Ur, ensure, handles, pointer, store};
use crate::driver::{DeviceFacts, Driver};
use crate::envelope::{Envelope, SIZE};
use crate::exports::Contents;
use crate::objects::Context;
use crate::state::State;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, Family, UrResult};

/// The part of a driver that the calls on handles of every family need.
pub trait Sharing: Driver {
    /// Checks that a family can be shared from a context of these devices, in the calls that name no other device.
    ///
    /// # Errors
    /// `UNSUPPORTED_FEATURE` if it cannot.
    fn ensure_offers(&self, _devices: &[Arc<Self::Device>], _family: Family) -> Ur<()> {
        Ok(())
    }

    /// True if a device can reach the memory of another one that a handle names.
    fn can_open_from(&self, device: &Self::Device, owner: &Self::Device) -> Ur<bool> {
        device.reaches(owner)
    }
}

/// Checks that a device can reach the memory of the device that a handle names.
///
/// # Errors
/// `INVALID_VALUE` if it cannot; the driver's.
pub(super) fn ensure_reach<D: Sharing>(state: &State<D>, device: &D::Device, envelope: &Envelope) -> Ur<()> {
    if *device.uuid() == envelope.uuid {
        return Ok(());
    }
    let owner = state.devices.iter().find(|owner| *owner.uuid() == envelope.uuid);
    let reached = state.driver.can_open_from(device, owner.ok_or(UrResult::ERROR_INVALID_VALUE)?)?;
    ensure(reached, UrResult::ERROR_INVALID_VALUE)
}

/// Makes a handle and stores it.
///
/// # Safety
/// Both outputs are writable.
pub(super) unsafe fn give_out<D: Sharing>(
    state: &State<D>,
    context: Arc<Context<D>>,
    shared: D::Shared,
    contents: &Contents,
    handle_data: *mut *mut c_void,
    handle_data_size_ret: *mut usize,
) -> Ur<()> {
    let data = state.exports.add(context, shared, contents)?;
    // SAFETY: this function's contract.
    unsafe {
        store(handle_data, data);
        store(handle_data_size_ret, SIZE);
    }
    Ok(())
}

/// Takes a handle back: Put of any family.
pub(super) fn put<D: Sharing>(
    state: &State<D>,
    context: ContextHandle,
    handle_data: *const c_void,
    family: Family,
) -> Ur<()> {
    handles([context.address()])?;
    pointer(handle_data)?;
    let context = state.contexts.get_lingering(context.address())?;
    state.driver.ensure_offers(&context.devices, family)?;
    state.exports.put(handle_data, family)
}
