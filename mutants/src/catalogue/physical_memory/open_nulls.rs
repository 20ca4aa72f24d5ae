//! `urIPCOpenPhysMemHandleExp` with null arguments and wrong sizes.

use super::calls::*;
use crate::catalogue::tools::Known;
use crate::{Legacy as Mutant, Manner};
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_open_null_context_code",
        "Open refuses a null context with INVALID_CONTEXT.",
        &["physical_memory.open.null_context"],
        NullContextCode::make,
    ),
    Mutant::new(
        "physical_open_null_context_is_last",
        "Open takes a null context for the one of the Get before.",
        &["physical_memory.open.null_context"],
        NullContextIsLast::make,
    ),
    Mutant::new(
        "physical_open_null_context_leaks",
        "The refusal of a null context by Open loses a descriptor.",
        &["physical_memory.open.null_context"],
        NullContextLeaks::make,
    ),
    Mutant::new(
        "physical_open_null_device_code",
        "Open refuses a null device with INVALID_DEVICE.",
        &["physical_memory.open.null_device"],
        NullDeviceCode::make,
    ),
    Mutant::new(
        "physical_open_null_device_is_last",
        "Open takes a null device for the one of the last object made.",
        &["physical_memory.open.null_device"],
        NullDeviceIsLast::make,
    ),
    Mutant::new(
        "physical_open_null_device_leaks",
        "The refusal of a null device by Open loses a descriptor.",
        &["physical_memory.open.null_device"],
        NullDeviceLeaks::make,
    ),
    Mutant::new(
        "physical_open_null_data_code",
        "Open refuses a null data pointer with INVALID_VALUE.",
        &["physical_memory.open.null_data"],
        NullDataCode::make,
    ),
    Mutant::new(
        "physical_open_null_data_succeeds",
        "Open of null succeeds and opens nothing.",
        &["physical_memory.open.null_data"],
        NullDataSucceeds::make,
    ),
    Mutant::new(
        "physical_open_null_data_leaks",
        "The refusal of a null data pointer by Open loses a descriptor.",
        &["physical_memory.open.null_data"],
        NullDataLeaks::make,
    ),
    Mutant::new(
        "physical_open_null_out_code",
        "Open refuses a null out pointer with INVALID_VALUE.",
        &["physical_memory.open.null_out"],
        NullOutCode::make,
    ),
    Mutant::new(
        "physical_open_null_out_checks",
        "Open without an out pointer only checks the handle, and succeeds.",
        &["physical_memory.open.null_out"],
        NullOutChecks::make,
    ),
    Mutant::new(
        "physical_open_null_out_opens",
        "Open opens the object before it refuses a null out pointer, and does not close it.",
        &["physical_memory.open.null_out"],
        NullOutOpens::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_open_null_out_leaks",
        "The refusal of a null out pointer by Open loses a descriptor.",
        &["physical_memory.open.null_out"],
        NullOutLeaks::make,
    ),
    Mutant::new(
        "physical_open_null_out_retains_source",
        "The refusal of a null out pointer by Open leaves a reference to the source.",
        &["physical_memory.open.null_out"],
        NullOutRetains::make,
    ),
    Mutant::new(
        "physical_open_size_plus_1",
        "Open takes a handle that is one byte too long.",
        &["physical_memory.open.size_too_large"],
        SizePlus1::make,
    ),
    Mutant::new(
        "physical_open_size_plus_1_code",
        "Open refuses a handle that is too long with INVALID_SIZE.",
        &["physical_memory.open.size_too_large"],
        TooLargeCode::make,
    ),
    Mutant::new(
        "physical_open_size_plus_1_leaks",
        "The refusal of a handle that is one byte too long loses a descriptor.",
        &["physical_memory.open.size_too_large"],
        TooLargeLeaks::make,
    ),
    Mutant::new(
        "physical_open_size_at_least",
        "Open takes every size that is large enough.",
        &["physical_memory.open.size_too_large", "physical_memory.open.size_too_small"],
        AtLeast::make,
    ),
    Mutant::new(
        "physical_open_size_minus_1",
        "Open takes a handle that is one byte too short.",
        &["physical_memory.open.size_too_small"],
        SizeMinus1::make,
    ),
    Mutant::new(
        "physical_open_half_size",
        "Open takes the first half of a handle.",
        &["physical_memory.open.size_too_small"],
        HalfSize::make,
    ),
    Mutant::new(
        "physical_open_size_0_is_default",
        "The size 0 stands for the right one.",
        &["physical_memory.open.size_too_small"],
        Size0IsDefault::make,
    ),
    Mutant::new(
        "physical_open_size_0_code",
        "Open refuses the size 0 with INVALID_SIZE.",
        &["physical_memory.open.size_too_small"],
        Size0Code::make,
    ),
    Mutant::new(
        "physical_open_size_max_is_default",
        "The largest size stands for the right one.",
        &["physical_memory.open.size_too_small"],
        SizeMaxIsDefault::make,
    ),
    Mutant::new(
        "physical_open_size_max_code",
        "The largest size is refused with OUT_OF_HOST_MEMORY.",
        &["physical_memory.open.size_too_small"],
        SizeMaxCode::make,
    ),
    Mutant::new(
        "physical_open_too_small_leaks",
        "The refusal of a handle that is too short loses a descriptor.",
        &["physical_memory.open.size_too_small"],
        TooSmallLeaks::make,
    ),
    Mutant::new(
        "physical_open_reads_before_size_check",
        "Open reads the first byte of a handle before it looks at the size.",
        &["physical_memory.open.size_too_small"],
        ReadsFirst::make,
    )
    .by(Manner::Crash),
    Mutant::new(
        "physical_open_reads_size_max",
        "Open reads the first byte of a handle of the largest size.",
        &["physical_memory.open.size_too_small"],
        ReadsSizeMax::make,
    )
    .by(Manner::Crash),
];

refuses_with!(NullContextCode, open, ERROR_INVALID_CONTEXT, |call| call.context.is_null());
leaks!(NullContextLeaks, open, |call| call.context.is_null());
refuses_with!(NullDeviceCode, open, ERROR_INVALID_DEVICE, |call| call.device.is_null());
leaks!(NullDeviceLeaks, open, |call| call.device.is_null());
refuses_with!(NullDataCode, open, ERROR_INVALID_VALUE, |call| call.data.is_null());
answers!(NullDataSucceeds, open, SUCCESS, |call| call.data.is_null());
leaks!(NullDataLeaks, open, |call| call.data.is_null());
refuses_with!(NullOutCode, open, ERROR_INVALID_VALUE, |call| call.out.is_null());
answers!(NullOutChecks, open, SUCCESS, |call| call.out.is_null());
leaks!(NullOutLeaks, open, |call| call.out.is_null());

physical!(NullContextIsLast { last: Mutex<ContextHandle> }
    get(this, call) {
        *locked(&this.last) = call.context;
        call.run()
    }
    open(this, call) {
        let context = if call.context.is_null() { *locked(&this.last) } else { call.context };
        Open { context, ..call }.run()
    }
);

physical!(NullDeviceIsLast { last: Mutex<DeviceHandle> }
    create(this, call) {
        *locked(&this.last) = call.device;
        call.run()
    }
    open(this, call) {
        let device = if call.device.is_null() { *locked(&this.last) } else { call.device };
        Open { device, ..call }.run()
    }
);

physical!(NullOutOpens { lost: Known } open(this, call) {
    if call.out.is_null() {
        let mut lost = PhysicalMemHandle::NULL;
        Open { out: &raw mut lost, ..call }.run();
        this.lost.add(lost.address());
    }
    call.run()
});

physical!(NullOutRetains { source: Mutex<PhysicalMemHandle> }
    get(this, call) {
        *locked(&this.source) = call.object;
        call.run()
    }
    open(this, call) {
        if call.out.is_null() {
            Retain { below: call.below, object: *locked(&this.source) }.run();
        }
        call.run()
    }
);

/// Defines a layer that takes handles of some sizes for ones of the right size. What the bytes would have been is
/// known from the last Get.
macro_rules! takes_size {
    ($type:ident, $size:expr) => {
        physical!($type { got: Handles }
            get(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.got.note(&call);
                }
                result
            }
            open(this, call) {
                let taken: fn(usize) -> bool = $size;
                match this.got.last(|_| true) {
                    Some(bytes) if taken(call.size) && !call.data.is_null() => call.run_with(&bytes),
                    _ => call.run(),
                }
            }
        );
    };
}

takes_size!(SizePlus1, |size| size == HANDLE + 1);
takes_size!(AtLeast, |size| size > HANDLE);
takes_size!(SizeMinus1, |size| size == HANDLE - 1);
takes_size!(HalfSize, |size| size == HANDLE / 2);
takes_size!(Size0IsDefault, |size| size == 0);
takes_size!(SizeMaxIsDefault, |size| size == usize::MAX);
refuses_with!(TooLargeCode, open, ERROR_INVALID_SIZE, |call| call.size == HANDLE + 1);
leaks!(TooLargeLeaks, open, |call| call.size == HANDLE + 1);
refuses_with!(Size0Code, open, ERROR_INVALID_SIZE, |call| call.size == 0);
refuses_with!(SizeMaxCode, open, ERROR_OUT_OF_HOST_MEMORY, |call| call.size == usize::MAX);
leaks!(TooSmallLeaks, open, |call| call.size < HANDLE);

/// Reads a byte as code does that has not yet asked whether it may.
fn read_first(call: &Open<'_>) {
    if !call.data.is_null() {
        // SAFETY: readable in tests of anything but wrong sizes; there the end of the process is what is wanted.
        let _ = unsafe { call.data.cast::<u8>().read_volatile() };
    }
}

physical!(ReadsFirst {} open(_, call) {
    read_first(&call);
    call.run()
});

physical!(ReadsSizeMax {} open(_, call) {
    if call.size == usize::MAX {
        read_first(&call);
    }
    call.run()
});
