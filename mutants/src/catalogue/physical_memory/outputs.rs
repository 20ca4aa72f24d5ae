//! What failed calls write.

use super::calls::*;
use crate::Legacy as Mutant;
use std::ptr::dangling_mut;
use ur_ipc_api::*;

const OUTPUTS: &[&str] = &["physical_memory.outputs_untouched_on_error"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_get_output_of_failure",
        "A failed Get leaves a dangling pointer and a size in its outputs.",
        OUTPUTS,
        GetWrites::make,
    ),
    Mutant::new(
        "physical_get_size_of_failure",
        "Get tells the size of a handle before it finds that the object cannot be exported.",
        OUTPUTS,
        GetWritesSize::make,
    ),
    Mutant::new(
        "physical_get_buffer_of_failure",
        "Get on a null object leaves a dangling pointer.",
        OUTPUTS,
        GetWritesBuffer::make,
    ),
    Mutant::new(
        "physical_get_null_context_outputs",
        "Get without a context tells a size.",
        OUTPUTS,
        GetWritesWithoutContext::make,
    ),
    Mutant::new(
        "physical_open_output_of_failure",
        "A failed Open leaves a handle that was freed in its output.",
        OUTPUTS,
        OpenWrites::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_open_output_of_wrong_size",
        "An Open that is refused for the size leaves a handle in its output.",
        OUTPUTS,
        OpenWritesForSize::make,
    ),
    Mutant::new(
        "physical_open_output_of_size_max",
        "An Open that is refused for the largest size leaves a handle in its output.",
        OUTPUTS,
        OpenWritesForSizeMax::make,
    ),
    Mutant::new(
        "physical_open_output_of_stale_handle",
        "An Open of a handle that was put leaves a handle in its output.",
        OUTPUTS,
        OpenWritesForStale::make,
    ),
    Mutant::new(
        "physical_open_output_of_zeroes",
        "An Open of zeroed bytes leaves a handle in its output.",
        OUTPUTS,
        OpenWritesForZeroes::make,
    ),
    Mutant::new(
        "physical_open_output_of_null_device",
        "An Open without a device leaves a handle in its output.",
        OUTPUTS,
        OpenWritesForDevice::make,
    ),
    Mutant::new(
        "physical_open_output_of_null_data",
        "An Open of null leaves a handle in its output.",
        OUTPUTS,
        OpenWritesForData::make,
    ),
    Mutant::new(
        "physical_get_size_of_null_data",
        "Get without a data out pointer is refused, and tells the size.",
        OUTPUTS,
        GetSizeOfNullData::make,
    ),
    Mutant::new(
        "physical_get_buffer_of_null_size",
        "Get without a size out pointer is refused, and leaves a buffer that was freed.",
        OUTPUTS,
        GetBufferOfNullSize::make,
    ),
    Mutant::new(
        "physical_open_output_of_foreign_device",
        "An Open on a device outside the context leaves a handle in its output.",
        OUTPUTS,
        OpenWritesForForeignDevice::make,
    )
    .on("two-devices"),
];

/// Defines a layer whose failed Gets write a size, and a buffer if so.
macro_rules! get_writes {
    ($type:ident, $data:expr, $size:expr, $when:expr) => {
        physical!($type {} get(_, call) {
            let result = call.run();
            if !result.is_success() && holds(&call, $when) && !call.data.is_null() && !call.size.is_null() {
                let (data, size): (bool, bool) = ($data, $size);
                // SAFETY: not null and writable, as UR demands.
                let before = unsafe { (call.data.read(), call.size.read()) };
                let data = if data { dangling_mut::<u64>().cast() } else { before.0 };
                call.give(data, if size { HANDLE } else { before.1 });
            }
            result
        });
    };
}

get_writes!(GetWrites, true, true, |_| true);
get_writes!(GetWritesSize, false, true, |call| !call.context.is_null() && !call.object.is_null());
get_writes!(GetWritesBuffer, true, false, |call| call.object.is_null());
get_writes!(GetWritesWithoutContext, false, true, |call| call.context.is_null());

/// Defines a layer whose failed Opens write a handle.
macro_rules! open_writes {
    ($type:ident, $when:expr) => {
        physical!($type {} open(_, call) {
            let result = call.run();
            if !result.is_success() && holds(&call, $when) {
                call.give(PhysicalMemHandle::from_address(0x7f00_0010));
            }
            result
        });
    };
}

open_writes!(OpenWrites, |_| true);
open_writes!(OpenWritesForSize, |call| call.size < HANDLE);
open_writes!(OpenWritesForSizeMax, |call| call.size == usize::MAX);
open_writes!(OpenWritesForStale, |call| call.bytes().starts_with(b"URIPCHND")
    && !call.context.is_null()
    && !call.device.is_null());
open_writes!(OpenWritesForZeroes, |call| call.bytes().first() == Some(&0));
open_writes!(OpenWritesForDevice, |call| call.device.is_null());
open_writes!(OpenWritesForData, |call| call.data.is_null());

physical!(GetSizeOfNullData {} get(_, call) {
    let result = call.run();
    if call.data.is_null() {
        call.give(dangling_mut::<u64>().cast(), HANDLE);
    }
    result
});

physical!(GetBufferOfNullSize {} get(_, call) {
    let result = call.run();
    if call.size.is_null() {
        call.give(dangling_mut::<u64>().cast(), HANDLE);
    }
    result
});

open_writes!(OpenWritesForForeignDevice, |call| !call.bytes().is_empty()
    && !call.context.is_null()
    && !call.device.is_null()
    && call.device != call.own_device());
