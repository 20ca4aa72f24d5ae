//! The effects of one process's death on the other.

use super::{Consumer, PATH};
use crate::event::calls::{SIGNAL_HELD, hold_signal, submit_signal};
use crate::own_files::{HIGH, OwnFiles};
use ur_ipc_fixtures::hierarchy::{Fixture, UrIpcEventHandleTest, UrQueueTest};
use ur_ipc_fixtures::{At, Group, HOST_TASKS, IPC_EVENTS, InCase, Scenario, TestContext, TestResult, Tests};

/// Completes the sentence "urEventWait returned while ...".
const HELD_ELSEWHERE: &str = "its signal was held back in another process";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    of_consumer(&mut group);
    of_producer(&mut group);
}

fn of_consumer(group: &mut Group<'_>) {
    // A consumer dies that holds an import, several times over.
    group.test("consumer_death").checks("cross_process.event.consumer_death").across(
        |s, f: &At<UrIpcEventHandleTest>| {
            for _ in 0..2 {
                let consumer = Consumer::start(s, "consumer", || f.handle())?;
                s.at(&consumer.peer, |_| consumer.event().wait())?;
                s.kill(consumer.peer)?;
                s.here(|_| {
                    f.signal_and_finish(f.event())?;
                    f.event().check_complete("the source after the death of a consumer")
                })?;
            }
            check_usable(s, f)
        },
    );

    // A consumer dies that has signalled its import. What it had descriptors for, nobody else has by the same numbers.
    group.test("consumer_death_after_signal").checks("cross_process.event.consumer_death").across(
        |s, f: &At<UrIpcEventHandleTest>| {
            let peer = s.peer("consumer")?;
            let _taken = s.at(&peer, |t| OwnFiles::below(t, HIGH))?;
            let consumer = Consumer::start_in(s, peer, || f.handle())?;
            s.at(&consumer.peer, |_| consumer.import.signal_and_finish(consumer.event()))?;
            s.kill(consumer.peer)?;
            s.here(|_| f.event().wait_complete("the source after a signal of a consumer that died"))?;
            check_usable(s, f)
        },
    );

    // A consumer dies before the signal of its import: that may be lost, and later ones are not.
    let draft = group
        .test("consumer_death_before_signal")
        .checks("cross_process.event.consumer_death")
        .needs(&[HOST_TASKS]);
    draft.across(|s, f: &At<UrIpcEventHandleTest>| {
        let Consumer { import, peer } = Consumer::start(s, "consumer", || f.handle())?;
        let queue = s.at(&peer, |_| import.in_context().queue())?;
        let _gate = s.at(&peer, |t| hold_signal(t, &queue, import.object()))?;
        s.kill(peer)?;
        s.here(|t| {
            let status = f.event().status().map(|status| status.to_string());
            let status = status.unwrap_or_else(|_| "cannot be told".to_owned());
            t.observe(
                "the status of a source whose import was to be signalled by a process that died",
                status,
            );
            Ok(())
        })?;
        check_usable(s, f)
    });

    for (name, deaths, thorough) in
        [("consumer_death_in_wait", 1, false), ("consumer_deaths_in_wait", DEATHS, true)]
    {
        let mut draft = group.test(name).checks("cross_process.event.consumer_death").needs(&[HOST_TASKS]);
        if thorough {
            draft = draft.thorough();
        }
        draft.across(move |s, f: &At<UrIpcEventHandleTest>| deaths_in_wait(s, f, deaths));
    }
}

/// More waiting processes than small tables have places for, and than a word has bits.
const DEATHS: usize = 65;
/// Fewer show nothing.
const LEAST_DEATHS: usize = 17;

/// Consumers die while they wait for a signal that is still to come; the signal comes all the same.
fn deaths_in_wait(s: &Scenario, f: &At<UrIpcEventHandleTest>, deaths: usize) -> TestResult<At<()>> {
    const WHAT: &str = "the source after the death of a consumer that waited";
    let queue = s.here(|_| f.in_context().queue())?;
    let mut gate = None;
    for died in 0..deaths {
        if died >= LEAST_DEATHS && !s.has_time(|| format!("{died} deaths"))? {
            break;
        }
        let Consumer { import, peer } = Consumer::start(s, "consumer", || f.handle())?;
        if gate.is_none() {
            gate = Some(s.here(|t| hold_signal(t, &queue, f.event()))?);
        }
        let wait = |t: &TestContext| Ok(t.while_held(HELD_ELSEWHERE).wait(import.object().raw()));
        s.while_held(peer.process(), wait, |s| s.kill(peer)).in_case(format!("death {died}"))?;
    }
    s.here(|t| {
        t.give_fair_time();
        f.event().check_pending(WHAT)?;
        let held = t.while_held(SIGNAL_HELD).wait(f.event().raw()).finish(queue.raw());
        held.until(|| gate.take().map_or(Ok(()), |gate| gate.take().open()))?;
        f.event().check_complete(WHAT)
    })?;
    check_usable(s, f)
}

/// The event signals, waits and exports, and a new process opens it and sees its signal.
fn check_usable(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult<At<()>> {
    let handle = s.here(|_| {
        f.signal_and_finish(f.event())?;
        f.event().wait_complete("the source after the death of a consumer")?;
        f.export()
    })?;
    let next = Consumer::start(s, "next consumer", || handle.bytes())?;
    s.here(|_| f.signal_and_finish(f.event()))?;
    s.at(&next.peer, |_| next.event().wait_complete("the import of a later consumer"))?;
    s.leave(next.peer)?;
    s.here(|_| handle.take().release())
}

fn of_producer(group: &mut Group<'_>) {
    // After the death of the producer a signal that has come stays seen, and the import can be released.
    group.test("producer_death").checks("cross_process.event.producer_death").needs(&[IPC_EVENTS]).across(
        |s, f: &At<UrQueueTest>| {
            let (producer, source) = s.peer_with::<UrIpcEventHandleTest>("producer")?;
            let bytes = s.ask(&producer, |_| Ok(source.handle()))?;
            let imports =
                s.here(|_| Ok([f.in_context().open_event(&bytes)?, f.in_context().open_event(&bytes)?]))?;
            s.at(&producer, |_| source.signal_and_finish(source.event()))?;
            s.kill(producer)?;
            s.here(|_| {
                let [import, second] = imports.take();
                for event in [&import, &second] {
                    event.wait_complete("an import after the death of the producer")?;
                }
                second.release()?;
                import.wait()?;
                import.release()?;
                // Nothing else here suffered.
                let own = f.in_context().shareable_event()?;
                submit_signal(f.queue(), &own)?;
                own.wait()?;
                own.release()
            })
            .map(drop)
        },
    );

    // After the death of the producer an import whose signal will not come answers and is released; a wait on it may
    // block or end, but its process lives. What the producer had descriptors for, nobody else has by the same numbers.
    group
        .test("producer_death_while_pending")
        .checks("cross_process.event.producer_death")
        .needs(&[IPC_EVENTS, HOST_TASKS])
        .across(|s, f: &At<UrQueueTest>| {
            let producer = s.peer("producer")?;
            let _taken = s.at(&producer, |t| OwnFiles::below(t, HIGH))?;
            let source = s.at(&producer, UrIpcEventHandleTest::set_up)?;
            let queue = s.at(&producer, |_| source.in_context().queue())?;
            let bytes = s.ask(&producer, |_| Ok(source.handle()))?;
            let import = s.here(|_| f.in_context().open_event(&bytes))?;
            let Consumer { import: awaited, peer: waiter } =
                Consumer::start(s, "consumer", || bytes.clone())?;
            let _gate = s.at(&producer, |t| hold_signal(t, &queue, source.event()))?;
            let wait = |t: &TestContext| Ok(t.while_held(HELD_ELSEWHERE).wait(awaited.object().raw()));
            s.while_held(waiter.process(), wait, |s| {
                s.kill(producer)?;
                s.here(|t| {
                    // Nothing says that the query must succeed now; it must come back.
                    let status = import.status().map(|status| status.to_string());
                    let status = status.unwrap_or_else(|_| "cannot be told".to_owned());
                    t.observe("the status of a signal whose process died", status);
                    Ok(())
                })?;
                s.at(&waiter, |t| {
                    t.give_fair_time();
                    Ok(())
                })?;
                s.kill(waiter)
            })?;
            s.here(|_| import.take().release())
        });
}
