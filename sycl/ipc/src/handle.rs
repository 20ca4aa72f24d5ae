//! Handles: what one process hands to another.

use crate::address::Address;
use crate::context::Context;
use crate::error::{Function, Result};
use crate::lock::lock;
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;
use std::mem::take;
use std::slice;
use std::sync::{Arc, Mutex};
use ur_ipc_api::{EntryPoint, Family, Sharing};

/// `ipc::handle_data_t`: the bytes of a handle, which travel to other processes by any way.
#[doc(alias = "handle_data_t")]
#[doc(alias = "ipc::handle_data_t")]
pub type HandleData = Vec<u8>;

/// `ipc::handle_data_view_t`: a view of the bytes of a handle.
#[doc(alias = "handle_data_view_t")]
#[doc(alias = "ipc::handle_data_view_t")]
pub type HandleDataView<'h> = &'h [u8];

/// `ipc::handle`: what `get` gives of an `Of`, [`UsmMemory`](crate::UsmMemory), [`PhysicalMem`](crate::PhysicalMem) or
/// [`Event`](crate::Event).
///
/// It cannot be made of bytes, and no handle of one kind is put as one of another. Its bytes are good until it is put, or else
/// until the object ends, which it borrows:
///
/// ```compile_fail,E0505
/// fn bytes_of_what_is_gone(memory: ur_ipc::UsmMemory) -> ur_ipc::Result<Vec<u8>> {
///     let handle = ur_ipc::memory::get(&memory)?;
///     ur_ipc::free(memory)?; // the handle is still in use below
///     Ok(handle.data())
/// }
/// ```
///
/// Dropping it puts nothing, as with SYCL's: `memory::get(&memory)?.data()` are bytes that other processes can open. What was
/// not put is put when the object ends.
#[doc(alias = "ipc::handle")]
pub struct Handle<'o, Of> {
    /// The exports and the address by which to put it; `None` if it is put with its object alone.
    exports: Option<(Arc<Exports>, Address)>,
    bytes: Vec<u8>,
    _of: PhantomData<fn() -> &'o Of>,
}

impl<Of> Handle<'_, Of> {
    pub(crate) fn new(exports: &Arc<Exports>, exported: Exported) -> Self {
        let exports = Some((Arc::clone(exports), exported.at));
        Self { exports, bytes: exported.bytes, _of: PhantomData }
    }

    /// A handle that is put when its object ends, and not before.
    pub(crate) fn lasting(bytes: Vec<u8>) -> Self {
        Self { exports: None, bytes, _of: PhantomData }
    }

    /// `handle::data`: a copy of its bytes.
    #[must_use]
    #[doc(alias = "handle::data")]
    pub fn data(&self) -> HandleData {
        self.bytes.clone()
    }

    /// `handle::data_view`: its bytes.
    #[must_use]
    #[doc(alias = "handle::data_view")]
    pub fn data_view(&self) -> HandleDataView<'_> {
        &self.bytes
    }

    pub(crate) fn put(self, function: Function) -> Result<()> {
        self.exports.map_or(Ok(()), |(exports, at)| exports.put(function, at))
    }
}

impl<Of> fmt::Debug for Handle<'_, Of> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({} bytes)", self.bytes.len())
    }
}

/// An export by Unified Runtime: the address of its buffer, and a copy of the content.
pub struct Exported {
    pub at: Address,
    pub bytes: Vec<u8>,
}

/// The buffers of an object that have not been put.
pub struct Exports {
    context: Context,
    family: Family,
    open: Mutex<Vec<Address>>,
}

impl Exports {
    pub fn new(context: &Context, family: Family) -> Arc<Self> {
        Arc::new(Self { context: context.clone(), family, open: Mutex::default() })
    }

    /// Enters what an entry point gave. DPC++'s runtime takes a null pointer for a handle; here that is an error.
    ///
    /// # Safety
    /// The buffer is null, or readable for its size until it is put, which nobody else does.
    pub unsafe fn enter(
        &self,
        function: Function,
        entry_point: &'static str,
        at: *mut c_void,
        size: usize,
    ) -> Result<Exported> {
        if at.is_null() {
            return Err(function.runtime(format!("{entry_point} succeeded and gave no handle")));
        }
        // SAFETY: this function's contract.
        let bytes = unsafe { slice::from_raw_parts(at.cast::<u8>(), size) }.to_vec();
        lock(&self.open).push(Address(at));
        if bytes.is_empty() {
            self.put(function, Address(at))?;
            return Err(function.runtime(format!("{entry_point} succeeded and gave a handle without bytes")));
        }
        Ok(Exported { at: Address(at), bytes })
    }

    /// Puts a buffer, which is gone after this whatever the answer is.
    fn put(&self, function: Function, at: Address) -> Result<()> {
        let mut open = lock(&self.open);
        if let Some(index) = open.iter().position(|known| *known == at) {
            open.swap_remove(index);
        }
        drop(open);
        let (ur, context) = (self.context.ur(), self.context.ur_handle());
        // SAFETY: the buffer is one that `Get` of this family gave in this context, and it is put once: whoever calls this has
        // consumed the handle, or taken the buffer out of the list.
        let result = unsafe { ur.ipc_put(self.family, context, at.0) };
        function.check(EntryPoint::of(Sharing::Put, self.family).name, result)
    }

    /// Puts what has not been put, as the object ends. The error is the first.
    pub fn put_all(&self, function: Function) -> Result<()> {
        let left = take(&mut *lock(&self.open));
        left.into_iter().map(|at| self.put(function, at)).fold(Ok(()), Result::and)
    }
}
