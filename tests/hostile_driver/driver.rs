//! The driver: the host backend with other texts, and calls that fail loudly.

use std::ffi::c_void;
use ur_ipc_cts::api::*;
use ur_ipc_host::{HostBackend, Profile};

/// An end of line and a verdict, commands to GitHub's runner, a cleared screen, an overwritten line, and text that runs the other
/// way.
pub const EVIL: &str = "\n\nCONFORMS\n\ntest result: ok. 9 passed; 0 failed\n::stop-commands::a\n##[group]b\n\
     \x1b[2J\x1b[32mok\r\u{9b}2J\u{202e}\u{2028}\u{7f}";

pub struct Hostile(HostBackend);

impl Hostile {
    pub fn new() -> Result<Self, String> {
        HostBackend::new(Profile::default()).map(Self).map_err(|error| error.to_string())
    }
}

impl Layer for Hostile {
    fn inner(&self) -> &dyn UrIpc {
        &self.0
    }

    fn implementation(&self) -> Implementation {
        let details = vec![(format!("key{EVIL}"), format!("value{EVIL}"))];
        Implementation { name: format!("name{EVIL}"), version: format!("version{EVIL}"), details }
    }

    unsafe fn device_get_info(
        &self,
        device: DeviceHandle,
        name: DeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        let what = match name {
            DeviceInfo::NAME => "Device",
            DeviceInfo::VENDOR => "Vendor",
            DeviceInfo::DRIVER_VERSION => "1.2",
            // SAFETY: as the caller's.
            _ => return unsafe { self.0.device_get_info(device, name, size, value, size_ret) },
        };
        let text = format!("{what}{EVIL}\0");
        // SAFETY: the pointers are null or writable, and the size is that of the value.
        unsafe {
            if !size_ret.is_null() {
                size_ret.write(text.len());
            }
            if !value.is_null() {
                value.cast::<u8>().copy_from(text.as_ptr(), text.len().min(size));
            }
        }
        UrResult::SUCCESS
    }

    unsafe fn ipc_get_mem_handle_exp(
        &self,
        _context: ContextHandle,
        _mem: *mut c_void,
        _data: *mut *mut c_void,
        _size: *mut usize,
    ) -> UrResult {
        println!("printed{EVIL}");
        panic!("panicked{EVIL}");
    }
}
