//! Signals between two processes.

use super::pair::{
    Pair,
    Side::{self, Import, Source},
};
use super::{Consumer, PATH};
use crate::event::calls::{LONG_PATIENCE, PATIENCE, SIGNAL_HELD, hold_signal};
use crate::event::imported::{LOOKED_AT, SIGNALS};
use crate::event::work::Work;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::{At, HOST_TASKS, InCase, Process, Scenario, TestContext, TestResult, Tests};

/// The sides that signal, one after the other, an event that was opened once.
const TURNS: [(&str, &str, &[Side]); 3] = [
    ("producer_signal", "cross_process.event.producer_signal", &[Source, Source]),
    ("consumer_signal", "cross_process.event.consumer_signal", &[Import, Import]),
    (
        "repeated_signals",
        "cross_process.event.repeated_signals",
        &[Source, Import, Source, Import, Source, Import],
    ),
];

/// Signals that are made before the clock is looked at.
pub(super) const AT_A_STRETCH: usize = 2048;
/// Signals that a counter of two bytes counts, and how many before and behind it are looked at.
const ROUND: usize = 1 << 16;
const AROUND: usize = 3;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    for (name, requirement, turns) in TURNS {
        // Each wait of the other process ends with the signal, after the work before it.
        group.test(name).checks(requirement).across(move |s, f: &At<UrIpcEventHandleTest>| {
            let ours = s.here(|t| Work::new(t, f.in_context()))?;
            let pair = Pair::new(s, f)?;
            let theirs = pair.at(Import, |t| Work::new(t, pair.consumer.import.in_context()))?;
            for (&from, value) in turns.iter().zip(0x11..) {
                let work = if from == Source { &ours } else { &theirs };
                pair.signal_after_work(from, work, value)?;
            }
            s.leave(pair.consumer.peer)?;
            // The last signal outlives the import.
            s.here(|_| {
                f.event().wait()?;
                f.signal_and_finish(f.event())
            })
        });

        // Each signal turns the other side pending, and complete when it comes.
        group.test(&format!("{name}_held")).checks(requirement).needs(&[HOST_TASKS]).across(
            move |s, f: &At<UrIpcEventHandleTest>| {
                let pair = Pair::new(s, f)?;
                turns.iter().try_for_each(|&from| pair.see_signal(from))
            },
        );
    }

    // Hundreds of signals of one side, and then of the other, are seen; where a counter of one byte begins anew, each is
    // held back and looked at.
    group
        .test("many_signals")
        .checks("cross_process.event.many_signals")
        .needs(&[HOST_TASKS])
        .across(many_signals);

    // The same where a counter of two bytes begins anew.
    let draft = group.test("signals_65537").checks("cross_process.event.many_signals").needs(&[HOST_TASKS]);
    draft.thorough().across(|s, f: &At<UrIpcEventHandleTest>| {
        let pair = Pair::new(s, f)?;
        for (from, before) in [(Source, 1), (Import, 0)] {
            // The fixture has signalled once.
            let mut made = before;
            while made < ROUND - AROUND && s.has_time(|| format!("{made} signals of one side"))? {
                let more = AT_A_STRETCH.min(ROUND - AROUND - made);
                pair.signal_often(from, more)?;
                made += more;
            }
            for number in made..made + 2 * AROUND {
                pair.see_pending_signal(from).in_case(format!("signal {number} of one side"))?;
            }
        }
        Ok(())
    });

    // However long each process holds its signal back, a wait of the other one, on the host or in a wait list, does not
    // give up.
    group
        .test("wait_lasts")
        .checks("cross_process.event.wait_lasts")
        .needs(&[HOST_TASKS])
        .across(|s, f: &At<UrIpcEventHandleTest>| wait_for_each_other(s, f, PATIENCE));
    let draft = group.test("wait_lasts_for_seconds").checks("cross_process.event.wait_lasts");
    draft
        .needs(&[HOST_TASKS])
        .thorough()
        .across(|s, f: &At<UrIpcEventHandleTest>| wait_for_each_other(s, f, LONG_PATIENCE));
}

fn many_signals(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult {
    let pair = Pair::new(s, f)?;
    for from in [Source, Import] {
        pair.signal_often(from, SIGNALS - LOOKED_AT)?;
        for number in SIGNALS - LOOKED_AT..SIGNALS {
            pair.see_pending_signal(from).in_case(format!("signal {number}"))?;
        }
    }
    Ok(())
}

fn wait_for_each_other(s: &Scenario, f: &At<UrIpcEventHandleTest>, patience: u32) -> TestResult<At<()>> {
    let queue = s.here(|_| f.in_context().queue())?;
    let theirs = s.here(|_| {
        let event = f.in_context().shareable_event()?;
        f.signal_and_finish(&event)?;
        Ok(event)
    })?;
    let handle = s.here(|_| theirs.export())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let bytes = s.give(peer, |_| Ok([handle.bytes(), f.handle()]))?;
    let signalled = s.at(peer, |_| c.in_context().open_event(&bytes[0]))?;
    let listed = s.at(peer, |_| c.in_context().open_event(&bytes[1]))?;
    // Nobody is left to wait for a process to which the call fails here.
    let behind = s.at(peer, |t| {
        let queue = c.in_context().queue()?;
        t.ur().enqueue_events_wait(queue.raw(), 0, null(), null_mut()).ok()?;
        queue.finish()?;
        Ok(queue)
    })?;

    let our_gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
    let their_gate = s.at(peer, |t| hold_signal(t, c.queue(), &signalled))?;
    // The first process is not watched as long by itself: its wait must last while the other one's do.
    let returned = AtomicBool::new(false);
    let our_wait = |t: &TestContext| {
        Ok(t.while_held(SIGNAL_HELD).call(|ur| {
            let event = theirs.raw();
            let called = ur.event_wait(1, &raw const event);
            returned.store(true, Ordering::SeqCst);
            called
        }))
    };
    s.while_held(Process::Here, our_wait, |s| {
        let their_waits = |t: &TestContext| {
            let list = listed.raw();
            t.ur().enqueue_events_wait(behind.raw(), 1, &raw const list, null_mut()).ok()?;
            behind.flush()?;
            let waits = t.while_held(SIGNAL_HELD).wait(c.object().raw()).finish(behind.raw());
            Ok(waits.watch_longer(patience))
        };
        // The gates go with this closure: if either side fails, nobody is left to wait.
        let returned = &returned;
        s.while_held(peer.process(), their_waits, move |s| {
            s.here(|t| {
                let early = returned.load(Ordering::SeqCst);
                our_gate.open()?;
                t.check(!early, "urEventWait returned while the signal was held back in another process")
            })?;
            s.at(peer, |_| their_gate.open()).map(drop)
        })
    })?;
    s.here(|_| queue.finish())?;
    s.at(peer, |_| c.queue().finish())
}
