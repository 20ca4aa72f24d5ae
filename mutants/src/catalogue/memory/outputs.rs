//! What failing calls leave in their outputs.

use super::super::tools::layer;
use super::support::HANDLE_SIZE;
use crate::Legacy as Mutant;
use std::ptr::{dangling_mut, without_provenance_mut};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_failed_get_gives_buffer",
        "a Get that fails gives a dangling buffer",
        &["memory.outputs_untouched_on_error", "memory.get.null_mem"],
        FailedGetGivesBuffer::make,
    ),
    Mutant::new(
        "memory_failed_get_gives_size",
        "a Get that fails tells the size that a handle would have",
        &["memory.outputs_untouched_on_error", "memory.get.null_mem"],
        FailedGetGivesSize::make,
    ),
    Mutant::new(
        "memory_get_of_heap_gives_buffer",
        "a Get of a pointer that is no USM fails and gives that pointer for a buffer",
        &["memory.outputs_untouched_on_error"],
        GetOfHeapGivesBuffer::make,
    ),
    Mutant::new(
        "memory_get_without_context_gives_buffer",
        "a Get that fails for its null context gives a dangling buffer",
        &["memory.outputs_untouched_on_error"],
        GetWithoutContextGivesBuffer::make,
    ),
    Mutant::new(
        "memory_get_without_context_gives_size",
        "a Get that fails for its null context tells the size that a handle would have",
        &["memory.outputs_untouched_on_error"],
        GetWithoutContextGivesSize::make,
    ),
    Mutant::new(
        "memory_failed_open_gives_pointer",
        "an Open that fails gives a dangling pointer",
        &["memory.outputs_untouched_on_error"],
        FailedOpenGivesPointer::make,
    ),
    Mutant::new(
        "memory_open_of_zeroes_gives_pointer",
        "an Open that fails for its bytes gives a dangling pointer",
        &["memory.outputs_untouched_on_error"],
        OpenOfZeroesGivesPointer::make,
    ),
    Mutant::new(
        "memory_open_of_no_bytes_gives_pointer",
        "an Open that fails for a size of 0 gives a dangling pointer",
        &["memory.outputs_untouched_on_error"],
        OpenOfNoBytesGivesPointer::make,
    ),
    Mutant::new(
        "memory_open_of_largest_size_gives_pointer",
        "an Open that fails for the largest size gives a dangling pointer",
        &["memory.outputs_untouched_on_error"],
        OpenOfLargestSizeGivesPointer::make,
    ),
    Mutant::new(
        "memory_open_without_context_gives_pointer",
        "an Open that fails for its null context gives a dangling pointer",
        &["memory.outputs_untouched_on_error"],
        OpenWithoutContextGivesPointer::make,
    ),
    Mutant::new(
        "memory_open_without_device_gives_pointer",
        "an Open that fails for its null device gives a dangling pointer",
        &["memory.outputs_untouched_on_error"],
        OpenWithoutDeviceGivesPointer::make,
    ),
    Mutant::new(
        "memory_open_without_data_gives_pointer",
        "an Open that fails for its null data gives a dangling pointer",
        &["memory.outputs_untouched_on_error"],
        OpenWithoutDataGivesPointer::make,
    ),
    Mutant::new(
        "memory_failed_open_clears_half",
        "an Open that fails clears the lower half of its output",
        &["memory.outputs_untouched_on_error"],
        FailedOpenClearsHalf::make,
    ),
    Mutant::new(
        "memory_failed_open_gives_minus_one",
        "an Open that fails gives the highest address",
        &["memory.outputs_untouched_on_error"],
        FailedOpenGivesMinusOne::make,
    ),
];

layer!(FailedGetGivesBuffer {}
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if !result.is_success() && !data.is_null() {
            // SAFETY: not null, and writable as UR demands.
            unsafe { data.write(dangling_mut::<u64>().cast()) };
        }
        result
    } }
);

layer!(FailedGetGivesSize {}
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if !result.is_success() && !size.is_null() {
            // SAFETY: not null, and writable as UR demands.
            unsafe { size.write(HANDLE_SIZE) };
        }
        result
    } }
);

layer!(GetOfHeapGivesBuffer {}
    get! { (self, context, mem, data, size) {
        // SAFETY: same contract.
        let result = unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) };
        if !result.is_success() && !mem.is_null() && !data.is_null() {
            // SAFETY: not null, and writable as UR demands.
            unsafe { data.write(mem) };
        }
        result
    } }
);

layer!(GetWithoutContextGivesBuffer {}
    get! { (self, context, mem, data, size) {
        if context.is_null() && !data.is_null() {
            // SAFETY: not null, and writable as UR demands.
            unsafe { data.write(dangling_mut::<u64>().cast()) };
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    } }
);

layer!(GetWithoutContextGivesSize {}
    get! { (self, context, mem, data, size) {
        if context.is_null() && !size.is_null() {
            // SAFETY: not null, and writable as UR demands.
            unsafe { size.write(HANDLE_SIZE) };
        }
        // SAFETY: same contract.
        unsafe { self.inner.ipc_get_mem_handle_exp(context, mem, data, size) }
    } }
);

/// An Open without this gives a dangling pointer.
macro_rules! open_without {
    ($type:ident, |$context:ident, $device:ident, $data:ident| $null:expr) => {
        layer!($type {}
            open! { (self, $context, $device, $data, size, mem) {
                if $null.is_null() && !mem.is_null() {
                    // SAFETY: not null, and writable as UR demands.
                    unsafe { mem.write(dangling_mut::<u64>().cast()) };
                }
                // SAFETY: same contract.
                unsafe { self.inner.ipc_open_mem_handle_exp($context, $device, $data, size, mem) }
            } }
        );
    };
}

open_without!(OpenWithoutContextGivesPointer, |context, device, data| context);
open_without!(OpenWithoutDeviceGivesPointer, |context, device, data| device);
open_without!(OpenWithoutDataGivesPointer, |context, device, data| data);

/// An Open that fails, with a size that is so, makes this of its output.
macro_rules! failed_open {
    ($type:ident, |$size:ident, $before:ident| $condition:expr => $becomes:expr) => {
        layer!($type {}
            open! { (self, context, device, data, $size, mem) {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, $size, mem) };
                if !result.is_success() && !mem.is_null() && $condition {
                    // SAFETY: not null, and a place for a pointer that holds one, as UR demands.
                    let $before = unsafe { mem.read() };
                    // SAFETY: as above.
                    unsafe { mem.write($becomes) };
                }
                result
            } }
        );
    };
}

failed_open!(FailedOpenGivesPointer, |size, _before| true => dangling_mut::<u64>().cast());
failed_open!(OpenOfZeroesGivesPointer, |size, _before| size == HANDLE_SIZE => dangling_mut::<u64>().cast());
failed_open!(OpenOfNoBytesGivesPointer, |size, _before| size == 0 => dangling_mut::<u64>().cast());
failed_open!(OpenOfLargestSizeGivesPointer, |size, _before| {
    size == usize::MAX
} => dangling_mut::<u64>().cast());
failed_open!(FailedOpenClearsHalf, |size, before| true => before.map_addr(|at| at >> 32 << 32));
failed_open!(FailedOpenGivesMinusOne, |size, _before| true => without_provenance_mut(usize::MAX));
