//! Several consumers of one handle, and processes that export to each other.

use crate::memory::support::{WHOLE, check, filled, open_at, opens_to, write};
use std::ops::Range;
use ur_ipc_fixtures::hierarchy::{MEM_SIZE, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::Imported;
use ur_ipc_fixtures::{At, InCase, Pattern, Peer, Scenario, TestContext, TestResult, Tests};

const REQUIREMENT: &str = "cross_process.memory.multiple_consumers";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "cross_process::memory");
    group.test("multiple_consumers").checks(REQUIREMENT).across(multiple_consumers);
    group.test("mutual_export").checks(REQUIREMENT).across(mutual_export);
    group
        .test("copied_between_producers")
        .checks("lifetime.counts.processes")
        .across(copied_between_producers);
}

/// Two processes that have done the same export, so that their addresses and numbers may be alike. What is copied from the memory
/// of one to that of the other arrives there.
fn copied_between_producers(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    let ready = (0..2).map(|number| s.peer_with::<UrQueueTest>(&format!("producer {number}")));
    let ready = ready.collect::<TestResult<Vec<_>>>()?;
    let mut producers = Vec::new();
    for (number, (peer, there)) in ready.into_iter().enumerate() {
        let memory = s.at(&peer, |t| filled(&there, MEM_SIZE, t.pattern(number)))?;
        let handle = s.at(&peer, |_| memory.export())?;
        let bytes = s.ask(&peer, |_| Ok(handle.bytes()))?;
        let import = s.here(|_| f.in_context().open_memory(&bytes))?;
        producers.push((peer, there, memory, handle, import));
    }
    s.here(|t| {
        let [from, to] = [1, 0].map(|number: usize| producers[number].4.raw());
        f.queue().copy(to, from, MEM_SIZE, &[])?;
        f.queue().finish()?;
        check(f, to, t.pattern(1), WHOLE)
    })?;
    for (number, (peer, there, memory, handle, import)) in producers.into_iter().enumerate() {
        s.here(|_| import.take().release())?;
        s.at(&peer, |t| {
            check(&there, memory.raw(), t.pattern(1), WHOLE).in_case(format!("producer {number}"))?;
            handle.take().release()
        })?;
        s.leave(peer)?;
    }
    Ok(())
}

/// Three processes hold one handle open at the same time; what one of them writes, all see.
fn multiple_consumers(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    const CONSUMERS: usize = 3;
    let handle = s.here(|_| f.export())?;
    let ready =
        (0..CONSUMERS).map(|_| s.peer_with::<UrQueueTest>("consumer")).collect::<TestResult<Vec<_>>>()?;
    let mut consumers = Vec::new();
    for (peer, there) in ready {
        consumers.push(Consumer { import: open_at(s, &peer, &there, &handle)?, there, peer });
    }
    all_see(s, f, &consumers, |t| t.source_pattern())?;
    for writer in 0..CONSUMERS {
        let Consumer { import, there, peer } = &consumers[writer];
        s.at(peer, |t| write(there, import.raw(), t.pattern(writer), WHOLE))?;
        all_see(s, f, &consumers, |t| t.pattern(writer))?;
    }
    s.here(|t| write(f, f.mem(), t.pattern(CONSUMERS), WHOLE))?;
    all_see(s, f, &consumers, |t| t.pattern(CONSUMERS))?;
    // One closes; the others go on.
    while let Some(Consumer { import, there: _there, peer }) = consumers.pop() {
        s.at(&peer, |_| import.take().release())?;
        s.leave(peer)?;
        all_see(s, f, &consumers, |t| t.pattern(CONSUMERS))?;
    }
    Ok(())
}

/// A process that has memory open.
struct Consumer {
    // Fields drop in this order: the import before its context.
    import: At<Imported>,
    there: At<UrQueueTest>,
    peer: Peer,
}

#[track_caller]
fn all_see(
    s: &Scenario,
    f: &At<UrIpcMemTest>,
    consumers: &[Consumer],
    pattern: impl Fn(&TestContext) -> Pattern,
) -> TestResult<At<()>> {
    for Consumer { import, there, peer } in consumers {
        s.at(peer, |t| check(there, import.raw(), pattern(t), WHOLE))?;
    }
    s.here(|t| check(f, f.mem(), pattern(t), WHOLE))
}

/// Two other processes and this one each export to both others; all see the same bytes.
fn mutual_export(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult<At<()>> {
    const TWICE: Range<usize> = 0..2 * MEM_SIZE;
    let own = s.here(|_| f.export())?;
    let (one, at_one) = s.peer_with::<UrQueueTest>("one")?;
    let (two, at_two) = s.peer_with::<UrQueueTest>("two")?;
    let of_one = s.at(&one, |t| filled(&at_one, MEM_SIZE, t.pattern(1)))?;
    let of_two = s.at(&two, |t| filled(&at_two, TWICE.len(), t.pattern(2)))?;
    let (from_one, from_two) = (s.at(&one, |_| of_one.export())?, s.at(&two, |_| of_two.export())?);
    let bytes_of_one = s.ask(&one, |_| Ok(from_one.bytes()))?;
    let bytes_of_two = s.ask(&two, |_| Ok(from_two.bytes()))?;

    let one_opened = s.at(&one, |_| at_one.in_context().open_memory(&bytes_of_two))?;
    let two_opened = s.at(&two, |_| at_two.in_context().open_memory(&bytes_of_one))?;
    s.at(&one, |t| check(&at_one, one_opened.raw(), t.pattern(2), TWICE))?;
    s.at(&two, |t| check(&at_two, two_opened.raw(), t.pattern(1), WHOLE))?;
    for (peer, there) in [(&one, &at_one), (&two, &at_two)] {
        let bytes = s.give(peer, |_| Ok(own.bytes()))?;
        s.at(peer, |t| opens_to(there, &bytes, t.source_pattern(), WHOLE))?;
    }
    let here_one = s.here(|_| f.in_context().open_memory(&bytes_of_one))?;
    let here_two = s.here(|_| f.in_context().open_memory(&bytes_of_two))?;
    s.here(|t| {
        check(f, here_one.raw(), t.pattern(1), WHOLE)?;
        check(f, here_two.raw(), t.pattern(2), TWICE)
    })?;

    const TO_TWO: Range<usize> = 100..9100;
    const TO_ONE: Range<usize> = 5000..14000;
    s.at(&one, |t| write(&at_one, one_opened.raw(), t.pattern(3), TO_TWO))?;
    s.at(&two, |t| write(&at_two, two_opened.raw(), t.pattern(4), TO_ONE))?;
    s.at(&one, |t| check(&at_one, of_one.raw(), t.pattern(4), TO_ONE))?;
    s.at(&two, |t| check(&at_two, of_two.raw(), t.pattern(3), TO_TWO))?;
    s.here(|t| {
        check(f, here_one.raw(), t.pattern(4), TO_ONE)?;
        check(f, here_two.raw(), t.pattern(3), TO_TWO)?;
        here_one.take().release()?;
        here_two.take().release()
    })?;
    s.at(&one, |_| one_opened.take().release())?;
    s.at(&two, |_| two_opened.take().release())?;
    s.at(&one, |_| from_one.take().release())?;
    s.at(&two, |_| from_two.take().release())?;
    s.leave(one)?;
    s.leave(two)?;
    s.here(|_| f.verify_intact())
}
