//! Defects of `urEventWait` on imports and their sources.

use super::methods::method;
use super::shapes::{Pairs, events, is_complete, remember_imports, replaces};
use crate::catalogue::tools::{Known, layer};
use crate::{Manner, Mutant};
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_wait_on_import_refused",
        "A wait on an import fails",
        &["event.imported.wait_signalled"],
        ImportRefused::make,
    ),
    Mutant::new(
        "event_wait_on_import_twice_refused",
        "A second wait on an import fails when it was not signalled again",
        &["event.imported.wait_signalled"],
        SecondRefused::make,
    ),
    Mutant::new(
        "event_wait_on_import_beside_others_refused",
        "A wait on an import fails when other events are in the list",
        &["event.imported.wait_signalled"],
        BesideOthersRefused::make,
    ),
    Mutant::new(
        "event_wait_on_two_imports_refused",
        "A wait on two imports of one event fails",
        &["event.imported.wait_signalled"],
        TwoImportsRefused::make,
    ),
    Mutant::new(
        "event_wait_on_signalled_import_hangs",
        "A wait on an import of a signalled event waits for the next signal",
        &["event.imported.wait_signalled"],
        SignalledHangs::make,
    )
    .by(Manner::Hang),
    Mutant::new(
        "event_wait_on_import_not_made",
        "A wait on an import returns at once whatever is pending",
        &["event.imported.sees_source_signal"],
        ImportNotAwaited::make,
    ),
    Mutant::new(
        "event_wait_on_source_not_made",
        "A wait on a source returns at once whatever is pending",
        &["event.imported.signal_seen_by_source"],
        SourceNotAwaited::make,
    ),
    Mutant::new(
        "event_wait_on_import_made_once",
        "A wait on an import is made the first time, and returns at once from then on",
        &["event.imported.resignal"],
        AwaitedOnce::make,
    ),
    Mutant::new(
        "event_wait_on_pending_import_fails",
        "A wait on an import whose signal is pending waits and then fails",
        &["event.imported.sees_source_signal"],
        PendingFails::make,
    ),
    Mutant::new(
        "event_wait_on_list_waits_for_first",
        "A wait on several events waits for the first",
        &["event.imported.pending_status", "event.imported.sees_source_signal"],
        FirstOnly::make,
    ),
];

/// A layer that counts the imports in the lists of host waits; `$then` may return.
macro_rules! on_wait {
    ($type:ident { $($field:ident: $ty:ty),* }, |$this:ident, $all:ident, $imported:ident| $then:expr) => {
        layer!($type { imports: Known, $($field: $ty),* }
            remember_imports! { imports }

            method! { event_wait($this, count, list) {
                // SAFETY: null or an array of `count` events.
                let $all = unsafe { events(count, list) };
                let $imported = $all.iter().filter(|event| $this.imports.has(event.address())).count();
                $then;
                // SAFETY: same contract.
                unsafe { $this.inner.event_wait(count, list) }
            } }
        );
    };
}

on_wait!(ImportRefused {}, |this, all, imported| if imported > 0 {
    return UrResult::ERROR_INVALID_EVENT;
});
on_wait!(SecondRefused { waits: Pairs }, |this, all, imported| if imported > 0
    && this.waits.count(all[0].address()) > 0
{
    return UrResult::ERROR_INVALID_EVENT;
});
on_wait!(BesideOthersRefused {}, |this, all, imported| if imported > 0 && imported < all.len() {
    return UrResult::ERROR_INVALID_VALUE;
});
on_wait!(TwoImportsRefused {}, |this, all, imported| if imported > 1 {
    return UrResult::ERROR_INVALID_EVENT;
});
on_wait!(SignalledHangs {}, |this, all, imported| if imported > 0
    && all.iter().all(|&event| is_complete(&*this.inner, event))
{
    std::thread::sleep(std::time::Duration::from_secs(3600));
});
on_wait!(ImportNotAwaited {}, |this, all, imported| if imported > 0 {
    return UrResult::SUCCESS;
});
on_wait!(SourceNotAwaited {}, |this, all, imported| if imported == 0 {
    return UrResult::SUCCESS;
});
on_wait!(AwaitedOnce { waits: Pairs }, |this, all, imported| if imported > 0
    && this.waits.count(all[0].address()) > 0
{
    return UrResult::SUCCESS;
});

layer!(PendingFails { imports: Known }
    remember_imports! { imports }

    method! { event_wait(this, count, list) {
        // SAFETY: null or an array of `count` events.
        let all = unsafe { events(count, list) };
        let pending = |event: &_| !is_complete(&*this.inner, *event);
        let fails = all.iter().any(|event| this.imports.has(event.address()) && pending(event));
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_wait(count, list) };
        if fails { UrResult::ERROR_IN_EVENT_LIST_EXEC_STATUS } else { result }
    } }
);

replaces!(FirstOnly, event_wait(count, list), count = count.min(1));
