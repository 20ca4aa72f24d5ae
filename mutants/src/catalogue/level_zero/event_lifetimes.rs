//! Drivers that do something wrong when events end.

use super::layer::{call, defect, install};
use super::outputs::{SUCCESS, event_identity_of, is_done, pointer_mut};
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Notes, lock};
use crate::catalogue::tools::Known;
use level_zero_sys::{ze_event_counter_based_flags_t, ze_event_handle_t, ze_result_t};
use std::sync::Mutex;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_event_close_does_nothing",
        "zeEventCounterBasedCloseIpcHandle succeeds and keeps the import",
        &["lifetime.event.final_release", "lifetime.host.cycles"],
        install::<CloseDoesNothing>,
    )
    .seen_in("intel/llvm PRs 22445, 22366"),
    Mutant::of_driver(
        "lz_driver_event_close_ends_source",
        "zeEventCounterBasedCloseIpcHandle in the exporting process destroys the exported event",
        &["lifetime.event.final_release"],
        install::<CloseEndsSource>,
    ),
    Mutant::of_driver(
        "lz_driver_event_close_ends_all",
        "zeEventCounterBasedCloseIpcHandle ends every import of the event",
        &["event.open.multiple"],
        install::<CloseEndsAll>,
    ),
    Mutant::of_driver(
        "lz_driver_event_destroy_does_nothing",
        "zeEventDestroy succeeds and destroys nothing",
        &["event.concurrent"],
        install::<DestroyDoesNothing>,
    ),
    Mutant::of_driver(
        "lz_driver_event_destroy_ends_imports",
        "zeEventDestroy ends the imports of the event in its process",
        &["lifetime.event.import_survives_source"],
        install::<DestroyEndsImports>,
    ),
    Mutant::of_driver(
        "lz_driver_event_is_recycled",
        "zeEventCounterBasedCreate gives out an event again that was destroyed, with the page that imports have",
        &["lifetime.event.not_recycled"],
        install::<EventIsRecycled>,
    )
    .seen_in("intel/llvm PR 22445, review"),
];

defect!(CloseDoesNothing {}, zeEventCounterBasedCloseIpcHandle, |_, _| SUCCESS);

/// The events of this process that were exported, and the imports of all, by what tells events apart.
#[derive(Default)]
struct Events {
    sources: Notes<usize>,
    imports: Notes<usize>,
}

impl Events {
    fn get(&self, call: &call::zeEventCounterBasedGetIpcHandle) -> ze_result_t {
        let result = call.run();
        if is_done(result) {
            self.sources.set(event_identity_of(&call.gave()), call.hEvent.0.expose_provenance());
        }
        result
    }

    fn open(&self, call: &call::zeEventCounterBasedOpenIpcHandle) -> ze_result_t {
        let result = call.run();
        if is_done(result) {
            self.imports.set(call.gave().0.expose_provenance(), event_identity_of(&call.hIpc));
        }
        result
    }

    fn imports_of(&self, identity: usize) -> Vec<usize> {
        let all = self.imports.all().into_iter();
        all.filter(|(_, of)| *of == identity).map(|(import, _)| import).collect()
    }
}

fn event(address: usize) -> ze_event_handle_t {
    ze_event_handle_t(pointer_mut(address))
}

defect!(
    CloseEndsSource { events: Events },
    zeEventCounterBasedGetIpcHandle,
    |this, call| this.events.get(&call),
    zeEventCounterBasedOpenIpcHandle,
    |this, call| this.events.open(&call),
    zeEventCounterBasedCloseIpcHandle,
    |this, call| {
        let identity = this.events.imports.take(call.hEvent.0.addr());
        if let Some(source) = identity.and_then(|identity| this.events.sources.take(identity)) {
            call::zeEventDestroy { hEvent: event(source) }.run();
        }
        call.run()
    }
);

defect!(
    CloseEndsAll { events: Events },
    zeEventCounterBasedOpenIpcHandle,
    |this, call| this.events.open(&call),
    zeEventCounterBasedCloseIpcHandle,
    |this, call| {
        let Some(identity) = this.events.imports.take(call.hEvent.0.addr()) else { return SUCCESS };
        for import in this.events.imports_of(identity) {
            this.events.imports.take(import);
            call::zeEventCounterBasedCloseIpcHandle { hEvent: event(import) }.run();
        }
        call.run()
    }
);

defect!(DestroyDoesNothing {}, zeEventDestroy, |_, _| SUCCESS);

defect!(
    DestroyEndsImports { events: Events },
    zeEventCounterBasedGetIpcHandle,
    |this, call| this.events.get(&call),
    zeEventCounterBasedOpenIpcHandle,
    |this, call| this.events.open(&call),
    zeEventCounterBasedCloseIpcHandle,
    |this, call| match this.events.imports.take(call.hEvent.0.addr()) {
        Some(_) => call.run(),
        None => SUCCESS,
    },
    zeEventDestroy,
    |this, call| {
        let sources = this.events.sources.all().into_iter();
        for (identity, _) in sources.filter(|(_, source)| *source == call.hEvent.0.addr()) {
            this.events.sources.take(identity);
            for import in this.events.imports_of(identity) {
                this.events.imports.take(import);
                call::zeEventCounterBasedCloseIpcHandle { hEvent: event(import) }.run();
            }
        }
        call.run()
    }
);

defect!(
    EventIsRecycled { shareable: Known, free: Mutex<Vec<usize>> },
    zeEventCounterBasedCreate,
    |this, call| {
        // SAFETY: the caller has one.
        let flags = unsafe { call.desc.read() }.flags;
        if !flags.contains(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_IPC) {
            return call.run();
        }
        if let Some(recycled) = lock(&this.free).pop() {
            return call.give(event(recycled));
        }
        let result = call.run();
        if is_done(result) {
            this.shareable.add(call.gave().0.addr());
        }
        result
    },
    zeEventDestroy,
    |this, call| {
        if !this.shareable.has(call.hEvent.0.addr()) {
            return call.run();
        }
        lock(&this.free).push(call.hEvent.0.expose_provenance());
        SUCCESS
    }
);
