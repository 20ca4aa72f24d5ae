//! Drivers that do something wrong when events are exported or opened.

use super::layer::{call, defect, install};
use super::outputs::{SUCCESS, event_identity_of, exporter_of, is_done, pointer_mut};
use super::threads::FirstThread;
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Notes, lock};
use crate::catalogue::tools::{Known, leak_descriptor};
use level_zero_sys::{
    ze_context_handle_t, ze_device_handle_t, ze_event_counter_based_desc_t, ze_event_counter_based_flags_t,
    ze_event_handle_t, ze_event_scope_flags_t, ze_result_t,
};
use std::sync::Mutex;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_event_get_keeps_descriptor",
        "zeEventCounterBasedGetIpcHandle keeps a descriptor",
        &["lifetime.fd.event_cycles"],
        install::<GetKeepsDescriptor>,
    ),
    Mutant::of_driver(
        "lz_driver_event_get_once",
        "zeEventCounterBasedGetIpcHandle gives one handle of an event",
        &["event.get.repeated"],
        install::<GetOnce>,
    ),
    Mutant::of_driver(
        "lz_driver_event_get_before_signal_only",
        "zeEventCounterBasedGetIpcHandle refuses an event that was signalled",
        &["event.get.repeated"],
        install::<GetBeforeSignalOnly>,
    ),
    Mutant::of_driver(
        "lz_driver_event_one_is_shareable",
        "zeEventCounterBasedCreate makes one event that can be exported, and none after that",
        &["event.get.success", "device_info.event_true_means_usable"],
        install::<OneIsShareable>,
    ),
    Mutant::of_driver(
        "lz_driver_event_get_exports_another",
        "zeEventCounterBasedGetIpcHandle gives the handle of a new event",
        &["event.imported.sees_source_signal", "cross_process.event.producer_signal"],
        install::<GetExportsAnother>,
    ),
    Mutant::of_driver(
        "lz_driver_event_open_keeps_descriptor",
        "zeEventCounterBasedOpenIpcHandle keeps the descriptor that it fetched",
        &["lifetime.fd.event_cycles", "lifetime.event.final_release"],
        install::<OpenKeepsDescriptor>,
    ),
    Mutant::of_driver(
        "lz_driver_event_open_is_local",
        "zeEventCounterBasedOpenIpcHandle of another process's handle makes an event of its own",
        &["cross_process.event.producer_signal", "cross_process.event.consumer_signal"],
        install::<OpenIsLocal>,
    ),
    Mutant::of_driver(
        "lz_driver_event_open_shares_event",
        "zeEventCounterBasedOpenIpcHandle gives an import again, and the first release ends it",
        &["event.open.multiple"],
        install::<OpenSharesEvent>,
    ),
    Mutant::of_driver(
        "lz_driver_event_open_on_first_thread",
        "zeEventCounterBasedOpenIpcHandle works on the thread that called it first",
        &["event.concurrent"],
        install::<OpenOnFirstThread>,
    ),
    Mutant::of_driver(
        "lz_driver_event_open_of_few",
        "zeEventCounterBasedOpenIpcHandle opens a handle once at a time",
        &["event.open.multiple"],
        install::<OpenOfFew>,
    ),
    Mutant::of_driver(
        "lz_driver_event_open_in_own_context_only",
        "zeEventCounterBasedOpenIpcHandle refuses another context of the exporting process",
        &["event.open.other_context"],
        install::<OpenInOwnContextOnly>,
    ),
];

defect!(GetKeepsDescriptor {}, zeEventCounterBasedGetIpcHandle, |_, call| {
    leak_descriptor();
    call.run()
});

defect!(
    GetOnce { exported: Known },
    zeEventCounterBasedGetIpcHandle,
    |this, call| {
        if !this.exported.add(call.hEvent.0.addr()) {
            return ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE;
        }
        call.run()
    },
    zeEventDestroy,
    |this, call| {
        this.exported.remove(call.hEvent.0.addr());
        call.run()
    }
);

defect!(
    GetBeforeSignalOnly { signalled: Known },
    zeCommandListAppendSignalEvent,
    |this, call| {
        this.signalled.add(call.hEvent.0.addr());
        call.run()
    },
    zeEventCounterBasedGetIpcHandle,
    |this, call| {
        if this.signalled.has(call.hEvent.0.addr()) {
            return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
        }
        call.run()
    },
    zeEventDestroy,
    |this, call| {
        this.signalled.remove(call.hEvent.0.addr());
        call.run()
    }
);

defect!(OneIsShareable { made: Notes<()> }, zeEventCounterBasedCreate, |this, call| {
    type Flags = ze_event_counter_based_flags_t;
    // SAFETY: the caller has one.
    let desc = unsafe { call.desc.read() };
    if !desc.flags.contains(Flags::ZE_EVENT_COUNTER_BASED_FLAG_IPC) {
        return call.run();
    }
    if this.made.get(0).is_none() {
        this.made.set(0, ());
        return call.run();
    }
    let flags = Flags::ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE
        | Flags::ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE
        | Flags::ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE;
    let desc = ze_event_counter_based_desc_t { flags, ..desc };
    call::zeEventCounterBasedCreate { desc: &raw const desc, ..call }.run()
});

/// Where the newest event was made.
#[derive(Default)]
struct Place(Mutex<Option<(usize, usize)>>);

impl Place {
    fn note(&self, call: &call::zeEventCounterBasedCreate) {
        let place = (call.hContext.0.expose_provenance(), call.hDevice.0.expose_provenance());
        *lock(&self.0) = Some(place);
    }

    /// A new event for other processes, in a context or in that of the newest event.
    fn make(&self, context: Option<ze_context_handle_t>) -> Option<ze_event_handle_t> {
        let (newest, device) = (*lock(&self.0))?;
        type Flags = ze_event_counter_based_flags_t;
        let flags = Flags::ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE
            | Flags::ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE
            | Flags::ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE
            | Flags::ZE_EVENT_COUNTER_BASED_FLAG_IPC;
        let signal = ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_HOST;
        let desc = ze_event_counter_based_desc_t { flags, signal, ..Default::default() };
        let mut made = ze_event_handle_t::NULL;
        let result = call::zeEventCounterBasedCreate {
            hContext: context.unwrap_or(ze_context_handle_t(pointer_mut(newest))),
            hDevice: ze_device_handle_t(pointer_mut(device)),
            desc: &raw const desc,
            phEvent: &raw mut made,
        }
        .run();
        is_done(result).then_some(made)
    }
}

defect!(
    GetExportsAnother { place: Place },
    zeEventCounterBasedCreate,
    |this, call| {
        this.place.note(&call);
        call.run()
    },
    zeEventCounterBasedGetIpcHandle,
    |this, call| {
        let event = this.place.make(None).unwrap_or(call.hEvent);
        call::zeEventCounterBasedGetIpcHandle { hEvent: event, ..call }.run()
    }
);

defect!(OpenKeepsDescriptor {}, zeEventCounterBasedOpenIpcHandle, |_, call| {
    leak_descriptor();
    call.run()
});

defect!(
    OpenIsLocal { place: Place, made: Known },
    zeEventCounterBasedCreate,
    |this, call| {
        this.place.note(&call);
        call.run()
    },
    zeEventCounterBasedOpenIpcHandle,
    |this, call| {
        if exporter_of(&call.hIpc) == std::process::id() {
            return call.run();
        }
        let Some(event) = this.place.make(Some(call.hContext)) else { return call.run() };
        this.made.add(event.0.addr());
        call.give(event)
    },
    zeEventCounterBasedCloseIpcHandle,
    |this, call| {
        if this.made.remove(call.hEvent.0.addr()) {
            return call::zeEventDestroy { hEvent: call.hEvent }.run();
        }
        call.run()
    }
);

defect!(
    OpenSharesEvent { imports: Notes<usize> },
    zeEventCounterBasedOpenIpcHandle,
    |this, call| {
        let identity = event_identity_of(&call.hIpc);
        if let Some(event) = this.imports.get(identity) {
            return call.give(ze_event_handle_t(pointer_mut(event)));
        }
        let result = call.run();
        if is_done(result) {
            this.imports.set(identity, call.gave().0.expose_provenance());
        }
        result
    },
    zeEventCounterBasedCloseIpcHandle,
    |this, call| {
        let closed = this.imports.all().into_iter().find(|(_, event)| *event == call.hEvent.0.addr());
        match closed {
            Some((identity, _)) => {
                this.imports.take(identity);
                call.run()
            }
            None => SUCCESS,
        }
    }
);

defect!(OpenOnFirstThread { first: FirstThread }, zeEventCounterBasedOpenIpcHandle, |this, call| {
    if this.first.is_this() { call.run() } else { ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED }
});

defect!(
    OpenOfFew { imports: Notes<usize> },
    zeEventCounterBasedOpenIpcHandle,
    |this, call| {
        let identity = event_identity_of(&call.hIpc);
        if this.imports.all().iter().any(|(_, open)| *open == identity) {
            return ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE;
        }
        let result = call.run();
        if is_done(result) {
            this.imports.set(call.gave().0.addr(), identity);
        }
        result
    },
    zeEventCounterBasedCloseIpcHandle,
    |this, call| {
        this.imports.take(call.hEvent.0.addr());
        call.run()
    }
);

defect!(
    OpenInOwnContextOnly { events: Notes<usize>, contexts: Notes<usize> },
    zeEventCounterBasedCreate,
    |this, call| {
        let result = call.run();
        if is_done(result) {
            this.events.set(call.gave().0.addr(), call.hContext.0.addr());
        }
        result
    },
    zeEventCounterBasedGetIpcHandle,
    |this, call| {
        let result = call.run();
        if let Some(context) = this.events.get(call.hEvent.0.addr()).filter(|_| is_done(result)) {
            this.contexts.set(event_identity_of(&call.gave()), context);
        }
        result
    },
    zeEventCounterBasedOpenIpcHandle,
    |this, call| {
        let own = this.contexts.get(event_identity_of(&call.hIpc));
        if own.is_some_and(|context| context != call.hContext.0.addr()) {
            return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
        }
        call.run()
    }
);
