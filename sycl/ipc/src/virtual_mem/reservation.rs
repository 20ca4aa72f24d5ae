//! Reserved addresses.

use super::require_granular;
use crate::address::Address;
use crate::aspect::Aspect;
use crate::context::Context;
use crate::error::{Function, Result};
use crate::lock::lock;
use std::ffi::c_void;
use std::fmt;
use std::ops::Range;
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex};

/// Addresses of a context, into which physical memory is mapped.
///
/// The last of it and of the [`Mapping`](crate::Mapping)s in it gives them back, as SYCL's `free_virtual_mem` does, by
/// `urVirtualMemFree`; what that answers is lost.
#[doc(alias = "free_virtual_mem")]
pub struct VirtualMem {
    pub(super) inner: Arc<Reservation>,
}

pub struct Reservation {
    pub context: Context,
    start: Address,
    size: usize,
    mapped: Mutex<Vec<Range<usize>>>,
}

/// `reserve_virtual_mem`: reserves `num_bytes` bytes of addresses, a multiple of the minimum
/// [`get_mem_granularity`](crate::get_mem_granularity) of each device, by `urVirtualMemReserve`.
///
/// # Errors
/// [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) unless all devices of the context have
/// [`Aspect::ExtOneapiVirtualMem`]; [`Errc::Invalid`](crate::Errc::Invalid) for no bytes and for a size that the granularity,
/// asked for this size, does not divide, which SYCL leaves undefined; [`Errc::Runtime`](crate::Errc::Runtime) with the answer.
pub fn reserve_virtual_mem(num_bytes: usize, context: &Context) -> Result<VirtualMem> {
    const F: Function = Function("reserve_virtual_mem");
    for device in context.get_devices() {
        device.require(F, Aspect::ExtOneapiVirtualMem)?;
    }
    for device in context.get_devices() {
        require_granular(F, device, context, num_bytes, &[])?;
    }
    let mut start = null_mut();
    // SAFETY: the context is live; null stands for any address; the output is a local variable.
    let result =
        unsafe { context.ur().virtual_mem_reserve(context.ur_handle(), null(), num_bytes, &raw mut start) };
    F.check("urVirtualMemReserve", result)?;
    if start.is_null() {
        return Err(F.runtime("urVirtualMemReserve succeeded and gave no addresses"));
    }
    let (context, start, mapped) = (context.clone(), Address(start), Mutex::default());
    Ok(VirtualMem { inner: Arc::new(Reservation { context, start, size: num_bytes, mapped }) })
}

impl VirtualMem {
    /// The first address.
    #[must_use]
    pub fn as_ptr(&self) -> *mut c_void {
        self.inner.start.0
    }

    /// The size of the range, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.inner.size
    }

    /// The context that they are of.
    #[must_use]
    pub fn get_context(&self) -> &Context {
        &self.inner.context
    }
}

impl Reservation {
    pub fn address(&self, offset: usize) -> *mut c_void {
        self.start.0.wrapping_byte_add(offset)
    }

    /// Enters a range as mapped.
    pub fn take(&self, function: Function, offset: usize, num_bytes: usize) -> Result<Range<usize>> {
        let end = offset.checked_add(num_bytes).filter(|end| *end <= self.size && num_bytes > 0);
        let Some(end) = end else {
            let size = self.size;
            return Err(function
                .invalid(format!("{num_bytes} bytes at {offset} are no part of {size} reserved bytes")));
        };
        let mut mapped = lock(&self.mapped);
        if mapped.iter().any(|other| offset < other.end && other.start < end) {
            return Err(function.invalid("something is mapped there"));
        }
        mapped.push(offset..end);
        Ok(offset..end)
    }

    /// Takes a range out of those that are mapped.
    pub fn give_back(&self, range: &Range<usize>) {
        lock(&self.mapped).retain(|other| other != range);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let (context, start) = (self.context.ur_handle(), self.start.0);
        // SAFETY: reserved by `reserve_virtual_mem`; nothing is mapped any more, as mappings keep this alive.
        let _ = unsafe { self.context.ur().virtual_mem_free(context, start, self.size) };
    }
}

impl fmt::Debug for VirtualMem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VirtualMem({} bytes at {:?})", self.inner.size, self.inner.start.0)
    }
}
