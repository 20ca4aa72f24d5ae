//! The defects. Where one really happened, the description names the change that mended it.

use std::collections::HashSet;
use std::ffi::c_void;
use std::fs::File;
use std::os::fd::IntoRawFd;
use std::ptr::null_mut;
use std::sync::{Arc, Mutex};
use ur_ipc_cts::api::*;

/// A backend that is broken in one way.
pub struct Defect {
    pub name: &'static str,
    pub description: &'static str,
    /// The profile of the host backend below.
    pub profile: &'static str,
    /// The test that must fail.
    pub caught_by: &'static str,
    pub make: fn(Arc<dyn UrIpc>) -> Arc<dyn UrIpc>,
}

/// Defines a layer that overrides some methods.
macro_rules! defect {
    ($type:ident { $($field:ident: $ty:ty),* } $($method:item)*) => {
        struct $type {
            inner: Arc<dyn UrIpc>,
            $($field: $ty,)*
        }

        impl $type {
            fn make(inner: Arc<dyn UrIpc>) -> Arc<dyn UrIpc> {
                Arc::new(Self { inner, $($field: <$ty>::default(),)* })
            }
        }

        impl Layer for $type {
            fn inner(&self) -> &dyn UrIpc {
                &*self.inner
            }

            $($method)*
        }
    };
}

/// Loses a descriptor, as code does that forgets to close its copy.
fn leak_descriptor() {
    if let Ok(file) = File::open("/dev/null") {
        let _ = file.into_raw_fd();
    }
}

defect!(OpenKeepsDescriptor {}
    unsafe fn ipc_open_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *const c_void,
        size: usize,
        object: *mut PhysicalMemHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_phys_mem_handle_exp(context, device, data, size, object) };
        if result.is_success() {
            leak_descriptor();
        }
        result
    }
);

defect!(GetKeepsDescriptor {}
    unsafe fn ipc_get_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        object: PhysicalMemHandle,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        leak_descriptor();
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_phys_mem_handle_exp(context, object, data, size) }
    }
);

defect!(FailedOpenKeepsDescriptor {}
    unsafe fn ipc_open_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *mut c_void,
        size: usize,
        mem: *mut *mut c_void,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if !result.is_success() {
            leak_descriptor();
        }
        result
    }
);

defect!(CloseIgnoresRetain {}
    unsafe fn ipc_close_phys_mem_handle_exp(&self, context: ContextHandle, object: PhysicalMemHandle) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_close_phys_mem_handle_exp(context, object) };
        // SAFETY: the host backend refuses handles that are gone.
        while result.is_success() && unsafe { self.inner.physical_mem_release(object) }.is_success() {}
        result
    }
);

defect!(ImportedSizeIsZero { imported: Mutex<HashSet<usize>> }
    unsafe fn ipc_open_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *const c_void,
        size: usize,
        object: *mut PhysicalMemHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_phys_mem_handle_exp(context, device, data, size, object) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.imported.lock().unwrap().insert(unsafe { object.read() }.address());
        }
        result
    }

    unsafe fn physical_mem_get_info(
        &self,
        object: PhysicalMemHandle,
        name: PhysicalMemInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.physical_mem_get_info(object, name, size, value, size_ret) };
        let imported = self.imported.lock().unwrap().contains(&object.address());
        if result.is_success() && imported && name == PhysicalMemInfo::SIZE && !value.is_null() {
            // SAFETY: the call has just written a size there.
            unsafe { value.cast::<usize>().write_unaligned(0) };
        }
        result
    }
);

defect!(InfoKnowsReferenceCountOnly {}
    unsafe fn physical_mem_get_info(
        &self,
        object: PhysicalMemHandle,
        name: PhysicalMemInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        if name != PhysicalMemInfo::REFERENCE_COUNT {
            return UrResult::ERROR_UNSUPPORTED_ENUMERATION;
        }
        // SAFETY: same contract.
        unsafe { self.inner.physical_mem_get_info(object, name, size, value, size_ret) }
    }
);

defect!(PutWithoutContextFrees { context: Mutex<usize> }
    unsafe fn ipc_get_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        object: PhysicalMemHandle,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        *self.context.lock().unwrap() = context.address();
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_phys_mem_handle_exp(context, object, data, size) }
    }

    unsafe fn ipc_put_phys_mem_handle_exp(&self, context: ContextHandle, data: *const c_void) -> UrResult {
        let last = ContextHandle::from_address(*self.context.lock().unwrap());
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_put_phys_mem_handle_exp(last, data) };
        if context.is_null() { UrResult::ERROR_INVALID_NULL_HANDLE } else { result }
    }
);

defect!(WorksInOneProcessOnly { exported: Mutex<HashSet<Vec<u8>>> }
    unsafe fn ipc_get_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        object: PhysicalMemHandle,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_phys_mem_handle_exp(context, object, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            let bytes = unsafe { std::slice::from_raw_parts(data.read().cast::<u8>(), size.read()) };
            self.exported.lock().unwrap().insert(bytes.to_vec());
        }
        result
    }

    unsafe fn ipc_open_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *const c_void,
        size: usize,
        object: *mut PhysicalMemHandle,
    ) -> UrResult {
        if !data.is_null() && size == 96 {
            // SAFETY: the suite passes `size` readable bytes.
            let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
            if !self.exported.lock().unwrap().contains(bytes) {
                return UrResult::ERROR_INVALID_VALUE;
            }
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_open_phys_mem_handle_exp(context, device, data, size, object) }
    }
);

defect!(WrongEnumerator {}
    unsafe fn device_get_info(
        &self,
        device: DeviceHandle,
        name: DeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        let asked = if name == DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP {
            DeviceInfo::IPC_MEMORY_SUPPORT_EXP
        } else {
            name
        };
        // SAFETY: same contract.
        unsafe { self.inner.device_get_info(device, asked, size, value, size_ret) }
    }
);

defect!(CreateIgnoresFlag {}
    unsafe fn physical_mem_create(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        size: usize,
        _: *const PhysicalMemProperties,
        object: *mut PhysicalMemHandle,
    ) -> UrResult {
        // SAFETY: same contract; properties may be null.
        unsafe { self.inner.physical_mem_create(context, device, size, std::ptr::null(), object) }
    }
);

defect!(SizeTooLargeAccepted {}
    unsafe fn ipc_open_event_handle_exp(
        &self,
        context: ContextHandle,
        data: *const c_void,
        size: usize,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: same contract; fewer bytes are read than promised.
        unsafe { self.inner.ipc_open_event_handle_exp(context, data, if size == 97 { 96 } else { size }, event) }
    }
);

defect!(EventReleaseLeaksImport { imported: Mutex<HashSet<usize>> }
    unsafe fn ipc_open_event_handle_exp(
        &self,
        context: ContextHandle,
        data: *const c_void,
        size: usize,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.imported.lock().unwrap().insert(unsafe { event.read() }.address());
        }
        result
    }

    unsafe fn event_release(&self, event: EventHandle) -> UrResult {
        if self.imported.lock().unwrap().remove(&event.address()) {
            leak_descriptor();
        }
        // SAFETY: same contract.
        unsafe { self.inner.event_release(event) }
    }
);

defect!(DeviceNotChecked {}
    unsafe fn event_create_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        desc: *const ExpEventDesc,
        event: *mut EventHandle,
    ) -> UrResult {
        let mut own = device;
        // SAFETY: one handle fits.
        let asked = unsafe {
            self.inner.context_get_info(context, ContextInfo::DEVICES, 8, (&raw mut own).cast(), null_mut())
        };
        let device = if asked.is_success() && !device.is_null() { own } else { device };
        // SAFETY: same contract.
        unsafe { self.inner.event_create_exp(context, device, desc, event) }
    }
);

defect!(AlwaysComplete {}
    unsafe fn event_get_info(
        &self,
        event: EventHandle,
        name: EventInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.event_get_info(event, name, size, value, size_ret) };
        if result.is_success() && name == EventInfo::COMMAND_EXECUTION_STATUS && !value.is_null() {
            // SAFETY: the call has just written a status there.
            unsafe { value.cast::<EventStatus>().write_unaligned(EventStatus::COMPLETE) };
        }
        result
    }
);

defect!(WaitListIgnored {}
    unsafe fn enqueue_usm_memcpy(
        &self,
        queue: QueueHandle,
        blocking: bool,
        dst: *mut c_void,
        src: *const c_void,
        size: usize,
        _: u32,
        _: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: same contract, with an empty wait list.
        unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, 0, std::ptr::null(), event) }
    }
);

defect!(OutputWrittenOnFailure {}
    unsafe fn ipc_open_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *mut c_void,
        size: usize,
        mem: *mut *mut c_void,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
        if !result.is_success() && !mem.is_null() {
            // SAFETY: writable as UR demands.
            unsafe { mem.write(std::ptr::dangling_mut::<u64>().cast()) };
        }
        result
    }
);

const fn defect(
    name: &'static str,
    description: &'static str,
    caught_by: &'static str,
    make: fn(Arc<dyn UrIpc>) -> Arc<dyn UrIpc>,
) -> Defect {
    Defect { name, description, profile: "default", caught_by, make }
}

/// All of them.
pub static DEFECTS: &[Defect] = &[
    defect(
        "open_keeps_descriptor",
        "Open keeps the descriptor that it fetched from the other process (intel/llvm PR 22092)",
        "lifetime::fd::physical_open_close",
        OpenKeepsDescriptor::make,
    ),
    defect(
        "get_keeps_descriptor",
        "Get duplicates the descriptor and never closes the original (commit 1e5996ac3, PR 22717)",
        "lifetime::fd::physical_get_put",
        GetKeepsDescriptor::make,
    ),
    defect(
        "failed_open_keeps_descriptor",
        "work after the native open fails, and the import leaks (intel/llvm PR 22092)",
        "lifetime::failed_calls::memory",
        FailedOpenKeepsDescriptor::make,
    ),
    defect(
        "close_ignores_retain",
        "Close destroys the object, ignoring Retain (intel/llvm PR 22092)",
        "physical_memory::close::respects_refcount",
        CloseIgnoresRetain::make,
    ),
    defect(
        "imported_size_is_zero",
        "an imported object reports size 0 (intel/llvm PR 22092)",
        "physical_memory::info::imported_size",
        ImportedSizeIsZero::make,
    ),
    defect(
        "info_knows_reference_count_only",
        "GetInfo answers REFERENCE_COUNT and nothing else (intel/llvm PR 22092)",
        "physical_memory::info::local_all_five",
        InfoKnowsReferenceCountOnly::make,
    ),
    defect(
        "put_without_context_frees",
        "a refused Put releases the handle all the same (intel/llvm PR 22092)",
        "physical_memory::put::null_context",
        PutWithoutContextFrees::make,
    ),
    defect(
        "works_in_one_process_only",
        "the handle means something in its own process only (intel/llvm PR 22092)",
        "cross_process::physical_memory::read",
        WorksInOneProcessOnly::make,
    ),
    Defect {
        profile: "no-memory",
        ..defect(
            "wrong_enumerator",
            "the physical-memory query answers what the USM query answers (intel/llvm PR 22092)",
            "device_info::queries_are_independent::families",
            WrongEnumerator::make,
        )
    },
    defect(
        "create_ignores_flag",
        "urPhysicalMemCreate ignores ENABLE_IPC (intel/llvm PR 22092)",
        "physical_memory::get::success",
        CreateIgnoresFlag::make,
    ),
    defect(
        "size_too_large_accepted",
        "a handle one byte too long is opened",
        "event::open::size_mismatch",
        SizeTooLargeAccepted::make,
    ),
    defect(
        "event_release_leaks_import",
        "an imported event is destroyed like a local one, and its import leaks (intel/llvm PRs 22445, 22366)",
        "lifetime::event::final_release",
        EventReleaseLeaksImport::make,
    ),
    Defect {
        profile: "two-devices",
        ..defect(
            "device_not_checked",
            "urEventCreateExp takes a device that is not in the context (intel/llvm PR 22445)",
            "event::create::device_not_in_context",
            DeviceNotChecked::make,
        )
    },
    defect(
        "always_complete",
        "an event reports COMPLETE while its command is held up",
        "event::imported::pending_status",
        AlwaysComplete::make,
    ),
    defect(
        "wait_list_ignored",
        "a copy does not wait for the imported event in its wait list",
        "cross_process::event::wait_list_held",
        WaitListIgnored::make,
    ),
    defect(
        "output_written_on_failure",
        "a failed Open leaves a dangling pointer in its output",
        "memory::open::outputs_untouched_on_error",
        OutputWrittenOnFailure::make,
    ),
];
