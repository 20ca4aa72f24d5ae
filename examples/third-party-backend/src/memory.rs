//! USM memory and its handles.

use crate::handle_data::{HandleData, SIZE};
use crate::state::{Allocation, Export, State};
use crate::sys::{SharedMapping, descriptor_of, token};
use std::os::fd::AsRawFd;
use ur_ipc_api::UrResult;

/// The code of a system call that failed.
fn code(error: nix::Error) -> UrResult {
    match error {
        nix::Error::ENOMEM => UrResult::ERROR_OUT_OF_HOST_MEMORY,
        nix::Error::EMFILE | nix::Error::ENFILE => UrResult::ERROR_OUT_OF_RESOURCES,
        nix::Error::ENOSYS => UrResult::ERROR_UNSUPPORTED_FEATURE,
        nix::Error::EPERM => UrResult::ERROR_INVALID_ARGUMENT,
        _ => UrResult::ERROR_INVALID_VALUE,
    }
}

impl State {
    pub(crate) fn allocate(&mut self, size: usize) -> Result<usize, UrResult> {
        if size == 0 {
            return Err(UrResult::ERROR_INVALID_USM_SIZE);
        }
        let token = token();
        let shared = SharedMapping::create(size, token).map_err(code)?;
        let base = shared.base();
        self.allocations.insert(base, Allocation { shared, token, opened: None });
        Ok(base)
    }

    pub(crate) fn free(&mut self, address: usize) -> UrResult {
        match self.allocations.get(&address) {
            Some(allocation) if allocation.opened.is_none() => {
                self.allocations.remove(&address);
                UrResult::SUCCESS
            }
            _ => UrResult::ERROR_INVALID_MEM_OBJECT,
        }
    }

    /// Gives the address of the new handle's bytes.
    pub(crate) fn export(&mut self, address: usize) -> Result<usize, UrResult> {
        let (base, allocation) = self.containing(address).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        if allocation.opened.is_some() {
            return Err(UrResult::ERROR_INVALID_VALUE);
        }
        let fd = allocation.shared.duplicate().map_err(code)?;
        let handle = HandleData {
            pid: std::process::id(),
            fd: fd.as_raw_fd(),
            token: allocation.token,
            size: allocation.shared.size as u64,
            offset: (address - base) as u64,
        };
        let data = Box::new(handle.encode());
        let at = data.as_ptr().expose_provenance();
        self.exports.insert(at, Export { data, _fd: fd });
        Ok(at)
    }

    pub(crate) fn put(&mut self, at: usize) -> UrResult {
        match self.exports.remove(&at) {
            Some(export) => {
                debug_assert_eq!(export.data.as_ptr().addr(), at, "exports are named by their buffers");
                UrResult::SUCCESS
            }
            None => UrResult::ERROR_INVALID_VALUE,
        }
    }

    /// Gives the address that corresponds to the exported one.
    pub(crate) fn open(&mut self, bytes: &[u8; SIZE]) -> Result<usize, UrResult> {
        let handle = HandleData::decode(bytes).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let size = usize::try_from(handle.size).map_err(|_| UrResult::ERROR_INVALID_VALUE)?;
        if handle.offset >= handle.size {
            return Err(UrResult::ERROR_INVALID_VALUE);
        }
        let fd = descriptor_of(handle.pid, handle.fd).map_err(code)?;
        let shared = SharedMapping::adopt(fd, size, handle.token).map_err(code)?;
        let base = shared.base();
        let opened = base + handle.offset as usize;
        self.allocations.insert(base, Allocation { shared, token: handle.token, opened: Some(opened) });
        Ok(opened)
    }

    pub(crate) fn close(&mut self, address: usize) -> UrResult {
        match self.containing(address) {
            Some((base, allocation)) if allocation.opened == Some(address) => {
                self.allocations.remove(&base);
                UrResult::SUCCESS
            }
            _ => UrResult::ERROR_INVALID_VALUE,
        }
    }
}
