//! CUDA's physical memory.

use crate::device::Device;
use crate::driver::{CuMemAllocationProp, CuMemHandle, CudaDriver, HANDLE_TYPE_POSIX_FD};
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use std::ffi::c_void;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::checks::{Ur, ensure};

/// CUDA's handle of physical memory, released with this. The memory lives as long as a handle, a mapping or an
/// exported descriptor does.
pub struct NativePhysical {
    driver: &'static CudaDriver,
    /// CUDA's handle.
    pub native: CuMemHandle,
}

impl NativePhysical {
    /// New memory of a device; what is to be exported says so at creation.
    pub fn create(device: &Device, size: usize, exportable: bool) -> Ur<Self> {
        let prop = CuMemAllocationProp::pinned(device.native, exportable);
        let mut native = 0;
        // SAFETY: the output is a local variable; the size was checked against the granularity.
        unsafe { device.driver.mem_create(&raw mut native, size, &raw const prop, 0) }?;
        Ok(Self { driver: device.driver, native })
    }

    /// A new descriptor of the memory.
    pub fn export(&self) -> Ur<OwnedFd> {
        let mut fd: RawFd = -1;
        // SAFETY: for this kind of handle the output is an `int`; the memory lives.
        unsafe { self.driver.mem_export((&raw mut fd).cast(), self.native, HANDLE_TYPE_POSIX_FD, 0) }?;
        ensure(fd >= 0, UrResult::ERROR_ADAPTER_SPECIFIC)?;
        // SAFETY: new and owned by nobody.
        let fd = unsafe { OwnedFd::from_raw_fd(fd) };
        fcntl(&fd, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?;
        Ok(fd)
    }

    /// The memory behind a descriptor, which stays the caller's.
    pub fn import(device: &Device, fd: &OwnedFd) -> Ur<Self> {
        let mut native = 0;
        let os_handle: *mut c_void = std::ptr::without_provenance_mut(fd.as_raw_fd() as usize);
        // SAFETY: the output is a local variable; for this kind of handle the pointer is the descriptor's number.
        unsafe { device.driver.mem_import(&raw mut native, os_handle, HANDLE_TYPE_POSIX_FD) }?;
        Ok(Self { driver: device.driver, native })
    }
}

impl Drop for NativePhysical {
    fn drop(&mut self) {
        // SAFETY: released once; CUDA keeps what is still mapped.
        let _ = unsafe { self.driver.mem_release(self.native) };
    }
}
