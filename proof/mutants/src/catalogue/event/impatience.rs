//! Waits that end before the signal: after a while, by a POSIX signal, with the first of several; and waits that keep
//! others from going on.

use super::tools::enqueue_task;
use super::wait::{done, imports};
use crate::Manner;
use crate::catalogue::Catalogue;
use crate::layer::call::*;
use crate::layer::{Call, In, Out, Waits};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use ur_ipc_api::EventHandle;

/// Looks until it is so, or for so long.
fn look(time: Duration, so: impl Fn() -> bool) {
    let begun = Instant::now();
    while begun.elapsed() < time && !so() {
        std::thread::sleep(Duration::from_micros(50));
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    for (ms, violates) in [
        (
            1,
            &[
                "event.imported.wait_lasts",
                "event.imported.sees_source_signal",
                "cross_process.event.wait_lasts",
            ][..],
        ),
        (10, &["event.imported.wait_lasts", "cross_process.event.wait_lasts"]),
        (100, &["event.imported.wait_lasts", "cross_process.event.wait_lasts"]),
    ] {
        c.defect(
            format!("event_wait_on_import_gives_up_after_{ms}_ms"),
            format!("A wait on an import succeeds after {ms} ms"),
        )
        .violates(violates)
        .pretends(move |c: &event_wait, ur| {
            let imported = imports(c, ur) > 0;
            look(Duration::from_millis(ms), || !imported || done(c, ur));
            imported
        });
    }

    for (ms, violates) in [
        (1, &["event.imported.wait_lasts", "event.imported.in_wait_list"][..]),
        (10, &["event.imported.wait_lasts"]),
        (100, &["event.imported.wait_lasts"]),
    ] {
        c.defect(
            format!("event_wait_list_gives_up_after_{ms}_ms"),
            format!("A copy waits for the imports in its wait list for {ms} ms"),
        )
        .violates(violates)
        .instead(move |c: &enqueue_usm_memcpy, ur| {
            let (awaited, kept): (Vec<_>, Vec<_>) =
                c.events().into_iter().partition(|event| ur.is_import(*event));
            let below = ur.again();
            let so = move || awaited.iter().all(|event| below.is_complete(*event));
            enqueue_task(c.queue, move || look(Duration::from_millis(ms), so), ur);
            Some(c.run_behind(&kept, ur))
        });
    }

    c.defect(
        "event_queue_finish_gives_up_after_100_ms",
        "urQueueFinish succeeds after 100 ms, whatever waits for an import",
    )
    .violates(&["event.imported.wait_lasts", "cross_process.event.wait_lasts"])
    .pretends(|c: &queue_finish, ur| {
        let mut last = EventHandle::NULL;
        let (event_wait_list, event) = (In::NULL, Out::of(&mut last));
        enqueue_events_wait_with_barrier {
            queue: c.queue,
            num_events_in_wait_list: 0,
            event_wait_list,
            event,
        }
        .run(ur);
        look(Duration::from_millis(100), || ur.is_complete(last));
        event_release { event: last }.run(ur);
        true
    });

    c.defect(
        "event_wait_on_import_ended_by_signal",
        "A wait on an import succeeds when a POSIX signal comes to the thread",
    )
    .violates(&["event.imported.wait_interrupted"])
    .pretends(|c: &event_wait, ur| {
        // SAFETY: waits for nothing but the time, or a POSIX signal.
        while imports(c, ur) > 0 && !done(c, ur) && unsafe { libc::poll(null_mut(), 0, 1) } == 0 {}
        imports(c, ur) > 0
    });

    c.defect(
        "event_wait_on_list_waits_for_first_import",
        "A wait on several events ends with the first import among them",
    )
    .violates(&["event.imported.wait_all"])
    .instead(|c: &event_wait, ur| {
        let first = c.events().into_iter().find(|event| ur.is_import(*event))?;
        Some(c.run_behind(&[first], ur))
    });

    blocks::<ipc_get_event_handle_exp>(c, "get", "No event can be exported while a thread waits");
    blocks::<ipc_put_event_handle_exp>(c, "put", "No handle can be put while a thread waits");
    blocks::<ipc_open_event_handle_exp>(c, "open", "No event can be opened while a thread waits");
}

/// A lock that waits keep, and that this call takes.
fn blocks<C: Call>(c: &mut Catalogue, name: &str, description: &str) {
    let waits = Arc::new(Mutex::new(()));
    let others = Arc::clone(&waits);
    c.defect(format!("event_wait_blocks_{name}"), description)
        .violates(&["event.imported.wait_beside_calls"])
        .by(Manner::Hang)
        .instead(move |c: &event_wait, ur| {
            let _kept = waits.lock().unwrap_or_else(PoisonError::into_inner);
            Some(c.run(ur))
        })
        .instead(move |c: &C, ur| {
            let _kept = others.lock().unwrap_or_else(PoisonError::into_inner);
            Some(c.run(ur))
        });
}
