//! Defects of commands with imports in their wait lists.

use super::methods::method;
use super::shapes::{Pairs, events, is_complete, list_of, remember_imports, replaces};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use ur_ipc_api::{EventHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_wait_list_of_copy_ignored",
        "A copy does not wait for the imports in its wait list",
        &["event.imported.in_wait_list", "event.imported.queue_kinds"],
        CopyIgnores::make,
    ),
    Mutant::new(
        "event_wait_list_of_fill_ignored",
        "A fill does not wait for the imports in its wait list",
        &["event.imported.in_wait_list"],
        FillIgnores::make,
    ),
    Mutant::new(
        "event_wait_list_of_wait_ignored",
        "urEnqueueEventsWait does not wait for the imports in its wait list",
        &["event.imported.in_wait_list"],
        WaitIgnores::make,
    ),
    Mutant::new(
        "event_wait_list_of_barrier_ignored",
        "A barrier does not wait for the imports in its wait list",
        &["event.imported.in_wait_list"],
        BarrierIgnores::make,
    ),
    Mutant::new(
        "event_wait_list_of_extended_barrier_ignored",
        "urEnqueueEventsWaitWithBarrierExt does not wait for the imports in its wait list",
        &["event.imported.in_wait_list"],
        ExtendedBarrierIgnores::make,
    ),
    Mutant::new(
        "event_wait_list_of_copy_refused",
        "A copy takes no imports in its wait list",
        &["event.imported.in_wait_list"],
        CopyRefuses::make,
    ),
    Mutant::new(
        "event_wait_list_of_fill_refused",
        "A fill takes no imports in its wait list",
        &["event.imported.in_wait_list"],
        FillRefuses::make,
    ),
    Mutant::new(
        "event_wait_list_of_wait_refused",
        "urEnqueueEventsWait takes no imports in its wait list",
        &["event.imported.in_wait_list"],
        WaitRefuses::make,
    ),
    Mutant::new(
        "event_wait_list_of_barrier_refused",
        "A barrier takes no imports in its wait list",
        &["event.imported.in_wait_list"],
        BarrierRefuses::make,
    ),
    Mutant::new(
        "event_wait_list_of_extended_barrier_refused",
        "urEnqueueEventsWaitWithBarrierExt takes no imports in its wait list",
        &["event.imported.in_wait_list"],
        ExtendedBarrierRefuses::make,
    ),
    Mutant::new(
        "event_wait_list_honoured_once",
        "A copy waits for an import the first time that it is in a wait list",
        &["event.imported.in_wait_list"],
        CopyHonoursOnce::make,
    ),
    Mutant::new(
        "event_wait_list_of_pending_import_refused",
        "A copy takes an import in its wait list only when it is complete",
        &["event.imported.in_wait_list"],
        CopyRefusesPending::make,
    ),
    Mutant::new(
        "event_wait_list_of_copy_alone_honoured",
        "A copy that waits for an import does nothing else",
        &["event.imported.in_wait_list"],
        CopyNotMade::make,
    ),
    Mutant::new(
        "event_wait_list_of_copy_first_only",
        "A copy waits for the first event in its wait list",
        &["event.imported.in_wait_list"],
        CopyFirstOnly::make,
    ),
    Mutant::new(
        "event_wait_list_of_fill_first_only",
        "A fill waits for the first event in its wait list",
        &["event.imported.in_wait_list"],
        FillFirstOnly::make,
    ),
    Mutant::new(
        "event_wait_list_of_barrier_first_only",
        "A barrier waits for the first event in its wait list",
        &["event.imported.in_wait_list"],
        BarrierFirstOnly::make,
    ),
    Mutant::new(
        "event_wait_list_of_extended_barrier_first_only",
        "urEnqueueEventsWaitWithBarrierExt waits for the first event in its wait list",
        &["event.imported.in_wait_list"],
        ExtendedBarrierFirstOnly::make,
    ),
];

/// A layer whose command drops from its wait list the imports for which `$drop` holds.
macro_rules! drops_imports {
    ($type:ident { $($field:ident: $ty:ty),* }, $method:ident($($arg:ident),*), $count:ident, $list:ident,
        |$this:ident, $event:ident| $drop:expr) => {
        layer!($type { imports: Known, $($field: $ty),* }
            remember_imports! { imports }

            method! { $method($this, $($arg),*) {
                // SAFETY: null or an array of `count` events.
                let mut kept = unsafe { events($count, $list) };
                kept.retain(|&$event: &EventHandle| !($this.imports.has($event.address()) && $drop));
                let ($count, $list) = (kept.len() as u32, list_of(&kept));
                // SAFETY: same contract; the list is a part of the caller's.
                unsafe { $this.inner.$method($($arg),*) }
            } }
        );
    };
}

/// A layer whose command refuses imports for which `$refuse` holds.
macro_rules! refuses_imports {
    ($type:ident, $method:ident($($arg:ident),*), $count:ident, $list:ident,
        |$this:ident, $event:ident| $refuse:expr) => {
        layer!($type { imports: Known }
            remember_imports! { imports }

            method! { $method($this, $($arg),*) {
                // SAFETY: null or an array of `count` events.
                let listed = unsafe { events($count, $list) };
                if listed.iter().any(|&$event| $this.imports.has($event.address()) && $refuse) {
                    return UrResult::ERROR_INVALID_EVENT_WAIT_LIST;
                }
                // SAFETY: same contract.
                unsafe { $this.inner.$method($($arg),*) }
            } }
        );
    };
}

drops_imports!(
    CopyIgnores {},
    enqueue_usm_memcpy(queue, blocking, to, from, size, count, list, event),
    count,
    list,
    |this, import| true
);
drops_imports!(
    FillIgnores {},
    enqueue_usm_fill(queue, to, pattern_size, pattern, size, count, list, event),
    count,
    list,
    |this, import| true
);
drops_imports!(
    WaitIgnores {},
    enqueue_events_wait(queue, count, list, event),
    count,
    list,
    |this, import| true
);
drops_imports!(
    BarrierIgnores {},
    enqueue_events_wait_with_barrier(queue, count, list, event),
    count,
    list,
    |this, import| true
);
drops_imports!(
    ExtendedBarrierIgnores {},
    enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event),
    count,
    list,
    |this, import| true
);
drops_imports!(
    CopyHonoursOnce { waits: Pairs },
    enqueue_usm_memcpy(queue, blocking, to, from, size, count, list, event),
    count,
    list,
    |this, import| this.waits.count(import.address()) > 0
);

refuses_imports!(
    CopyRefuses,
    enqueue_usm_memcpy(queue, blocking, to, from, size, count, list, event),
    count,
    list,
    |this, import| true
);
refuses_imports!(
    FillRefuses,
    enqueue_usm_fill(queue, to, pattern_size, pattern, size, count, list, event),
    count,
    list,
    |this, import| true
);
refuses_imports!(WaitRefuses, enqueue_events_wait(queue, count, list, event), count, list, |this, import| {
    true
});
refuses_imports!(
    BarrierRefuses,
    enqueue_events_wait_with_barrier(queue, count, list, event),
    count,
    list,
    |this, import| true
);
refuses_imports!(
    ExtendedBarrierRefuses,
    enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event),
    count,
    list,
    |this, import| true
);
refuses_imports!(
    CopyRefusesPending,
    enqueue_usm_memcpy(queue, blocking, to, from, size, count, list, event),
    count,
    list,
    |this, import| !is_complete(&*this.inner, import)
);

layer!(CopyNotMade { imports: Known }
    remember_imports! { imports }

    method! { enqueue_usm_memcpy(this, queue, blocking, to, from, size, count, list, event) {
        // SAFETY: null or an array of `count` events.
        if unsafe { events(count, list) }.iter().any(|event| this.imports.has(event.address())) {
            // SAFETY: same contract, of a command with the same wait list and output.
            return unsafe { this.inner.enqueue_events_wait(queue, count, list, event) };
        }
        // SAFETY: same contract.
        unsafe { this.inner.enqueue_usm_memcpy(queue, blocking, to, from, size, count, list, event) }
    } }
);

replaces!(
    CopyFirstOnly,
    enqueue_usm_memcpy(queue, blocking, to, from, size, count, list, event),
    count = count.min(1)
);
replaces!(
    FillFirstOnly,
    enqueue_usm_fill(queue, to, pattern_size, pattern, size, count, list, event),
    count = count.min(1)
);
replaces!(
    BarrierFirstOnly,
    enqueue_events_wait_with_barrier(queue, count, list, event),
    count = count.min(1)
);
replaces!(
    ExtendedBarrierFirstOnly,
    enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event),
    count = count.min(1)
);
