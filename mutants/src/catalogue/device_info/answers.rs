//! Wrong answers to one of the three questions.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use ur_ipc_api::*;

pub(super) const MEMORY: u32 = DeviceInfo::IPC_MEMORY_SUPPORT_EXP.0;
pub(super) const PHYSICAL: u32 = DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP.0;
pub(super) const EVENT: u32 = DeviceInfo::IPC_EVENT_SUPPORT_EXP.0;

/// A query of a device.
pub(super) struct Query<'a> {
    pub(super) below: &'a dyn UrIpc,
    pub(super) device: DeviceHandle,
    pub(super) name: DeviceInfo,
    pub(super) size: usize,
    pub(super) value: *mut c_void,
    pub(super) size_ret: *mut usize,
    /// How many queries of this kind there were before.
    pub(super) number: u32,
}

impl Query<'_> {
    /// Asks the backend below.
    pub(super) fn run(&self) -> UrResult {
        self.run_with(self.size, self.value)
    }

    /// Asks it with another buffer.
    pub(super) fn run_with(&self, size: usize, value: *mut c_void) -> UrResult {
        // SAFETY: the arguments are the caller's, or a buffer that is as valid.
        unsafe { self.below.device_get_info(self.device, self.name, size, value, self.size_ret) }
    }

    /// Writes the first byte of the answer, if there is room.
    pub(super) fn write(&self, byte: u8) {
        if !self.value.is_null() && self.size > 0 {
            // SAFETY: `size` bytes are writable as UR demands.
            unsafe { self.value.cast::<u8>().write(byte) };
        }
    }

    /// Writes the size, if that is wanted.
    pub(super) fn write_size(&self, size: usize) {
        if !self.size_ret.is_null() {
            // SAFETY: writable as UR demands.
            unsafe { self.size_ret.write(size) };
        }
    }
}

/// What is wrong with the answer.
pub(super) trait Fault: Send + Sync + 'static {
    fn answer(query: &Query<'_>) -> UrResult;
}

struct Answers<const INFO: u32, F> {
    inner: Arc<dyn UrIpc>,
    asked: AtomicU32,
    fault: PhantomData<F>,
}

/// Puts a fault of the query `INFO` on top of a backend.
pub(super) fn make<const INFO: u32, F: Fault>(inner: Arc<dyn UrIpc>) -> Arc<dyn UrIpc> {
    Arc::new(Answers::<INFO, F> { inner, asked: AtomicU32::new(0), fault: PhantomData })
}

impl<const INFO: u32, F: Fault> Layer for Answers<INFO, F> {
    fn inner(&self) -> &dyn UrIpc {
        &*self.inner
    }

    unsafe fn device_get_info(
        &self,
        device: DeviceHandle,
        name: DeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        let mut query = Query { below: &*self.inner, device, name, size, value, size_ret, number: 0 };
        if name.0 != INFO {
            return query.run();
        }
        query.number = self.asked.fetch_add(1, Ordering::Relaxed);
        F::answer(&query)
    }
}

/// Defines a fault.
macro_rules! fault {
    ($fault:ident, |$query:ident| $answer:expr) => {
        pub(super) struct $fault;

        impl $crate::catalogue::device_info::answers::Fault for $fault {
            fn answer($query: &$crate::catalogue::device_info::answers::Query<'_>) -> ::ur_ipc_api::UrResult {
                $answer
            }
        }
    };
}

pub(super) use fault;

/// The same fault of the three queries: three mutants.
macro_rules! for_each_query {
    ($id:literal, $description:literal, [$($more:literal),*], $fault:ident) => {
        [
            $crate::Legacy::new(
                concat!("info_memory_", $id),
                concat!("The query for USM memory ", $description),
                &[$($more,)* "device_info.ipc_memory.query"],
                $crate::catalogue::device_info::answers::make::<
                    { $crate::catalogue::device_info::answers::MEMORY }, $fault,
                >,
            ),
            $crate::Legacy::new(
                concat!("info_physical_", $id),
                concat!("The query for physical memory ", $description),
                &[$($more,)* "device_info.ipc_physical_memory.query"],
                $crate::catalogue::device_info::answers::make::<
                    { $crate::catalogue::device_info::answers::PHYSICAL }, $fault,
                >,
            ),
            $crate::Legacy::new(
                concat!("info_event_", $id),
                concat!("The query for events ", $description),
                &[$($more,)* "device_info.ipc_event.query"],
                $crate::catalogue::device_info::answers::make::<
                    { $crate::catalogue::device_info::answers::EVENT }, $fault,
                >,
            ),
        ]
    };
}

pub(super) use for_each_query;
