//! `trait UrIpc`, generated from the table of entry points.

use crate::*;
use std::ffi::c_void;
use std::fmt;

/// What is under test, in its own words. For reports; no verdict depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Implementation {
    /// Short name: "host", "cuda", "level-zero".
    pub name: String,
    /// Version of the implementation.
    pub version: String,
    /// Further facts in reading order: libraries with their versions, layers, profile.
    pub details: Vec<(String, String)>,
}

macro_rules! define_contract {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// An implementation of Unified Runtime's inter-process part, and of what is needed to use it.
        ///
        /// One method for each entry point, named after it, with UR's meaning and order of parameters. A
        /// method that is left out answers `UR_RESULT_ERROR_UNSUPPORTED_FEATURE`, and what needs it is skipped
        /// with that reason, so a partial implementation is a few lines.
        ///
        /// The `hook_` methods say how an object that can be shared is made and signalled. They have UR's own
        /// way as their default; override them only where objects are made in another way. A hook makes its
        /// calls on `via`, the outermost implementation, so that layers and the call log see them.
        ///
        /// # Safety
        /// All methods take what UR's C functions take: pointers are null or point to memory that is valid for
        /// the access and size which the entry point describes, for as long as it describes. Handles may be
        /// null or of another kind, and values out of range: answering these with an error, without side
        /// effects, is what the suite tests.
        #[expect(clippy::too_many_arguments, reason = "UR's signatures")]
        pub trait UrIpc: Send + Sync {
            /// What is under test, for reports.
            fn implementation(&self) -> Implementation;

            $(
                $(#[$doc])*
                ///
                /// # Safety
                #[doc = concat!("As UR's `", $ur, "`; see the trait.")]
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    $(let _ = $arg;)*
                    UrResult::ERROR_UNSUPPORTED_FEATURE
                }
            )*

            /// Makes an event that can be exported. Default: `urEventCreateExp` with `UR_EXP_EVENT_FLAG_IPC_EXP`.
            ///
            /// # Safety
            /// As [`event_create_exp`](UrIpc::event_create_exp).
            unsafe fn hook_create_shareable_event(
                &self, via: &dyn UrIpc,
                context: ContextHandle,
                device: DeviceHandle,
                event: *mut EventHandle,
            ) -> UrResult {
                let desc = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
                // SAFETY: the caller keeps event_create_exp's contract; `desc` outlives the call.
                unsafe { via.event_create_exp(context, device, &raw const desc, event) }
            }

            /// Enqueues a signal of a shareable event. Default: `urEnqueueEventsWaitWithBarrierExt` with the
            /// event as its in/out argument.
            ///
            /// # Safety
            /// As [`enqueue_events_wait_with_barrier_ext`](UrIpc::enqueue_events_wait_with_barrier_ext).
            unsafe fn hook_signal_event(&self, via: &dyn UrIpc, queue: QueueHandle, event: *mut EventHandle) -> UrResult {
                // SAFETY: the caller keeps the entry point's contract.
                unsafe {
                    via.enqueue_events_wait_with_barrier_ext(
                        queue,
                        std::ptr::null(),
                        0,
                        std::ptr::null(),
                        event,
                    )
                }
            }

            /// Makes physical memory that can be exported. Default: `urPhysicalMemCreate` with
            /// `UR_PHYSICAL_MEM_FLAG_ENABLE_IPC`.
            ///
            /// # Safety
            /// As [`physical_mem_create`](UrIpc::physical_mem_create).
            unsafe fn hook_create_shareable_physical_mem(
                &self, via: &dyn UrIpc,
                context: ContextHandle,
                device: DeviceHandle,
                size: usize,
                physical_mem: *mut PhysicalMemHandle,
            ) -> UrResult {
                let properties = PhysicalMemProperties::new(PhysicalMemFlags::ENABLE_IPC);
                // SAFETY: the caller keeps physical_mem_create's contract; `properties` outlives the call.
                unsafe { via.physical_mem_create(context, device, size, &raw const properties, physical_mem) }
            }

            /// Allocates USM that can be exported. Default: `urUSMDeviceAlloc` with no descriptor and no pool.
            ///
            /// # Safety
            /// As [`usm_device_alloc`](UrIpc::usm_device_alloc).
            unsafe fn hook_allocate_shareable_memory(
                &self, via: &dyn UrIpc,
                context: ContextHandle,
                device: DeviceHandle,
                size: usize,
                mem: *mut *mut c_void,
            ) -> UrResult {
                // SAFETY: the caller keeps usm_device_alloc's contract.
                unsafe {
                    via.usm_device_alloc(context, device, std::ptr::null(), UsmPoolHandle::NULL, size, mem)
                }
            }
        }
    };
}

for_each_entry_point!(define_contract);

impl fmt::Debug for dyn UrIpc + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UrIpc").field(&self.implementation().name).finish()
    }
}
