//! Several consumers of one handle, chains, and processes that export to each other.

use crate::support::{Bed, Guard, Kind, Memory, Physical, open_at, source};
use ur_ipc_fixtures::{At, Peer, Scenario, TestResult, Tests};

/// Processes beside the first one.
const CONSUMERS: usize = 3;

pub(super) fn tests(tests: &mut Tests) {
    of_kind::<Memory>(tests, "sycl.memory.several_processes");
    of_kind::<Physical>(tests, "sycl.physical_memory.several_processes");
}

fn of_kind<K: Kind>(tests: &mut Tests, requirement: &'static str) {
    let mut group = tests.group(K::NAME, format!("{}::several_processes", K::NAME));
    group.test("consumers").checks(requirement).needs(K::NEEDS).across(consumers::<K>);
    group.test("mutual").checks(requirement).needs(K::NEEDS).across(mutual::<K>);
    group.test("handed_on").checks(requirement).needs(K::NEEDS).across(handed_on::<K>);
}

/// A process that has opened a handle.
struct Consumer<K: Kind> {
    // Fields drop in this order: the import, its context, the process.
    opened: At<Guard<K::Raw>>,
    there: At<Bed>,
    peer: Peer,
}

/// The writes of each process are read by all; one after the other ends its import, and the rest go on.
fn consumers<K: Kind>(s: &Scenario, f: &At<Bed>) -> TestResult {
    let (object, handle) = source::<K>(s, f)?;
    let mut all = Vec::new();
    for _ in 0..CONSUMERS {
        let (peer, there) = s.peer_with::<Bed>("consumer")?;
        all.push(Consumer::<K> { opened: open_at(s, &peer, &there, &handle)?, there, peer });
    }
    for writer in 0..CONSUMERS {
        let Consumer { opened, there, peer } = &all[writer];
        s.at(peer, |t| K::write(there, opened.raw(), t.pattern(writer)))?;
        s.here(|t| K::verify(f, object.raw(), t.pattern(writer)))?;
        for Consumer { opened, there, peer } in &all {
            s.at(peer, |t| K::verify(there, opened.raw(), t.pattern(writer)))?;
        }
    }
    while let Some(Consumer { opened, there, peer }) = all.pop() {
        s.at(&peer, |_| opened.take().end())?;
        drop(there);
        s.leave(peer)?;
        let left = all.len();
        s.here(|t| K::write(f, object.raw(), t.pattern(CONSUMERS + left)))?;
        for Consumer { opened, there, peer } in &all {
            s.at(peer, |t| K::verify(there, opened.raw(), t.pattern(CONSUMERS + left)))?;
        }
    }
    s.here(|_| {
        handle.take().put(f)?;
        object.take().end()
    })
    .map(drop)
}

/// This process opens what a peer exports while that has open what this one exports.
fn mutual<K: Kind>(s: &Scenario, f: &At<Bed>) -> TestResult {
    let (ours, our_handle) = source::<K>(s, f)?;
    let (peer, there) = s.peer_with::<Bed>("peer")?;
    let theirs = s.at(&peer, |t| {
        let object = K::create(&there, 0, false)?;
        K::write(&there, object.raw(), t.pattern(0))?;
        Ok(object)
    })?;
    let their_handle = s.at(&peer, |_| there.export::<K>(theirs.raw()))?;
    let their_bytes = s.ask(&peer, |_| Ok(their_handle.bytes().to_vec()))?;
    let ours_there = open_at(s, &peer, &there, &our_handle)?;
    let theirs_here = s.here(|t| {
        let opened = f.open::<K>(&their_bytes)?;
        K::verify(f, opened.raw(), t.pattern(0))?;
        K::write(f, opened.raw(), t.pattern(1))?;
        Ok(opened)
    })?;
    s.at(&peer, |t| {
        K::verify(&there, ours_there.raw(), t.source_pattern())?;
        K::verify(&there, theirs.raw(), t.pattern(1))?;
        K::write(&there, ours_there.raw(), t.pattern(2))
    })?;
    s.here(|t| {
        K::verify(f, ours.raw(), t.pattern(2))?;
        theirs_here.take().end()
    })?;
    s.at(&peer, |_| ours_there.take().end())?;
    s.at(&peer, |_| {
        their_handle.take().put(&there)?;
        theirs.take().end()
    })?;
    s.leave(peer)
}

/// The bytes of a handle go from hand to hand, and open in a process that never met the exporter, while the one between has
/// ended its import or never made one.
fn handed_on<K: Kind>(s: &Scenario, f: &At<Bed>) -> TestResult {
    let (object, handle) = source::<K>(s, f)?;
    let bytes = s.tell(|_| Ok(handle.bytes().to_vec()))?;
    let (between, there) = s.peer_with::<Bed>("process between")?;
    let forwarded = s.ask(&between, |t| {
        let opened = there.open::<K>(&bytes)?;
        K::verify(&there, opened.raw(), t.source_pattern())?;
        K::write(&there, opened.raw(), t.pattern(0))?;
        opened.end()?;
        Ok(bytes.clone())
    })?;
    let (last, at_last) = s.peer_with::<Bed>("last process")?;
    s.at(&last, |t| {
        let opened = at_last.open::<K>(&forwarded)?;
        K::verify(&at_last, opened.raw(), t.pattern(0))?;
        K::write(&at_last, opened.raw(), t.pattern(1))?;
        opened.end()
    })?;
    s.here(|t| K::verify(f, object.raw(), t.pattern(1)))?;
    s.leave(between)?;
    s.leave(last)
}
