//! Opening in one process, once and several times.

use crate::support::{Bed, Kind, open_at, source};
use ur_ipc_fixtures::{At, InCase, TestResult, Tests};

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group(K::NAME, format!("{}::open", K::NAME));
    // The process that exported an object opens it too: what is written through one is read through the other.
    group.test("own_process").checks(K::IDS.own_process).needs(K::NEEDS).twin_of(K::twins("own_process")).on(
        |t, f: &Bed| {
            let object = K::create(f, 0, false)?;
            let handle = f.export::<K>(object.raw())?;
            let opened = f.open::<K>(handle.bytes())?;
            K::write(f, object.raw(), t.pattern(0))?;
            K::verify(f, opened.raw(), t.pattern(0))?;
            K::write(f, opened.raw(), t.pattern(1))?;
            K::verify(f, object.raw(), t.pattern(1))?;
            opened.end()?;
            K::verify(f, object.raw(), t.pattern(1))
        },
    );

    // One handle is open three times in one process. What is written through one is read through all; each ends by itself.
    group.test("repeated").checks(K::IDS.repeated).needs(K::NEEDS).twin_of(K::twins("repeated")).across(
        |s, f: &At<Bed>| {
            let (object, handle) = source::<K>(s, f)?;
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            let first = open_at(s, &consumer, &there, &handle)?;
            let bytes = s.give(&consumer, |_| Ok(handle.bytes().to_vec()))?;
            s.at(&consumer, |t| {
                let (second, third) = (there.open::<K>(&bytes)?, there.open::<K>(&bytes)?);
                for (number, opened) in [&first, &second, &third].into_iter().enumerate() {
                    K::verify(&there, opened.raw(), t.source_pattern())
                        .in_case(format!("import {number}"))?;
                }
                K::write(&there, second.raw(), t.pattern(0))?;
                third.end()?;
                K::verify(&there, second.raw(), t.pattern(0))?;
                K::verify(&there, first.raw(), t.pattern(0))?;
                first.take().end()?;
                K::write(&there, second.raw(), t.pattern(1))?;
                K::verify(&there, second.raw(), t.pattern(1))?;
                second.end()
            })?;
            s.here(|t| -> TestResult { K::verify(f, object.raw(), t.pattern(1)) })?;
            s.leave(consumer)
        },
    );
}
