//! Handles and their bytes.

use crate::support::{Bed, Kind, source, written};
use ur_ipc_fixtures::{At, InCase, TestContext, TestResult, Tests};

/// The number of objects that have handles at once.
const MANY: usize = 8;

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group("handle", "handle::data");
    let draft = group.test(K::NAME).checks("sycl.handle.data_is_not_empty").needs(K::NEEDS);
    draft.twin_of(K::twins("data")).on(|t, f: &Bed| {
        let object = K::create(f, 0, false)?;
        let handle = f.export::<K>(object.raw())?;
        t.check(!handle.bytes().is_empty(), "the handle has no bytes")
    });

    let mut group = tests.group("handle", "handle::view");
    let draft = group.test(K::NAME).checks("sycl.handle.view_is_data").needs(K::NEEDS);
    draft.twin_of(K::twins("data_view")).on(|t, f: &Bed| {
        let object = K::create(f, 0, false)?;
        let handle = K::get(f.sycl(), object.raw(), Some(f.context())).ok()?;
        let handle = f.guard(handle, |sycl, handle, _| sycl.handle_destroy(handle));
        let data = f.sycl().handle_data(handle.raw()).ok()?;
        for _ in 0..2 {
            t.check_eq(
                "data_view of the handle",
                f.sycl().handle_data_view(handle.raw()).ok()?,
                data.clone(),
            )?;
            t.check_eq("data of the handle", f.sycl().handle_data(handle.raw()).ok()?, data.clone())?;
        }
        Ok(())
    });

    let mut group = tests.group("handle", "handle::size");
    let draft = group.test(K::NAME).checks(K::IDS.handle_size).needs(K::NEEDS);
    draft.on(sizes::<K>);

    // A handle is gone before its bytes are opened, in another process.
    let mut group = tests.group("handle", "handle::destroyed");
    let draft = group.test(K::NAME).checks("sycl.handle.destroyed_is_not_put").needs(K::NEEDS);
    draft.twin_of(K::twins("destroyed")).across(|s, f: &At<Bed>| {
        let object = written::<K>(s, f)?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let bytes = s.give(&consumer, |_| {
            let handle = f.export::<K>(object.raw())?;
            let bytes = handle.bytes().to_vec();
            handle.destroy()?;
            Ok(bytes)
        })?;
        s.at(&consumer, |t| {
            let opened = there.open::<K>(&bytes)?;
            K::verify(&there, opened.raw(), t.source_pattern())?;
            opened.end()
        })?;
        s.leave(consumer)
    });

    // The bytes at each address within a word, among others that must not be looked at.
    let mut group = tests.group("handle", "handle::bytes_anywhere");
    let draft = group.test(K::NAME).checks("sycl.handle.bytes_anywhere").needs(K::NEEDS);
    draft.across(|s, f: &At<Bed>| {
        let (_object, handle) = source::<K>(s, f)?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes().to_vec()))?;
        s.at(&consumer, |t| (1..8).try_for_each(|offset| opens_at_offset::<K>(t, &there, &bytes, offset)))?;
        s.leave(consumer)
    });
}

/// Objects of several sizes have handles of one size.
fn sizes<K: Kind>(t: &TestContext, f: &Bed) -> TestResult {
    let mut sizes = Vec::new();
    let mut kept = Vec::new();
    for variant in 0..MANY {
        let object = K::create(f, variant, false)?;
        let handle = f.export::<K>(object.raw())?;
        sizes.push(handle.bytes().len());
        // Handles end before what they are of.
        kept.push((handle, object));
    }
    if K::NAME == "memory" {
        t.observe("bytes of handles of memory", format!("{sizes:?}"));
        return Ok(());
    }
    let same = sizes.iter().all(|size| *size == sizes[0]);
    t.check(same, format!("handles of one kind have different numbers of bytes: {sizes:?}"))
}

fn opens_at_offset<K: Kind>(t: &TestContext, f: &Bed, bytes: &[u8], offset: usize) -> TestResult {
    const AROUND: u8 = 0xa5;
    let mut buffer = vec![AROUND; bytes.len() + 16];
    let inside = offset..offset + bytes.len();
    buffer[inside.clone()].copy_from_slice(bytes);
    let before = buffer.clone();
    let opened = f.open::<K>(&buffer[inside]).in_case(format!("bytes at offset {offset}"))?;
    t.check(buffer == before, "open has changed the bytes that it was given, or others around them")?;
    K::verify(f, opened.raw(), t.source_pattern()).in_case(format!("bytes at offset {offset}"))?;
    opened.end()
}
