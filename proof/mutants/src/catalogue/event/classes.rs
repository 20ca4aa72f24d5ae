//! Wait lists, signals and queues that go wrong for some lengths, numbers and kinds only.

use super::tools::*;
use super::wait::imports;
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(super) fn defects(c: &mut Catalogue) {
    for most in [2usize, 32, 64, 256] {
        c.defect(format!("event_wait_lists_have_room_for_{most}"), "cross_process.event.wait_list")
            .does(format!(
                "What stands behind the first {most} events of the wait list of a copy is not waited for"
            ))
            .instead(move |c: &enqueue_usm_memcpy, ur| {
                let list = c.events();
                (list.len() > most).then(|| c.run_behind(&list[..most], ur))
            });
    }

    let kinds = shared::<Notes<QueueHandle, QueueFlags>>();
    for (flag, name) in QUEUE_KINDS {
        let note = move |c: &queue_create, _: &Below| kinds.set(c.queue.get().unwrap_or_default(), flags(c));
        let is = move |queue: QueueHandle| kinds.get(&queue).is_some_and(|flags| flags == flag);

        c.defect(format!("event_list_of_copy_on_{name}_queue_ignored"), "event.imported.queue_kinds")
            .does(format!(
                "A copy on a queue of the kind {name} waits for nothing in its list that is an import"
            ))
            .also(&["cross_process.event.wait_list", "cross_process.event.orders_data"])
            .then(note)
            .instead(move |c: &enqueue_usm_memcpy, ur| behind_no_import(is(c.queue), c, ur));

        c.defect(format!("event_held_signal_of_{name}_queue_lost"), "event.imported.queue_kinds")
            .does(format!(
                "A signal of a queue of the kind {name} does not come if it waits for what is not complete when it is enqueued"
            ))
            .by(Manifestation::Hang)
            .then(note)
            .instead(move |c: &Signal, ur| {
                let held = is(c.queue) && c.events().iter().any(|event| !ur.is_complete(*event));
                held.then(|| lose(c, ur))
            });

        c.defect(
            format!("event_queue_of_kind_{name}_loses_signals_at_release"),
            "cross_process.event.queue_released",
        )
        .does(format!("The release of a queue of the kind {name} whose signal is still to come is refused"))
        .then(note)
        .then(move |c: &Signal, _| signalled().set(c.queue, given(c.event)))
        .refuses(INVALID_OPERATION, move |c: &queue_release, ur| {
            is(c.queue) && signalled().get(&c.queue).is_some_and(|event| !ur.is_complete(event))
        });
    }

    c.defect("event_list_of_host_task_on_profiling_queue_ignored", "event.imported.queue_kinds")
        .does("A host task on a queue with profiling waits for nothing in its list")
        .also(&["cross_process.event.wait_list"])
        .instead(|c: &enqueue_host_task_exp, ur| {
            has_flag(c.queue, QueueFlags::PROFILING_ENABLE, ur).then(|| c.run_behind(&[], ur))
        });

    c.defect("event_barrier_behind_import_holds_nothing_back", "cross_process.event.wait_list")
        .does("A barrier that waits for an import is a wait: later commands of a queue out of order do not wait for it")
        .instead(|c: &enqueue_events_wait_with_barrier, ur| {
            let enqueue_events_wait_with_barrier { queue, num_events_in_wait_list, event_wait_list, event } = *c;
            let wait = enqueue_events_wait { queue, num_events_in_wait_list, event_wait_list, event };
            c.events().iter().any(|event| ur.is_import(*event)).then(|| wait.run(ur))
        });

    for (imports, side) in [(false, "source"), (true, "import")] {
        let signals = Notes::default();
        c.defect(format!("cross_event_signal_65536_of_{side}_lost"), "cross_process.event.many_signals")
            .does(format!("Every 65536th signal of {side}s is lost"))
            .also(&["cross_process.event.wait_list"])
            .instead(move |c: &Signal, ur| {
                let event = given(c.event);
                let counts = !event.is_null() && ur.is_import(event) == imports;
                (counts && signals.count(event) % (1 << 16) == (1 << 16) - 1).then(|| lose(c, ur))
            });
    }

    c.defect("event_wait_gives_up_after_two_seconds", "cross_process.event.wait_lasts")
        .does("A wait on an import returns after two seconds, come what may")
        .instead(|c: &event_wait, ur| {
            let until = Instant::now() + Duration::from_secs(2);
            (imports(c, ur) > 0).then(|| {
                while !c.events().iter().all(|event| ur.is_complete(*event)) && Instant::now() < until {
                    sleep(Duration::from_millis(1));
                }
                UrResult::SUCCESS
            })
        });

    c.defect("event_signal_overtakes_large_copies", "cross_process.event.orders_data")
        .does(
            "A copy of 16 MiB and more that nobody waits for is made by half when the signal behind it comes",
        )
        .changes(|c: &enqueue_usm_memcpy, _| {
            let halves = !c.blocking && c.size >= 16 << 20;
            enqueue_usm_memcpy { size: if halves { c.size / 2 } else { c.size }, ..*c }
        });

    waits_beside(c);

    c.defect("event_signals_of_two_threads_mixed", "event.concurrent")
        .does("Of two signals that threads make at once, one is refused")
        .instead(at_once(|_: &Signal, _| INVALID_OPERATION));
}

/// The last event that each queue was to signal.
fn signalled() -> &'static Notes<QueueHandle, EventHandle> {
    static SIGNALLED: std::sync::OnceLock<&'static Notes<QueueHandle, EventHandle>> =
        std::sync::OnceLock::new();
    SIGNALLED.get_or_init(shared)
}

/// Calls that are not made while a thread waits for an import.
fn waits_beside(c: &mut Catalogue) {
    let requirement = "event.imported.wait_beside_calls";
    for (family, name, object) in FAMILIES {
        let waiting = shared::<Counter>();
        c.defect(format!("event_wait_keeps_{name}_closed"), requirement)
            .does(format!("While a thread waits for an import, no other one opens {object}"))
            .by(Manifestation::Hang)
            .instead(move |c: &event_wait, ur| counted(c, ur, waiting))
            .before(move |c: &crate::layer::sharing::Open, _| {
                (c.family == family).then(|| wait_out(waiting))
            });
    }

    let waiting = shared::<Counter>();
    c.defect("event_finish_keeps_queues_from_being_made", requirement)
        .does("While a thread waits for the end of a queue, no other one makes a queue")
        .by(Manifestation::Hang)
        .instead(move |c: &queue_finish, ur| {
            waiting.next();
            let result = c.run(ur);
            waiting.back();
            Some(result)
        })
        .before(move |_: &queue_create, _| wait_out(waiting));

    let waiting = shared::<Counter>();
    c.defect("event_wait_keeps_memory_from_being_allocated", requirement)
        .does("While a thread waits for an import, no other one allocates memory")
        .by(Manifestation::Hang)
        .instead(move |c: &event_wait, ur| counted(c, ur, waiting))
        .before(move |_: &usm_device_alloc, _| wait_out(waiting));
}

/// A wait, which is counted if it is on an import.
fn counted(c: &event_wait, ur: &Below, waiting: &Counter) -> Option<UrResult> {
    (imports(c, ur) > 0).then(|| {
        waiting.next();
        let result = c.run(ur);
        waiting.back();
        result
    })
}

/// Waits until nobody waits.
fn wait_out(waiting: &Counter) {
    while waiting.get() > 0 {
        sleep(Duration::from_millis(1));
    }
}
