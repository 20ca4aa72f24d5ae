//! `urPhysicalMemGetInfo` with bad arguments.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use ur_ipc_api::*;

const BAD: &[&str] = &["physical_memory.info.bad_arguments"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_info_truncates",
        "A query with too small a buffer succeeds, and writes as much as fits.",
        BAD,
        Truncates::make,
    ),
    Mutant::new(
        "physical_info_truncates_properties",
        "A query of properties into a buffer of 23 bytes succeeds.",
        BAD,
        TruncatesProperties::make,
    ),
    Mutant::new(
        "physical_info_writes_in_spite_of_size",
        "A query with too small a buffer is refused, and writes all the same.",
        BAD,
        WritesInSpite::make,
    ),
    Mutant::new(
        "physical_info_size_code",
        "A query with too small a buffer is refused with INVALID_VALUE.",
        BAD,
        SizeCode::make,
    ),
    Mutant::new(
        "physical_info_size_not_checked",
        "The size of the buffer is not looked at.",
        BAD,
        SizeNotChecked::make,
    )
    .seen_in("intel/llvm unified-runtime validation layer, August 2026"),
    Mutant::new(
        "physical_info_size_not_checked_for_imports",
        "The size of the buffer is not looked at when an import is asked for its references.",
        BAD,
        NotCheckedForImports::make,
    ),
    Mutant::new(
        "physical_info_size_0_succeeds",
        "A query of no bytes into a buffer succeeds and writes nothing.",
        BAD,
        Size0Succeeds::make,
    ),
    Mutant::new(
        "physical_info_unknown_is_size",
        "A query of an unknown property is refused with INVALID_SIZE.",
        BAD,
        UnknownIsSize::make,
    ),
    Mutant::new(
        "physical_info_unknown_succeeds",
        "A query of an unknown property succeeds and writes nothing.",
        BAD,
        UnknownSucceeds::make,
    ),
    Mutant::new(
        "physical_info_unknown_code",
        "A query of an unknown property is refused with INVALID_VALUE.",
        BAD,
        UnknownCode::make,
    ),
    Mutant::new(
        "physical_info_unknown_zeroes",
        "A query of an unknown property is refused, and clears the buffer.",
        BAD,
        UnknownZeroes::make,
    ),
    Mutant::new(
        "physical_info_next_is_last",
        "The enumerator behind the last one is the last one too.",
        BAD,
        NextIsLast::make,
    ),
    Mutant::new(
        "physical_info_large_names_known",
        "Names above 65535 are taken for SIZE.",
        BAD,
        LargeKnown::make,
    ),
    Mutant::new(
        "physical_info_signed_name",
        "Names above the largest signed number are the first one.",
        BAD,
        SignedName::make,
    ),
];

/// Makes the query into a buffer of 32 bytes, and copies as much as is said to fit.
fn copy(call: &Info<'_>, bytes: usize) -> UrResult {
    let mut buffer = [0u8; 32];
    let result = Info { value: buffer.as_mut_ptr().cast(), size: buffer.len(), ..*call }.run();
    if result.is_success() && !call.value.is_null() {
        // SAFETY: the suite's buffers for this have 32 bytes, or as many as the property.
        unsafe { call.value.cast::<u8>().copy_from_nonoverlapping(buffer.as_ptr(), bytes.min(32)) };
    }
    result
}

/// The bytes of a property.
fn bytes_of(name: PhysicalMemInfo) -> usize {
    match name {
        PhysicalMemInfo::PROPERTIES => 24,
        PhysicalMemInfo::REFERENCE_COUNT => 4,
        _ => 8,
    }
}

/// Whether a query has a buffer that is too small for a property that there is.
fn too_small(call: &Info<'_>) -> bool {
    call.name.0 < 5 && !call.value.is_null() && call.size < bytes_of(call.name)
}

/// Whether a query asks for what there is not.
fn unknown(call: &Info<'_>) -> bool {
    call.name.0 >= 5
}

physical!(Truncates {} info(_, call) {
    if too_small(&call) { copy(&call, call.size) } else { call.run() }
});

physical!(TruncatesProperties {} info(_, call) {
    if too_small(&call) && call.size == 23 { copy(&call, call.size) } else { call.run() }
});

physical!(WritesInSpite {} info(_, call) {
    if too_small(&call) {
        copy(&call, bytes_of(call.name));
    }
    call.run()
});

refuses_with!(SizeCode, info, ERROR_INVALID_VALUE, too_small);

physical!(SizeNotChecked {} info(_, call) {
    if too_small(&call) { copy(&call, bytes_of(call.name)) } else { call.run() }
});

physical!(NotCheckedForImports { imports: Known }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            this.imports.add(call.opened().address());
        }
        result
    }
    info(this, call) {
        let import = this.imports.has(call.object.address());
        let counted = call.name == PhysicalMemInfo::REFERENCE_COUNT;
        if import && counted && too_small(&call) { copy(&call, 4) } else { call.run() }
    }
);

answers!(Size0Succeeds, info, SUCCESS, |call| too_small(call) && call.size == 0);
refuses_with!(UnknownIsSize, info, ERROR_INVALID_SIZE, unknown);
answers!(UnknownSucceeds, info, SUCCESS, unknown);
refuses_with!(UnknownCode, info, ERROR_INVALID_VALUE, unknown);

physical!(UnknownZeroes {} info(_, call) {
    let result = call.run();
    if unknown(&call) && !call.value.is_null() {
        // SAFETY: writable for the size as UR demands.
        unsafe { call.value.cast::<u8>().write_bytes(0, call.size) };
    }
    result
});

/// Defines a layer that takes some unknown names for known ones.
macro_rules! renames {
    ($type:ident, |$name:ident| $known:expr) => {
        physical!($type {} info(_, call) {
            let $name = call.name.0;
            Info { name: PhysicalMemInfo($known), ..call }.run()
        });
    };
}

renames!(NextIsLast, |name| if name == 5 { 4 } else { name });
renames!(LargeKnown, |name| if name > 0xffff { 2 } else { name });
renames!(SignedName, |name| if name > 0x7fff_ffff { 0 } else { name });
