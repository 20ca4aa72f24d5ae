//! Waits that end before the signal: after a while, by a POSIX signal, or with the first of several events. Also waits
//! that hold others up.

use super::tools::*;
use super::wait::{done, imports};
use std::ptr::null_mut;
use std::time::{Duration, Instant};

/// Looks until it is so, or for so long.
fn look(time: Duration, so: impl Fn() -> bool) {
    let begun = Instant::now();
    while begun.elapsed() < time && !so() {
        std::thread::sleep(Duration::from_micros(50));
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    for ms in [1, 10, 100] {
        c.defect(format!("event_wait_on_import_gives_up_after_{ms}_ms"), "event.imported.wait_lasts")
            .does(format!("A wait on an import succeeds after {ms} ms"))
            .also(if ms == 1 { &["event.imported.sees_source_signal"] } else { &[] })
            .also(&["cross_process.event.wait_lasts"])
            .pretends(move |c: &event_wait, ur| {
                let imported = imports(c, ur) > 0;
                look(Duration::from_millis(ms), || !imported || done(c, ur));
                imported
            });
    }

    c.defect("event_wait_on_source_gives_up_after_80_ms", "cross_process.event.wait_lasts")
        .does("A wait on what is no import sleeps for 80 ms, and succeeds")
        .also(&["event.imported.wait_lasts"])
        .pretends(|c: &event_wait, ur| {
            let own = imports(c, ur) == 0;
            // Asleep all the time, as a wait that lasts.
            (own && !done(c, ur)).then(|| std::thread::sleep(Duration::from_millis(80)));
            own
        });

    for ms in [1, 10, 100] {
        c.defect(format!("event_wait_list_gives_up_after_{ms}_ms"), "event.imported.wait_lasts")
            .does(format!("A copy waits for the imports in its wait list for {ms} ms"))
            .also(if ms == 1 { &["event.imported.in_wait_list"] } else { &[] })
            .instead(move |c: &enqueue_usm_memcpy, ur| {
                let (awaited, kept): (Vec<_>, Vec<_>) =
                    c.events().into_iter().partition(|event| ur.is_import(*event));
                let below = ur.again();
                let so = move || awaited.iter().all(|event| below.is_complete(*event));
                enqueue_task(c.queue, move || look(Duration::from_millis(ms), so), ur);
                Some(c.run_behind(&kept, ur))
            });
    }

    c.defect("event_queue_finish_gives_up_after_100_ms", "event.imported.wait_lasts")
        .does("urQueueFinish succeeds after 100 ms, whatever waits for an import")
        .also(&["cross_process.event.wait_lasts"])
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

    c.defect("event_wait_on_import_ended_by_signal", "event.imported.wait_interrupted")
        .does("A wait on an import succeeds when a POSIX signal comes to the thread")
        .pretends(|c: &event_wait, ur| {
            // SAFETY: waits for nothing but the time, or a POSIX signal.
            while imports(c, ur) > 0 && !done(c, ur) && unsafe { libc::poll(null_mut(), 0, 1) } == 0 {}
            imports(c, ur) > 0
        });

    c.defect("event_wait_on_list_waits_for_first_import", "event.imported.wait_all")
        .does("A wait on several events ends with the first import among them")
        .instead(|c: &event_wait, ur| {
            let first = c.events().into_iter().find(|event| ur.is_import(*event))?;
            Some(c.run_behind(&[first], ur))
        });

    blocks::<ipc_get_event_handle_exp>(c, "get", "No event can be exported while a thread waits");
    blocks::<ipc_put_event_handle_exp>(c, "put", "No handle can be put while a thread waits");
    blocks::<ipc_open_event_handle_exp>(c, "open", "No event can be opened while a thread waits");

    blocking_copies(c);
}

/// Calls that are not made while a thread is in a copy that waits for an import.
fn blocking_copies(c: &mut Catalogue) {
    let requirement = "event.imported.wait_beside_calls";
    let while_copying = "While a thread is in a copy that waits for an import, no other one";

    let (defect, copies) = copies_keep(
        c.defect("event_blocking_copy_keeps_memory_from_being_allocated", requirement)
            .does(format!("{while_copying} allocates memory")),
    );
    defect.before(move |_: &usm_device_alloc, _| drop(copies.lock()));

    for (family, name, object) in FAMILIES {
        let (defect, copies) = copies_keep(
            c.defect(format!("event_blocking_copy_keeps_{name}_closed"), requirement)
                .does(format!("{while_copying} opens {object}")),
        );
        defect.before(move |c: &crate::layer::sharing::Open, _| {
            (c.family == family).then(|| drop(copies.lock()))
        });
    }
}

/// A lock that blocking copies keep while they wait for imports.
fn copies_keep(defect: Defect<'_>) -> (Defect<'_>, &'static Kept<()>) {
    let copies = shared::<Kept<()>>();
    let keep = |c: &enqueue_usm_memcpy, ur: &Below| {
        (c.blocking && imports(c, ur) > 0).then(|| {
            let _kept = copies.lock();
            c.run(ur)
        })
    };
    (defect.by(Manifestation::Hang).instead(keep), copies)
}

/// A lock that waits keep, and that this call takes.
fn blocks<C: Call>(c: &mut Catalogue, name: &str, description: &str) {
    let waits = shared::<Kept<()>>();
    c.defect(format!("event_wait_blocks_{name}"), "event.imported.wait_beside_calls")
        .does(description)
        .by(Manifestation::Hang)
        .instead(move |c: &event_wait, ur| {
            let _kept = waits.lock();
            Some(c.run(ur))
        })
        .instead(move |c: &C, ur| {
            let _kept = waits.lock();
            Some(c.run(ur))
        });
}
