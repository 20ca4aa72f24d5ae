//! The table of requests.

use std::fmt::Debug;

use super::Call;
use super::{
    core, exec, exec_queue_create, exec_queue_properties, gem_create, gem_mmap_offset, prime, query, syncobj,
    vm_bind, vm_create, wait_user_fence,
};
use crate::errno::Errno;
use crate::uapi::request::Request;
use crate::uapi::{Plain, drm, xe};

/// A request that is emulated.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) request: Request,
    /// The number of bytes of memory that it asks for, if it does.
    pub(super) size: Option<fn(&[u64]) -> u64>,
    pub(super) serve: fn(Call<'_>, &mut [u64]) -> Result<(), Errno>,
    /// The argument in words, for the log.
    pub(super) describe: fn(&mut [u64]) -> String,
}

/// The status of a request's number.
pub(super) enum Known {
    Emulated(&'static Entry),
    /// A render node has it, and this one does not.
    NotEmulated(&'static str),
    /// A render node does not have it.
    Display,
}

/// The status of a number; `None` if no node has it.
pub(super) fn find(number: u8) -> Option<Known> {
    if let Some(entry) = EMULATED.iter().find(|entry| entry.request.number == number) {
        return Some(Known::Emulated(entry));
    }
    if let Some((_, name)) = NOT_EMULATED.iter().find(|(other, _)| *other == number) {
        return Some(Known::NotEmulated(name));
    }
    DISPLAY.iter().any(|numbers| numbers.contains(&number)).then_some(Known::Display)
}

/// The names of all requests that are emulated.
pub fn names() -> impl Iterator<Item = &'static str> {
    EMULATED.iter().map(|entry| entry.name)
}

/// True if a request asks for memory.
pub fn has_size(name: &str) -> bool {
    EMULATED.iter().any(|entry| entry.name == name && entry.size.is_some())
}

fn argument<T: Plain>(words: &mut [u64]) -> &mut T {
    assert!(size_of_val(words) >= size_of::<T>() && align_of::<T>() <= align_of::<u64>());
    // SAFETY: there is room, it is aligned, and any bytes are a value.
    unsafe { &mut *words.as_mut_ptr().cast() }
}

fn describe<T: Plain + Debug>(_: fn(Call<'_>, &mut T) -> Result<(), Errno>, words: &mut [u64]) -> String {
    format!("{:x?}", argument::<T>(words))
}

macro_rules! emulated {
    ($($name:ident of $module:ident by $function:path $(, $size:expr)?;)*) => {
        const EMULATED: &[Entry] = &[$(Entry {
            name: stringify!($name),
            request: $module::$name,
            size: emulated!(@size $($size)?),
            serve: |call, words| $function(call, argument(words)),
            describe: |words| describe($function, words),
        }),*];
    };
    (@size) => { None };
    (@size $size:expr) => { Some(|words| $size(words)) };
}

emulated! {
    VERSION of drm by core::version;
    GEM_CLOSE of drm by core::gem_close;
    GET_CAP of drm by core::get_cap;
    PRIME_HANDLE_TO_FD of drm by prime::handle_to_fd;
    PRIME_FD_TO_HANDLE of drm by prime::fd_to_handle;
    SYNCOBJ_CREATE of drm by syncobj::create;
    SYNCOBJ_DESTROY of drm by syncobj::destroy;
    SYNCOBJ_HANDLE_TO_FD of drm by syncobj::handle_to_fd;
    SYNCOBJ_FD_TO_HANDLE of drm by syncobj::fd_to_handle;
    SYNCOBJ_WAIT of drm by syncobj::wait;
    SYNCOBJ_RESET of drm by syncobj::reset;
    SYNCOBJ_SIGNAL of drm by syncobj::signal;
    SYNCOBJ_TIMELINE_WAIT of drm by syncobj::timeline_wait;
    SYNCOBJ_QUERY of drm by syncobj::query;
    SYNCOBJ_TRANSFER of drm by syncobj::transfer;
    SYNCOBJ_TIMELINE_SIGNAL of drm by syncobj::timeline_signal;
    DEVICE_QUERY of xe by query::device_query;
    GEM_CREATE of xe by gem_create::gem_create, |words: &[u64]| words[1];
    GEM_MMAP_OFFSET of xe by gem_mmap_offset::gem_mmap_offset;
    VM_CREATE of xe by vm_create::vm_create;
    VM_DESTROY of xe by vm_create::vm_destroy;
    VM_BIND of xe by vm_bind::vm_bind;
    EXEC_QUEUE_CREATE of xe by exec_queue_create::exec_queue_create;
    EXEC_QUEUE_DESTROY of xe by exec_queue_properties::exec_queue_destroy;
    EXEC_QUEUE_GET_PROPERTY of xe by exec_queue_properties::exec_queue_get_property;
    EXEC_QUEUE_SET_PROPERTY of xe by exec_queue_properties::exec_queue_set_property;
    EXEC of xe by exec::exec;
    WAIT_USER_FENCE of xe by wait_user_fence::wait_user_fence;
}

const NOT_EMULATED: &[(u8, &str)] = &[
    (0xCF, "SYNCOBJ_EVENTFD"),
    (0xD1, "SET_CLIENT_NAME"),
    (xe::OBSERVATION.number, "OBSERVATION"),
    (xe::MADVISE.number, "MADVISE"),
    (xe::VM_QUERY_MEM_RANGE_ATTRS.number, "VM_QUERY_MEM_RANGE_ATTRS"),
    (xe::VM_GET_PROPERTY.number, "VM_GET_PROPERTY"),
];

/// Numbers of requests about displays, authentication and names.
const DISPLAY: &[std::ops::RangeInclusive<u8>] = &[
    0x01..=0x02,
    0x05..=0x07,
    0x0A..=0x0B,
    0x0D..=0x0D,
    0x10..=0x13,
    0x1E..=0x1F,
    0x27..=0x28,
    0x2C..=0x2C,
    0x3A..=0x3C,
    0x3F..=0x3F,
    0xA0..=0xBE,
    0xC6..=0xC9,
    0xCE..=0xCE,
    0xD0..=0xD0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_one_request() {
        for number in 0..=u8::MAX {
            let entries = EMULATED.iter().filter(|entry| entry.request.number == number).count();
            let others = NOT_EMULATED.iter().filter(|(other, _)| *other == number).count();
            let display = DISPLAY.iter().filter(|numbers| numbers.contains(&number)).count();
            assert!(entries + others + display <= 1, "{number:#x}");
        }
    }
}
