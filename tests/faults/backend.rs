//! A backend with one device. Its `urIPCOpenMemHandleExp` misbehaves as its size argument says, its other calls as
//! ordered.

use crate::fault::Fault;
use crate::perform::perform;
use crate::place::{Place, role, strike, strike_at_drop, strike_later};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_fixtures::api::*;

/// The size argument of a call that misbehaves if that was ordered.
pub const AS_ORDERED: usize = 1000;

/// The size argument of a call that panics inside of Rust's own library.
pub const LOOKS_UP: usize = 1001;
/// The size argument of a call that panics where no panic can go on.
pub const PANICS_ACROSS_C: usize = 1002;

/// The behaviour of the backend as a whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Character {
    Good,
    /// Cannot list its devices without crashing.
    CrashesInProbe,
    /// Lists its device in the probe, but has none in workers.
    GoneInWorkers,
    /// Never answers the first query.
    HangsInProbe,
    /// Reports sharing of memory in all processes but these.
    ForgetfulIn(&'static str),
    /// Reports sharing of memory at first, and no longer when it is asked again.
    Fading,
}

impl Faulty {
    /// Returns the answer to the query for sharing of memory. `None` if the backend does not know the query.
    fn shares_memory(&self) -> Option<bool> {
        static ASKED: AtomicBool = AtomicBool::new(false);
        match self.0 {
            Character::ForgetfulIn(forgetful) => Some(role().as_deref() != Some(forgetful)),
            Character::Fading => Some(!ASKED.swap(true, Ordering::Relaxed)),
            _ => None,
        }
    }
}

/// The backend.
pub struct Faulty(pub Character);

const ONE: usize = 0x10;

extern "C" fn across_c() {
    panic!("across C");
}

/// UR's way of listing one object.
///
/// # Safety
/// The pointers are null or writable.
unsafe fn list<H>(entries: u32, out: *mut H, count: *mut u32, handle: H) -> UrResult {
    // SAFETY: by this function's contract.
    unsafe {
        if !count.is_null() {
            count.write(1);
        }
        if entries > 0 && !out.is_null() {
            out.write(handle);
        }
    }
    UrResult::SUCCESS
}

impl Drop for Faulty {
    fn drop(&mut self) {
        strike_at_drop();
    }
}

impl UrIpc for Faulty {
    fn implementation(&self) -> Implementation {
        Implementation { name: "faulty".into(), version: "1.2".into(), details: Vec::new() }
    }

    /// It is there, and refuses.
    unsafe fn device_retain(&self, _device: DeviceHandle) -> UrResult {
        UrResult::ERROR_UNSUPPORTED_FEATURE
    }

    unsafe fn adapter_get(&self, n: u32, out: *mut AdapterHandle, count: *mut u32) -> UrResult {
        if role().as_deref() == Some("probe") {
            strike(Place::Probe);
        }
        match self.0 {
            Character::CrashesInProbe => perform(Fault::Segfault),
            Character::HangsInProbe => perform(Fault::Hang),
            Character::GoneInWorkers if role().as_deref() == Some("worker") => {
                return UrResult::ERROR_DEVICE_LOST;
            }
            _ => {}
        }
        // SAFETY: as UR demands of the caller.
        unsafe { list(n, out, count, AdapterHandle::from_address(ONE)) }
    }

    unsafe fn platform_get(
        &self,
        _adapter: AdapterHandle,
        n: u32,
        out: *mut PlatformHandle,
        count: *mut u32,
    ) -> UrResult {
        // SAFETY: as UR demands of the caller.
        unsafe { list(n, out, count, PlatformHandle::from_address(ONE)) }
    }

    unsafe fn device_get(
        &self,
        _platform: PlatformHandle,
        _kind: DeviceType,
        n: u32,
        out: *mut DeviceHandle,
        count: *mut u32,
    ) -> UrResult {
        // SAFETY: as UR demands of the caller.
        unsafe { list(n, out, count, DeviceHandle::from_address(ONE)) }
    }

    unsafe fn device_get_info(
        &self,
        _device: DeviceHandle,
        info: DeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        let asked = info == DeviceInfo::IPC_MEMORY_SUPPORT_EXP;
        let answer = if asked { self.shares_memory() } else { None };
        let text: &[u8] = match info {
            _ if answer == Some(true) => &[1],
            _ if answer == Some(false) => &[0],
            DeviceInfo::NAME => b"Faulty device\0",
            DeviceInfo::DRIVER_VERSION => b"1.2\0",
            _ => return UrResult::ERROR_UNSUPPORTED_ENUMERATION,
        };
        // SAFETY: as UR demands of the caller: null, or writable for `size` bytes.
        unsafe {
            if !size_ret.is_null() {
                size_ret.write(text.len());
            }
            if !value.is_null() && size >= text.len() {
                std::ptr::copy_nonoverlapping(text.as_ptr(), value.cast(), text.len());
            }
        }
        UrResult::SUCCESS
    }

    unsafe fn ipc_open_mem_handle_exp(
        &self,
        _context: ContextHandle,
        _device: DeviceHandle,
        _data: *mut c_void,
        size: usize,
        _mem: *mut *mut c_void,
    ) -> UrResult {
        match Fault::ALL.get(size) {
            Some(Fault::DeviceLost) => return UrResult::ERROR_DEVICE_LOST,
            Some(&fault) => perform(fault),
            None if size == AS_ORDERED => {
                strike_later();
                strike(if role().as_deref() == Some("peer") { Place::Peer } else { Place::Test });
            }
            None if size == LOOKS_UP => {
                std::hint::black_box(HashMap::<usize, usize>::new()[&size]);
            }
            None if size == PANICS_ACROSS_C => across_c(),
            None => return UrResult::ERROR_INVALID_VALUE,
        }
        UrResult::SUCCESS
    }

    unsafe fn ipc_close_mem_handle_exp(&self, _context: ContextHandle, _mem: *mut c_void) -> UrResult {
        strike(Place::Release);
        UrResult::SUCCESS
    }
}
