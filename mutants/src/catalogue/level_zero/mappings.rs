//! Drivers that do something wrong with addresses: reserved, mapped, given back.

use super::layer::{call, defect, install};
use super::outputs::{is_done, pointer};
use super::shared_bytes::{Instead, file_of_physical, map_over};
use crate::catalogue::cross_process::sharing::Notes;
use crate::catalogue::tools::Known;
use crate::{Legacy as Mutant, Manner};
use level_zero_sys::ze_memory_access_attribute_t;
use std::os::fd::AsRawFd;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_map_ignores_offset",
        "zeVirtualMemMap maps from the start of the memory, whatever the offset",
        &["physical_memory.map.offset_and_access"],
        install::<MapIgnoresOffset>,
    ),
    Mutant::of_driver(
        "lz_driver_map_of_import_is_private",
        "zeVirtualMemMap maps imported memory so that what is written stays in the process",
        &["cross_process.physical_memory.write_back"],
        install::<MapOfImportIsPrivate>,
    ),
    Mutant::of_driver(
        "lz_driver_map_of_import_is_read_only",
        "zeVirtualMemMap maps imported memory to be read only, and commands that write fault",
        &["cross_process.physical_memory.write_back", "physical_memory.map.aliases_source"],
        install::<MapOfImportIsReadOnly>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_map_twice_is_empty",
        "zeVirtualMemMap of an object that is mapped already maps zeros",
        &["physical_memory.map.offset_and_access"],
        install::<MapTwiceIsEmpty>,
    ),
    Mutant::of_driver(
        "lz_driver_map_has_one_granule",
        "zeVirtualMemMap maps one granule, and zeros behind it",
        &["cross_process.physical_memory.read", "physical_memory.map.aliases_source"],
        install::<MapHasOneGranule>,
    ),
    Mutant::of_driver(
        "lz_driver_map_read_only_has_no_access",
        "zeVirtualMemMap for reading only gives no access at all, and commands that read fault",
        &["physical_memory.map.offset_and_access"],
        install::<MapReadOnlyHasNoAccess>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_unmap_ends_reservation",
        "zeVirtualMemUnmap unmaps whatever is mapped in the same reservation",
        &["cross_process.physical_memory.multi_range", "physical_memory.map.offset_and_access"],
        install::<UnmapEndsReservation>,
    )
    .by(Manner::Crash),
];

const GRANULE: usize = 64 << 10;

defect!(MapIgnoresOffset {}, zeVirtualMemMap, |_, call| call::zeVirtualMemMap { offset: 0, ..call }.run());

/// Defines a driver that maps imported memory in another way.
macro_rules! map_of_import {
    ($defect:ident, |$call:ident| $body:expr) => {
        defect!(
            $defect { imports: Known },
            zePhysicalMemCreate,
            |this, call| {
                let result = call.run();
                if is_done(result) && call.imported().is_some() {
                    this.imports.add(call.gave().0.addr());
                }
                result
            },
            zePhysicalMemDestroy,
            |this, call| {
                this.imports.remove(call.hPhysicalMemory.0.addr());
                call.run()
            },
            zeVirtualMemMap,
            |this, $call| if this.imports.has($call.hPhysicalMemory.0.addr()) { $body } else { $call.run() }
        );
    };
}

map_of_import!(MapOfImportIsPrivate, |call| {
    let result = call.run();
    if is_done(result)
        && let Some(file) = file_of_physical(call.hContext, call.hPhysicalMemory)
    {
        let instead = Instead::Private(file.as_raw_fd(), call.offset);
        map_over(call.ptr.expose_provenance(), call.size, &instead);
    }
    result
});

map_of_import!(MapOfImportIsReadOnly, |call| {
    let access = ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY;
    call::zeVirtualMemMap { access, ..call }.run()
});

defect!(
    MapTwiceIsEmpty { mapped: Known },
    zeVirtualMemMap,
    |this, call| {
        let result = call.run();
        if is_done(result) && !this.mapped.add(call.hPhysicalMemory.0.addr()) {
            map_over(call.ptr.expose_provenance(), call.size, &Instead::Nothing);
        }
        result
    },
    zePhysicalMemDestroy,
    |this, call| {
        this.mapped.remove(call.hPhysicalMemory.0.addr());
        call.run()
    }
);

defect!(MapHasOneGranule {}, zeVirtualMemMap, |_, call| {
    let result = call.run();
    if is_done(result) && call.size > GRANULE {
        map_over(call.ptr.expose_provenance() + GRANULE, call.size - GRANULE, &Instead::Nothing);
    }
    result
});

defect!(MapReadOnlyHasNoAccess {}, zeVirtualMemMap, |_, call| {
    let access = match call.access {
        ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY => {
            ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_NONE
        }
        other => other,
    };
    call::zeVirtualMemMap { access, ..call }.run()
});

defect!(
    UnmapEndsReservation { reservations: Notes<usize>, mapped: Notes<usize> },
    zeVirtualMemReserve,
    |this, call| {
        let result = call.run();
        if is_done(result) {
            this.reservations.set(call.gave().expose_provenance(), call.size);
        }
        result
    },
    zeVirtualMemFree,
    |this, call| {
        this.reservations.take(call.ptr.addr());
        call.run()
    },
    zeVirtualMemMap,
    |this, call| {
        let result = call.run();
        if is_done(result) {
            this.mapped.set(call.ptr.expose_provenance(), call.size);
        }
        result
    },
    zeVirtualMemUnmap,
    |this, call| {
        this.mapped.take(call.ptr.addr());
        let result = call.run();
        let mut reservations = this.reservations.all().into_iter();
        let around = reservations.find(|(base, size)| (*base..base + size).contains(&call.ptr.addr()));
        for (start, size) in this.mapped.all() {
            if around.is_some_and(|(base, whole)| (base..base + whole).contains(&start)) {
                this.mapped.take(start);
                call::zeVirtualMemUnmap { ptr: pointer(start), size, ..call }.run();
            }
        }
        result
    }
);
