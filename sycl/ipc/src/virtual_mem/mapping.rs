//! Physical memory at addresses.

use super::require_granular;
use super::reservation::{Reservation, VirtualMem};
use crate::context::Context;
use crate::device_memory::{Access, DeviceMemory, Region, Sealed};
use crate::error::{Function, Result};
use crate::info;
use crate::physical_mem::{PhysicalInner, PhysicalMem};
use crate::queue::Users;
use std::ffi::c_void;
use std::fmt;
use std::mem::forget;
use std::ops::Range;
use std::sync::Arc;
use ur_ipc_api::{VirtualMemAccessFlags, VirtualMemInfo};

/// `address_access_mode`: what commands may do at mapped addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "address_access_mode")]
pub enum AddressAccessMode {
    /// `address_access_mode::none`
    None,
    /// `address_access_mode::read`
    Read,
    /// `address_access_mode::read_write`
    ReadWrite,
}

impl AddressAccessMode {
    fn flags(self) -> VirtualMemAccessFlags {
        match self {
            Self::None => VirtualMemAccessFlags::NONE,
            Self::Read => VirtualMemAccessFlags::READ_ONLY,
            Self::ReadWrite => VirtualMemAccessFlags::READ_WRITE,
        }
    }

    fn of(flags: VirtualMemAccessFlags) -> Self {
        if flags.contains(VirtualMemAccessFlags::READ_WRITE) {
            Self::ReadWrite
        } else if flags.contains(VirtualMemAccessFlags::READ_ONLY) {
            Self::Read
        } else {
            Self::None
        }
    }

    fn allows(self, access: Access) -> bool {
        match self {
            Self::None => false,
            Self::Read => access == Access::Read,
            Self::ReadWrite => true,
        }
    }
}

/// Physical memory that [`PhysicalMem::map`] gave addresses: memory for commands.
///
/// It keeps both alive, the memory and the addresses. Dropping it waits for the commands that use it and unmaps, by
/// `urVirtualMemUnmap`; [`unmap`](crate::unmap) shows errors, which a drop cannot. If a queue that uses it cannot be waited
/// for, it is left mapped.
pub struct Mapping {
    reservation: Arc<Reservation>,
    physical: Arc<PhysicalInner>,
    range: Range<usize>,
    mode: AddressAccessMode,
    users: Users,
    ended: bool,
}

impl PhysicalMem {
    /// `physical_mem::map`: maps `num_bytes` bytes of the memory, from `offset` on, at `at` bytes into some addresses, by
    /// `urVirtualMemMap`.
    ///
    /// # Errors
    /// [`Errc::Invalid`](crate::Errc::Invalid) for addresses of another context, for a range that is not all in them, where
    /// something is mapped, and unless the minimum granularity of the device, asked for this size, divides address, size and
    /// offset; [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered.
    #[doc(alias = "physical_mem::map")]
    pub fn map(
        &self,
        addresses: &VirtualMem,
        at: usize,
        num_bytes: usize,
        mode: AddressAccessMode,
        offset: usize,
    ) -> Result<Mapping> {
        const F: Function = Function("physical_mem::map");
        let (context, reservation) = (self.get_context(), &addresses.inner);
        context.require_same(F, &reservation.context)?;
        if offset.checked_add(num_bytes).is_none_or(|end| end > self.size()) {
            let size = self.size();
            return Err(
                F.invalid(format!("{num_bytes} bytes at {offset} are no part of {size} bytes of memory"))
            );
        }
        let range = reservation.take(F, at, num_bytes)?;
        let (start, object) = (reservation.address(at), self.inner().handle);
        let places = [start.addr(), offset];
        let mapped = require_granular(F, self.get_device(), context, num_bytes, &places).and_then(|()| {
            let (ur, context) = (context.ur(), context.ur_handle());
            // SAFETY: context and memory are live, and the addresses reserved and free; the granularity divides all.
            let result =
                unsafe { ur.virtual_mem_map(context, start, num_bytes, object, offset, mode.flags()) };
            F.check("urVirtualMemMap", result)
        });
        if let Err(error) = mapped {
            reservation.give_back(&range);
            return Err(error);
        }
        let (reservation, physical) = (Arc::clone(reservation), Arc::clone(self.inner()));
        Ok(Mapping { reservation, physical, range, mode, users: Users::default(), ended: false })
    }
}

/// `unmap`: waits for the commands that use a mapping, and unmaps it, by `urVirtualMemUnmap`.
///
/// # Errors
/// [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered. The memory and its addresses are then left
/// behind.
pub fn unmap(mut mapping: Mapping) -> Result<()> {
    mapping.end()
}

impl Mapping {
    /// The number of mapped bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.range.len()
    }

    /// `set_access_mode`: what commands may do from now on, by `urVirtualMemSetAccess`, after those that use the mapping.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered.
    pub fn set_access_mode(&mut self, mode: AddressAccessMode) -> Result<()> {
        const F: Function = Function("set_access_mode");
        self.users.finish(F)?;
        let (context, start, size) = (self.get_context(), self.as_ptr(), self.size());
        // SAFETY: the range is mapped, and no command uses it.
        let result =
            unsafe { context.ur().virtual_mem_set_access(context.ur_handle(), start, size, mode.flags()) };
        F.check("urVirtualMemSetAccess", result)?;
        self.mode = mode;
        Ok(())
    }

    /// `get_access_mode`: what commands may do, by `urVirtualMemGetInfo`.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer.
    pub fn get_access_mode(&self) -> Result<AddressAccessMode> {
        let flags = info::value(Function("get_access_mode"), "urVirtualMemGetInfo", |size, value, ret| {
            let (context, start, name) = (self.get_context(), self.as_ptr(), VirtualMemInfo::ACCESS_MODE);
            let mapped = self.size();
            // SAFETY: the range is mapped; the place has this many bytes.
            unsafe {
                context.ur().virtual_mem_get_info(context.ur_handle(), start, mapped, name, size, value, ret)
            }
        })?;
        Ok(AddressAccessMode::of(VirtualMemAccessFlags(flags)))
    }

    fn end(&mut self) -> Result<()> {
        const F: Function = Function("unmap");
        self.ended = true;
        let ended = self.users.finish(F).and_then(|()| {
            let context = self.get_context();
            // SAFETY: mapped by `map`, and unmapped once; no command uses it any more.
            let result =
                unsafe { context.ur().virtual_mem_unmap(context.ur_handle(), self.as_ptr(), self.size()) };
            F.check("urVirtualMemUnmap", result)
        });
        if ended.is_ok() {
            self.reservation.give_back(&self.range);
        } else {
            forget((Arc::clone(&self.reservation), Arc::clone(&self.physical)));
        }
        ended
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.end();
        }
    }
}

impl DeviceMemory for Mapping {
    fn as_ptr(&self) -> *mut c_void {
        self.reservation.address(self.range.start)
    }

    fn get_context(&self) -> &Context {
        &self.reservation.context
    }
}

impl Sealed for Mapping {
    fn region(&self, function: Function, access: Access) -> Result<Region<'_>> {
        if !self.mode.allows(access) {
            return Err(function.invalid(format!("the access mode of the mapping is {:?}", self.mode)));
        }
        let (start, size) = (self.as_ptr(), self.size());
        Ok(Region { context: self.get_context(), start, size, users: &self.users })
    }
}

impl fmt::Debug for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mapping({:?}, {} bytes at {:?})", self.mode, self.size(), self.as_ptr())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(AddressAccessMode::None, false, false)]
    #[case(AddressAccessMode::Read, true, false)]
    #[case(AddressAccessMode::ReadWrite, true, true)]
    fn a_mode_allows_and_comes_back(
        #[case] mode: AddressAccessMode,
        #[case] read: bool,
        #[case] write: bool,
    ) {
        assert_eq!((mode.allows(Access::Read), mode.allows(Access::Write)), (read, write));
        assert_eq!(AddressAccessMode::of(mode.flags()), mode);
    }
}
