//! Drivers that signal shared events, or wait for them, at the wrong time.

use super::prelude::*;
use level_zero_sys::ze_event_handle_t as Event;
use std::sync::OnceLock;

/// Has commands wait for other events than those in their lists.
fn waits_for(
    choice: fn(Vec<Event>, &Driver) -> Vec<Event>,
) -> impl Fn(Defect<'_, LevelZero>) -> Defect<'_, LevelZero> {
    fn list(events: &[Event]) -> (u32, Out<Event>) {
        (events.len() as u32, if events.is_empty() { Out::NULL } else { Out(events.as_ptr().cast_mut()) })
    }
    move |defect| {
        defect
            .instead(move |c: &zeCommandListAppendWaitOnEvents, driver| {
                let events = choice(In(c.phEvents.0).list(c.numEvents), driver);
                let (numEvents, phEvents) = list(&events);
                let call = zeCommandListAppendWaitOnEvents { numEvents, phEvents, ..*c };
                Some(if events.is_empty() { SUCCESS } else { call.run(driver) })
            })
            .instead(move |c: &zeCommandListAppendMemoryCopy, driver| {
                let events = choice(In(c.phWaitEvents.0).list(c.numWaitEvents), driver);
                let (numWaitEvents, phWaitEvents) = list(&events);
                Some(zeCommandListAppendMemoryCopy { numWaitEvents, phWaitEvents, ..*c }.run(driver))
            })
            .instead(move |c: &zeCommandListAppendMemoryFill, driver| {
                let events = choice(In(c.phWaitEvents.0).list(c.numWaitEvents), driver);
                let (numWaitEvents, phWaitEvents) = list(&events);
                Some(zeCommandListAppendMemoryFill { numWaitEvents, phWaitEvents, ..*c }.run(driver))
            })
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_event_import_is_always_complete", "event.imported.pending_status")
        .does("zeEventQueryStatus says that an opened event is complete, always")
        .pretends(|c: &zeEventQueryStatus, driver| driver.is_import(c.hEvent));

    c.driver_defect("lz_driver_event_import_is_never_complete", "event.imported.info_basic")
        .does("zeEventQueryStatus says that an opened event is not ready, always")
        .also(&["event.imported.sees_source_signal"])
        .refuses(NOT_READY, |c: &zeEventQueryStatus, driver| driver.is_import(c.hEvent));

    c.driver_defect("lz_driver_event_import_is_not_waited_for", "event.imported.sees_source_signal")
        .does("zeEventHostSynchronize of an opened event returns at once")
        .also(&["cross_process.event.producer_signal"])
        .pretends(|c: &zeEventHostSynchronize, driver| driver.is_import(c.hEvent));

    let waited = Set::<Ptr>::default();
    c.driver_defect("lz_driver_event_import_is_waited_for_once", "event.imported.resignal")
        .does("zeEventHostSynchronize of an opened event waits for its first signal, and for no other")
        .also(&["cross_process.event.repeated_signals"])
        .pretends(move |c: &zeEventHostSynchronize, driver| {
            let pending = || zeEventQueryStatus { hEvent: c.hEvent }.run(driver) != SUCCESS;
            driver.is_import(c.hEvent) && pending() && !waited.add(c.hEvent.into())
        });

    c.driver_defect("lz_backend_event_wait_has_no_patience", "event.imported.sees_source_signal")
        .does("The wait for an event asks the driver with a timeout of 0, and fails where it should wait")
        .also(&["cross_process.event.producer_signal"])
        .changes(|c: &zeEventHostSynchronize, _| zeEventHostSynchronize { timeout: 0, ..*c });

    c.driver_defect("lz_driver_event_signal_of_import_is_lost", "event.imported.signal_seen_by_source")
        .does("zeCommandListAppendSignalEvent of an opened event does nothing")
        .also(&["cross_process.event.consumer_signal"])
        .pretends(|c: &zeCommandListAppendSignalEvent, driver| driver.is_import(c.hEvent));

    // In the exporting process it signals: a driver that shares events one way shows it there, and is no defect.
    let foreign = shared::<Set<Ptr>>();
    c.driver_defect("lz_driver_event_signal_of_import_is_refused", "cross_process.event.consumer_signal")
        .does("zeCommandListAppendSignalEvent refuses events that were opened from another process")
        .then(|c: &zeEventCounterBasedOpenIpcHandle, driver| {
            let elsewhere = c.hIpc.says().is_some_and(|said| said.pid.cast_unsigned() != std::process::id());
            let opened = driver.given(c.phEvent).filter(|_| elsewhere);
            opened.map(|event| foreign.add(event.address))
        })
        .before(|c: &zeEventCounterBasedCloseIpcHandle, _| foreign.remove(&c.hEvent.into()))
        .refuses(INVALID_ARGUMENT, |c: &zeCommandListAppendSignalEvent, _| foreign.has(&c.hEvent.into()));

    let first = OnceLock::new();
    c.driver_defect("lz_driver_event_import_is_bound_to_list", "event.imported.queue_kinds")
        .does("zeCommandListAppendSignalEvent of an opened event works in the first list that signals one")
        .refuses(INVALID_ARGUMENT, move |c: &zeCommandListAppendSignalEvent, driver| {
            let list = Ptr::from(c.hCommandList);
            driver.is_import(c.hEvent) && *first.get_or_init(|| list) != list
        });

    c.driver_defect("lz_driver_event_signal_of_import_overtakes", "event.imported.pending_status")
        .does("zeCommandListAppendSignalEvent signals an opened event before the work in front of it is done")
        .also(&["event.imported.signal_seen_by_source"])
        .instead(|c: &zeCommandListAppendSignalEvent, driver| {
            driver.is_import(c.hEvent).then(|| driver.signal_now(c))?
        });

    c.driver_defect("lz_driver_event_signal_of_source_overtakes", "event.imported.pending_status")
        .does(
            "zeCommandListAppendSignalEvent signals an exported event before the work in front of it is done",
        )
        .also(&["event.imported.sees_source_signal"])
        .instead(|c: &zeCommandListAppendSignalEvent, driver| {
            driver.is_exported(c.hEvent).then(|| driver.signal_now(c))?
        });

    c.driver_defect("lz_driver_event_import_in_wait_list_is_ignored", "event.imported.in_wait_list")
        .does("Commands do not wait for opened events")
        .also(&["cross_process.event.wait_list"])
        .with(waits_for(|events, driver| {
            events.into_iter().filter(|event| !driver.is_import(*event)).collect()
        }));

    c.driver_defect("lz_driver_event_wait_list_is_its_first", "cross_process.event.wait_list")
        .does("Commands wait for the first event of a list")
        .also(&["event.imported.in_wait_list"])
        .with(waits_for(|events, _| events.into_iter().take(1).collect()));

    let late = shared::<Notes<Ptr, Ptr>>();
    c.driver_defect("lz_driver_event_signal_waits_for_host", "event.imported.sees_source_signal")
        .does("The signal of an exported event comes when the host synchronises the list, and not before")
        .also(&["cross_process.event.producer_signal"])
        .by(Manifestation::Hang)
        .pretends(|c: &zeCommandListAppendSignalEvent, driver| {
            let exported = driver.is_exported(c.hEvent);
            exported.then(|| late.set(c.hEvent.into(), c.hCommandList.into())).is_some()
        })
        .refuses(NOT_READY, |c: &zeEventQueryStatus, _| late.get(&c.hEvent.into()).is_some())
        .before(|c: &zeCommandListHostSynchronize, driver| {
            let list = c.hCommandList;
            let signalled: Vec<_> = late.lock().extract_if(|_, other| *other == list.into()).collect();
            for (event, _) in signalled {
                zeCommandListAppendSignalEvent { hCommandList: list, hEvent: Event(event.0) }.run(driver);
            }
        });
}
