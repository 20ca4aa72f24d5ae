//! `urPhysicalMemGetInfo` on local objects.

use super::calls::*;
use super::imported_info::{STYPE, put_field, say_size};
use crate::Legacy as Mutant;
use std::mem::offset_of;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_info_references_only",
        "REFERENCE_COUNT can be asked and nothing else.",
        &[
            "physical_memory.info.local_all_five",
            "physical_memory.info.imported_context",
            "physical_memory.info.imported_device",
            "physical_memory.info.imported_properties",
        ],
        ReferencesOnly::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_info_flag_not_reported",
        "The properties of an exportable object do not have the flag for sharing.",
        &["physical_memory.info.local_all_five"],
        FlagNotReported::make,
    ),
    Mutant::new(
        "physical_info_local_properties_stype",
        "The properties of a local object have no type.",
        &["physical_memory.info.local_all_five"],
        LocalStype::make,
    ),
    Mutant::new(
        "physical_info_local_references_2",
        "A local object for sharing starts with two references.",
        &["physical_memory.info.local_all_five"],
        LocalHas2::make,
    ),
    Mutant::new(
        "physical_info_local_size_with_header",
        "A local object reports the size of the memory file behind it.",
        &["physical_memory.info.local_all_five"],
        LocalSize::make,
    ),
    Mutant::new(
        "physical_info_local_swaps_context_and_device",
        "CONTEXT gives the device, and DEVICE the context.",
        &["physical_memory.info.local_all_five"],
        LocalSwaps::make,
    ),
    Mutant::new(
        "physical_info_local_references_8_bytes",
        "REFERENCE_COUNT is said to have 8 bytes.",
        &["physical_memory.info.local_all_five"],
        References8Bytes::make,
    ),
    Mutant::new(
        "physical_info_size_query_fails",
        "A query of the size of PROPERTIES alone is refused.",
        &["physical_memory.info.local_all_five", "physical_memory.info.imported_properties"],
        SizeQueryFails::make,
    ),
];

answers!(ReferencesOnly, info, ERROR_UNSUPPORTED_ENUMERATION, |call| {
    call.name != PhysicalMemInfo::REFERENCE_COUNT
});
answers!(SizeQueryFails, info, ERROR_INVALID_NULL_POINTER, |call| {
    call.name == PhysicalMemInfo::PROPERTIES && call.value.is_null()
});

/// Defines a layer that changes what a successful query says.
macro_rules! says {
    ($type:ident, |$call:ident| $change:expr) => {
        physical!($type {} info(_, $call) {
            let result = $call.run();
            if result.is_success() {
                $change;
            }
            result
        });
    };
}

says!(FlagNotReported, |call| put_field(
    &call,
    offset_of!(PhysicalMemProperties, flags),
    PhysicalMemFlags::NONE_SET
));
says!(LocalStype, |call| put_field(&call, STYPE, StructureType(0)));
says!(LocalSize, |call| call.change(PhysicalMemInfo::SIZE, |size: usize| size + GRANULE));
says!(References8Bytes, |call| say_size(&call, PhysicalMemInfo::REFERENCE_COUNT, 8));

physical!(LocalHas2 {} create(_, call) {
    let result = call.run();
    if result.is_success() && call.shared() {
        Retain { below: call.below, object: call.made() }.run();
    }
    result
});

physical!(LocalSwaps {} info(_, call) {
    let name = match call.name {
        PhysicalMemInfo::CONTEXT => PhysicalMemInfo::DEVICE,
        PhysicalMemInfo::DEVICE => PhysicalMemInfo::CONTEXT,
        other => other,
    };
    Info { name, ..call }.run()
});
