//! The driver below the layer, and what it has made.

use super::call::zeMemPutIpcHandle;
use super::notes::notes;
use super::{Hooks, Kept, Out, Ptr};
use level_zero_sys::*;

/// The sort of an object that a driver makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Memory,
    Physical,
    Event,
    List,
    Reservation,
    Mapping,
}

/// Something that the driver has made and not ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub sort: Sort,
    /// The address at which it starts, or its handle.
    pub address: Ptr,
    pub size: usize,
    pub context: ze_context_handle_t,
    /// Null for what belongs to none, and for events that were opened.
    pub device: ze_device_handle_t,
    /// Of a mapping, the physical memory.
    pub mapped: Ptr,
    /// Its identity on the whole machine, once it was exported or opened.
    pub identity: Option<u64>,
    /// Whether it was opened.
    pub imported: bool,
}

// SAFETY: handles are numbers here; whoever makes a call with one does so by Level Zero's rules.
unsafe impl Send for Object {}

impl Object {
    pub(super) fn new(sort: Sort, address: Ptr, context: ze_context_handle_t) -> Self {
        let (device, mapped) = (ze_device_handle_t::NULL, Ptr::NULL);
        Self { sort, address, size: 0, context, device, mapped, identity: None, imported: false }
    }

    /// Whether this address is in it.
    pub(crate) fn has(&self, address: Ptr) -> bool {
        (self.address..self.address.at(self.size)).contains(&address)
    }
}

/// A handle of memory that was not put.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Export {
    /// The memory that it was requested for.
    pub memory: Ptr,
    pub handle: ze_ipc_mem_handle_t,
}

/// The driver below the layer, with what the layer has seen of it.
pub(crate) struct Driver {
    pub(super) functions: Functions,
    pub(super) notes: Hooks,
    pub(super) seen: Kept<Seen>,
}

/// The objects and handles that the driver has made, the oldest first.
#[derive(Default)]
pub(super) struct Seen {
    pub objects: Vec<Object>,
    pub exports: Vec<Export>,
}

impl Driver {
    pub(super) fn new(functions: Functions) -> Self {
        Self { functions, notes: notes(), seen: Kept::default() }
    }

    fn select(&self, is: impl Fn(&Object) -> bool) -> Vec<Object> {
        self.seen.lock().objects.iter().filter(|object| is(object)).copied().collect()
    }

    /// The objects of this sort.
    pub(crate) fn all(&self, sort: Sort) -> Vec<Object> {
        self.select(|object| object.sort == sort)
    }

    /// The objects of this sort that were opened.
    pub(crate) fn imports(&self, sort: Sort) -> Vec<Object> {
        self.select(|object| object.sort == sort && object.imported)
    }

    /// The object of this sort that contains this address.
    pub(crate) fn around(&self, sort: Sort, address: Ptr) -> Option<Object> {
        self.select(|object| object.sort == sort && object.has(address)).pop()
    }

    /// The object that has this handle, or starts at this address.
    pub(crate) fn object(&self, address: impl Into<Ptr>) -> Option<Object> {
        let address = address.into();
        self.select(|object| object.address == address).pop()
    }

    /// The object that a successful call has given there.
    pub(crate) fn given<T: Copy + Into<Ptr>>(&self, place: Out<T>) -> Option<Object> {
        self.object(place.get()?)
    }

    /// The same, if it was opened.
    pub(crate) fn import(&self, address: impl Into<Ptr>) -> Option<Object> {
        self.object(address).filter(|object| object.imported)
    }

    /// Whether this was opened.
    pub(crate) fn is_import(&self, address: impl Into<Ptr>) -> bool {
        self.import(address).is_some()
    }

    /// Whether this was made here and exported.
    pub(crate) fn is_exported(&self, address: impl Into<Ptr>) -> bool {
        self.object(address).is_some_and(|object| !object.imported && object.identity.is_some())
    }

    /// The imports that have this identity.
    pub(crate) fn imports_of(&self, identity: Option<u64>) -> Vec<Object> {
        self.select(|object| object.imported && identity.is_some() && object.identity == identity)
    }

    /// The object that was made here and exported, and has this identity.
    pub(crate) fn source_of(&self, identity: Option<u64>) -> Option<Object> {
        self.select(|object| !object.imported && identity.is_some() && object.identity == identity).pop()
    }

    /// The other imports of the same object as this one.
    pub(crate) fn twins(&self, address: impl Into<Ptr>) -> Vec<Object> {
        let address = address.into();
        let imports = self.imports_of(self.object(address).and_then(|object| object.identity));
        imports.into_iter().filter(|import| import.address != address).collect()
    }

    /// The memory for which the handle was requested that is put.
    pub(crate) fn memory_of(&self, put: &zeMemPutIpcHandle) -> Option<Ptr> {
        self.exports().iter().find(|export| export.handle == put.handle).map(|export| export.memory)
    }

    /// The handles of memory that were not put.
    pub(crate) fn exports(&self) -> Vec<Export> {
        self.seen.lock().exports.clone()
    }
}
