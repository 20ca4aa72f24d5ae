//! Handles, put and not put.

use crate::support::{Bed, Export, Kind, open_at, source, written};
use ur_ipc_fixtures::{At, TestContext, TestResult, Tests};

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group(K::NAME, format!("{}::put", K::NAME));
    // put succeeds, for each of several handles, and leaves the object as it was.
    group.test("succeeds").checks(K::IDS.put_optional).needs(K::NEEDS).twin_of(K::twins("put")).on(
        |t, f: &Bed| {
            let object = K::create(f, 0, false)?;
            K::write(f, object.raw(), t.source_pattern())?;
            let (first, second) = (f.export::<K>(object.raw())?, f.export::<K>(object.raw())?);
            second.put(f)?;
            first.put(f)?;
            K::verify(f, object.raw(), t.source_pattern())?;
            object.end()
        },
    );

    // Objects end with a handle that was not put, one that is destroyed before and one that is destroyed after it.
    group
        .test("not_needed")
        .checks(K::IDS.put_optional)
        .needs(K::NEEDS)
        .twin_of(K::twins("not_put"))
        .on(not_needed::<K>);

    // What was opened before put works after it, and ends as ever.
    group.test("keeps_opened").checks(K::IDS.put_keeps_opened).needs(K::NEEDS).across(|s, f: &At<Bed>| {
        let (object, handle) = source::<K>(s, f)?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.here(|_| handle.take().put(f))?;
        s.at(&consumer, |t| {
            K::verify(&there, opened.raw(), t.source_pattern())?;
            K::write(&there, opened.raw(), t.pattern(0))
        })?;
        s.here(|t| {
            K::verify(f, object.raw(), t.pattern(0))?;
            K::write(f, object.raw(), t.pattern(1))
        })?;
        s.at(&consumer, |t| {
            K::verify(&there, opened.raw(), t.pattern(1))?;
            opened.take().end()
        })?;
        s.leave(consumer)
    });

    // After put the object is exported anew, to a process that had it open before and to one that had not.
    group.test("then_get").checks(K::IDS.put_then_get).needs(K::NEEDS).twin_of(K::twins("then_get")).across(
        |s, f: &At<Bed>| {
            let object = s.here(|t| {
                let object = K::create(f, 0, false)?;
                K::write(f, object.raw(), t.pattern(0))?;
                Ok(object)
            })?;
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            for round in 0..3 {
                let handle = s.here(|_| f.export::<K>(object.raw()))?;
                let opened = open_at(s, &consumer, &there, &handle)?;
                s.at(&consumer, |t| {
                    K::verify(&there, opened.raw(), t.pattern(round))?;
                    K::write(&there, opened.raw(), t.pattern(round + 1))?;
                    opened.take().end()
                })?;
                s.here(|t| {
                    handle.take().put(f)?;
                    K::verify(f, object.raw(), t.pattern(round + 1))
                })?;
            }
            s.leave(consumer)?;
            let (late, there) = s.peer_with::<Bed>("late consumer")?;
            let handle = s.here(|_| f.export::<K>(object.raw()))?;
            let opened = open_at(s, &late, &there, &handle)?;
            s.at(&late, |t| K::verify(&there, opened.raw(), t.pattern(3)))?;
            s.at(&late, |_| opened.take().end())?;
            s.leave(late)
        },
    );

    // Of several handles each opens. When one has been put, the others open as before.
    let mut group = tests.group(K::NAME, format!("{}::get", K::NAME));
    group.test("several").checks(K::IDS.several_handles).needs(K::NEEDS).across(|s, f: &At<Bed>| {
        let object = written::<K>(s, f)?;
        let handles =
            s.here(|_| (0..3).map(|_| f.export::<K>(object.raw())).collect::<TestResult<Vec<Export<K>>>>())?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let bytes = s.give(&consumer, |_| {
            Ok(handles.iter().map(|handle| handle.bytes().to_vec()).collect::<Vec<_>>())
        })?;
        let open_all = |t: &TestContext, all: &[Vec<u8>]| {
            all.iter().try_for_each(|bytes| {
                let opened = there.open::<K>(bytes)?;
                K::verify(&there, opened.raw(), t.source_pattern())?;
                opened.end()
            })
        };
        s.at(&consumer, |t| open_all(t, &bytes))?;
        let left = s.here(|_| {
            let mut handles = handles.take();
            handles.remove(0).put(f)?;
            Ok(handles)
        })?;
        s.at(&consumer, |t| open_all(t, &bytes[1..]))?;
        s.here(|_| left.take().into_iter().try_for_each(|handle| handle.put(f)))?;
        s.leave(consumer)
    });
}

fn not_needed<K: Kind>(t: &TestContext, f: &Bed) -> TestResult {
    for destroyed_first in [true, false] {
        let object = K::create(f, 0, false)?;
        K::write(f, object.raw(), t.source_pattern())?;
        let handle = f.export::<K>(object.raw())?;
        if destroyed_first {
            handle.destroy()?;
            object.end()?;
        } else {
            object.end()?;
            handle.destroy()?;
        }
    }
    let object = K::create(f, 0, false)?;
    K::write(f, object.raw(), t.pattern(0))?;
    K::verify(f, object.raw(), t.pattern(0))?;
    object.end()
}
