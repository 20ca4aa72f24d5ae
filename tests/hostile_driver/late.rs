//! Drivers that end their process late. One does it in the test after the one that started a thread, one at the end of
//! all, one a while after a program's last release.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use ur_ipc_cts::api::*;
use ur_ipc_host::{HostBackend, Profile};

/// So many handles `memory::get::success` makes, and more than any other test of the trials.
const HANDLES: u32 = 6;

pub struct Late(HostBackend, AtomicU32);

impl Late {
    pub fn new() -> Result<Self, String> {
        let host = HostBackend::new(Profile::default()).map_err(|error| error.to_string())?;
        Ok(Self(host, AtomicU32::new(0)))
    }
}

impl Layer for Late {
    fn inner(&self) -> &dyn UrIpc {
        &self.0
    }

    unsafe fn ipc_get_mem_handle_exp(
        &self,
        context: ContextHandle,
        mem: *mut c_void,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        if self.1.fetch_add(1, Ordering::Relaxed) == HANDLES {
            // The thread has its own time; that is made sure of.
            let _ = std::thread::spawn(|| std::process::abort()).join();
        }
        // SAFETY: as the caller's.
        unsafe { self.0.ipc_get_mem_handle_exp(context, mem, data, size) }
    }
}

/// Dies so long after a process of a program has released a context.
pub struct Doomed(HostBackend, Duration);

impl Doomed {
    pub fn new(after: Duration) -> Result<Self, String> {
        HostBackend::new(Profile::default()).map(|host| Self(host, after)).map_err(|error| error.to_string())
    }
}

impl Layer for Doomed {
    fn inner(&self) -> &dyn UrIpc {
        &self.0
    }

    unsafe fn context_release(&self, context: ContextHandle) -> UrResult {
        if is_actor() {
            let after = self.1;
            std::thread::spawn(move || {
                std::thread::sleep(after);
                std::process::abort()
            });
        }
        // SAFETY: as the caller's.
        unsafe { self.0.context_release(context) }
    }
}

fn is_actor() -> bool {
    std::env::args().nth(2).as_deref() == Some("actor")
}

/// Dies as the process of a program leaves.
pub struct Last(HostBackend);

impl Last {
    pub fn new() -> Result<Self, String> {
        HostBackend::new(Profile::default()).map(Self).map_err(|error| error.to_string())
    }
}

impl Layer for Last {
    fn inner(&self) -> &dyn UrIpc {
        &self.0
    }
}

impl Drop for Last {
    fn drop(&mut self) {
        if is_actor() {
            std::process::abort();
        }
    }
}
