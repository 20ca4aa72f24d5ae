//! More consumers than an exporter may have places for, all of which are killed.

use super::open_verify_close;
use ur_ipc_fixtures::hierarchy::{
    Events, Fixture, Memory, Physical, Shareable, Source, UrContextTest, UrQueueTest,
};
use ur_ipc_fixtures::{At, TestResult, Tests};

/// More than the usual sizes of small tables.
const KILLED: usize = 9;

/// Many consumers have the handle open and are killed one after the other; the next one opens it all the same.
pub(super) fn tests<F: Killed>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::killed_consumers");
    group.test(F::NAME).checks(F::REQUIREMENT).across(|s, source: &At<Source<F>>| {
        let handle = s.here(|_| source.export())?;
        let bytes = s.tell(|_| Ok(handle.bytes()))?;
        let consumers = s.peers("consumer", KILLED)?;
        let opened = consumers.iter().map(|consumer| {
            s.start(consumer, |t| {
                let f = UrContextTest::set_up(t)?;
                // The import is dropped before its context.
                Ok((F::open(f.in_context(), &bytes)?, f))
            })
        });
        let opened = opened.collect::<TestResult<Vec<_>>>()?;
        for (consumer, opened) in consumers.into_iter().zip(opened) {
            let _import = s.finish(opened)?;
            s.kill(consumer)?;
        }
        let (last, f) = s.peer_with::<UrQueueTest>("last consumer")?;
        s.at(&last, |_| open_verify_close::<F>(&f, &bytes))?;
        s.leave(last)?;
        s.here(|_| {
            handle.take().release()?;
            source.export()?.release()?;
            source.verify()
        })
    });
}

/// A family, with what it says of consumers that die.
pub(super) trait Killed: Shareable {
    const REQUIREMENT: &'static str;
}

impl Killed for Memory {
    const REQUIREMENT: &'static str = "cross_process.memory.consumer_killed";
}

impl Killed for Physical {
    const REQUIREMENT: &'static str = "cross_process.physical_memory.peer_death";
}

impl Killed for Events {
    const REQUIREMENT: &'static str = "cross_process.event.consumer_death";
}
