//! Lifetimes of events, imports and handles, and their remains.

use super::calls::submit_signal;
use super::cross_process::Consumer;
use crate::import::Import;
use crate::threads::put_elsewhere;
use std::time::Instant;
use ur_ipc_fixtures::hierarchy::{Events, UrIpcEventHandleTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Event, Exported};
use ur_ipc_fixtures::{
    At, HOST_TASKS, IPC_EVENTS, OWN_EVENT_HANDLES, TestContext, TestResult, Tests, case, measure_growth,
};

pub(super) fn tests(tests: &mut Tests) {
    cycles(tests);
    final_release(tests);
    import_survives_source(tests);
    reuse(tests);
}

fn cycles(tests: &mut Tests) {
    let mut group = tests.group("event", "lifetime::fd");
    // Cycles of Get and Put, and of Open and Release, leave the number of descriptors as it was.
    group.test("event_cycles").checks("lifetime.fd.event_cycles").on(|t, f: &UrIpcEventHandleTest| {
        measure_growth(t, 100, |_| f.export()?.release())?.no_descriptors(t)?;
        measure_growth(t, 100, |_| f.open()?.release())?.no_descriptors(t)?;
        put_elsewhere(t, || f.export())?;
        // A signal and a wait may be what opens something.
        measure_growth(t, 30, |_| {
            let import = f.open()?;
            f.signal_and_finish(&import)?;
            import.wait()?;
            f.export()?.release()?;
            import.release()
        })?
        .no_descriptors(t)
    });

    // The same for Open and Release in a process that did not export the event.
    group.test("event_cycles_in_peer").checks("lifetime.fd.event_cycles").in_consumer::<Events>(|t, c| {
        let import = c.open()?;
        measure_growth(t, 100, |_| c.open()?.release())?.no_descriptors(t)?;
        // With no other import open, nothing that is shared between imports can hide a leak.
        import.release()?;
        measure_growth(t, 100, |_| c.open()?.release())?.no_descriptors(t)
    });
}

fn final_release(tests: &mut Tests) {
    let mut group = tests.group("event", "lifetime::event");
    // The last release of an import frees all that it holds, and leaves the source usable.
    group.test("final_release").checks("lifetime.event.final_release").on(|t, f: &UrIpcEventHandleTest| {
        release_in_cycles(t, || f.open())?;
        let import = f.open()?;
        f.signal_and_finish(&import)?;
        import.release()?;
        f.event().check_complete("the source after the release of its import")?;
        f.signal_and_finish(f.event())?;
        f.event().wait()?;
        f.export()?.release()
    });

    // The same in another process; the source works in this one while and after.
    group.test("final_release_in_peer").checks("lifetime.event.final_release").across(
        |s, f: &At<UrIpcEventHandleTest>| {
            let peer = s.peer("consumer")?;
            let bytes = s.give(&peer, |_| Ok(f.handle()))?;
            s.at(&peer, |t| Import::<Events>::open(t, &bytes)?.release())?;
            s.here(|_| {
                f.signal_and_finish(f.event())?;
                f.event().wait_complete("the source after the release of its import elsewhere")
            })?;
            // After its last release the event can be opened anew.
            s.at(&peer, |t| {
                let c = Import::<Events>::open(t, &bytes)?;
                release_in_cycles(t, || c.in_context().open_event(&bytes))?;
                c.object().wait()?;
                c.release()
            })?;
            s.leave(peer)?;
            s.here(|_| {
                f.signal_and_finish(f.event())?;
                f.export()?.release()
            })
            .map(drop)
        },
    );
}

/// Opens, waits and releases, which leaves no descriptors behind. Mappings are `lifetime.host.cycles`.
#[track_caller]
fn release_in_cycles(t: &TestContext, open: impl Fn() -> TestResult<Event>) -> TestResult {
    measure_growth(t, 100, |_| {
        let import = open()?;
        import.wait()?;
        import.release()
    })?
    .no_descriptors(t)
}

fn import_survives_source(tests: &mut Tests) {
    const WHAT: &str = "an import that has outlived its source";
    let mut group = tests.group("event", "lifetime::event");
    // An import can be waited on after its source and handle are gone.
    group
        .test("import_survives_source")
        .checks("lifetime.event.import_survives_source")
        .needs(&[IPC_EVENTS, OWN_EVENT_HANDLES])
        .on(|_, f: &UrQueueTest| {
            let source = f.in_context().shareable_event()?;
            submit_signal(f.queue(), &source)?;
            let handle = source.export()?;
            let import = f.in_context().open_event(&handle.bytes())?;
            f.signal_and_finish(&source)?;
            handle.release()?;
            source.release()?;
            for _ in 0..3 {
                import.wait_complete(WHAT)?;
                // What is made next must not take the place of what the import still uses.
                f.in_context().shareable_event()?.release()?;
            }
            import.release()
        });

    // The same in another process.
    group
        .test("import_survives_source_in_peer")
        .checks("lifetime.event.import_survives_source")
        .needs(&[IPC_EVENTS])
        .across(|s, f: &At<UrQueueTest>| {
            let made = s.here(|_| signalled(f))?;
            let consumer = Consumer::start(s, "consumer", || made.1.bytes())?;
            s.here(|_| {
                let (source, handle) = made.take();
                f.signal_and_finish(&source)?;
                handle.release()?;
                source.release()
            })?;
            s.at(&consumer.peer, |_| (0..3).try_for_each(|_| consumer.event().wait_complete(WHAT)))
        });
}

/// An event that was signalled, and a handle of it.
#[track_caller]
fn signalled(f: &UrQueueTest) -> TestResult<(Event, Exported)> {
    let event = f.in_context().shareable_event()?;
    f.signal_and_finish(&event)?;
    let handle = event.export()?;
    Ok((event, handle))
}

/// Orders in which a source (0), an import (1) and a handle (2) are released.
type Orders = [[usize; 3]; 3];
/// Events that are released between an old one and new ones: more than the bits of a word.
const RELEASED: usize = 70;
/// New events that are pending at once: NVIDIA's driver blocks with 74.
const HELD: usize = 8;
/// Those in which the handle is put before its source is released.
const PUT_FIRST: Orders = [[1, 2, 0], [2, 0, 1], [2, 1, 0]];
/// Those in which it is put afterwards.
const PUT_LATER: Orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2]];

fn reuse(tests: &mut Tests) {
    let mut group = tests.group("event", "lifetime::event");
    // Source, import and handle can be released in every order, and what is left works each time.
    let cases = [
        case::<Orders>("release_order", "lifetime.event.release_order", PUT_FIRST),
        case::<Orders>("put_after_release", "lifetime.event.put_after_release", PUT_LATER),
    ];
    let draft = group.table(cases).needs(&[IPC_EVENTS, OWN_EVENT_HANDLES]);
    draft.on(|_, f: &UrQueueTest, orders| {
        for order in *orders {
            let (event, exported) = signalled(f)?;
            let import = f.in_context().open_event(&exported.bytes())?;
            let (mut source, mut opened, mut handle) = (Some(event), Some(import), Some(exported));
            for which in order {
                match which {
                    0 => source.take().map_or(Ok(()), |source| source.release())?,
                    1 => opened.take().map_or(Ok(()), |opened| opened.release())?,
                    _ => handle.take().map_or(Ok(()), |handle| handle.release())?,
                }
                for (what, left) in [("the source", &source), ("the import", &opened)] {
                    let Some(left) = left else { continue };
                    left.wait_complete(&format!("{what}, releasing in the order {order:?}"))?;
                }
                source.as_ref().map_or(Ok(()), |source| f.signal_and_finish(source))?;
            }
        }
        Ok(())
    });

    // Events made after the release of a source have nothing to do with an import of the old one.
    group
        .test("not_recycled")
        .checks("lifetime.event.not_recycled")
        .needs(&[IPC_EVENTS, OWN_EVENT_HANDLES, HOST_TASKS])
        .on(|t, f: &UrQueueTest| {
            let queue = f.in_context().queue()?;
            let (old, handle) = signalled(f)?;
            let import = f.in_context().open_event(&handle.bytes())?;
            handle.release()?;
            // More events than are kept to be used again go after the old one, and as many come.
            // Where an event takes a tenth of a second, fewer have to do.
            let until = Instant::now() + t.time_left() / 8;
            let mut others = Vec::new();
            while others.len() < RELEASED && (others.is_empty() || Instant::now() < until) {
                others.push(signalled(f)?.0);
            }
            let count = others.len();
            if count < RELEASED {
                t.note_less(&format!("{count} events instead of {RELEASED}, as each takes long"));
            }
            old.release()?;
            others.into_iter().try_for_each(Event::release)?;
            let news = (0..count + 4).map(|_| Ok(signalled(f)?.0)).collect::<TestResult<Vec<_>>>()?;
            import.check_complete("an import of an older event, once there are new events")?;
            // Few at a time, as a queue has room for so many held commands only.
            for some in news.chunks(HELD) {
                let gate = queue.hold()?;
                some.iter().try_for_each(|new| submit_signal(&queue, new))?;
                t.let_threads_run();
                some.iter().try_for_each(|new| new.check_pending("a new event"))?;
                import.check_complete("an import of an older event, while new events are pending")?;
                import.wait()?;
                gate.open()?;
                queue.finish()?;
            }
            Ok(())
        });
}
