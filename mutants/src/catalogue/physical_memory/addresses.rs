//! Addresses that are given back: unmapped, freed.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::Notes;
use crate::catalogue::tools::{Known, leak_descriptor};
use std::ptr::with_exposed_provenance;
use ur_ipc_api::*;

const AFTER_UNMAP: &[&str] = &["physical_memory.map.after_unmap"];
const CYCLES: &[&str] = &["lifetime.virtual_memory.cycles"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_unmap_does_nothing",
        "Unmap succeeds and leaves what is mapped; the addresses can be freed nevertheless.",
        AFTER_UNMAP,
        UnmapsNothing::make,
    ),
    Mutant::new(
        "physical_unmap_keeps_view",
        "Unmap succeeds and does nothing, and what is mapped there next is not seen.",
        AFTER_UNMAP,
        KeepsView::make,
    ),
    Mutant::new(
        "physical_unmap_takes_next",
        "Unmap unmaps what is mapped behind the range as well.",
        AFTER_UNMAP,
        TakesNext::make,
    ),
    Mutant::new(
        "physical_map_place_used_once",
        "Where something was mapped, nothing else can be mapped before the addresses are freed.",
        AFTER_UNMAP,
        UsedOnce::make,
    ),
    Mutant::new(
        "physical_free_does_nothing",
        "Free of addresses succeeds and frees nothing.",
        CYCLES,
        FreesNothing::make,
    ),
    Mutant::new(
        "physical_unmap_keeps_descriptor",
        "Unmap leaves a descriptor open.",
        CYCLES,
        UnmapLosesDescriptor::make,
    ),
];

/// What was unmapped by the caller alone, by its start: the call's context and size.
#[derive(Default)]
struct Kept(Notes<(ContextHandle, usize)>);

impl Kept {
    fn unmap(&self, call: &Unmap<'_>) -> UrResult {
        self.0.set(call.start.expose_provenance(), (call.context, call.size));
        UrResult::SUCCESS
    }

    /// Unmaps all of that, then frees.
    fn free(&self, call: &FreeRange<'_>) -> UrResult {
        let range = call.start.addr()..call.start.addr() + call.size;
        for (start, (context, size)) in self.0.all() {
            if range.contains(&start) {
                self.0.take(start);
                Unmap { below: call.below, context, start: with_exposed_provenance(start), size }.run();
            }
        }
        call.run()
    }
}

physical!(UnmapsNothing { kept: Kept }
    unmap(this, call) { this.kept.unmap(&call) }
    free_range(this, call) { this.kept.free(&call) }
);

physical!(KeepsView { kept: Kept }
    map(this, call) {
        let result = call.run();
        if this.kept.0.get(call.start.addr()).is_some() { UrResult::SUCCESS } else { result }
    }
    unmap(this, call) { this.kept.unmap(&call) }
    free_range(this, call) { this.kept.free(&call) }
);

physical!(TakesNext { mapped: Notes<usize> }
    map(this, call) {
        let result = call.run();
        if result.is_success() {
            this.mapped.set(call.start.expose_provenance(), call.size);
        }
        result
    }
    unmap(this, call) {
        let Some(size) = this.mapped.take(call.start.addr()) else { return UrResult::SUCCESS };
        let start = call.start.wrapping_byte_add(size);
        if let Some(size) = this.mapped.take(start.addr()) {
            Unmap { start, size, ..call }.run();
        }
        call.run()
    }
);

physical!(UsedOnce { used: Known }
    map(this, call) {
        if this.used.has(call.start.addr()) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
    unmap(this, call) {
        this.used.add(call.start.addr());
        call.run()
    }
    free_range(this, call) {
        for start in (call.start.addr()..call.start.addr() + call.size).step_by(GRANULE) {
            this.used.remove(start);
        }
        call.run()
    }
);

physical!(FreesNothing {}
    free_range(_, _call) { UrResult::SUCCESS }
);

physical!(UnmapLosesDescriptor {}
    unmap(_, call) {
        leak_descriptor();
        call.run()
    }
);
