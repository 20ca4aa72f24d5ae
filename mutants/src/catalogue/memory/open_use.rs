//! Opened pointers in commands.

use super::super::tools::layer;
use super::support::Ranges;
use crate::Legacy as Mutant;
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_opened_is_read_only",
        "a copy into opened memory is refused",
        &["memory.open.usable_in_enqueue"],
        ReadOnly::make,
    ),
    Mutant::new(
        "memory_opened_is_write_only",
        "a copy out of opened memory is refused",
        &["memory.open.usable_in_enqueue"],
        WriteOnly::make,
    ),
    Mutant::new(
        "memory_opened_ignores_writes",
        "a copy into opened memory succeeds and writes nothing",
        &["memory.open.usable_in_enqueue", "cross_process.memory.write_back"],
        WritesIgnored::make,
    ),
    Mutant::new(
        "memory_opened_ignores_writes_behind_its_start",
        "a copy into the middle of opened memory succeeds and writes nothing",
        &["memory.open.usable_in_enqueue"],
        InnerWritesIgnored::make,
    ),
    Mutant::new(
        "memory_opened_writes_at_its_start",
        "a copy into the middle of opened memory writes at its start",
        &["memory.open.usable_in_enqueue"],
        WritesAtStart::make,
    ),
    Mutant::new(
        "memory_opened_copies_one_page",
        "a copy out of opened memory ends after 4096 bytes",
        &["memory.open.usable_in_enqueue", "cross_process.memory.read"],
        OnePageRead::make,
    ),
    Mutant::new(
        "memory_opened_copies_one_byte_less",
        "a copy into opened memory leaves the last byte out",
        &["memory.open.usable_in_enqueue"],
        OneByteLessWritten::make,
    ),
    Mutant::new(
        "memory_opened_cannot_be_filled",
        "a fill of opened memory is refused",
        &["memory.open.usable_in_enqueue"],
        FillRefused::make,
    ),
    Mutant::new(
        "memory_opened_ignores_fills",
        "a fill of opened memory succeeds and writes nothing",
        &["memory.open.usable_in_enqueue"],
        FillIgnored::make,
    ),
    Mutant::new(
        "memory_opened_is_filled_from_its_start",
        "a fill of the middle of opened memory writes at its start",
        &["memory.open.usable_in_enqueue"],
        FillAtStart::make,
    ),
    Mutant::new(
        "memory_opened_is_filled_in_whole_pages",
        "a fill of opened memory goes on to the end of the page",
        &["memory.open.usable_in_enqueue"],
        FillWholePages::make,
    ),
    Mutant::new(
        "memory_opened_is_filled_one_byte_short",
        "a fill of opened memory leaves the last byte out",
        &["memory.open.usable_in_enqueue"],
        FillOneByteShort::make,
    ),
];

/// A copy to or from opened memory is refused.
macro_rules! copy_refused {
    ($type:ident, |$dst:ident, $src:ident| $which:expr) => {
        layer!($type { open: Ranges }
            keep_open! {}

            copy! { (self, queue, blocking, $dst, $src, size, count, list, event) {
                if self.open.offset($which).is_some() {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                // SAFETY: same contract.
                unsafe {
                    self.inner.enqueue_usm_memcpy(queue, blocking, $dst, $src, size, count, list, event)
                }
            } }
        );
    };
}

copy_refused!(ReadOnly, |dst, _src| dst);
copy_refused!(WriteOnly, |_dst, src| src);

/// A copy into opened memory, at an offset from its start and of a size, becomes one at another place, of another
/// size.
macro_rules! written {
    ($type:ident, |$offset:ident, $size:ident| $becomes:expr) => {
        layer!($type { open: Ranges }
            keep_open! {}

            copy! { (self, queue, blocking, dst, src, $size, count, list, event) {
                let (dst, size) = match self.open.offset(dst) {
                    Some($offset) => {
                        let (at, size) = $becomes;
                        (dst.wrapping_byte_sub($offset).wrapping_byte_add(at), size)
                    }
                    None => (dst, $size),
                };
                if size == 0 && $size != 0 {
                    // SAFETY: same contract, without the copy.
                    return unsafe { self.inner.enqueue_events_wait(queue, count, list, event) };
                }
                // SAFETY: same contract; the bytes are among those that the caller named, or in the same memory.
                unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
            } }
        );
    };
}

written!(WritesIgnored, |offset, _size| (offset, 0));
written!(InnerWritesIgnored, |offset, size| (offset, if offset == 0 { size } else { 0 }));
written!(WritesAtStart, |_offset, size| (0, size));
written!(OneByteLessWritten, |offset, size| (offset, size - 1));

layer!(OnePageRead { open: Ranges }
    keep_open! {}

    copy! { (self, queue, blocking, dst, src, size, count, list, event) {
        let size = if self.open.offset(src).is_some() { size.min(4096) } else { size };
        // SAFETY: same contract, for fewer bytes.
        unsafe { self.inner.enqueue_usm_memcpy(queue, blocking, dst, src, size, count, list, event) }
    } }
);

layer!(FillRefused { open: Ranges }
    keep_open! {}

    fill! { (self, queue, mem, unit, pattern, size, count, list, event) {
        if self.open.offset(mem).is_some() {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        unsafe { self.inner.enqueue_usm_fill(queue, mem, unit, pattern, size, count, list, event) }
    } }
);

/// A fill of opened memory, at an offset from its start and of a size, becomes one at another place, of another
/// size.
macro_rules! filled {
    ($type:ident, |$offset:ident, $size:ident| $becomes:expr) => {
        layer!($type { open: Ranges }
            keep_open! {}

            fill! { (self, queue, mem, unit, pattern, $size, count, list, event) {
                let (mem, size) = match self.open.offset(mem) {
                    Some($offset) => {
                        let (at, size) = $becomes;
                        (mem.wrapping_byte_sub($offset).wrapping_byte_add(at), size)
                    }
                    None => (mem, $size),
                };
                if size == 0 && $size != 0 {
                    // SAFETY: same contract, without the fill.
                    return unsafe { self.inner.enqueue_events_wait(queue, count, list, event) };
                }
                // SAFETY: same contract, in the same memory.
                unsafe { self.inner.enqueue_usm_fill(queue, mem, unit, pattern, size, count, list, event) }
            } }
        );
    };
}

filled!(FillIgnored, |offset, _size| (offset, 0));
filled!(FillAtStart, |_offset, size| (0, size));
filled!(FillWholePages, |offset, size| (offset, (offset + size).next_multiple_of(4096) - offset));
filled!(FillOneByteShort, |offset, size| (offset, size - 1));
