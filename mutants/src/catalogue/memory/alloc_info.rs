//! `urUSMGetMemAllocInfo` of opened pointers.

use super::super::tools::layer;
use super::support::{Live, Ranges};
use crate::Legacy as Mutant;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_api::{UrResult, UsmAllocInfo, UsmType};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_opened_is_unknown_to_info",
        "opened memory has no allocation infos",
        &["memory.open.alloc_info"],
        Unknown::make,
    ),
    Mutant::new(
        "memory_opened_has_type_only",
        "of opened memory the type is known, and nothing else",
        &["memory.open.alloc_info"],
        TypeOnly::make,
    ),
    Mutant::new(
        "memory_opened_is_of_unknown_type",
        "opened memory is of unknown type",
        &["memory.open.alloc_info"],
        TypeUnknown::make,
    ),
    Mutant::new(
        "memory_opened_is_shared_usm",
        "opened memory says that it is shared USM",
        &["memory.open.alloc_info"],
        TypeShared::make,
    ),
    Mutant::new(
        "memory_opened_has_no_device",
        "opened memory says that it is on a null device",
        &["memory.open.alloc_info"],
        NoDevice::make,
    ),
    Mutant::new(
        "memory_opened_has_no_base",
        "opened memory says that it starts at null",
        &["memory.open.alloc_info"],
        NoBase::make,
    ),
    Mutant::new(
        "memory_opened_starts_behind_its_pointer",
        "opened memory says that it starts a byte behind its pointer",
        &["memory.open.alloc_info"],
        BaseBehind::make,
    ),
    Mutant::new(
        "memory_opened_has_size_zero",
        "opened memory says that it has no bytes",
        &["memory.open.alloc_info"],
        SizeZero::make,
    ),
    Mutant::new(
        "memory_opened_has_one_byte_less",
        "opened memory says that it has one byte less",
        &["memory.open.alloc_info"],
        OneByteLess::make,
    ),
    Mutant::new(
        "memory_opened_has_size_of_its_handle",
        "opened memory says that it is as large as its handle",
        &["memory.open.alloc_info"],
        SizeOfHandle::make,
    ),
    Mutant::new(
        "memory_second_open_is_unknown_to_info",
        "of two pointers that a handle was opened to the second has no allocation infos",
        &["memory.open.alloc_info"],
        SecondUnknown::make,
    ),
    Mutant::new(
        "memory_first_open_is_forgotten_by_info",
        "of two pointers that a handle was opened to the first has no allocation infos any more",
        &["memory.open.alloc_info"],
        FirstUnknown::make,
    ),
    Mutant::new(
        "memory_close_forgets_infos_of_others",
        "after a Close no opened pointer has allocation infos",
        &["memory.open.alloc_info"],
        CloseForgets::make,
    ),
];

/// Infos that are so are refused for opened memory.
macro_rules! refused {
    ($type:ident, |$name:ident| $condition:expr) => {
        layer!($type { open: Ranges }
            keep_open! {}

            alloc_info! { (self, context, mem, $name, size, value, size_ret) {
                if self.open.offset(mem).is_some() && $condition {
                    return UrResult::ERROR_INVALID_MEM_OBJECT;
                }
                // SAFETY: same contract.
                unsafe { self.inner.usm_get_mem_alloc_info(context, mem, $name, size, value, size_ret) }
            } }
        );
    };
}

refused!(Unknown, |_name| true);
refused!(TypeOnly, |name| name != UsmAllocInfo::TYPE);

/// Of several pointers that are open, all but the oldest or all but the newest are unknown; or all after a Close.
macro_rules! unknown_among_several {
    ($type:ident, |$open:ident, $closed:ident, $mem:ident| $condition:expr) => {
        layer!($type { open: Live<()>, closed: AtomicBool }
            open! { (self, context, device, data, size, mem) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
                if result.is_success() {
                    self.closed.store(false, Ordering::Relaxed);
                    // SAFETY: written by the successful call.
                    self.open.add(unsafe { mem.read() }, ());
                }
                result
            } }

            close! { (self, context, mem) {
                self.closed.store(true, Ordering::Relaxed);
                self.open.remove(mem);
                // SAFETY: same contract.
                unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
            } }

            alloc_info! { (self, context, $mem, name, size, value, size_ret) {
                let ($open, $closed) = (&self.open, self.closed.load(Ordering::Relaxed));
                if $open.get($mem).is_some() && $condition {
                    return UrResult::ERROR_INVALID_MEM_OBJECT;
                }
                // SAFETY: same contract.
                unsafe { self.inner.usm_get_mem_alloc_info(context, $mem, name, size, value, size_ret) }
            } }
        );
    };
}

unknown_among_several!(SecondUnknown, |open, _closed, mem| {
    open.find(|_| true).is_some_and(|(oldest, ())| oldest.cast_const() != mem)
});
unknown_among_several!(FirstUnknown, |open, _closed, mem| {
    open.newest().is_some_and(|(newest, ())| newest.cast_const() != mem)
});
unknown_among_several!(CloseForgets, |open, closed, mem| closed);

/// An info of opened memory has another value.
macro_rules! says {
    ($type:ident, $info:ident, $value_type:ty, |$value:ident, $mem:ident| $becomes:expr) => {
        layer!($type { open: Ranges }
            keep_open! {}

            alloc_info! { (self, context, $mem, name, size, value, size_ret) {
                // SAFETY: same contract.
                let result = unsafe {
                    self.inner.usm_get_mem_alloc_info(context, $mem, name, size, value, size_ret)
                };
                let open = self.open.offset($mem).is_some();
                if result.is_success() && open && name == UsmAllocInfo::$info && !value.is_null() {
                    let value = value.cast::<$value_type>();
                    // SAFETY: the call has just written a value of that type there.
                    let $value = unsafe { value.read_unaligned() };
                    // SAFETY: as above.
                    unsafe { value.write_unaligned($becomes) };
                }
                result
            } }
        );
    };
}

says!(TypeUnknown, TYPE, UsmType, |_value, mem| UsmType::UNKNOWN);
says!(TypeShared, TYPE, UsmType, |_value, mem| UsmType::SHARED);
says!(NoDevice, DEVICE, usize, |_value, mem| 0);
says!(NoBase, BASE_PTR, usize, |_value, mem| 0);
says!(BaseBehind, BASE_PTR, usize, |_value, mem| mem.addr() + 1);
says!(SizeZero, SIZE, usize, |_value, mem| 0);
says!(OneByteLess, SIZE, usize, |value, mem| value - 1);
says!(SizeOfHandle, SIZE, usize, |_value, mem| super::support::HANDLE_SIZE);
