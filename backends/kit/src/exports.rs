//! The exporting side: the handles of this process after Get and before Put.

use crate::checks::{Ur, ensure};
use crate::envelope::{Envelope, Magic, SIZE};
use crate::process::Identity;
use crate::producer;
use crate::registry::lock;
use crate::token_table::TokenTable;
use std::any::Any;
use std::collections::HashMap;
use std::ffi::c_void;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex, OnceLock};
use ur_ipc_api::{Family, UrResult};
use ur_ipc_sys::process::allow_inspection;

/// The object of a handle of this process, as a backend stores it.
pub trait Shared: Clone {
    /// The family of the handle.
    fn family(&self) -> Family;

    /// The descriptor that other processes take, or -1. It stays open as long as this value lives.
    fn fd(&self) -> RawFd;
}

/// The parts of an envelope that the caller of [`Exports::add`] knows.
pub struct Contents {
    /// Size in bytes.
    pub size: u64,
    /// Offset in bytes.
    pub offset: u64,
    /// Offset from the driver's handle in bytes.
    pub lead: u64,
    /// UUID of the device.
    pub uuid: [u8; 16],
    /// The driver's handle.
    pub native: [u8; 64],
}

/// The handles of one backend.
pub struct Exports<S> {
    magic: Magic,
    process: OnceLock<(Identity, TokenTable)>,
    live: Mutex<HashMap<usize, ExportRecord<S>>>,
}

struct ExportRecord<S> {
    /// The buffer that Get gives out and Put takes back.
    buffer: Vec<u8>,
    token: u64,
    slot: u32,
    shared: S,
    /// The context, kept alive so that Put finds it.
    _context: Arc<dyn Any + Send + Sync>,
}

impl<S: Shared> Exports<S> {
    /// No handles. Those to come begin with `magic`.
    pub fn new(magic: Magic) -> Self {
        Self { magic, process: OnceLock::new(), live: Mutex::default() }
    }

    fn process(&self) -> Ur<&(Identity, TokenTable)> {
        if let Some(made) = self.process.get() {
            return Ok(made);
        }
        let identity = Identity::own().map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?;
        allow_inspection();
        let table = TokenTable::new()?;
        Ok(self.process.get_or_init(|| (identity, table)))
    }

    /// Gives out a handle: the buffer's address, and its size is [`SIZE`].
    ///
    /// # Errors
    /// `OUT_OF_RESOURCES` if there is no room for one more.
    pub fn add<C: Any + Send + Sync>(
        &self,
        context: Arc<C>,
        shared: S,
        contents: &Contents,
    ) -> Ur<*mut c_void> {
        let (identity, table) = self.process()?;
        let fd = shared.fd();
        let (slot, entry) = table.enter(shared.family(), fd, contents.size, contents.offset)?;
        let envelope = Envelope {
            family: entry.family,
            pid: identity.pid,
            start_time: identity.start_time,
            table_fd: table.fd(),
            slot,
            token: entry.token,
            fd,
            size: contents.size,
            offset: contents.offset,
            lead: contents.lead,
            uuid: contents.uuid,
            native: contents.native,
        };
        let mut buffer = envelope.encode(&self.magic);
        let address = buffer.as_mut_ptr();
        let export = ExportRecord { buffer, token: entry.token, slot, shared, _context: context };
        lock(&self.live).insert(address.addr(), export);
        Ok(address.cast())
    }

    /// Takes a handle back by the very pointer that was given out.
    ///
    /// # Errors
    /// `INVALID_VALUE` if no handle of this family has its buffer there.
    pub fn put(&self, data: *const c_void, family: Family) -> Ur<()> {
        let export = {
            let mut live = lock(&self.live);
            let known = live.get(&data.addr()).is_some_and(|export| export.shared.family() == family);
            ensure(known, UrResult::ERROR_INVALID_VALUE)?;
            live.remove(&data.addr())
        };
        if let (Some(export), Some((_, table))) = (export, self.process.get()) {
            debug_assert_eq!(export.buffer.len(), SIZE);
            table.leave(export.slot);
        }
        Ok(())
    }

    /// Withdraws the tokens of what is about to be freed. Its handles can still be put.
    pub fn withdraw(&self, freed: impl Fn(&S) -> bool) {
        let Some((_, table)) = self.process.get() else { return };
        for export in lock(&self.live).values().filter(|export| freed(&export.shared)) {
            table.withdraw(export.slot);
        }
    }

    /// Copies handle data out of a caller's buffer, of whose size alone is judged first.
    ///
    /// # Safety
    /// If `size` is [`SIZE`] and `data` is not null, `data` is readable for as many bytes.
    ///
    /// # Errors
    /// `INVALID_NULL_POINTER`, `INVALID_VALUE` for another size or contents that are not of this family.
    pub unsafe fn read(&self, data: *const c_void, size: usize, family: Family) -> Ur<Envelope> {
        ensure(!data.is_null(), UrResult::ERROR_INVALID_NULL_POINTER)?;
        ensure(size == SIZE, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: readable by this function's contract; bytes have no alignment.
        let bytes = unsafe { data.cast::<[u8; SIZE]>().read() };
        Envelope::decode(&bytes, family, &self.magic)
    }

    /// True if this process gave the handle out.
    pub fn is_own(&self, envelope: &Envelope) -> bool {
        self.process.get().is_some_and(|(identity, _)| *identity == producer::identity(envelope))
    }

    /// Finds the object of a handle of this process.
    ///
    /// # Errors
    /// `INVALID_VALUE` if it has been put.
    pub fn find(&self, envelope: &Envelope) -> Ur<S> {
        lock(&self.live)
            .values()
            .find(|export| export.token == envelope.token && export.shared.family() == envelope.family)
            .map(|export| export.shared.clone())
            .ok_or(UrResult::ERROR_INVALID_VALUE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Thing(Family);

    impl Shared for Thing {
        fn family(&self) -> Family {
            self.0
        }

        fn fd(&self) -> RawFd {
            -1
        }
    }

    const CONTENTS: Contents = Contents { size: 64, offset: 8, lead: 0, uuid: [1; 16], native: [2; 64] };

    fn add(exports: &Exports<Thing>, family: Family) -> *mut c_void {
        exports.add(Arc::new(()), Thing(family), &CONTENTS).unwrap()
    }

    #[test]
    fn a_handle_is_found_until_it_is_put() {
        let exports = Exports::new(*b"KIT-TEST");
        let data = add(&exports, Family::Memory);
        // SAFETY: Get's buffer has this size.
        let envelope = unsafe { exports.read(data, SIZE, Family::Memory) }.unwrap();
        assert!(exports.is_own(&envelope));
        assert_eq!((envelope.size, envelope.offset), (64, 8));
        assert_eq!(exports.find(&envelope), Ok(Thing(Family::Memory)));
        assert_eq!(exports.put(data, Family::Event), Err(UrResult::ERROR_INVALID_VALUE));
        exports.put(data, Family::Memory).unwrap();
        assert_eq!(exports.find(&envelope), Err(UrResult::ERROR_INVALID_VALUE));
        assert_eq!(exports.put(data, Family::Memory), Err(UrResult::ERROR_INVALID_VALUE));
    }

    #[test]
    fn a_peer_is_told_of_what_is_vouched_for() {
        let exports = Exports::new(*b"KIT-TEST");
        let data = add(&exports, Family::Memory);
        // SAFETY: Get's buffer has this size.
        let envelope = unsafe { exports.read(data, SIZE, Family::Memory) }.unwrap();
        assert!(producer::check(&envelope).is_ok());
        exports.withdraw(|_| true);
        assert_eq!(producer::check(&envelope).err(), Some(UrResult::ERROR_INVALID_VALUE));
        exports.put(data, Family::Memory).unwrap();
    }

    #[test]
    fn sizes_are_judged_before_contents() {
        let exports = Exports::<Thing>::new(*b"KIT-TEST");
        for size in [0, SIZE - 1, SIZE + 1, usize::MAX] {
            // SAFETY: data of another size is not read.
            let answer = unsafe { exports.read(std::ptr::dangling(), size, Family::Memory) };
            assert_eq!(answer.err(), Some(UrResult::ERROR_INVALID_VALUE));
        }
        // SAFETY: null is not read.
        let answer = unsafe { exports.read(std::ptr::null(), SIZE, Family::Memory) };
        assert_eq!(answer.err(), Some(UrResult::ERROR_INVALID_NULL_POINTER));
    }
}
