//! Handles after Get and before Put.

use crate::backend::Core;
use crate::context::Context;
use crate::error::CallResult;
use crate::handle_data::{self, Bytes, HandleData};
use crate::registry::lock;
use crate::shared_object::{ExportEntry, SharedObject};
use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::{Arc, Mutex};
use ur_ipc_api::implement::checks::{ensure, pointer, store};
use ur_ipc_api::{ContextHandle, Family, UrResult};

/// The handles of this process that are open to others, by the address of their bytes.
#[derive(Debug, Default)]
pub struct Exports(Mutex<HashMap<usize, Record>>);

/// One handle. Dropping it ends the export: no copy of its bytes opens anything from then on.
#[derive(Debug)]
struct Record {
    family: Family,
    context: Arc<Context>,
    _entry: Exported,
    /// Readable, and in fact writable, by whoever got it; never read back here.
    _bytes: Box<UnsafeCell<Bytes>>,
    _file: OwnedFd,
}

/// An entry in a memory file's table of exports, struck out when dropped.
#[derive(Debug)]
struct Exported {
    object: Arc<SharedObject>,
    export: ExportEntry,
}

impl Drop for Exported {
    fn drop(&mut self) {
        self.object.close_export(self.export);
    }
}

/// An object that is exported, with its place in the file.
#[derive(Debug)]
pub struct Source {
    /// The context of the exported object.
    pub context: Arc<Context>,
    /// Its memory file.
    pub object: Arc<SharedObject>,
    /// The offset in the file at which it starts, in bytes.
    pub base: usize,
    /// Its size in bytes.
    pub size: usize,
    /// The distance of the exported pointer from its start, in bytes.
    pub offset: usize,
    /// The device it is on.
    pub device: [u8; 16],
}

impl Core {
    /// Makes a handle and stores its address and size.
    ///
    /// # Safety
    /// Both outputs are not null and valid for writes.
    pub unsafe fn export(
        &self,
        family: Family,
        source: Source,
        handle_data: *mut *mut c_void,
        handle_data_size: *mut usize,
    ) -> CallResult {
        let file = source.object.duplicate_file()?;
        let export = source.object.open_export()?;
        let entry = Exported { object: source.object, export };
        let data = HandleData {
            family,
            pid: nix::unistd::getpid().as_raw(),
            fd: file.as_raw_fd(),
            slot: export.slot,
            token: export.token,
            object: entry.object.identity(),
            base: source.base as u64,
            size: source.size as u64,
            offset: source.offset as u64,
            device: source.device,
            namespace: self.namespace,
        };
        let bytes = Box::new(UnsafeCell::new(data.encode()));
        let address = bytes.get();
        let record = Record { family, context: source.context, _entry: entry, _bytes: bytes, _file: file };
        lock(&self.exports.0).insert(address.addr(), record);
        // SAFETY: this function's contract.
        unsafe {
            store(handle_data, address.cast());
            store(handle_data_size, handle_data::SIZE);
        }
        Ok(())
    }

    /// Ends an export.
    ///
    /// # Errors
    /// `INVALID_VALUE` for anything but the address that a Get of this family gave and no Put has taken yet,
    /// `INVALID_CONTEXT` if the object belongs to another context.
    pub fn end_export(
        &self,
        family: Family,
        context: ContextHandle,
        handle_data: *const c_void,
    ) -> CallResult {
        self.context_for_teardown(context)?;
        let mut records = lock(&self.exports.0);
        let record = records
            .get(&handle_data.addr())
            .filter(|record| record.family == family)
            .ok_or(UrResult::ERROR_INVALID_VALUE)?;
        self.allow_teardown(context, &record.context)?;
        let record = records.remove(&handle_data.addr());
        drop(records);
        drop(record);
        Ok(())
    }

    /// Reads a handle's bytes, and opens the object that they name.
    ///
    /// # Errors
    /// `INVALID_VALUE` for another size, in which case the bytes are not looked at, for bytes that name no live export,
    /// and for those of this process where the profile says so; see [`SharedObject::import`] for the rest.
    ///
    /// # Safety
    /// `handle_data` is not null and valid for reads of `handle_data_size` bytes.
    pub unsafe fn import(
        &self,
        family: Family,
        handle_data: *const c_void,
        handle_data_size: usize,
    ) -> CallResult<(HandleData, SharedObject)> {
        ensure(handle_data_size == handle_data::SIZE, UrResult::ERROR_INVALID_VALUE)?;
        pointer(handle_data)?;
        // SAFETY: readable for the size, which has just been compared, by this function's contract. The copy is
        // unaligned, so any address will do.
        let bytes: Bytes = unsafe { handle_data.cast::<Bytes>().read_unaligned() };
        let data = HandleData::decode(&bytes, family)?;
        ensure(data.namespace == self.namespace, UrResult::ERROR_INVALID_VALUE)?;
        let own = data.pid == nix::unistd::getpid().as_raw();
        ensure(self.profile.own_handles || !own, UrResult::ERROR_INVALID_VALUE)?;
        let object = SharedObject::import(&data)?;
        Ok((data, object))
    }
}
