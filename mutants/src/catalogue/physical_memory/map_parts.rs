//! Mapping parts of imports, and with other access.

use super::calls::*;
use super::map::{Imported, map_other, map_pieces, maps_imports};
use crate::Legacy as Mutant;
use std::sync::Mutex;
use ur_ipc_api::*;

const PARTS: &[&str] = &["physical_memory.map.offset_and_access"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_map_ignores_offset",
        "An import is mapped from its start on, whatever the offset.",
        PARTS,
        IgnoresOffset::make,
    ),
    Mutant::new(
        "physical_map_refuses_offset",
        "An import can be mapped from its start on only.",
        PARTS,
        RefusesOffset::make,
    ),
    Mutant::new(
        "physical_map_read_only_ignores_offset",
        "A read-only mapping of an import ignores the offset.",
        PARTS,
        ReadOnlyIgnoresOffset::make,
    ),
    Mutant::new("physical_map_once", "An import can be mapped once only.", PARTS, Once::make),
    Mutant::new(
        "physical_map_second_is_other_memory",
        "The second mapping of an import shows other memory.",
        PARTS,
        SecondIsOther::make,
    ),
    Mutant::new(
        "physical_map_read_only_refused",
        "Mapping an import read-only fails, with an error that does not say that it is not offered.",
        PARTS,
        ReadOnlyRefused::make,
    ),
    Mutant::new(
        "physical_map_read_only_is_read_write",
        "An import that is mapped read-only is mapped read-write.",
        PARTS,
        ReadOnlyIsReadWrite::make,
    ),
    Mutant::new(
        "physical_map_read_only_is_copy",
        "A read-only mapping of an import shows other memory.",
        PARTS,
        ReadOnlyIsOther::make,
    ),
    Mutant::new(
        "physical_map_access_always_read_write",
        "ACCESS_MODE is always READ_WRITE.",
        PARTS,
        SaysReadWrite::make,
    ),
    Mutant::new("physical_map_access_none", "ACCESS_MODE is always NONE.", PARTS, SaysNone::make),
    Mutant::new("physical_map_access_unwritten", "ACCESS_MODE is not written.", PARTS, AccessUnwritten::make),
    Mutant::new(
        "physical_map_access_of_last",
        "ACCESS_MODE is that of the mapping made last, wherever it is asked for.",
        PARTS,
        SaysLast::make,
    ),
    Mutant::new(
        "physical_map_set_access_does_nothing",
        "Changing the access succeeds and does nothing.",
        PARTS,
        SetAccessNothing::make,
    ),
    Mutant::new(
        "physical_map_set_access_to_read_only_once",
        "A mapping that was made read-only stays so.",
        PARTS,
        SetAccessOneWay::make,
    ),
    Mutant::new(
        "physical_map_set_access_reaches_all",
        "Changing the access of one mapping changes it for all of the process.",
        PARTS,
        SetAccessAll::make,
    ),
    Mutant::new(
        "physical_unmap_reaches_others",
        "Unmapping one of two mappings of an import leaves the other with other memory.",
        PARTS,
        UnmapReachesOthers::make,
    ),
    Mutant::new(
        "physical_map_far_offset_clamped",
        "An import is mapped from its second granule on, if the offset is larger.",
        PARTS,
        FarOffsetClamped::make,
    ),
    Mutant::new(
        "physical_map_offset_in_larger_part",
        "A mapping from an offset on shows its first granule alone, and other memory behind it.",
        PARTS,
        OffsetFirstGranule::make,
    ),
    Mutant::new(
        "physical_map_not_to_end",
        "An import cannot be mapped from its last granule on, if it has more than two.",
        PARTS,
        NotToEnd::make,
    ),
];

const READ_WRITE: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;
const READ_ONLY: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_ONLY;

maps_imports!(IgnoresOffset, |this, call| Map { offset: 0, ..call }.run());

maps_imports!(RefusesOffset, |this, call| {
    if call.offset == 0 { call.run() } else { UrResult::ERROR_INVALID_VALUE }
});

maps_imports!(ReadOnlyIgnoresOffset, |this, call| {
    if call.flags == READ_ONLY { Map { offset: 0, ..call }.run() } else { call.run() }
});

maps_imports!(Once, |this, call| {
    if this.imported.times(call.object) == 0 { call.run() } else { UrResult::ERROR_INVALID_VALUE }
});

maps_imports!(SecondIsOther, |this, call| {
    if this.imported.times(call.object) == 0 { call.run() } else { map_other(&call) }
});

maps_imports!(ReadOnlyRefused, |this, call| {
    if call.flags == READ_ONLY { UrResult::ERROR_INVALID_ENUMERATION } else { call.run() }
});

maps_imports!(ReadOnlyIsReadWrite, |this, call| Map { flags: READ_WRITE, ..call }.run());

maps_imports!(ReadOnlyIsOther, |this, call| {
    if call.flags == READ_ONLY { map_other(&call) } else { call.run() }
});

/// Defines a layer that changes what ACCESS_MODE says.
macro_rules! says_access {
    ($type:ident, $flags:expr) => {
        physical!($type {} map_info(_, call) {
            let result = call.run();
            if result.is_success() && !call.value.is_null() {
                // SAFETY: the query has just written flags there.
                unsafe { call.value.cast::<VirtualMemAccessFlags>().write($flags) };
            }
            result
        });
    };
}

says_access!(SaysReadWrite, READ_WRITE);

says_access!(SaysNone, VirtualMemAccessFlags::NONE);

physical!(AccessUnwritten {} map_info(_, call) {
    let mut unseen = VirtualMemAccessFlags::NONE;
    MapInfo { value: (&raw mut unseen).cast(), ..call }.run()
});

physical!(SaysLast { last: Mutex<VirtualMemAccessFlags> }
    map(this, call) {
        *locked(&this.last) = call.flags;
        call.run()
    }
    map_info(this, call) {
        let result = call.run();
        if result.is_success() && !call.value.is_null() {
            // SAFETY: the query has just written flags there.
            unsafe { call.value.cast::<VirtualMemAccessFlags>().write(*locked(&this.last)) };
        }
        result
    }
);

answers!(SetAccessNothing, set_access, SUCCESS, |_| true);

answers!(SetAccessOneWay, set_access, SUCCESS, |call| call.flags == READ_WRITE);

physical!(SetAccessAll { imported: Imported }
    map(this, call) {
        this.imported.mapped(&call);
        call.run()
    }
    unmap(this, call) {
        this.imported.unmapped(call.start);
        call.run()
    }
    set_access(this, call) {
        for (start, (size, _)) in &*locked(&this.imported.mapped) {
            SetAccess { start: std::ptr::without_provenance(*start), size: *size, ..call }.run();
        }
        call.run()
    }
);

physical!(UnmapReachesOthers { imported: Imported }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            this.imported.opened(call.opened());
        }
        result
    }
    map(this, call) {
        this.imported.mapped(&call);
        call.run()
    }
    unmap(this, call) {
        let mut mapped = locked(&this.imported.mapped);
        if let Some((_, object)) = mapped.remove(&call.start.addr()) && this.imported.has(object) {
            let others = mapped.iter().filter(|(_, (_, other))| *other == object);
            for (start, (size, object)) in others {
                let (below, context, size, object) = (call.below, call.context, *size, *object);
                let start = std::ptr::without_provenance(*start);
                Unmap { below, context, start, size }.run();
                map_other(&Map { below, context, start, size, object, offset: 0, flags: READ_WRITE });
            }
        }
        call.run()
    }
);

maps_imports!(FarOffsetClamped, |this, call| Map { offset: call.offset.min(GRANULE), ..call }.run());

maps_imports!(OffsetFirstGranule, |this, call| {
    if call.offset > 0 && call.size > GRANULE { map_pieces(&call, map_other) } else { call.run() }
});

maps_imports!(NotToEnd, |this, call| {
    let size = property::<usize>(call.below, call.object, PhysicalMemInfo::SIZE);
    let last = call.offset + GRANULE == size && size > 2 * GRANULE;
    if last { UrResult::ERROR_INVALID_SIZE } else { call.run() }
});
