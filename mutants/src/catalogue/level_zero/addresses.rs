//! Drivers that do something wrong when addresses are given back.

use super::layer::{defect, install};
use super::outputs::SUCCESS;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_unmap_does_nothing",
        "zeVirtualMemUnmap succeeds and unmaps nothing",
        &["physical_memory.map.after_unmap"],
        install::<UnmapDoesNothing>,
    ),
    Mutant::of_driver(
        "lz_driver_unmap_keeps_view",
        "zeVirtualMemUnmap succeeds and unmaps nothing, and zeVirtualMemMap leaves there what was mapped before",
        &["physical_memory.map.after_unmap"],
        install::<UnmapKeepsView>,
    ),
    Mutant::of_driver(
        "lz_driver_virtual_free_does_nothing",
        "zeVirtualMemFree succeeds and frees nothing",
        &["lifetime.virtual_memory.cycles"],
        install::<FreeDoesNothing>,
    ),
];

const GRANULE: usize = 64 << 10;

defect!(UnmapDoesNothing {}, zeVirtualMemUnmap, |_, _| SUCCESS);

defect!(
    UnmapKeepsView { unmapped: Known },
    zeVirtualMemMap,
    |this, call| if this.unmapped.has(call.ptr.addr()) { SUCCESS } else { call.run() },
    zeVirtualMemUnmap,
    |this, call| {
        this.unmapped.add(call.ptr.addr());
        SUCCESS
    },
    zeVirtualMemFree,
    |this, call| {
        for start in (call.ptr.addr()..call.ptr.addr() + call.size).step_by(GRANULE) {
            this.unmapped.remove(start);
        }
        call.run()
    }
);

defect!(FreeDoesNothing {}, zeVirtualMemFree, |_, _| SUCCESS);
