//! A CUDA device and its primary context.

use crate::cuda_result::CuResult;
use crate::driver::{Attribute, CuContext, CuDevice, CudaDriver, P2P_NATIVE_ATOMICS};
use crate::error::CudaError;
use crate::native_event::NativeEvent;
use once_cell::sync::OnceCell;
use std::ffi::c_void;
use std::sync::Mutex;
use std::time::Instant;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::{lock, next_id};

/// The kinds of objects that a device can share, and other optional features.
#[derive(Clone, Copy)]
pub struct Capabilities {
    /// Device USM through CUDA's IPC handles.
    pub ipc_memory: bool,
    /// Events through CUDA's IPC handles.
    pub ipc_event: bool,
    /// Reserving and mapping addresses.
    pub virtual_memory: bool,
    /// Physical memory through file descriptors.
    pub ipc_physical: bool,
}

/// The moment from which time stamps count.
pub struct Clock {
    /// Recorded when the clock was made.
    pub event: NativeEvent,
    /// Nanoseconds that UR reports for that moment.
    pub nanoseconds: u64,
}

/// A page-locked block of host memory.
#[derive(Clone, Copy)]
pub struct Block {
    /// Address, the same for host and device.
    pub address: usize,
    /// Size in bytes.
    pub size: usize,
}

/// One device. The primary context is retained at the first use and released with the device.
pub struct Device {
    /// UR's handle.
    pub id: usize,
    /// The driver.
    pub driver: &'static CudaDriver,
    /// CUDA's handle, which is the ordinal too.
    pub native: CuDevice,
    /// UUID.
    pub uuid: [u8; 16],
    /// Its capabilities.
    pub capabilities: Capabilities,
    /// Page-locked blocks that nobody uses.
    pub blocks: Mutex<Vec<Block>>,
    primary: OnceCell<CuContext>,
    clock: OnceCell<Clock>,
}

impl Device {
    /// Finds out what is needed without a context, which takes long to make.
    pub fn new(driver: &'static CudaDriver, ordinal: i32) -> Result<Self, CudaError> {
        let failed = |call| move |result| CudaError::CallFailed { call, result };
        let mut native = 0;
        // SAFETY: the output is a local variable.
        unsafe { driver.device_get(&raw mut native, ordinal) }.map_err(failed("cuDeviceGet"))?;
        let mut uuid = [0; 16];
        // SAFETY: the output is a local variable; the device was just found.
        unsafe { driver.device_get_uuid(&raw mut uuid, native) }.map_err(failed("cuDeviceGetUuid"))?;
        // An attribute that the driver does not know is a feature that it does not have.
        let has = |attribute: Attribute| {
            let mut value = 0;
            // SAFETY: the output is a local variable; the device was just found.
            unsafe { driver.device_get_attribute(&raw mut value, attribute, native) }.is_ok() && value != 0
        };
        let virtual_memory = has(Attribute::VirtualMemory);
        let capabilities = Capabilities {
            ipc_memory: has(Attribute::UnifiedAddressing),
            ipc_event: has(Attribute::IpcEvent),
            virtual_memory,
            ipc_physical: virtual_memory && has(Attribute::PosixFd),
        };
        Ok(Self {
            id: next_id(),
            driver,
            native,
            uuid,
            capabilities,
            blocks: Mutex::default(),
            primary: OnceCell::new(),
            clock: OnceCell::new(),
        })
    }

    /// Makes the primary context current on this thread, and gives it.
    pub fn activate(&self) -> Result<CuContext, CuResult> {
        let primary = *self.primary.get_or_try_init(|| {
            let mut primary = 0;
            // SAFETY: the output is a local variable.
            unsafe { self.driver.primary_ctx_retain(&raw mut primary, self.native) }?;
            Ok(primary)
        })?;
        // SAFETY: retained, and released only when this device goes.
        unsafe { self.driver.ctx_set_current(primary) }?;
        Ok(primary)
    }

    /// Free and total device memory in bytes.
    pub fn memory(&self) -> Ur<(u64, u64)> {
        self.activate()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: the outputs are local variables; the context is current.
        unsafe { self.driver.mem_get_info(&raw mut free, &raw mut total) }?;
        Ok((free as u64, total as u64))
    }

    /// The clock of the device, started at the first use.
    pub fn clock(&self) -> Ur<&Clock> {
        self.clock.get_or_try_init(|| {
            self.activate()?;
            let event = NativeEvent::timed(self)?;
            // SAFETY: both belong to the current context; 0 is its default stream, on which nothing else runs.
            unsafe { self.driver.event_record(event.native, 0) }?;
            event.synchronize()?;
            Ok(Clock { event, nanoseconds: monotonic_nanoseconds() })
        })
    }

    /// True if commands on this device can reach the memory of `peer`.
    pub fn can_access(&self, peer: &Self) -> Ur<bool> {
        let mut can = 0;
        // SAFETY: the output is a local variable.
        unsafe { self.driver.device_can_access_peer(&raw mut can, self.native, peer.native) }?;
        Ok(can != 0)
    }

    /// True if commands on this device can do atomics in the memory of `peer`.
    pub fn has_peer_atomics(&self, peer: &Self) -> Ur<bool> {
        let mut can = 0;
        // SAFETY: the output is a local variable.
        unsafe {
            self.driver.device_get_p2p_attribute(&raw mut can, P2P_NATIVE_ATOMICS, self.native, peer.native)
        }?;
        Ok(can != 0)
    }

    /// Lets commands on this device reach the memory of `peer`.
    pub fn enable_access(&self, peer: &Self) -> Ur<()> {
        let theirs = peer.activate()?;
        self.activate()?;
        // SAFETY: this device's context is current, and the peer's is retained.
        unsafe { self.driver.ctx_enable_peer_access(theirs, 0) }.map_err(UrResult::from)
    }
}

fn monotonic_nanoseconds() -> u64 {
    static START: OnceCell<Instant> = OnceCell::new();
    // Nothing may begin at 0, which UR's users take for "not there".
    u64::try_from(START.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX - 1) + 1
}

impl Drop for Device {
    fn drop(&mut self) {
        self.clock.take();
        if self.primary.get().is_none() || self.activate().is_err() {
            return;
        }
        for block in lock(&self.blocks).drain(..) {
            let address: *mut c_void = std::ptr::with_exposed_provenance_mut(block.address);
            // SAFETY: made by `mem_host_alloc`, on loan to nobody. A failure leaves it to the end of the process.
            let _ = unsafe { self.driver.mem_free_host(address) };
        }
        // SAFETY: retained once; whatever lives in the context holds this device, so nothing does any more.
        let _ = unsafe { self.driver.primary_ctx_release(self.native) };
    }
}
