//! Level Zero's physical memory.

use crate::native_context::NativeContext;
use crate::result::{Native, Ze, ur, ze};
use level_zero_sys::{
    ze_device_handle_t, ze_external_memory_export_desc_t, ze_external_memory_export_fd_t,
    ze_external_memory_import_fd_t, ze_external_memory_type_flags_t, ze_physical_mem_desc_t,
    ze_physical_mem_flags_t, ze_physical_mem_handle_t, ze_physical_mem_properties_t,
};
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::stat::fstat;
use nix::unistd::{Whence, lseek};
use std::ffi::c_void;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Mutex, PoisonError};
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::checks::{Ur, ensure};

const OPAQUE_FD: ze_external_memory_type_flags_t =
    ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;

/// Physical memory, destroyed with this. What is mapped keeps the pages.
pub struct NativePhysical {
    context: Arc<NativeContext>,
    /// Level Zero's handle.
    pub native: Native<ze_physical_mem_handle_t>,
    /// The first descriptor that the driver gave. Intel's gives the same number whenever it is asked, so that it must stay
    /// open.
    exported: Mutex<Option<OwnedFd>>,
}

impl NativePhysical {
    /// New memory of a device; what is to be exported says so at creation.
    pub fn create(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        size: usize,
        exportable: bool,
    ) -> Ze<Self> {
        let export = ze_external_memory_export_desc_t { flags: OPAQUE_FD, ..Default::default() };
        let chain = if exportable { (&raw const export).cast() } else { std::ptr::null() };
        Self::make(context, device.0, size, chain)
    }

    /// The memory behind a descriptor.
    ///
    /// # Errors
    /// `INVALID_VALUE` if the file is shorter than `size`; what the driver answers.
    pub fn import(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        size: usize,
        fd: OwnedFd,
    ) -> Ur<Self> {
        let made = Self::import_from(context, device, size, &fd)?;
        if context.driver.takes_imports() {
            let _ = fd.into_raw_fd();
        }
        Ok(made)
    }

    /// Finds out whose a descriptor is when memory was imported from it, which the specification does not say: some drivers
    /// keep a copy of their own, and Intel's keeps the number and closes it with the memory.
    ///
    /// # Errors
    /// Those of [`import`](Self::import).
    pub fn try_import(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        size: usize,
        fd: OwnedFd,
    ) -> Ur<()> {
        let file = file_at(fd.as_raw_fd());
        drop(Self::import_from(context, device, size, &fd)?);
        if file_at(fd.as_raw_fd()) != file {
            let _ = fd.into_raw_fd();
            context.driver.note_taken_import();
        }
        Ok(())
    }

    fn import_from(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        size: usize,
        fd: &OwnedFd,
    ) -> Ur<Self> {
        ensure(holds(fd, size), UrResult::ERROR_INVALID_VALUE)?;
        let import =
            ze_external_memory_import_fd_t { flags: OPAQUE_FD, fd: fd.as_raw_fd(), ..Default::default() };
        Self::make(context, device.0, size, (&raw const import).cast()).map_err(ur)
    }

    fn make(
        context: &Arc<NativeContext>,
        device: ze_device_handle_t,
        size: usize,
        chain: *const c_void,
    ) -> Ze<Self> {
        let mut desc = ze_physical_mem_desc_t {
            pNext: chain,
            flags: ze_physical_mem_flags_t::ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_DEVICE,
            size,
            ..Default::default()
        };
        let mut native = ze_physical_mem_handle_t::NULL;
        // SAFETY: the context lives and has the device; the descriptor, what is chained to it and the output outlive the
        // call.
        unsafe {
            ze!(
                context.driver.functions,
                zePhysicalMemCreate(context.native.0, device, &raw mut desc, &raw mut native)
            )
        }?;
        Ok(Self { context: Arc::clone(context), native: Native(native), exported: Mutex::default() })
    }

    /// A new descriptor of the memory.
    pub fn export(&self) -> Ur<OwnedFd> {
        let mut exported = self.exported.lock().unwrap_or_else(PoisonError::into_inner);
        let (answer, number) = self.ask_for_descriptor();
        let given = exported.as_ref().filter(|fd| fd.as_raw_fd() == number);
        if let Some(given) = given {
            answer.map_err(ur)?;
            return copy_of(given);
        }
        // The driver may have opened one even when it fails.
        // SAFETY: the specification gives the descriptor to the caller; nobody else owns it, and it was not given before.
        let fd = (number >= 0).then(|| unsafe { OwnedFd::from_raw_fd(number) });
        answer.map_err(ur)?;
        let fd = fd.ok_or(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        fcntl(&fd, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?;
        if exported.is_some() {
            return Ok(fd);
        }
        copy_of(exported.insert(fd))
    }

    /// The driver's result, and the descriptor that it returns.
    fn ask_for_descriptor(&self) -> (Ze, RawFd) {
        let mut export = ze_external_memory_export_fd_t { flags: OPAQUE_FD, fd: -1, ..Default::default() };
        let mut properties =
            ze_physical_mem_properties_t { pNext: (&raw mut export).cast(), ..Default::default() };
        // SAFETY: the memory lives in this very context, as the call demands; the outputs are local variables.
        let answer = unsafe {
            ze!(
                self.context.driver.functions,
                zePhysicalMemGetProperties(self.context.native.0, self.native.0, &raw mut properties)
            )
        };
        (answer, export.fd)
    }

    /// The context it was made in.
    pub fn context(&self) -> &Arc<NativeContext> {
        &self.context
    }
}

impl Drop for NativePhysical {
    fn drop(&mut self) {
        // SAFETY: destroyed once, in the context it was made in; UR's mappings of it are unmapped, since they held it.
        // There is nobody to tell of a failure.
        let _ = unsafe {
            ze!(self.context.driver.functions, zePhysicalMemDestroy(self.context.native.0, self.native.0))
        };
    }
}

fn copy_of(fd: &OwnedFd) -> Ur<OwnedFd> {
    fd.try_clone().map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)
}

/// Device and number of the file that is open under a number.
fn file_at(number: RawFd) -> Option<(u64, u64)> {
    // SAFETY: only asks; a number that is not open gives an error.
    let status = fstat(unsafe { BorrowedFd::borrow_raw(number) }).ok()?;
    Some((status.st_dev, status.st_ino))
}

/// True if the file behind a descriptor has at least `size` bytes. A size in a handle that lied would end in a fault.
fn holds(fd: &OwnedFd, size: usize) -> bool {
    // The end of a DMA buffer is found by seeking alone; its status does not tell.
    lseek(fd, 0, Whence::SeekEnd).is_ok_and(|end| u64::try_from(end).is_ok_and(|end| end >= size as u64))
}

#[cfg(test)]
mod tests {
    use super::holds;
    use std::os::fd::OwnedFd;
    use ur_ipc_sys::memfd;

    #[test]
    fn a_file_holds_its_own_size_and_no_more() {
        let file = memfd::create(c"test", 4096).expect("a memory file");
        assert!(holds(&file, 4096) && !holds(&file, 4097));
    }

    #[test]
    fn a_pipe_holds_nothing() {
        let (reader, _writer) = std::io::pipe().expect("a pipe");
        assert!(!holds(&OwnedFd::from(reader), 1));
    }
}
