//! `urPhysicalMemCreate`.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use std::collections::HashMap;
use std::ptr::null;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_create_gives_null",
        "An object made for sharing is a null handle.",
        &["physical_memory.create.enable_ipc"],
        GivesNull::make,
    ),
    Mutant::new(
        "physical_create_refuses_flag",
        "The flag for sharing is refused although the device says that it shares.",
        &["physical_memory.create.enable_ipc"],
        RefusesFlag::make,
    ),
    Mutant::new(
        "physical_create_one_granule_only",
        "Only objects of one or two granules can be made for sharing.",
        &["physical_memory.create.enable_ipc"],
        SmallOnly::make,
    ),
    Mutant::new(
        "physical_create_reuses_object",
        "An object for sharing of a size that there is already is the same object again.",
        &["physical_memory.create.enable_ipc"],
        ReusesObject::make,
    ),
    Mutant::new(
        "physical_create_ignores_flag",
        "The flag for sharing is ignored: the object cannot be exported.",
        &[
            "physical_memory.get.success",
            "physical_memory.get.repeated",
            "physical_memory.info.local_all_five",
        ],
        IgnoresFlag::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_create_accepts_bit_0",
        "Flag bit 0, reserved since June 2026, is accepted.",
        &["physical_memory.create.reserved_flags"],
        AcceptsBit0::make,
    )
    .seen_in("intel/llvm PR 22092: mask 0xfffffffc"),
    Mutant::new(
        "physical_create_accepts_bit_31",
        "Flag bit 31 is accepted.",
        &["physical_memory.create.reserved_flags"],
        AcceptsBit31::make,
    ),
    Mutant::new(
        "physical_create_accepts_middle_bit",
        "Flag bit 14 is accepted.",
        &["physical_memory.create.reserved_flags"],
        AcceptsBit14::make,
    ),
    Mutant::new(
        "physical_create_reserved_beside_flag",
        "Reserved flags are accepted beside the one for sharing.",
        &["physical_memory.create.reserved_flags"],
        AcceptsBesideFlag::make,
    ),
    Mutant::new(
        "physical_create_ignores_flag_mask",
        "Reserved flags are accepted and ignored.",
        &["physical_memory.create.reserved_flags"],
        IgnoresMask::make,
    )
    .seen_in("intel/llvm unified-runtime/source/adapters/cuda/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_create_refuses_one_value_only",
        "Of the sets with reserved flags only 0x7fffffff is refused.",
        &["physical_memory.create.reserved_flags"],
        RefusesOneValue::make,
    ),
    Mutant::new(
        "physical_create_reserved_invalid_value",
        "Reserved flags are refused with INVALID_VALUE.",
        &["physical_memory.create.reserved_flags"],
        ReservedInvalidValue::make,
    ),
    Mutant::new(
        "physical_create_flag_without_support",
        "A device that shares nothing takes the flag for sharing, and makes an object that cannot be exported.",
        &["physical_memory.create.enable_ipc_unsupported"],
        FlagWithoutSupport::make,
    )
    .on("no-physical-memory")
    .seen_in("intel/llvm unified-runtime/source/adapters/cuda/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_create_null_context_code",
        "A null context is refused with INVALID_CONTEXT.",
        &["physical_memory.create.null_arguments"],
        NullContextCode::make,
    ),
    Mutant::new(
        "physical_create_null_device_code",
        "A null device is refused with INVALID_DEVICE.",
        &["physical_memory.create.null_arguments"],
        NullDeviceCode::make,
    ),
    Mutant::new(
        "physical_create_null_device_is_last",
        "A null device is taken for the one of the Create before.",
        &["physical_memory.create.null_arguments"],
        NullDeviceIsLast::make,
    ),
    Mutant::new(
        "physical_create_null_context_is_last",
        "A null context is taken for the one of the Create before, if the object is for sharing.",
        &["physical_memory.create.null_arguments"],
        NullContextIsLast::make,
    ),
    Mutant::new(
        "physical_create_null_out_code",
        "A null out pointer is refused with INVALID_VALUE.",
        &["physical_memory.create.null_arguments"],
        NullOutCode::make,
    ),
    Mutant::new(
        "physical_create_null_out_succeeds",
        "A Create for sharing without an out pointer succeeds, and its object is lost.",
        &["physical_memory.create.null_arguments"],
        NullOutSucceeds::make,
    ),
    Mutant::new(
        "physical_create_rounds_size_up",
        "Sizes are rounded up to the granularity.",
        &["physical_memory.create.size_granularity"],
        RoundsUp::make,
    ),
    Mutant::new(
        "physical_create_rounds_shared_size_up",
        "Sizes of objects for sharing are rounded up to the granularity.",
        &["physical_memory.create.size_granularity"],
        RoundsSharedUp::make,
    ),
    Mutant::new(
        "physical_create_rounds_plain_size_up",
        "Sizes of objects with no flags, but with properties, are rounded up to the granularity.",
        &["physical_memory.create.size_granularity"],
        RoundsPlainUp::make,
    ),
    Mutant::new(
        "physical_create_checks_minimum_only",
        "Sizes above one granule are rounded up.",
        &["physical_memory.create.size_granularity"],
        ChecksMinimum::make,
    ),
    Mutant::new(
        "physical_create_rounds_down",
        "Sizes above one granule are rounded down.",
        &["physical_memory.create.size_granularity"],
        RoundsDown::make,
    ),
    Mutant::new(
        "physical_create_half_granule",
        "Multiples of half the granularity are accepted.",
        &["physical_memory.create.size_granularity"],
        HalfGranule::make,
    ),
    Mutant::new(
        "physical_create_one_byte_over",
        "A size one byte above a multiple of the granularity is accepted.",
        &["physical_memory.create.size_granularity"],
        OneByteOver::make,
    ),
    Mutant::new(
        "physical_create_granularity_code",
        "A size that is no multiple of the granularity is refused with INVALID_VALUE.",
        &["physical_memory.create.size_granularity"],
        GranularityCode::make,
    ),
];

physical!(GivesNull {} create(_, call) {
    let result = call.run();
    if result.is_success() && call.shared() { call.give(PhysicalMemHandle::NULL) } else { result }
});

answers!(RefusesFlag, create, ERROR_UNSUPPORTED_FEATURE, |call| call.shared());
answers!(SmallOnly, create, ERROR_OUT_OF_DEVICE_MEMORY, |call| call.shared() && call.size > 2 * GRANULE);

physical!(ReusesObject { made: Mutex<HashMap<(ContextHandle, usize), PhysicalMemHandle>> }
    create(this, call) {
        if !call.shared() || call.out.is_null() {
            return call.run();
        }
        let key = (call.context, call.size);
        if let Some(&object) = locked(&this.made).get(&key)
            && (Retain { below: call.below, object }).run().is_success()
        {
            return call.give(object);
        }
        let result = call.run();
        if result.is_success() {
            locked(&this.made).insert(key, call.made());
        }
        result
    }
);

physical!(IgnoresFlag {} create(_, call) {
    Create { properties: null(), ..call }.run()
});

/// Defines a layer that takes these reserved flags off before they are looked at, under a condition.
macro_rules! accepts {
    ($type:ident, $bits:expr, $when:expr) => {
        physical!($type {} create(_, call) {
            let flags = call.flags();
            if call.properties.is_null() || !holds(&call, $when) {
                return call.run();
            }
            call.run_with(PhysicalMemFlags(flags.0 & !$bits))
        });
    };
}

accepts!(AcceptsBit0, 1, |_| true);
accepts!(AcceptsBit31, 1 << 31, |_| true);
accepts!(AcceptsBit14, 1 << 14, |_| true);
accepts!(AcceptsBesideFlag, PhysicalMemFlags::RESERVED, |call| call.shared());
accepts!(IgnoresMask, PhysicalMemFlags::RESERVED, |_| true);
accepts!(RefusesOneValue, PhysicalMemFlags::RESERVED, |call| call.flags().0 != 0x7fff_ffff);
accepts!(FlagWithoutSupport, PhysicalMemFlags::ENABLE_IPC.0, |_| true);
refuses_with!(ReservedInvalidValue, create, ERROR_INVALID_VALUE, |call| call.flags().has_reserved());

refuses_with!(NullContextCode, create, ERROR_INVALID_CONTEXT, |call| call.context.is_null());
refuses_with!(NullDeviceCode, create, ERROR_INVALID_DEVICE, |call| call.device.is_null());
refuses_with!(NullOutCode, create, ERROR_INVALID_VALUE, |call| call.out.is_null());

physical!(NullDeviceIsLast { last: Mutex<DeviceHandle> } create(this, call) {
    let mut last = locked(&this.last);
    if !call.device.is_null() {
        *last = call.device;
    }
    Create { device: *last, ..call }.run()
});

physical!(NullContextIsLast { last: Mutex<ContextHandle> } create(this, call) {
    let mut last = locked(&this.last);
    if !call.context.is_null() {
        *last = call.context;
    }
    if call.shared() { Create { context: *last, ..call }.run() } else { call.run() }
});

physical!(NullOutSucceeds { lost: Known } create(this, call) {
    if !call.out.is_null() || !call.shared() {
        return call.run();
    }
    let mut lost = PhysicalMemHandle::NULL;
    let result = Create { out: &raw mut lost, ..call }.run();
    this.lost.add(lost.address());
    result
});

/// Defines a layer that changes sizes under a condition.
macro_rules! sizes {
    ($type:ident, $change:expr, $when:expr) => {
        physical!($type {} create(_, call) {
            let change: fn(usize) -> usize = $change;
            let size = if holds(&call, $when) { change(call.size) } else { call.size };
            Create { size, ..call }.run()
        });
    };
}

const UP: fn(usize) -> usize = |size| size.next_multiple_of(GRANULE);

sizes!(RoundsUp, UP, |_| true);
sizes!(RoundsSharedUp, UP, |call| call.shared());
sizes!(RoundsPlainUp, UP, |call| !call.properties.is_null() && !call.shared());
sizes!(ChecksMinimum, UP, |call| call.size > GRANULE);
sizes!(RoundsDown, |size| size / GRANULE * GRANULE, |call| call.size > GRANULE);
sizes!(HalfGranule, UP, |call| call.size % (GRANULE / 2) == 0);
sizes!(OneByteOver, |size| size - 1, |call| call.size % GRANULE == 1 && call.size > 1);
refuses_with!(GranularityCode, create, ERROR_INVALID_VALUE, |call| call.size % GRANULE != 0);
