//! A `CUevent`.

use crate::cuda_result::CuResult;
use crate::device::Device;
use crate::driver::{
    CuContext, CuEvent, CuIpcHandle, CuStream, CudaDriver, EVENT_BLOCKING_SYNC, EVENT_DISABLE_TIMING,
    EVENT_INTERPROCESS,
};
use std::sync::Arc;

/// An event of CUDA, destroyed with this. Whoever keeps one keeps its device too. Every method but `hold` works on
/// any thread, and leaves the device's context current there.
pub struct NativeEvent {
    driver: &'static CudaDriver,
    context: CuContext,
    /// CUDA's handle.
    pub native: CuEvent,
}

impl NativeEvent {
    fn new(device: &Device, flags: u32) -> Result<Self, CuResult> {
        let context = device.activate()?;
        let mut native = 0;
        // SAFETY: the output is a local variable; the device's context is current.
        unsafe { device.driver.event_create(&raw mut native, flags) }?;
        Ok(Self { driver: device.driver, context, native })
    }

    fn activate(&self) -> Result<&'static CudaDriver, CuResult> {
        // SAFETY: the device, and with it its context, outlives this event.
        unsafe { self.driver.ctx_set_current(self.context) }?;
        Ok(self.driver)
    }

    /// An event that only orders.
    pub fn plain(device: &Device) -> Result<Self, CuResult> {
        Self::new(device, EVENT_BLOCKING_SYNC | EVENT_DISABLE_TIMING)
    }

    /// An event that takes the time.
    pub fn timed(device: &Device) -> Result<Self, CuResult> {
        Self::new(device, EVENT_BLOCKING_SYNC)
    }

    /// An event that can be exported.
    pub fn shareable(device: &Device) -> Result<Self, CuResult> {
        Self::new(device, EVENT_BLOCKING_SYNC | EVENT_DISABLE_TIMING | EVENT_INTERPROCESS)
    }

    /// Opens the event of another process.
    pub fn import(device: &Device, handle: [u8; 64]) -> Result<Self, CuResult> {
        let context = device.activate()?;
        let mut native = 0;
        // SAFETY: the output is a local variable; the handle was vouched for by its exporter.
        unsafe { device.driver.ipc_open_event_handle(&raw mut native, CuIpcHandle(handle)) }?;
        Ok(Self { driver: device.driver, context, native })
    }

    /// CUDA's handle for other processes.
    pub fn export(&self) -> Result<[u8; 64], CuResult> {
        let mut handle = CuIpcHandle([0; 64]);
        // SAFETY: the output is a local variable; the event lives.
        unsafe { self.activate()?.ipc_get_event_handle(&raw mut handle, self.native) }?;
        Ok(handle.0)
    }

    /// Makes the event follow everything that is in the stream now.
    pub fn record(&self, stream: CuStream) -> Result<(), CuResult> {
        // SAFETY: the event lives, and the caller's stream does too.
        unsafe { self.activate()?.event_record(self.native, stream) }
    }

    /// Makes the stream wait for the newest record. Current is the stream's device, which may be another one.
    pub fn hold(&self, stream: CuStream) -> Result<(), CuResult> {
        // SAFETY: as above.
        unsafe { self.driver.stream_wait_event(stream, self.native, 0) }
    }

    /// True if the newest record has completed, or there is none.
    pub fn is_complete(&self) -> Result<bool, CuResult> {
        // SAFETY: the event lives.
        match unsafe { self.activate()?.event_query(self.native) } {
            Ok(()) => Ok(true),
            Err(CuResult::ERROR_NOT_READY) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Blocks until the newest record has completed.
    pub fn synchronize(&self) -> Result<(), CuResult> {
        // SAFETY: the event lives.
        unsafe { self.activate()?.event_synchronize(self.native) }
    }

    /// Nanoseconds from another event's record to this one's.
    pub fn nanoseconds_since(&self, earlier: &Self) -> Result<u64, CuResult> {
        let mut milliseconds = 0_f32;
        // SAFETY: the output is a local variable; both events live.
        unsafe { self.activate()?.event_elapsed_time(&raw mut milliseconds, earlier.native, self.native) }?;
        Ok((f64::from(milliseconds.max(0.0)) * 1e6) as u64)
    }
}

impl Drop for NativeEvent {
    fn drop(&mut self) {
        if let Ok(driver) = self.activate() {
            // SAFETY: destroyed once; CUDA keeps what queued commands still need.
            let _ = unsafe { driver.event_destroy(self.native) };
        }
    }
}

/// CUDA's part of an event.
pub struct Recorded {
    /// Recorded after the command. A local import shares it with its source.
    pub end: Arc<NativeEvent>,
    /// Recorded before the command if the event takes times.
    pub start: Option<NativeEvent>,
}

impl Recorded {
    /// One that orders, or one that also takes times.
    pub fn new(device: &Device, times: bool) -> Result<Self, CuResult> {
        let end = if times { NativeEvent::timed(device) } else { NativeEvent::plain(device) }?;
        let start = if times { Some(NativeEvent::timed(device)?) } else { None };
        Ok(Self { end: Arc::new(end), start })
    }
}

/// One that orders.
impl From<Arc<NativeEvent>> for Recorded {
    fn from(end: Arc<NativeEvent>) -> Self {
        Self { end, start: None }
    }
}
