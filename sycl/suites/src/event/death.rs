//! Processes that end while they wait, or while others wait for them.

use crate::support::{Bed, Events, Held, Kind, open_at};
use ur_ipc_fixtures::{At, IPC_EVENTS, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::death");
    // A consumer is killed inside its wait for a signal that is held back.
    let draft = group.test("consumer_killed_in_wait").checks("sycl.event.consumer_dies");
    draft.needs(&[IPC_EVENTS]).across(|s, f: &At<Bed>| {
        let event = s.here(|_| f.event())?;
        let handle = s.here(|_| f.export::<Events>(event.raw()))?;
        for _ in 0..2 {
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            let held = s.here(|_| f.hold_and_signal(event.raw()))?;
            let _inside = s.start(&consumer, |_| there.wait(opened.raw()))?;
            s.here(|t| {
                t.give_fair_time();
                Ok(())
            })?;
            s.kill(consumer)?;
            s.here(|_| {
                held.as_ref().map_or(Ok(()), Held::open)?;
                f.wait_complete("the event whose consumer died", event.raw())
            })?;
        }
        let (late, there) = s.peer_with::<Bed>("late consumer")?;
        let opened = open_at(s, &late, &there, &handle)?;
        s.at(&late, |t| {
            Events::write(&there, opened.raw(), t.source_pattern())?;
            opened.take().end()
        })?;
        s.here(|_| f.wait_complete("the event after a signal of a later consumer", event.raw()))?;
        s.leave(late)
    });
}
