//! The test bed.

mod recorder;

pub use recorder::{Fault, Recorder};

use std::ffi::c_void;
use std::fmt::Debug;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use ur_ipc::{
    Context, Device, Errc, Error, Event, EventProperties, GranularityMode, PhysicalMem,
    PhysicalMemProperties, Platform, Queue, QueueProperties, Result, get_mem_granularity, make_event,
};
use ur_ipc_api::{UrIpc, UrResult};

/// A platform on a recorded host backend, with a context of all its devices.
pub struct Bed {
    pub recorder: Arc<Recorder>,
    pub platform: Platform,
    pub device: Device,
    pub context: Context,
}

impl Bed {
    pub fn new() -> Self {
        Self::with("default")
    }

    /// On a profile of the host backend.
    pub fn with(profile: &str) -> Self {
        let recorder = Arc::new(Recorder::new(profile));
        let platform = platform(&recorder);
        let devices = platform.get_devices();
        let context = Context::new(&devices).expect("a context");
        Self { recorder, platform, device: devices[0].clone(), context }
    }

    /// On a layer over the host backend.
    ///
    /// # Safety
    /// It does what Unified Runtime's specification says, as far as memory depends on it.
    pub unsafe fn behind<L: UrIpc + 'static>(layer: impl FnOnce(Arc<Recorder>) -> L) -> Self {
        let recorder = Arc::new(Recorder::new("default"));
        // SAFETY: this function's contract.
        let platforms = unsafe { Platform::get_platforms(Arc::new(layer(Arc::clone(&recorder)))) };
        let platform = platforms.expect("the layer can be listed").remove(0);
        let devices = platform.get_devices();
        let context = Context::new(&devices).expect("a context");
        Self { recorder, platform, device: devices[0].clone(), context }
    }

    pub fn queue(&self, properties: QueueProperties) -> Queue {
        Queue::new(&self.context, &self.device, properties).expect("a queue")
    }

    pub fn in_order(&self) -> Queue {
        self.queue(QueueProperties::default().in_order(true))
    }

    /// Memory that can be shared, of one granule.
    pub fn physical(&self) -> PhysicalMem {
        let properties = PhysicalMemProperties::default().enable_ipc(true);
        PhysicalMem::new(&self.device, &self.context, self.granule(), properties).expect("physical memory")
    }

    pub fn granule(&self) -> usize {
        get_mem_granularity(&self.device, &self.context, GranularityMode::Minimum).expect("a granularity")
    }

    /// Holds a queue until what this gives is dropped.
    pub fn hold(&self, queue: &Queue) -> Sender<()> {
        unsafe extern "C" fn wait(data: *mut c_void) {
            // SAFETY: made by `Box::into_raw` below, used once.
            let gate = unsafe { Box::from_raw(data.cast::<Receiver<()>>()) };
            let _ = gate.recv();
        }
        let (open, gate) = channel();
        let (data, queue) = (Box::into_raw(Box::new(gate)).cast(), queue.ur_handle());
        // SAFETY: the queue is live, and the function takes this argument.
        let held = unsafe {
            self.recorder.enqueue_host_task_exp(queue, Some(wait), data, null(), 0, null(), null_mut())
        };
        assert!(held.is_success(), "{held}");
        open
    }

    /// An event that can be shared.
    pub fn event(&self) -> Event {
        make_event(&self.context, EventProperties::default().enable_ipc(true)).expect("an event")
    }
}

/// The platform of a host backend.
pub fn platform(recorder: &Arc<Recorder>) -> Platform {
    // SAFETY: the host backend does what Unified Runtime's specification says, and a recorder changes answers to others that a
    // caller has to live with.
    let platforms = unsafe { Platform::get_platforms(Arc::clone(recorder) as _) };
    platforms.expect("the host backend can be listed").remove(0)
}

/// The error of a call, without what it would have given.
#[track_caller]
pub fn error<T: Debug>(result: Result<T>) -> Error {
    result.expect_err("it fails")
}

/// Code and answer of an error.
#[track_caller]
pub fn code<T: Debug>(result: Result<T>) -> (Errc, Option<UrResult>) {
    let error = error(result);
    (error.errc(), error.ur_result())
}
