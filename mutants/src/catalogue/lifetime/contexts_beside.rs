//! The release of a context that ends what other contexts hold.

use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{
    Defect, End, Events, Family, Get, Memory, Notes, Open, Physical, Put, make,
};
use crate::catalogue::tools::Known;
use std::ptr::with_exposed_provenance_mut;
use ur_ipc_api::{ContextHandle, UrIpc, UrResult};

const BESIDE: &[&str] = &["lifetime.context.release_beside"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "lifetime_context_release_closes_memory_of_others",
        "The release of a context closes the memory that is open in others",
        BESIDE,
        make::<Memory, EndsImports>,
    ),
    Mutant::new(
        "lifetime_context_release_closes_physical_of_others",
        "The release of a context closes the physical memory that is open in others",
        BESIDE,
        make::<Physical, EndsImports>,
    ),
    Mutant::new(
        "lifetime_context_release_ends_events_of_others",
        "The release of a context releases the events that were opened in others",
        BESIDE,
        make::<Events, EndsImports>,
    ),
    Mutant::new(
        "lifetime_context_release_puts_memory_of_others",
        "The release of a context puts the handles of memory of others",
        BESIDE,
        make::<Memory, PutsHandles>,
    ),
    Mutant::new(
        "lifetime_context_release_puts_physical_of_others",
        "The release of a context puts the handles of physical memory of others",
        BESIDE,
        make::<Physical, PutsHandles>,
    ),
    Mutant::new(
        "lifetime_context_release_frees_memory_of_others",
        "The release of a context frees exported memory of others",
        BESIDE,
        make::<Memory, FreesSources>,
    ),
];

/// Closes the imports of all contexts when one is released.
#[derive(Default)]
struct EndsImports {
    imports: Notes<(Family, ContextHandle)>,
}

impl Defect for EndsImports {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.imports.set(call.gave(), (call.family, call.context));
        }
        result
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        self.imports.take(call.object.addr());
        call.run()
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        self.imports.take(call.object.addr());
        call.run()
    }

    fn context_ends(&self, below: &dyn UrIpc, _: ContextHandle) {
        for (address, (family, context)) in self.imports.all() {
            self.imports.take(address);
            let object = with_exposed_provenance_mut(address);
            End { below, family, context, object, closes: true }.run();
        }
    }
}

/// Puts the handles of all contexts when one is released.
#[derive(Default)]
struct PutsHandles {
    handles: Notes<(Family, ContextHandle)>,
    put: Known,
}

impl Defect for PutsHandles {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.handles.set(call.gave(), (call.family, call.context));
        }
        result
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        self.handles.take(call.data.addr());
        if self.put.remove(call.data.addr()) { UrResult::SUCCESS } else { call.run() }
    }

    fn context_ends(&self, below: &dyn UrIpc, _: ContextHandle) {
        for (address, (family, context)) in self.handles.all() {
            self.handles.take(address);
            self.put.add(address);
            Put { below, family, context, data: with_exposed_provenance_mut(address) }.run();
        }
    }
}

/// Frees what was exported, in all contexts, when one is released.
#[derive(Default)]
struct FreesSources {
    sources: Notes<ContextHandle>,
    freed: Known,
}

impl Defect for FreesSources {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.sources.set(call.object.expose_provenance(), call.context);
        }
        result
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        self.sources.take(call.object.addr());
        if self.freed.remove(call.object.addr()) { UrResult::SUCCESS } else { call.run() }
    }

    fn context_ends(&self, below: &dyn UrIpc, _: ContextHandle) {
        for (address, context) in self.sources.all() {
            self.sources.take(address);
            self.freed.add(address);
            let object = with_exposed_provenance_mut(address);
            End { below, family: Family::Memory, context, object, closes: false }.run();
        }
    }
}
