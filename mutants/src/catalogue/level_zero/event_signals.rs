//! Drivers that signal shared events, or wait for them, at the wrong time.

use super::layer::{call, defect, install};
use super::outputs::{SUCCESS, is_done, pointer_mut};
use crate::catalogue::cross_process::sharing::Notes;
use crate::catalogue::tools::Known;
use crate::{Legacy as Mutant, Manner};
use level_zero_sys::{
    ze_command_list_handle_t, ze_command_queue_desc_t, ze_context_handle_t, ze_device_handle_t,
    ze_event_handle_t, ze_result_t,
};
use std::ptr::null_mut;
use std::sync::OnceLock;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_event_import_is_always_complete",
        "zeEventQueryStatus says that an opened event is complete, always",
        &["event.imported.pending_status"],
        install::<ImportIsAlwaysComplete>,
    ),
    Mutant::of_driver(
        "lz_driver_event_import_is_never_complete",
        "zeEventQueryStatus says that an opened event is not ready, always",
        &["event.imported.info_basic", "event.imported.sees_source_signal"],
        install::<ImportIsNeverComplete>,
    ),
    Mutant::of_driver(
        "lz_driver_event_import_is_not_waited_for",
        "zeEventHostSynchronize of an opened event returns at once",
        &["event.imported.sees_source_signal", "cross_process.event.producer_signal"],
        install::<ImportIsNotWaitedFor>,
    ),
    Mutant::of_driver(
        "lz_driver_event_import_is_waited_for_once",
        "zeEventHostSynchronize of an opened event waits for its first signal, and for no other",
        &["event.imported.resignal", "cross_process.event.repeated_signals"],
        install::<ImportIsWaitedForOnce>,
    ),
    Mutant::of_driver(
        "lz_backend_event_wait_has_no_patience",
        "The wait for an event asks the driver with a timeout of 0, and fails where it should wait",
        &["event.imported.sees_source_signal", "cross_process.event.producer_signal"],
        install::<WaitHasNoPatience>,
    ),
    Mutant::of_driver(
        "lz_driver_event_signal_of_import_is_lost",
        "zeCommandListAppendSignalEvent of an opened event does nothing",
        &["event.imported.signal_seen_by_source", "cross_process.event.consumer_signal"],
        install::<SignalOfImportIsLost>,
    ),
    Mutant::of_driver(
        "lz_driver_event_signal_of_import_is_refused",
        "zeCommandListAppendSignalEvent refuses opened events, which share one way only",
        &["event.imported.signal_seen_by_source", "cross_process.event.consumer_signal"],
        install::<SignalOfImportIsRefused>,
    ),
    Mutant::of_driver(
        "lz_driver_event_import_is_bound_to_list",
        "zeCommandListAppendSignalEvent of an opened event works in the first list that signals one",
        &["event.imported.queue_kinds"],
        install::<ImportIsBoundToList>,
    ),
    Mutant::of_driver(
        "lz_driver_event_signal_of_import_overtakes",
        "zeCommandListAppendSignalEvent signals an opened event before the work in front of it is done",
        &["event.imported.pending_status", "event.imported.signal_seen_by_source"],
        install::<SignalOfImportOvertakes>,
    ),
    Mutant::of_driver(
        "lz_driver_event_signal_of_source_overtakes",
        "zeCommandListAppendSignalEvent signals an exported event before the work in front of it is done",
        &["event.imported.pending_status", "event.imported.sees_source_signal"],
        install::<SignalOfSourceOvertakes>,
    ),
    Mutant::of_driver(
        "lz_driver_event_import_in_wait_list_is_ignored",
        "Commands do not wait for opened events",
        &["event.imported.in_wait_list", "cross_process.event.wait_list"],
        install::<ImportInWaitListIsIgnored>,
    ),
    Mutant::of_driver(
        "lz_driver_event_wait_list_is_its_first",
        "Commands wait for the first event of a list",
        &["cross_process.event.wait_list", "event.imported.in_wait_list"],
        install::<WaitListIsItsFirst>,
    ),
    Mutant::of_driver(
        "lz_driver_event_signal_waits_for_host",
        "The signal of an exported event comes when the host synchronises the list, and not before",
        &["event.imported.sees_source_signal", "cross_process.event.producer_signal"],
        install::<SignalWaitsForHost>,
    )
    .by(Manner::Hang),
];

/// The imports of a driver.
fn open(imports: &Known, call: &call::zeEventCounterBasedOpenIpcHandle) -> ze_result_t {
    let result = call.run();
    if is_done(result) {
        imports.add(call.gave().0.addr());
    }
    result
}

/// Defines a driver that does something else with events that were opened.
macro_rules! with_imports {
    ($defect:ident { $($field:ident: $ty:ty),* }, $($name:ident, |$this:pat_param, $call:ident| $body:expr),* $(,)?) => {
        defect!(
            $defect { imports: Known, $($field: $ty),* },
            zeEventCounterBasedOpenIpcHandle,
            |this, call| open(&this.imports, &call),
            zeEventCounterBasedCloseIpcHandle,
            |this, call| {
                this.imports.remove(call.hEvent.0.addr());
                call.run()
            },
            $($name, |$this, $call| $body),*
        );
    };
}

with_imports!(ImportIsAlwaysComplete {}, zeEventQueryStatus, |this, call| {
    if this.imports.has(call.hEvent.0.addr()) { SUCCESS } else { call.run() }
});

with_imports!(ImportIsNeverComplete {}, zeEventQueryStatus, |this, call| {
    if this.imports.has(call.hEvent.0.addr()) { ze_result_t::ZE_RESULT_NOT_READY } else { call.run() }
});

with_imports!(ImportIsNotWaitedFor {}, zeEventHostSynchronize, |this, call| {
    if this.imports.has(call.hEvent.0.addr()) { SUCCESS } else { call.run() }
});

with_imports!(ImportIsWaitedForOnce { waited: Known }, zeEventHostSynchronize, |this, call| {
    let event = call.hEvent.0.addr();
    let pending = || !is_done(call::zeEventQueryStatus { hEvent: call.hEvent }.run());
    if this.imports.has(event) && pending() && !this.waited.add(event) { SUCCESS } else { call.run() }
});

defect!(WaitHasNoPatience {}, zeEventHostSynchronize, |_, call| {
    call::zeEventHostSynchronize { timeout: 0, ..call }.run()
});

with_imports!(SignalOfImportIsLost {}, zeCommandListAppendSignalEvent, |this, call| {
    if this.imports.has(call.hEvent.0.addr()) { SUCCESS } else { call.run() }
});

with_imports!(SignalOfImportIsRefused {}, zeCommandListAppendSignalEvent, |this, call| {
    if this.imports.has(call.hEvent.0.addr()) {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    call.run()
});

with_imports!(ImportIsBoundToList { list: OnceLock<usize> }, zeCommandListAppendSignalEvent, |this, call| {
    let list = call.hCommandList.0.addr();
    if this.imports.has(call.hEvent.0.addr()) && *this.list.get_or_init(|| list) != list {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    call.run()
});

/// Where lists were made.
#[derive(Default)]
struct Lists(Notes<(usize, usize)>);

impl Lists {
    fn made(&self, call: &call::zeCommandListCreateImmediate) -> ze_result_t {
        let result = call.run();
        if is_done(result) {
            let place = (call.hContext.0.expose_provenance(), call.hDevice.0.expose_provenance());
            self.0.set(call.gave().0.addr(), place);
        }
        result
    }

    /// Signals an event at once, in a list of its own.
    fn signal_now(&self, call: &call::zeCommandListAppendSignalEvent) -> ze_result_t {
        let Some((context, device)) = self.0.get(call.hCommandList.0.addr()) else { return call.run() };
        let desc = ze_command_queue_desc_t::new();
        let mut list = ze_command_list_handle_t::NULL;
        let result = call::zeCommandListCreateImmediate {
            hContext: ze_context_handle_t(pointer_mut(context)),
            hDevice: ze_device_handle_t(pointer_mut(device)),
            altdesc: &raw const desc,
            phCommandList: &raw mut list,
        }
        .run();
        if !is_done(result) {
            return result;
        }
        let result = call::zeCommandListAppendSignalEvent { hCommandList: list, ..*call }.run();
        call::zeCommandListHostSynchronize { hCommandList: list, timeout: u64::MAX }.run();
        call::zeCommandListDestroy { hCommandList: list }.run();
        result
    }
}

with_imports!(
    SignalOfImportOvertakes { lists: Lists },
    zeCommandListCreateImmediate,
    |this, call| this.lists.made(&call),
    zeCommandListAppendSignalEvent,
    |this, call| {
        if this.imports.has(call.hEvent.0.addr()) { this.lists.signal_now(&call) } else { call.run() }
    }
);

defect!(
    SignalOfSourceOvertakes { lists: Lists, exported: Known },
    zeCommandListCreateImmediate,
    |this, call| this.lists.made(&call),
    zeEventCounterBasedGetIpcHandle,
    |this, call| {
        this.exported.add(call.hEvent.0.addr());
        call.run()
    },
    zeEventDestroy,
    |this, call| {
        this.exported.remove(call.hEvent.0.addr());
        call.run()
    },
    zeCommandListAppendSignalEvent,
    |this, call| {
        if this.exported.has(call.hEvent.0.addr()) { this.lists.signal_now(&call) } else { call.run() }
    }
);

/// The events of a list but those that were opened.
fn without(imports: &Known, count: u32, list: *mut ze_event_handle_t) -> Vec<ze_event_handle_t> {
    (0..count as usize)
        // SAFETY: the caller's list has as many events.
        .map(|index| unsafe { list.add(index).read() })
        .filter(|event| !imports.has(event.0.addr()))
        .collect()
}

/// The wait list of a call: how many events, and where.
fn wait_list(events: &mut [ze_event_handle_t]) -> (u32, *mut ze_event_handle_t) {
    let count = u32::try_from(events.len()).unwrap_or(0);
    (count, if events.is_empty() { null_mut() } else { events.as_mut_ptr() })
}

with_imports!(
    ImportInWaitListIsIgnored {},
    zeCommandListAppendWaitOnEvents,
    |this, call| {
        let mut events = without(&this.imports, call.numEvents, call.phEvents);
        let (count, list) = wait_list(&mut events);
        if count == 0 {
            return SUCCESS;
        }
        call::zeCommandListAppendWaitOnEvents { numEvents: count, phEvents: list, ..call }.run()
    },
    zeCommandListAppendMemoryCopy,
    |this, call| {
        let mut events = without(&this.imports, call.numWaitEvents, call.phWaitEvents);
        let (count, list) = wait_list(&mut events);
        call::zeCommandListAppendMemoryCopy { numWaitEvents: count, phWaitEvents: list, ..call }.run()
    },
    zeCommandListAppendMemoryFill,
    |this, call| {
        let mut events = without(&this.imports, call.numWaitEvents, call.phWaitEvents);
        let (count, list) = wait_list(&mut events);
        call::zeCommandListAppendMemoryFill { numWaitEvents: count, phWaitEvents: list, ..call }.run()
    }
);

defect!(
    WaitListIsItsFirst {},
    zeCommandListAppendWaitOnEvents,
    |_, call| call::zeCommandListAppendWaitOnEvents { numEvents: call.numEvents.min(1), ..call }.run(),
    zeCommandListAppendMemoryCopy,
    |_, call| {
        call::zeCommandListAppendMemoryCopy { numWaitEvents: call.numWaitEvents.min(1), ..call }.run()
    },
    zeCommandListAppendMemoryFill,
    |_, call| {
        call::zeCommandListAppendMemoryFill { numWaitEvents: call.numWaitEvents.min(1), ..call }.run()
    }
);

defect!(
    SignalWaitsForHost { exported: Known, late: Notes<Vec<usize>> },
    zeEventCounterBasedGetIpcHandle,
    |this, call| {
        this.exported.add(call.hEvent.0.addr());
        call.run()
    },
    zeEventQueryStatus,
    |this, call| {
        let late = this.late.all().iter().any(|(_, events)| events.contains(&call.hEvent.0.addr()));
        if late { ze_result_t::ZE_RESULT_NOT_READY } else { call.run() }
    },
    zeEventDestroy,
    |this, call| {
        this.exported.remove(call.hEvent.0.addr());
        call.run()
    },
    zeCommandListAppendSignalEvent,
    |this, call| {
        if !this.exported.has(call.hEvent.0.addr()) {
            return call.run();
        }
        let mut late = this.late.take(call.hCommandList.0.addr()).unwrap_or_default();
        late.push(call.hEvent.0.expose_provenance());
        this.late.set(call.hCommandList.0.addr(), late);
        SUCCESS
    },
    zeCommandListHostSynchronize,
    |this, call| {
        for event in this.late.take(call.hCommandList.0.addr()).unwrap_or_default() {
            let event = ze_event_handle_t(pointer_mut(event));
            call::zeCommandListAppendSignalEvent { hCommandList: call.hCommandList, hEvent: event }.run();
        }
        call.run()
    }
);
