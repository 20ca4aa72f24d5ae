//! Source and import are one event: each sees the other's signals, when they come and not before.

use super::calls::{SIGNAL_HELD, finished, hold_signal, see_signal, submit_signal};
use super::work::Work;
use ur_ipc_fixtures::api::EventStatus;
use ur_ipc_fixtures::hierarchy::{UrIpcOpenedEventTest, UrQueueTest};
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{
    At, Group, HOST_TASKS, IPC_EVENTS, InCase, OWN_EVENT_HANDLES, TestContext, TestResult, Tests, case,
};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::imported");
    initial_status(&mut group);
    one_signal(&mut group);
    pending(&mut group);
    many_signals(&mut group);
}

const SEES_SOURCE: &str = "event.imported.sees_source_signal";
const SEEN_BY_SOURCE: &str = "event.imported.signal_seen_by_source";
const MANY_SIGNALS: &str = "event.imported.many_signals";

/// The side that is signalled, and the other one.
pub(super) type Sides = for<'f> fn(&'f UrIpcOpenedEventTest) -> (&'f Event, &'f Event);

pub(super) const BY_SOURCE: Sides = |f| (f.event(), f.opened());
pub(super) const BY_IMPORT: Sides = |f| (f.opened(), f.event());

fn initial_status(group: &mut Group<'_>) {
    const WHAT: &str = "an import of an event that nobody has signalled";
    // Nobody says what the state is before the first signal; but it is that of both sides.
    let draft = group.test("initial_status").checks("event.imported.initial_status");
    draft.needs(&[IPC_EVENTS, OWN_EVENT_HANDLES]).on(|_, f: &UrQueueTest| {
        let source = f.in_context().shareable_event()?;
        let handle = source.export()?;
        let import = f.in_context().open_event(&handle.bytes())?;
        if source.status()? == EventStatus::COMPLETE {
            import.check_complete(WHAT)?;
            import.wait_complete(WHAT)
        } else {
            import.check_pending(WHAT)
        }
    });

    // The same in another process.
    let draft = group.test("initial_status_in_peer").checks("event.imported.initial_status");
    draft.needs(&[IPC_EVENTS]).across(|s, f: &At<UrQueueTest>| {
        let source = s.here(|_| f.in_context().shareable_event())?;
        let handle = s.here(|_| source.export())?;
        let (bytes, is_complete) =
            s.tell(|_| Ok((handle.bytes(), source.status()? == EventStatus::COMPLETE)))?;
        let (peer, c) = s.peer_with::<UrQueueTest>("consumer")?;
        s.at(&peer, |_| {
            let import = c.in_context().open_event(&bytes)?;
            if is_complete {
                import.check_complete(WHAT)?;
                import.wait_complete(WHAT)
            } else {
                import.check_pending(WHAT)
            }
        })?;
        s.leave(peer)
    });
}

fn one_signal(group: &mut Group<'_>) {
    // A wait on an import of a signalled event returns, alone, again, and beside others.
    group
        .test("wait_signalled")
        .checks("event.imported.wait_signalled")
        .twin_of(&["urIPCEventExpTest.WaitOnImportedSucceeds"])
        .on(|t, f: &UrIpcOpenedEventTest| {
            f.opened().wait()?;
            f.opened().wait()?;
            let further = f.open()?;
            let all = [f.opened().raw(), f.event().raw(), further.raw()];
            t.ur().event_wait(3, all.as_ptr()).ok()?;
            f.opened().check_complete("an import of a signalled event")
        });

    for (name, held_name, requirement, value, sides) in [
        ("sees_source_signal", "sees_held_source_signal", SEES_SOURCE, 0x31, BY_SOURCE),
        ("signal_seen_by_source", "held_signal_seen_by_source", SEEN_BY_SOURCE, 0x32, BY_IMPORT),
    ] {
        // A wait on the other side ends after the work that precedes the signal.
        group.test(name).checks(requirement).on(move |t, f: &UrIpcOpenedEventTest| {
            work_then_signal(t, &Work::new(t, f.in_context())?, value, sides(f))
        });
        // The other side is pending until the signal, and complete after it.
        let draft = group.test(held_name).checks(requirement).needs(&[HOST_TASKS]);
        draft.on(move |_, f: &UrIpcOpenedEventTest| {
            let (signalled, other) = sides(f);
            see_signal(f, signalled, other)
        });
    }
}

/// Enqueues work and a signal, both held back where that is possible; a wait on the other side ends after the work.
#[track_caller]
fn work_then_signal(
    t: &TestContext,
    work: &Work,
    value: u8,
    (signalled, other): (&Event, &Event),
) -> TestResult {
    let gate = work.hold_if_possible()?;
    work.start(value, signalled)?;
    match gate {
        Some(gate) => t.while_held(SIGNAL_HELD).wait(other.raw()).until(|| gate.open())?,
        None => other.wait()?,
    }
    other.check_complete("the event that was waited on")?;
    work.check(value)
}

fn pending(group: &mut Group<'_>) {
    // Both are pending while either one's signal waits for unfinished work, and stay so on every look.
    let draft = group.test("pending_status").checks("event.imported.pending_status").needs(&[HOST_TASKS]);
    draft.on(|t, f: &UrIpcOpenedEventTest| {
        let work = Work::new(t, f.in_context())?;
        for (value, signalled) in [(0x41, f.event()), (0x42, f.opened())] {
            let gate = work.queue().hold()?;
            work.start(value, signalled)?;
            t.let_threads_run();
            for _ in 0..8 {
                f.opened().check_pending("the import")?;
                f.event().check_pending("the source")?;
                // Work of another queue does not count.
                f.queue().finish()?;
            }
            t.while_held(SIGNAL_HELD).finish(work.queue().raw()).until(|| gate.open())?;
            f.opened().check_complete("the import")?;
            f.event().check_complete("the source")?;
            work.check(value)?;
        }
        Ok(())
    });

    // An import that is opened while a signal is pending is pending, too.
    let draft = group.test("pending_status_at_open").checks("event.imported.pending_status");
    draft.needs(&[HOST_TASKS]).on(|t, f: &UrIpcOpenedEventTest| {
        let queue = f.in_context().queue()?;
        let done = finished(&queue)?;
        let gate = hold_signal(t, &queue, f.event())?;
        let late = f.open()?;
        late.check_pending("an import opened while a signal is pending")?;
        // What is complete in the list must not hide what is not.
        t.while_held(SIGNAL_HELD).wait_all(&[done.raw(), late.raw()]).until(|| gate.open())?;
        late.check_complete("an import opened while a signal was pending")?;
        queue.finish()
    });
}

/// More signals than a counter of one byte counts, and those of them at the end that are held back and looked at.
pub(super) const SIGNALS: usize = 264;
pub(super) const LOOKED_AT: usize = 16;

fn many_signals(group: &mut Group<'_>) {
    // Hundreds of signals, by the source, by the import and by turns; where a counter of one byte begins anew, each is
    // pending until it comes.
    let by_turns: fn(usize) -> Sides = |round| if round.is_multiple_of(2) { BY_SOURCE } else { BY_IMPORT };
    group
        .table([
            case::<fn(usize) -> Sides>("many_signals_of_source", MANY_SIGNALS, |_| BY_SOURCE),
            case::<fn(usize) -> Sides>("many_signals_of_import", MANY_SIGNALS, |_| BY_IMPORT),
            case::<fn(usize) -> Sides>("many_signals_by_turns", MANY_SIGNALS, by_turns),
        ])
        .needs(&[HOST_TASKS])
        .on(|_, f: &UrIpcOpenedEventTest, sides| {
            for round in 0..SIGNALS {
                let (signalled, other) = sides(round)(f);
                if round < SIGNALS - LOOKED_AT {
                    f.signal_and_finish(signalled)?;
                    continue;
                }
                let gate = f.queue().hold()?;
                submit_signal(f.queue(), signalled)?;
                let pending = other.check_pending("the other side of the event that is signalled");
                pending.in_case(format!("signal {round}"))?;
                gate.open()?;
                other
                    .wait_complete("the other side of the event after urEventWait")
                    .in_case(format!("signal {round}"))?;
            }
            f.queue().finish()
        });

    let sides = |round: u8| if round.is_multiple_of(3) { BY_IMPORT } else { BY_SOURCE };

    // Each of many signals, from either side, is seen by the other side after that round's work.
    group.test("resignal").checks("event.imported.resignal").on(move |t, f: &UrIpcOpenedEventTest| {
        let work = Work::new(t, f.in_context())?;
        (0..4).try_for_each(|round| work_then_signal(t, &work, 0x50 + round, sides(round)(f)))
    });

    // A signal of the source that comes after one of the import is not lost, where nobody has asked the source in between.
    let draft = group.test("resignal_unasked").checks("event.imported.resignal");
    draft.on(|t, f: &UrIpcOpenedEventTest| {
        let (ours, theirs) = (Work::new(t, f.in_context())?, Work::new(t, f.in_context())?);
        for value in [0x58, 0x5a] {
            ours.start(value, f.event())?;
            ours.queue().finish()?;
            theirs.start(value + 1, f.opened())?;
            f.opened().wait_complete("the import after its own signal")?;
        }
        ours.start(0x5c, f.event())?;
        f.event().wait_complete("the source after its own signal")?;
        f.opened().wait_complete("the import after the source's signal")?;
        ours.check(0x5c)
    });

    // Each of many signals turns both sides pending and complete again.
    let draft = group.test("resignal_held").checks("event.imported.resignal").needs(&[HOST_TASKS]);
    draft.on(move |_, f: &UrIpcOpenedEventTest| {
        (0..5).try_for_each(|round| {
            let (signalled, other) = sides(round)(f);
            see_signal(f, signalled, other)
        })
    });
}
