//! Exceptions for bytes that are of no handle, and for devices without the aspect.

use crate::support::{Bed, Kind};
use ur_ipc_api::sycl::{Errc, Overload};
use ur_ipc_fixtures::{InCase, TestContext, TestResult, Tests};

/// The types in which the bytes are passed, with the endings of the tests' names.
const OVERLOADS: [(Overload, &str); 2] = [(Overload::Data, ""), (Overload::View, "_by_view")];

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group(K::NAME, format!("{}::open", K::NAME));
    for (overload, by) in OVERLOADS {
        let draft = group.test(&format!("wrong_size{by}")).checks(K::IDS.wrong_size).needs(K::NEEDS);
        draft.twin_of(K::twins("wrong_size")).on(move |t, f: &Bed| wrong_size::<K>(t, f, overload));
        let draft = group.test(&format!("no_bytes{by}")).checks(K::IDS.no_bytes).needs(K::NEEDS);
        draft.on(move |_, f: &Bed| {
            let object = K::create(f, 0, false)?;
            K::open(f.sycl(), &[], overload, f.place()).expect(Errc::INVALID)?;
            exports_still::<K>(f, object.raw())
        });
        let draft = group.test(&format!("no_aspect{by}")).checks(K::IDS.no_aspect);
        let draft = draft.needs(&[K::NEEDS[0].lacking()]).twin_of(K::twins("no_aspect"));
        draft.on(move |_, f: &Bed| {
            K::open(f.sycl(), &[0; 8], overload, f.place()).expect(Errc::FEATURE_NOT_SUPPORTED)
        });
    }
}

/// Bytes of a handle, one fewer, one more and far too few, and bytes of none.
fn wrong_size<K: Kind>(t: &TestContext, f: &Bed, overload: Overload) -> TestResult {
    let object = K::create(f, 0, false)?;
    K::write(f, object.raw(), t.source_pattern())?;
    let handle = f.export::<K>(object.raw())?;
    let (bytes, longer) = (handle.bytes(), [handle.bytes(), &[0]].concat());
    let strange = [7, 2 * bytes.len()].map(|size| vec![0x42; size]);
    let cases = [
        ("one byte less", &bytes[..bytes.len() - 1]),
        ("one byte more", &longer),
        ("one byte", &bytes[..1]),
        ("seven bytes of no handle", &strange[0]),
        ("twice as many bytes of no handle", &strange[1]),
    ];
    for (what, wrong) in cases.into_iter().filter(|(_, wrong)| wrong.len() != bytes.len()) {
        K::open(f.sycl(), wrong, overload, f.place()).expect(Errc::INVALID).in_case(what)?;
    }
    handle.put(f)?;
    exports_still::<K>(f, object.raw())?;
    K::verify(f, object.raw(), t.source_pattern())
}

/// The control: what was refused has harmed nothing.
fn exports_still<K: Kind>(f: &Bed, object: K::Raw) -> TestResult {
    f.export::<K>(object)?.put(f)
}
