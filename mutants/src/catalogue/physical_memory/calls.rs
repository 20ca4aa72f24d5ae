//! Calls as values, so that a mutant is what it does to one, and what the mutants here have in common.

use crate::catalogue::tools::leak_descriptor;
use std::ffi::c_void;
use std::ops::Range;
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};
use ur_ipc_api::*;

/// The bytes in a handle of the host backend.
pub(super) const HANDLE: usize = 96;
/// The host backend's granularity in bytes.
pub(super) const GRANULE: usize = 64 * 1024;
/// Where a handle holds the process id, the descriptor and the size of the object.
pub(super) const PID: Range<usize> = 16..20;
pub(super) const FD: Range<usize> = 20..24;
pub(super) const SIZE: Range<usize> = 48..56;

/// A call that is on its way to the backend below.
pub(super) trait Call: Copy {
    /// Makes it.
    fn run(&self) -> UrResult;
}

/// Defines a call with the arguments of a method.
macro_rules! calls {
    ($($type:ident $method:ident { $($field:ident: $ty:ty),* })*) => {$(
        #[doc = concat!("A call of `", stringify!($method), "`.")]
        #[derive(Clone, Copy)]
        pub(super) struct $type<'a> {
            pub(super) below: &'a dyn UrIpc,
            $(pub(super) $field: $ty,)*
        }

        impl Call for $type<'_> {
            fn run(&self) -> UrResult {
                // SAFETY: the arguments are those of a caller of this very method, or a mutant put others in their
                // place that keep its contract as well.
                unsafe { self.below.$method($(self.$field),*) }
            }
        }
    )*};
}

calls! {
    Create physical_mem_create {
        context: ContextHandle,
        device: DeviceHandle,
        size: usize,
        properties: *const PhysicalMemProperties,
        out: *mut PhysicalMemHandle
    }
    Retain physical_mem_retain { object: PhysicalMemHandle }
    Release physical_mem_release { object: PhysicalMemHandle }
    Info physical_mem_get_info {
        object: PhysicalMemHandle,
        name: PhysicalMemInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize
    }
    Get ipc_get_phys_mem_handle_exp {
        context: ContextHandle,
        object: PhysicalMemHandle,
        data: *mut *mut c_void,
        size: *mut usize
    }
    Put ipc_put_phys_mem_handle_exp { context: ContextHandle, data: *const c_void }
    Open ipc_open_phys_mem_handle_exp {
        context: ContextHandle,
        device: DeviceHandle,
        data: *const c_void,
        size: usize,
        out: *mut PhysicalMemHandle
    }
    Close ipc_close_phys_mem_handle_exp { context: ContextHandle, object: PhysicalMemHandle }
    Map virtual_mem_map {
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        object: PhysicalMemHandle,
        offset: usize,
        flags: VirtualMemAccessFlags
    }
    Unmap virtual_mem_unmap { context: ContextHandle, start: *const c_void, size: usize }
    FreeRange virtual_mem_free { context: ContextHandle, start: *const c_void, size: usize }
    SetAccess virtual_mem_set_access {
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        flags: VirtualMemAccessFlags
    }
    MapInfo virtual_mem_get_info {
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        name: VirtualMemInfo,
        value_size: usize,
        value: *mut c_void,
        size_ret: *mut usize
    }
    Fill enqueue_usm_fill {
        queue: QueueHandle,
        at: *mut c_void,
        pattern_size: usize,
        pattern: *const c_void,
        size: usize,
        waits: u32,
        wait_list: *const EventHandle,
        event: *mut EventHandle
    }
}

/// Defines a layer by what it does to calls: `open(this, call) { ... }`, with the layer and the call.
macro_rules! physical {
    ($type:ident { $($state:tt)* } $($entry:ident($this:pat_param, $call:ident) $body:block)*) => {
        $crate::catalogue::tools::layer!($type { $($state)* } $(entry! { $entry $this, $call $body })*);
    };
}

/// One method of [`physical`].
macro_rules! entry {
    (@ $method:ident $call_type:ident($($arg:ident: $ty:ty),*) $this:pat_param, $call:ident $body:block) => {
        unsafe fn $method(&self, $($arg: $ty),*) -> UrResult {
            let $this = self;
            let $call = $call_type { below: &*self.inner, $($arg),* };
            $body
        }
    };
    (create $($rest:tt)*) => { entry! { @ physical_mem_create Create(
        context: ContextHandle, device: DeviceHandle, size: usize,
        properties: *const PhysicalMemProperties, out: *mut PhysicalMemHandle
    ) $($rest)* } };
    (retain $($rest:tt)*) => { entry! { @ physical_mem_retain Retain(object: PhysicalMemHandle) $($rest)* } };
    (release $($rest:tt)*) => { entry! { @ physical_mem_release Release(object: PhysicalMemHandle) $($rest)* } };
    (info $($rest:tt)*) => { entry! { @ physical_mem_get_info Info(
        object: PhysicalMemHandle, name: PhysicalMemInfo, size: usize,
        value: *mut ::std::ffi::c_void, size_ret: *mut usize
    ) $($rest)* } };
    (get $($rest:tt)*) => { entry! { @ ipc_get_phys_mem_handle_exp Get(
        context: ContextHandle, object: PhysicalMemHandle,
        data: *mut *mut ::std::ffi::c_void, size: *mut usize
    ) $($rest)* } };
    (put $($rest:tt)*) => { entry! { @ ipc_put_phys_mem_handle_exp Put(
        context: ContextHandle, data: *const ::std::ffi::c_void
    ) $($rest)* } };
    (open $($rest:tt)*) => { entry! { @ ipc_open_phys_mem_handle_exp Open(
        context: ContextHandle, device: DeviceHandle, data: *const ::std::ffi::c_void,
        size: usize, out: *mut PhysicalMemHandle
    ) $($rest)* } };
    (close $($rest:tt)*) => { entry! { @ ipc_close_phys_mem_handle_exp Close(
        context: ContextHandle, object: PhysicalMemHandle
    ) $($rest)* } };
    (map $($rest:tt)*) => { entry! { @ virtual_mem_map Map(
        context: ContextHandle, start: *const ::std::ffi::c_void, size: usize,
        object: PhysicalMemHandle, offset: usize, flags: VirtualMemAccessFlags
    ) $($rest)* } };
    (unmap $($rest:tt)*) => { entry! { @ virtual_mem_unmap Unmap(
        context: ContextHandle, start: *const ::std::ffi::c_void, size: usize
    ) $($rest)* } };
    (free_range $($rest:tt)*) => { entry! { @ virtual_mem_free FreeRange(
        context: ContextHandle, start: *const ::std::ffi::c_void, size: usize
    ) $($rest)* } };
    (set_access $($rest:tt)*) => { entry! { @ virtual_mem_set_access SetAccess(
        context: ContextHandle, start: *const ::std::ffi::c_void, size: usize, flags: VirtualMemAccessFlags
    ) $($rest)* } };
    (map_info $($rest:tt)*) => { entry! { @ virtual_mem_get_info MapInfo(
        context: ContextHandle, start: *const ::std::ffi::c_void, size: usize, name: VirtualMemInfo,
        value_size: usize, value: *mut ::std::ffi::c_void, size_ret: *mut usize
    ) $($rest)* } };
    (fill $($rest:tt)*) => { entry! { @ enqueue_usm_fill Fill(
        queue: QueueHandle, at: *mut ::std::ffi::c_void, pattern_size: usize,
        pattern: *const ::std::ffi::c_void, size: usize, waits: u32,
        wait_list: *const EventHandle, event: *mut EventHandle
    ) $($rest)* } };
}

/// Defines a layer that answers some calls with a code, and does nothing.
macro_rules! answers {
    ($type:ident, $entry:ident, $code:ident, $when:expr) => {
        physical!($type {} $entry(_, call) {
            if holds(&call, $when) { UrResult::$code } else { call.run() }
        });
    };
}

/// Defines a layer that answers some refused calls with another error.
macro_rules! refuses_with {
    ($type:ident, $entry:ident, $code:ident, $when:expr) => {
        physical!($type {} $entry(_, call) {
            let result = call.run();
            if !result.is_success() && holds(&call, $when) { UrResult::$code } else { result }
        });
    };
}

/// Defines a layer that loses a descriptor in some calls that fail.
macro_rules! leaks {
    ($type:ident, $entry:ident, $when:expr) => {
        physical!($type {} $entry(_, call) {
            let result = call.run();
            lose_if(!result.is_success() && holds(&call, $when));
            result
        });
    };
}

pub(super) use super::state::{Fakes, Handles};
pub(super) use {answers, entry, leaks, physical, refuses_with};

/// Whether a condition holds for a call.
pub(super) fn holds<C: Call>(call: &C, when: impl Fn(&C) -> bool) -> bool {
    when(call)
}

/// Loses a descriptor if so.
pub(super) fn lose_if(lost: bool) {
    if lost {
        leak_descriptor();
    }
}

/// The content of a mutex.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Create<'_> {
    /// What the object is made with.
    pub(super) fn flags(&self) -> PhysicalMemFlags {
        if self.properties.is_null() {
            return PhysicalMemFlags::NONE_SET;
        }
        // SAFETY: not null, and readable as UR demands.
        unsafe { self.properties.read() }.flags
    }

    /// Whether the object is made for sharing.
    pub(super) fn shared(&self) -> bool {
        self.flags().contains(PhysicalMemFlags::ENABLE_IPC)
    }

    /// The same call with other flags.
    pub(super) fn run_with(&self, flags: PhysicalMemFlags) -> UrResult {
        let properties = PhysicalMemProperties::new(flags);
        Self { properties: &raw const properties, ..*self }.run()
    }

    /// What a successful call made.
    pub(super) fn made(&self) -> PhysicalMemHandle {
        // SAFETY: the successful call wrote it.
        unsafe { self.out.read() }
    }

    /// Says what was made.
    pub(super) fn give(&self, object: PhysicalMemHandle) -> UrResult {
        // SAFETY: writable as UR demands; mutants call this where it is not null.
        unsafe { self.out.write(object) };
        UrResult::SUCCESS
    }
}

impl Get<'_> {
    /// Where the handle is that a successful call gave.
    pub(super) fn at(&self) -> *mut c_void {
        // SAFETY: the successful call wrote it.
        unsafe { self.data.read() }
    }

    /// The handle's bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        // SAFETY: the successful call wrote both, and the buffer is valid until its Put.
        unsafe { std::slice::from_raw_parts(self.at().cast::<u8>(), self.size.read()) }.to_vec()
    }

    /// Gives this handle.
    pub(super) fn give(&self, data: *mut c_void, size: usize) {
        if !self.data.is_null() {
            // SAFETY: writable as UR demands.
            unsafe { self.data.write(data) };
        }
        if !self.size.is_null() {
            // SAFETY: writable as UR demands.
            unsafe { self.size.write(size) };
        }
    }

    /// The same call with outputs that nobody sees.
    pub(super) fn run_unseen(&self) -> UrResult {
        let (mut data, mut size) = (null_mut(), 0);
        Self { data: &raw mut data, size: &raw mut size, ..*self }.run()
    }
}

impl Put<'_> {
    /// The handle's bytes, if there is one.
    pub(super) fn bytes(&self) -> Vec<u8> {
        if self.data.is_null() {
            return Vec::new();
        }
        // SAFETY: the suite puts what a Get gave and nothing else, so this many bytes are readable.
        unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), HANDLE) }.to_vec()
    }
}

impl Open<'_> {
    /// The handle's bytes, if they have the right size.
    pub(super) fn bytes(&self) -> Vec<u8> {
        if self.data.is_null() || self.size != HANDLE {
            return Vec::new();
        }
        // SAFETY: not null, and readable for a right size as UR demands.
        unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), HANDLE) }.to_vec()
    }

    /// The same call with other bytes.
    pub(super) fn run_with(&self, bytes: &[u8]) -> UrResult {
        Self { data: bytes.as_ptr().cast(), size: bytes.len(), ..*self }.run()
    }

    /// What a successful call opened.
    pub(super) fn opened(&self) -> PhysicalMemHandle {
        // SAFETY: the successful call wrote it.
        unsafe { self.out.read() }
    }

    /// Writes the output, if there is one.
    pub(super) fn give(&self, object: PhysicalMemHandle) -> UrResult {
        if !self.out.is_null() {
            // SAFETY: writable as UR demands.
            unsafe { self.out.write(object) };
        }
        UrResult::SUCCESS
    }

    /// The first device of the context.
    pub(super) fn own_device(&self) -> DeviceHandle {
        let mut device = DeviceHandle::NULL;
        let (name, size, value) = (ContextInfo::DEVICES, size_of::<DeviceHandle>(), (&raw mut device).cast());
        // SAFETY: one handle fits.
        let _ = unsafe { self.below.context_get_info(self.context, name, size, value, null_mut()) };
        device
    }

    /// The process that the handle names, if it has the right size.
    pub(super) fn pid(&self) -> Option<u32> {
        number(&self.bytes(), PID)
    }

    /// Whether the handle is one of another process.
    pub(super) fn is_foreign(&self) -> bool {
        self.pid().is_some_and(|pid| pid != std::process::id())
    }
}

impl Info<'_> {
    /// Puts another value where a successful query of this name has written one.
    pub(super) fn replace<T: Copy>(&self, name: PhysicalMemInfo, value: T) {
        if self.name == name && !self.value.is_null() && self.size >= size_of::<T>() {
            // SAFETY: the query has just written a value of this size there.
            unsafe { self.value.cast::<T>().write_unaligned(value) };
        }
    }

    /// Puts something else where a successful query of this name has written a value.
    pub(super) fn change<T: Copy>(&self, name: PhysicalMemInfo, change: impl Fn(T) -> T) {
        if self.name == name && !self.value.is_null() && self.size >= size_of::<T>() {
            // SAFETY: the query has just written a value of this size there.
            let value = unsafe { self.value.cast::<T>().read_unaligned() };
            self.replace(name, change(value));
        }
    }
}

/// The 4-byte number in a field of a handle.
pub(super) fn number(bytes: &[u8], field: Range<usize>) -> Option<u32> {
    bytes.get(field).and_then(|field| field.try_into().ok()).map(u32::from_le_bytes)
}

/// A property of an object, zero if it cannot be had.
pub(super) fn property<T: Copy + Default>(
    below: &dyn UrIpc,
    object: PhysicalMemHandle,
    name: PhysicalMemInfo,
) -> T {
    let mut value = T::default();
    Info { below, object, name, size: size_of::<T>(), value: (&raw mut value).cast(), size_ret: null_mut() }
        .run();
    value
}

/// The references that an object has; 0 if it is gone.
pub(super) fn references(below: &dyn UrIpc, object: PhysicalMemHandle) -> u32 {
    property(below, object, PhysicalMemInfo::REFERENCE_COUNT)
}
