//! Arguments behind pointers, as values.
//!
//! A defect only gets the arguments of a call that follows UR's rules. Its pointers are null, or valid for what the
//! entry point does with them. So the users of this module need no `unsafe`.

use std::ffi::c_void;
use std::fmt;
use ur_ipc_api::*;

/// An address that a call takes: memory of a device, handle data, a buffer of the caller's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Ptr(pub *mut c_void);

// SAFETY: an address is a number; whoever looks behind it does so in a call that has it.
unsafe impl Send for Ptr {}
// SAFETY: as above.
unsafe impl Sync for Ptr {}

impl Ptr {
    pub(crate) const NULL: Self = Self(std::ptr::null_mut());

    pub(crate) fn from_address(address: usize) -> Self {
        Self(std::ptr::with_exposed_provenance_mut(address))
    }

    pub(crate) fn address(self) -> usize {
        self.0.expose_provenance()
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The address so many bytes on.
    pub(crate) fn at(self, offset: usize) -> Self {
        Self(self.0.wrapping_byte_add(offset))
    }

    /// Reads the value at the pointer, unless that is null. The call must have a readable `T` there.
    pub(crate) fn read<T: Copy>(self) -> Option<T> {
        // SAFETY: the caller names what a call by UR's rules has there.
        (!self.is_null()).then(|| unsafe { self.0.cast::<T>().read_unaligned() })
    }

    /// Writes there, if the pointer is not null: where the call may write a `T`.
    pub(crate) fn write<T: Copy>(self, value: T) {
        if !self.is_null() {
            // SAFETY: the caller names what a call by UR's rules has room for there.
            unsafe { self.0.cast::<T>().write_unaligned(value) };
        }
    }

    /// Inverts the byte there, unless the pointer is null. It is another one then, as one that is cleared need not be.
    pub(crate) fn invert(self) {
        if let Some(byte) = self.read::<u8>() {
            self.write(!byte);
        }
    }

    /// So many bytes from there, where the call may read them; none behind a null pointer.
    pub(crate) fn bytes(self, size: usize) -> Vec<u8> {
        if self.is_null() {
            return Vec::new();
        }
        // SAFETY: as in `read`.
        unsafe { std::slice::from_raw_parts(self.0.cast::<u8>(), size) }.to_vec()
    }

    /// Writes bytes there, where the call may write them.
    pub(crate) fn write_bytes(self, bytes: &[u8]) {
        if !self.is_null() {
            // SAFETY: as in `write`.
            unsafe { self.0.cast::<u8>().copy_from(bytes.as_ptr(), bytes.len()) };
        }
    }
}

impl From<EventHandle> for Ptr {
    fn from(event: EventHandle) -> Self {
        Self(event.0)
    }
}

impl From<PhysicalMemHandle> for Ptr {
    fn from(object: PhysicalMemHandle) -> Self {
        Self(object.0)
    }
}

impl fmt::Debug for Ptr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.address())
    }
}

/// The place of an output, or of a value in and out.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Out<T>(pub *mut T);

/// The place of an input.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct In<T>(pub *const T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

impl<T: Copy> Out<T> {
    pub(crate) const NULL: Self = Self(std::ptr::null_mut());

    /// The place of a variable, for a call of one's own.
    pub(crate) fn of(place: &mut T) -> Self {
        Self(place)
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The value at the address; `None` for a null pointer.
    pub(crate) fn get(self) -> Option<T> {
        // SAFETY: not null, so good for the value of the entry point.
        (!self.is_null()).then(|| unsafe { self.0.read_unaligned() })
    }

    /// Writes there, unless the pointer is null.
    pub(crate) fn set(self, value: T) {
        if !self.is_null() {
            // SAFETY: as above.
            unsafe { self.0.write_unaligned(value) };
        }
    }
}

impl<T: Copy> In<T> {
    pub(crate) const NULL: Self = Self(std::ptr::null());

    /// The place of a variable, for a call of one's own.
    pub(crate) fn of(place: &T) -> Self {
        Self(place)
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The value at the address; `None` for a null pointer.
    pub(crate) fn get(self) -> Option<T> {
        // SAFETY: not null, so good for the value of the entry point.
        (!self.is_null()).then(|| unsafe { self.0.read_unaligned() })
    }

    /// So many values from there.
    pub(crate) fn list(self, count: u32) -> Vec<T> {
        if self.is_null() {
            return Vec::new();
        }
        // SAFETY: an array of so many, by the entry point's own rules.
        unsafe { std::slice::from_raw_parts(self.0, count as usize) }.to_vec()
    }
}

/// An argument of an entry point, and the value that stands for it here.
pub(crate) trait Argument: Copy {
    type Value: Copy;
    fn value(self) -> Self::Value;
    fn raw(value: Self::Value) -> Self;
}

/// A type of which entry points take values, and pointers to them.
pub(super) trait Plain: Copy {}

impl<T: Plain> Argument for T {
    type Value = Self;
    fn value(self) -> Self {
        self
    }
    fn raw(value: Self) -> Self {
        value
    }
}

impl<T: Plain> Argument for *mut T {
    type Value = Out<T>;
    fn value(self) -> Out<T> {
        Out(self)
    }
    fn raw(value: Out<T>) -> Self {
        value.0
    }
}

impl<T: Plain> Argument for *const T {
    type Value = In<T>;
    fn value(self) -> In<T> {
        In(self)
    }
    fn raw(value: In<T>) -> Self {
        value.0
    }
}

macro_rules! plain {
    ($($name:ty),* $(,)?) => {
        $(impl $crate::layer::cell::Plain for $name {})*
    };
}

pub(super) use plain;

plain! {
    u32, u64, usize, bool, HostTaskFunction, AdapterHandle, PlatformHandle, DeviceHandle, ContextHandle, QueueHandle,
    EventHandle, UsmPoolHandle, PhysicalMemHandle, AdapterInfo, PlatformInfo, DeviceType, DeviceInfo, PeerInfo,
    ContextInfo, QueueInfo, EventInfo, ProfilingInfo, UsmAllocInfo, VirtualMemGranularityInfo, VirtualMemInfo,
    PhysicalMemInfo, VirtualMemAccessFlags, UsmPoolDesc, ContextProperties, QueueProperties, ExpEventDesc, UsmDesc,
    PhysicalMemProperties, ExpEnqueueExtProperties, ExpHostTaskProperties,
}

impl Argument for *mut c_void {
    type Value = Ptr;
    fn value(self) -> Ptr {
        Ptr(self)
    }
    fn raw(value: Ptr) -> Self {
        value.0
    }
}

impl Argument for *const c_void {
    type Value = Ptr;
    fn value(self) -> Ptr {
        Ptr(self.cast_mut())
    }
    fn raw(value: Ptr) -> Self {
        value.0
    }
}

impl Argument for *mut *mut c_void {
    type Value = Out<Ptr>;
    fn value(self) -> Out<Ptr> {
        // The one is a transparent wrapper of the other.
        Out(self.cast())
    }
    fn raw(value: Out<Ptr>) -> Self {
        value.0.cast()
    }
}
