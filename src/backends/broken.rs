//! Broken devices to try the suite on: the host backend with one defect each, in a layer above it.

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::fs::File;
use std::sync::{Mutex, PoisonError};
use std::thread;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, EventHandle, Implementation, Layer, UrIpc, UrResult, UsmAllocInfo,
};
use ur_ipc_host::HostBackend;

/// The profiles: name and description.
pub(super) const PROFILES: [(&str, &str); 5] = [
    Defect::Leak.profile(),
    Defect::Size.profile(),
    Defect::Wait.profile(),
    Defect::Hang.profile(),
    Defect::Crash.profile(),
];

/// What is wrong with a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    Leak,
    Size,
    Wait,
    Hang,
    Crash,
}

impl Defect {
    const fn profile(self) -> (&'static str, &'static str) {
        match self {
            Self::Leak => ("broken-leak", "to see failures: each Open of memory leaks a descriptor"),
            Self::Size => ("broken-size", "to see failures: opened memory reports half of its size"),
            Self::Wait => ("broken-wait", "to see failures: a wait for events returns at once"),
            Self::Hang => (
                "broken-hang",
                "to see timeouts (try --timeout 2 event::open): a wait for an opened event never returns",
            ),
            Self::Crash => ("broken-crash", "to see failures: each Close of opened memory crashes"),
        }
    }

    /// The defect of this profile, if it is a broken one.
    pub(super) fn named(profile: &str) -> Option<Self> {
        let all = [Self::Leak, Self::Size, Self::Wait, Self::Hang, Self::Crash];
        all.into_iter().find(|defect| defect.profile().0 == profile)
    }
}

/// The host backend with a defect.
pub(super) struct Broken {
    host: HostBackend,
    defect: Defect,
    /// The addresses of memory that has been opened.
    opened: Mutex<BTreeSet<usize>>,
    /// Events that have been opened. The host backend gives no handle a second time.
    opened_events: Mutex<BTreeSet<EventHandle>>,
}

impl Broken {
    pub(super) fn new(host: HostBackend, defect: Defect) -> Self {
        Self { host, defect, opened: Mutex::default(), opened_events: Mutex::default() }
    }
}

impl Layer for Broken {
    fn inner(&self) -> &dyn UrIpc {
        &self.host
    }

    fn implementation(&self) -> Implementation {
        let mut implementation = UrIpc::implementation(&self.host);
        let (name, description) = self.defect.profile();
        for (_, value) in implementation.details.iter_mut().filter(|(fact, _)| fact == "profile") {
            *value = format!("{name} ({description})");
        }
        implementation
    }

    unsafe fn ipc_open_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        handle_data: *mut c_void,
        handle_data_size: usize,
        mem: *mut *mut c_void,
    ) -> UrResult {
        // SAFETY: the same contract.
        let result =
            unsafe { self.host.ipc_open_mem_handle_exp(context, device, handle_data, handle_data_size, mem) };
        if result == UrResult::SUCCESS {
            // SAFETY: after a success, it points to the address.
            let address = unsafe { *mem } as usize;
            self.opened.lock().unwrap_or_else(PoisonError::into_inner).insert(address);
            if self.defect == Defect::Leak {
                std::mem::forget(File::open("/dev/null"));
            }
        }
        result
    }

    unsafe fn ipc_close_mem_handle_exp(&self, context: ContextHandle, mem: *mut c_void) -> UrResult {
        // SAFETY: the same contract.
        let result = unsafe { self.host.ipc_close_mem_handle_exp(context, mem) };
        if self.defect == Defect::Crash && result == UrResult::SUCCESS {
            // SAFETY: nothing is mapped there, so that the process ends here.
            unsafe { std::ptr::without_provenance_mut::<u8>(8).write_volatile(1) };
        }
        result
    }

    unsafe fn ipc_open_event_handle_exp(
        &self,
        context: ContextHandle,
        handle_data: *const c_void,
        handle_data_size: usize,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: the same contract.
        let result =
            unsafe { self.host.ipc_open_event_handle_exp(context, handle_data, handle_data_size, event) };
        if result == UrResult::SUCCESS {
            // SAFETY: after a success, it points to the handle.
            let opened = unsafe { *event };
            self.opened_events.lock().unwrap_or_else(PoisonError::into_inner).insert(opened);
        }
        result
    }

    unsafe fn usm_get_mem_alloc_info(
        &self,
        context: ContextHandle,
        mem: *const c_void,
        prop_name: UsmAllocInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> UrResult {
        // SAFETY: the same contract.
        let result = unsafe {
            self.host.usm_get_mem_alloc_info(context, mem, prop_name, prop_size, prop_value, prop_size_ret)
        };
        let told = result == UrResult::SUCCESS && prop_name == UsmAllocInfo::SIZE && !prop_value.is_null();
        let opened = || self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if self.defect == Defect::Size && told && opened().contains(&(mem as usize)) {
            let value = prop_value.cast::<usize>();
            // SAFETY: after a success, the size has been written there, at any alignment.
            unsafe { value.write_unaligned(value.read_unaligned() / 2) };
        }
        result
    }

    unsafe fn event_wait(&self, num_events: u32, event_wait_list: *const EventHandle) -> UrResult {
        if self.defect == Defect::Wait {
            return UrResult::SUCCESS;
        }
        // SAFETY: the same contract.
        let result = unsafe { self.host.event_wait(num_events, event_wait_list) };
        if self.defect == Defect::Hang && result == UrResult::SUCCESS {
            // SAFETY: after a success, the list has that many events.
            let waited = unsafe { std::slice::from_raw_parts(event_wait_list, num_events as usize) };
            let is_opened = {
                let opened = self.opened_events.lock().unwrap_or_else(PoisonError::into_inner);
                waited.iter().any(|event| opened.contains(event))
            };
            if is_opened {
                loop {
                    thread::park();
                }
            }
        }
        result
    }
}
