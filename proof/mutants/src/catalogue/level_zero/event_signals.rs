//! Drivers that signal shared events, or wait for them, at the wrong time.

use super::prelude::*;
use level_zero_sys::ze_event_handle_t as Event;
use std::sync::OnceLock;

/// Has commands wait for other events than those in their lists.
fn waits_for(defect: Defect<'_, LevelZero>, choice: fn(Vec<Event>, &Driver) -> Vec<Event>) {
    fn list(events: &[Event]) -> (u32, Out<Event>) {
        (events.len() as u32, if events.is_empty() { Out::NULL } else { Out(events.as_ptr().cast_mut()) })
    }
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
        });
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect(
        "lz_driver_event_import_is_always_complete",
        "zeEventQueryStatus says that an opened event is complete, always",
    )
    .violates(&["event.imported.pending_status"])
    .pretends(|c: &zeEventQueryStatus, driver| driver.is_import(c.hEvent));

    c.driver_defect(
        "lz_driver_event_import_is_never_complete",
        "zeEventQueryStatus says that an opened event is not ready, always",
    )
    .violates(&["event.imported.info_basic", "event.imported.sees_source_signal"])
    .refuses(NOT_READY, |c: &zeEventQueryStatus, driver| driver.is_import(c.hEvent));

    c.driver_defect(
        "lz_driver_event_import_is_not_waited_for",
        "zeEventHostSynchronize of an opened event returns at once",
    )
    .violates(&["event.imported.sees_source_signal", "cross_process.event.producer_signal"])
    .pretends(|c: &zeEventHostSynchronize, driver| driver.is_import(c.hEvent));

    let waited = Set::<Ptr>::default();
    c.driver_defect(
        "lz_driver_event_import_is_waited_for_once",
        "zeEventHostSynchronize of an opened event waits for its first signal, and for no other",
    )
    .violates(&["event.imported.resignal", "cross_process.event.repeated_signals"])
    .pretends(move |c: &zeEventHostSynchronize, driver| {
        let pending = || zeEventQueryStatus { hEvent: c.hEvent }.run(driver) != SUCCESS;
        driver.is_import(c.hEvent) && pending() && !waited.add(c.hEvent.into())
    });

    c.driver_defect(
        "lz_backend_event_wait_has_no_patience",
        "The wait for an event asks the driver with a timeout of 0, and fails where it should wait",
    )
    .violates(&["event.imported.sees_source_signal", "cross_process.event.producer_signal"])
    .changes(|c: &zeEventHostSynchronize, _| zeEventHostSynchronize { timeout: 0, ..*c });

    c.driver_defect(
        "lz_driver_event_signal_of_import_is_lost",
        "zeCommandListAppendSignalEvent of an opened event does nothing",
    )
    .violates(&["event.imported.signal_seen_by_source", "cross_process.event.consumer_signal"])
    .pretends(|c: &zeCommandListAppendSignalEvent, driver| driver.is_import(c.hEvent));

    c.driver_defect(
        "lz_driver_event_signal_of_import_is_refused",
        "zeCommandListAppendSignalEvent refuses opened events, which share one way only",
    )
    .violates(&["event.imported.signal_seen_by_source", "cross_process.event.consumer_signal"])
    .refuses(INVALID_ARGUMENT, |c: &zeCommandListAppendSignalEvent, driver| driver.is_import(c.hEvent));

    let first = OnceLock::new();
    c.driver_defect(
        "lz_driver_event_import_is_bound_to_list",
        "zeCommandListAppendSignalEvent of an opened event works in the first list that signals one",
    )
    .violates(&["event.imported.queue_kinds"])
    .refuses(INVALID_ARGUMENT, move |c: &zeCommandListAppendSignalEvent, driver| {
        let list = Ptr::from(c.hCommandList);
        driver.is_import(c.hEvent) && *first.get_or_init(|| list) != list
    });

    c.driver_defect(
        "lz_driver_event_signal_of_import_overtakes",
        "zeCommandListAppendSignalEvent signals an opened event before the work in front of it is done",
    )
    .violates(&["event.imported.pending_status", "event.imported.signal_seen_by_source"])
    .instead(|c: &zeCommandListAppendSignalEvent, driver| {
        driver.is_import(c.hEvent).then(|| driver.signal_now(c))?
    });

    c.driver_defect(
        "lz_driver_event_signal_of_source_overtakes",
        "zeCommandListAppendSignalEvent signals an exported event before the work in front of it is done",
    )
    .violates(&["event.imported.pending_status", "event.imported.sees_source_signal"])
    .instead(|c: &zeCommandListAppendSignalEvent, driver| {
        driver.is_exported(c.hEvent).then(|| driver.signal_now(c))?
    });

    waits_for(
        c.driver_defect(
            "lz_driver_event_import_in_wait_list_is_ignored",
            "Commands do not wait for opened events",
        )
        .violates(&["event.imported.in_wait_list", "cross_process.event.wait_list"]),
        |events, driver| events.into_iter().filter(|event| !driver.is_import(*event)).collect(),
    );

    waits_for(
        c.driver_defect(
            "lz_driver_event_wait_list_is_its_first",
            "Commands wait for the first event of a list",
        )
        .violates(&["cross_process.event.wait_list", "event.imported.in_wait_list"]),
        |events, _| events.into_iter().take(1).collect(),
    );

    let late = remembered::<Notes<Ptr, Ptr>>();
    c.driver_defect(
        "lz_driver_event_signal_waits_for_host",
        "The signal of an exported event comes when the host synchronises the list, and not before",
    )
    .violates(&["event.imported.sees_source_signal", "cross_process.event.producer_signal"])
    .by(Manner::Hang)
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
