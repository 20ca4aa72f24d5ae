//! Descriptors and mappings.

use crate::support::{Bed, Kind, open_at, source};
use ur_ipc_fixtures::{At, Tests, measure_growth};

/// Cycles of one measurement.
const CYCLES: usize = 32;

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group(K::NAME, format!("{}::no_leak", K::NAME));
    group.test("get_put").checks(K::IDS.no_leak).needs(K::NEEDS).on(|t, f: &Bed| {
        let object = K::create(f, 0, false)?;
        measure_growth(t, CYCLES, |_| f.export::<K>(object.raw())?.put(f))?.nothing_open(t)
    });
    // Handles that are not put go with their object.
    group.test("not_put").checks(K::IDS.no_leak).needs(K::NEEDS).on(|t, f: &Bed| {
        measure_growth(t, CYCLES, |_| {
            let object = K::create(f, 0, false)?;
            f.export::<K>(object.raw())?.destroy()?;
            object.end()
        })?
        .nothing_open(t)
    });
    group.test("open_close").checks(K::IDS.no_leak).needs(K::NEEDS).across(|s, f: &At<Bed>| {
        let (_object, handle) = source::<K>(s, f)?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        // With nothing else open, nothing that imports share can hide a leak.
        open_at(s, &consumer, &there, &handle).and_then(|opened| s.at(&consumer, |_| opened.take().end()))?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes().to_vec()))?;
        s.at(&consumer, |t| {
            measure_growth(t, CYCLES, |_| {
                let opened = there.open::<K>(&bytes)?;
                K::verify(&there, opened.raw(), t.source_pattern())?;
                opened.end()
            })?
            .nothing_open(t)
        })?;
        s.leave(consumer)
    });
    // A process that opens what was never closed elsewhere: each cycle is a new object from the first process.
    group.test("both_sides").checks(K::IDS.no_leak).needs(K::NEEDS).across(|s, f: &At<Bed>| {
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let (here, at_peer) = s.measure_growth(&consumer, CYCLES / 2, || {
            let object = s.here(|_| K::create(f, 0, false))?;
            let handle = s.here(|_| f.export::<K>(object.raw()))?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.at(&consumer, |_| opened.take().end())?;
            s.here(|_| {
                handle.take().put(f)?;
                object.take().end()
            })
        })?;
        s.here(|t| here.nothing_open(t))?;
        s.at(&consumer, |t| at_peer.nothing_open(t))?;
        s.leave(consumer)
    });
}
