//! The exporting side: the handles that this process has given out and not yet taken back.

use crate::context::Context;
use crate::envelope::{Envelope, Family, SIZE};
use crate::error::{Ur, ensure};
use crate::native_event::NativeEvent;
use crate::process::{Identity, permit_peers};
use crate::producer;
use crate::registry::lock;
use crate::token_table::TokenTable;
use crate::usm::Allocation;
use once_cell::sync::OnceCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::{Arc, Mutex, Weak};
use ur_ipc_api::UrResult;

/// What a handle of this process names.
#[derive(Clone)]
pub enum Shared {
    /// An allocation, which may be freed while its handles are out.
    Memory(Weak<Allocation>),
    /// Physical memory, by the descriptor that other processes take. It keeps the memory alive.
    Physical(Arc<OwnedFd>),
    /// An event.
    Event(Arc<NativeEvent>),
}

impl Shared {
    fn family(&self) -> Family {
        match self {
            Self::Memory(_) => Family::Memory,
            Self::Physical(_) => Family::Physical,
            Self::Event(_) => Family::Event,
        }
    }
}

/// The parts of an envelope that the caller of [`Exports::add`] knows.
pub struct Contents {
    /// Size in bytes.
    pub size: u64,
    /// Offset in bytes.
    pub offset: u64,
    /// Offset from CUDA's handle in bytes.
    pub lead: u64,
    /// UUID of the device.
    pub uuid: [u8; 16],
    /// CUDA's handle.
    pub native: [u8; 64],
}

/// The handles of one backend.
#[derive(Default)]
pub struct Exports {
    process: OnceCell<(Identity, TokenTable)>,
    live: Mutex<HashMap<usize, Export>>,
}

struct Export {
    /// The buffer that Get gives out and Put takes back.
    buffer: Vec<u8>,
    token: u64,
    slot: u32,
    shared: Shared,
    /// Kept alive, so that Put finds it.
    _context: Arc<Context>,
}

impl Exports {
    fn process(&self) -> Ur<&(Identity, TokenTable)> {
        self.process.get_or_try_init(|| {
            let identity = Identity::own().map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?;
            permit_peers();
            Ok((identity, TokenTable::new()?))
        })
    }

    /// Gives out a handle: the buffer's address, and its size is [`SIZE`].
    pub fn add(&self, context: Arc<Context>, shared: Shared, contents: &Contents) -> Ur<*mut c_void> {
        let (identity, table) = self.process()?;
        let fd = match &shared {
            Shared::Physical(fd) => fd.as_raw_fd(),
            Shared::Memory(_) | Shared::Event(_) => -1,
        };
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
        let mut buffer = envelope.encode();
        let address = buffer.as_mut_ptr();
        let export = Export { buffer, token: entry.token, slot, shared, _context: context };
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

    /// Withdraws the tokens of an allocation that is about to be freed. Its handles can still be put.
    pub fn withdraw(&self, allocation: &Arc<Allocation>) {
        let Some((_, table)) = self.process.get() else { return };
        for export in lock(&self.live).values() {
            if matches!(&export.shared, Shared::Memory(memory) if memory.as_ptr() == Arc::as_ptr(allocation))
            {
                table.withdraw(export.slot);
            }
        }
    }

    /// True if this process gave the handle out.
    pub fn is_own(&self, envelope: &Envelope) -> bool {
        self.process.get().is_some_and(|(identity, _)| *identity == producer::identity(envelope))
    }

    /// What a handle of this process names.
    ///
    /// # Errors
    /// `INVALID_VALUE` if it has been put.
    pub fn find(&self, envelope: &Envelope) -> Ur<Shared> {
        lock(&self.live)
            .values()
            .find(|export| export.token == envelope.token && export.shared.family() == envelope.family)
            .map(|export| export.shared.clone())
            .ok_or(UrResult::ERROR_INVALID_VALUE)
    }
}

/// Copies handle data out of a caller's buffer, of whose size alone is judged first.
///
/// # Safety
/// If `size` is [`SIZE`] and `data` is not null, `data` is readable for as many bytes.
///
/// # Errors
/// `INVALID_NULL_POINTER`, `INVALID_VALUE` for another size or contents that are not of this family.
pub unsafe fn read(data: *const c_void, size: usize, family: Family) -> Ur<Envelope> {
    ensure(!data.is_null(), UrResult::ERROR_INVALID_NULL_POINTER)?;
    ensure(size == SIZE, UrResult::ERROR_INVALID_VALUE)?;
    // SAFETY: readable by this function's contract; bytes have no alignment.
    let bytes = unsafe { data.cast::<[u8; SIZE]>().read() };
    Envelope::decode(&bytes, family)
}
