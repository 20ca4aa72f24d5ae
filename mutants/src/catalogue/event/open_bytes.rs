//! Defects of `urIPCOpenEventHandleExp` with the bytes that it reads.

use super::methods::method;
use super::shapes::{HANDLE_SIZE, Handles, adjusts, answers};
use crate::catalogue::tools::layer;
use crate::{Legacy as Mutant, Manner};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use ur_ipc_api::{EventHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_open_zeroes_give_null",
        "Open of zeroed bytes succeeds and gives no event",
        &["event.open.corrupt_bytes"],
        ZeroesGiveNull::make,
    ),
    Mutant::new(
        "event_open_bytes_not_looked_at",
        "Open takes any bytes for the last handle that this process has opened",
        &["event.open.corrupt_bytes"],
        BytesIgnored::make,
    ),
    Mutant::new(
        "event_open_ones_accepted",
        "Open of bytes that are all ones opens the last handle",
        &["event.open.corrupt_bytes"],
        OnesAccepted::make,
    ),
    Mutant::new(
        "event_open_flipped_bit_gives_null",
        "Open of a handle with one flipped bit succeeds and gives no event",
        &["event.open.corrupt_bytes"],
        FlippedBitGivesNull::make,
    ),
    Mutant::new(
        "event_open_corrupt_bytes_poison",
        "After an Open of corrupt bytes no handle can be opened",
        &["event.open.corrupt_bytes"],
        CorruptBytesPoison::make,
    ),
    Mutant::new(
        "event_open_corrupt_code_unknown",
        "Open answers corrupt bytes with a native error number that is no code of UR's",
        &["event.open.corrupt_bytes"],
        CorruptCodeUnknown::make,
    ),
    Mutant::new(
        "event_open_corrupt_bytes_abort",
        "Open of corrupt bytes ends the process",
        &["event.open.corrupt_bytes"],
        CorruptBytesAbort::make,
    )
    .by(Manner::Crash),
    Mutant::new(
        "event_open_needs_alignment",
        "Open fails for bytes that are not aligned to eight",
        &["event.open.byte_copy"],
        NeedsAlignment::make,
    ),
    Mutant::new(
        "event_open_needs_even_address",
        "Open fails for bytes at an odd address",
        &["event.open.byte_copy"],
        NeedsEvenAddress::make,
    ),
    Mutant::new(
        "event_open_needs_original",
        "Open takes the bytes where Get put them, and no copy",
        &["event.open.byte_copy", "event.open.success_same_process"],
        NeedsOriginal::make,
    ),
    Mutant::new(
        "event_open_clears_bytes",
        "Open clears the bytes that it has read",
        &["event.open.byte_copy"],
        ClearsBytes::make,
    ),
    Mutant::new(
        "event_open_marks_last_byte",
        "Open writes to the last byte of the handle",
        &["event.open.byte_copy"],
        MarksLastByte::make,
    ),
];

/// The bytes of a handle; none for null and for other sizes.
///
/// # Safety
/// `data` is null, or `size` is not that of a handle, or `data` is valid for reads of so many bytes.
unsafe fn bytes_of(data: *const c_void, size: usize) -> Option<Vec<u8>> {
    // SAFETY: this function's contract.
    let read = || unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) }.to_vec();
    (!data.is_null() && size == HANDLE_SIZE).then(read)
}

layer!(ZeroesGiveNull {}
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        let zeroes = unsafe { bytes_of(data, size) }.is_some_and(|bytes| bytes.iter().all(|&byte| byte == 0));
        if zeroes && !event.is_null() {
            // SAFETY: writable as UR demands.
            unsafe { event.write(EventHandle::NULL) };
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

/// A layer that opens the last good handle instead of bad bytes for which `$also` holds.
macro_rules! opens_last_for {
    ($type:ident, |$bytes:ident| $also:expr) => {
        layer!($type { last: Mutex<Vec<u8>> }
            method! { ipc_open_event_handle_exp(this, context, data, size, event) {
                // SAFETY: same contract.
                let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
                // SAFETY: readable for its size, which is that of a handle.
                let Some($bytes) = (unsafe { bytes_of(data, size) }) else { return result };
                let mut last = this.last.lock().unwrap_or_else(PoisonError::into_inner);
                if result.is_success() {
                    *last = $bytes;
                } else if result == UrResult::ERROR_INVALID_VALUE && last.len() == size && $also {
                    // SAFETY: same contract, with bytes of the same size.
                    return unsafe {
                        this.inner.ipc_open_event_handle_exp(context, last.as_ptr().cast(), size, event)
                    };
                }
                result
            } }

            method! { ipc_get_event_handle_exp(this, event, data, size) {
                // SAFETY: same contract.
                let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
                if result.is_success() {
                    // SAFETY: written by the successful call.
                    let bytes = unsafe { bytes_of(data.read(), size.read()) };
                    *this.last.lock().unwrap_or_else(PoisonError::into_inner) = bytes.unwrap_or_default();
                }
                result
            } }
        );
    };
}

opens_last_for!(BytesIgnored, |bytes| true);
opens_last_for!(OnesAccepted, |bytes| bytes.iter().all(|&byte| byte == 0xff));

layer!(FlippedBitGivesNull { good: Mutex<Vec<u8>> }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            let bytes = unsafe { bytes_of(data.read(), size.read()) };
            *this.good.lock().unwrap_or_else(PoisonError::into_inner) = bytes.unwrap_or_default();
        }
        result
    } }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        let good = this.good.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: readable for its size, which is that of a handle.
        if let Some(bytes) = unsafe { bytes_of(data, size) }.filter(|_| !event.is_null()) {
            let flipped: u32 = bytes.iter().zip(&*good).map(|(one, other)| (one ^ other).count_ones()).sum();
            if flipped == 1 {
                // SAFETY: writable as UR demands.
                unsafe { event.write(EventHandle::NULL) };
                return UrResult::SUCCESS;
            }
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

layer!(CorruptBytesPoison { poisoned: AtomicBool }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        if this.poisoned.load(Ordering::SeqCst) {
            return UrResult::ERROR_DEVICE_LOST;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result == UrResult::ERROR_INVALID_VALUE && size == HANDLE_SIZE {
            this.poisoned.store(true, Ordering::SeqCst);
        }
        result
    } }
);

adjusts!(CorruptCodeUnknown, ipc_open_event_handle_exp(context, data, size, event), result => {
    let corrupt = result == UrResult::ERROR_INVALID_VALUE && size == HANDLE_SIZE;
    if corrupt { UrResult(0x7800_0004) } else { result }
});

adjusts!(CorruptBytesAbort, ipc_open_event_handle_exp(context, data, size, event), result => {
    if result == UrResult::ERROR_INVALID_VALUE && size == HANDLE_SIZE {
        std::process::abort();
    }
    result
});

/// A layer that opens nothing at addresses that are not a multiple of this.
macro_rules! needs_alignment {
    ($type:ident, $alignment:literal) => {
        answers!($type, ipc_open_event_handle_exp(context, data, size, event),
            data.addr() % $alignment != 0 => ERROR_INVALID_VALUE);
    };
}

needs_alignment!(NeedsAlignment, 8);
needs_alignment!(NeedsEvenAddress, 2);

layer!(NeedsOriginal { originals: Handles }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            unsafe { this.originals.add(data.read(), size.read(), data.read().addr()) };
        }
        result
    } }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if unsafe { this.originals.get(data, size) }.is_some_and(|original| original != data.addr()) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

adjusts!(ClearsBytes, ipc_open_event_handle_exp(context, data, size, event), result => {
    if result.is_success() {
        // SAFETY: the suite's copies are on the heap, which is writable.
        unsafe { data.cast_mut().cast::<u8>().write_bytes(0, size) };
    }
    result
});

adjusts!(MarksLastByte, ipc_open_event_handle_exp(context, data, size, event), result => {
    if result.is_success() {
        // SAFETY: the suite's copies are on the heap, which is writable.
        unsafe { *data.cast_mut().cast::<u8>().add(size - 1) ^= 1 };
    }
    result
});
