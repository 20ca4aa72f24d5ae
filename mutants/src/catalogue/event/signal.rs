//! Defects of signals: lost, early, twisted.

use super::methods::method;
use super::shapes::{Pairs, idle_queue, remember_imports, target};
use crate::catalogue::tools::{Known, layer};
use crate::{Legacy as Mutant, Manner};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use ur_ipc_api::{EventHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_signal_is_early",
        "A signal does not wait for the earlier commands of its queue",
        &["event.imported.pending_status", "event.imported.sees_source_signal"],
        Early::make,
    ),
    Mutant::new(
        "event_signal_of_source_is_early",
        "A signal of the source does not wait for the earlier commands of its queue",
        &["event.imported.sees_source_signal"],
        SourceEarly::make,
    ),
    Mutant::new(
        "event_signal_of_import_is_early",
        "A signal of an import does not wait for the earlier commands of its queue",
        &["event.imported.signal_seen_by_source"],
        ImportEarly::make,
    ),
    Mutant::new(
        "event_signal_of_import_lost",
        "A signal of an import is lost",
        &["event.imported.signal_seen_by_source"],
        ImportLost::make,
    ),
    Mutant::new(
        "event_signal_of_source_lost",
        "A signal of an event that has been exported is lost",
        &["event.imported.sees_source_signal"],
        SourceLost::make,
    ),
    Mutant::new(
        "event_signal_of_import_refused",
        "An import cannot be signalled",
        &["event.imported.signal_seen_by_source"],
        ImportRefused::make,
    ),
    Mutant::new(
        "event_signal_of_import_gives_new_event",
        "A signal of an import signals a new event, which takes the place of the import",
        &["event.imported.signal_seen_by_source"],
        ImportReplaced::make,
    )
    .seen_in("unified-runtime source/adapters/cuda/enqueue.cpp at 578c2a84a"),
    Mutant::new(
        "event_signal_of_import_clears_handle",
        "A signal of an import clears the caller's handle",
        &["event.imported.signal_seen_by_source"],
        ImportCleared::make,
    ),
    Mutant::new(
        "event_signal_of_import_twice_lost",
        "The second signal of an import is lost",
        &["event.imported.resignal"],
        SecondOfImportLost::make,
    ),
    Mutant::new(
        "event_signal_works_four_times",
        "From the fifth on signals of an event are lost",
        &["event.imported.resignal"],
        FifthLost::make,
    ),
    Mutant::new(
        "event_signal_refused_after_four",
        "An event can be signalled four times",
        &["event.imported.resignal"],
        FifthRefused::make,
    ),
    Mutant::new(
        "event_signal_of_other_side_lost",
        "When one side has signalled twice, signals of the other side are lost",
        &["event.imported.resignal"],
        OtherSideLost::make,
    ),
    Mutant::new(
        "event_signal_of_source_lost_after_import",
        "When an import has signalled, signals of the source are lost",
        &["event.imported.resignal"],
        SourceLostAfterImport::make,
    ),
    Mutant::new(
        "event_signal_never_completes",
        "An import stays pending: its signal waits for itself",
        &["event.imported.signal_seen_by_source"],
        NeverCompletes::make,
    )
    .by(Manner::Hang),
];

/// A layer that looks at signals of imports and of other events; `$then` may return, or name other arguments.
macro_rules! on_signal {
    ($type:ident { $($field:ident: $ty:ty),* },
        |$this:ident, $queue:ident, $event:ident, $signalled:ident, $imported:ident| $then:block) => {
        layer!($type { imports: Known, $($field: $ty),* }
            remember_imports! { imports }

            method! { enqueue_events_wait_with_barrier_ext($this, $queue, properties, count, list, $event) {
                // SAFETY: null or readable.
                let $signalled = unsafe { target($event) };
                let $imported = $this.imports.has($signalled.address());
                let ($queue, $event) = if $signalled.is_null() { ($queue, $event) } else { $then };
                // SAFETY: same contract; the queue is one of the same context.
                unsafe {
                    $this.inner.enqueue_events_wait_with_barrier_ext($queue, properties, count, list, $event)
                }
            } }
        );
    };
}

on_signal!(Early {}, |this, queue, event, _signalled, _imported| {
    (idle_queue(&*this.inner, queue), event)
});
on_signal!(SourceEarly {}, |this, queue, event, _signalled, imported| {
    (if imported { queue } else { idle_queue(&*this.inner, queue) }, event)
});
on_signal!(ImportEarly {}, |this, queue, event, _signalled, imported| {
    (if imported { idle_queue(&*this.inner, queue) } else { queue }, event)
});
on_signal!(ImportLost {}, |this, queue, event, _signalled, imported| {
    (queue, if imported { null_mut() } else { event })
});
on_signal!(ImportRefused {}, |this, queue, event, _signalled, imported| {
    if imported {
        return UrResult::ERROR_INVALID_EVENT;
    }
    (queue, event)
});
on_signal!(ImportReplaced {}, |this, queue, event, _signalled, imported| {
    if imported {
        // SAFETY: not null, and writable as UR demands.
        unsafe { event.write(EventHandle::NULL) };
    }
    (queue, event)
});
on_signal!(SecondOfImportLost { signals: Pairs }, |this, queue, event, signalled, imported| {
    let lost = imported && this.signals.count(signalled.address()) == 1;
    (queue, if lost { null_mut() } else { event })
});
on_signal!(FifthLost { signals: Pairs }, |this, queue, event, signalled, _imported| {
    (queue, if this.signals.count(signalled.address()) >= 4 { null_mut() } else { event })
});
on_signal!(FifthRefused { signals: Pairs }, |this, queue, event, signalled, _imported| {
    if this.signals.count(signalled.address()) >= 4 {
        return UrResult::ERROR_INVALID_EVENT;
    }
    (queue, event)
});
on_signal!(
    OtherSideLost { source: AtomicUsize, import: AtomicUsize },
    |this, queue, event, _signalled, imported| {
        let (own, other) = if imported { (&this.import, &this.source) } else { (&this.source, &this.import) };
        let lost = other.load(Ordering::SeqCst) >= 3;
        own.fetch_add(1, Ordering::SeqCst);
        (queue, if lost { null_mut() } else { event })
    }
);
on_signal!(SourceLostAfterImport { import_has: AtomicBool }, |this, queue, event, _signalled, imported| {
    this.import_has.fetch_or(imported, Ordering::SeqCst);
    let lost = !imported && this.import_has.load(Ordering::SeqCst);
    (queue, if lost { null_mut() } else { event })
});

layer!(SourceLost { exported: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        this.exported.add(event.address());
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }

    method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
        // SAFETY: null or readable.
        let lost = this.exported.has(unsafe { target(event) }.address());
        let event = if lost { null_mut() } else { event };
        // SAFETY: same contract.
        unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
    } }
);

layer!(ImportCleared { imports: Known }
    remember_imports! { imports }

    method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
        // SAFETY: null or readable.
        let imported = this.imports.has(unsafe { target(event) }.address());
        // SAFETY: same contract.
        let result =
            unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) };
        if imported && result.is_success() {
            // SAFETY: not null, and writable as UR demands.
            unsafe { event.write(EventHandle::NULL) };
        }
        result
    } }
);

layer!(NeverCompletes { imports: Known }
    remember_imports! { imports }

    method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
        // SAFETY: null or readable.
        let signalled = unsafe { target(event) };
        if this.imports.has(signalled.address()) {
            let (held, mut first) = (idle_queue(&*this.inner, queue), signalled);
            extern "C" fn sleep(_: *mut std::ffi::c_void) {
                std::thread::sleep(std::time::Duration::from_secs(3600));
            }
            // SAFETY: the function takes nothing; the import outlives the calls.
            unsafe {
                let _ = this.inner.enqueue_host_task_exp(
                    held, Some(sleep), null_mut(), null(), 0, null(), null_mut(),
                );
                return this.inner.enqueue_events_wait_with_barrier_ext(
                    held, properties, count, list, &raw mut first,
                );
            }
        }
        // SAFETY: same contract.
        unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
    } }
);
