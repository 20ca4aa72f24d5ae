//! The overloads of a function.

use crate::support::{Bed, Guard, Kind, source};
use ur_ipc_api::sycl::{Device, Overload, Place};
use ur_ipc_fixtures::{At, Scenario, TestResult, Tests};

/// The default device, in whose platform's default context functions without a context are.
const DEFAULT: Device = Device(0);

/// The place that is passed to `open`.
#[derive(Clone, Copy)]
enum Passed {
    Device,
    Nothing,
}

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group(K::NAME, format!("{}::overloads", K::NAME));
    group.test("view").checks(K::IDS.view).needs(K::NEEDS).twin_of(K::twins("view")).across(view::<K>);
    if K::NAME != "event" {
        let draft = group.test("open_on_device").checks(K::IDS.default_context).needs(K::NEEDS);
        draft.across(|s, _: &At<()>| opens_by_default::<K>(s, Passed::Device));
    }
    let draft = group.test("open_by_default").checks(K::IDS.default_device).needs(K::NEEDS);
    draft
        .twin_of(K::twins("default_device"))
        .across(|s, _: &At<()>| opens_by_default::<K>(s, Passed::Nothing));
    let draft = group.test("without_context").checks(K::IDS.without_context).needs(K::NEEDS);
    draft.twin_of(K::twins("without_context")).across(|s, _: &At<()>| without_context::<K>(s));
}

/// A span opens as a vector does, by each overload that takes one.
fn view<K: Kind>(s: &Scenario, f: &At<Bed>) -> TestResult {
    let (_object, handle) = source::<K>(s, f)?;
    let (consumer, there) = s.peer_with::<Bed>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes().to_vec()))?;
    s.at(&consumer, |t| {
        let opened = there.open_by::<K>(&bytes, Overload::View)?;
        K::verify(&there, opened.raw(), t.source_pattern())?;
        opened.end()?;
        let by_default = Bed::in_default_context(t, there.device())?;
        let opened = open::<K>(&by_default, &bytes, Overload::View, Passed::Device)?;
        K::verify(&by_default, opened.raw(), t.source_pattern())?;
        opened.end()
    })?;
    s.leave(consumer)
}

/// Bytes open without a context in the default context, in whose queues the object works.
fn opens_by_default<K: Kind>(s: &Scenario, passed: Passed) -> TestResult {
    let device = Device(match passed {
        Passed::Device => s.tell(|t| Ok(t.sycl_device().0))?,
        Passed::Nothing => DEFAULT.0,
    });
    let source = s.here(|t| Bed::in_default_context(t, device))?;
    let object = s.here(|t| {
        let object = K::create(&source, 0, false)?;
        K::write(&source, object.raw(), t.source_pattern())?;
        Ok(object)
    })?;
    let handle = s.here(|_| source.export::<K>(object.raw()))?;
    let peer = s.peer("consumer")?;
    let bytes = s.give(&peer, |_| Ok(handle.bytes().to_vec()))?;
    s.at(&peer, |t| {
        let by_default = Bed::in_default_context(t, device)?;
        let opened = open::<K>(&by_default, &bytes, Overload::Data, passed)?;
        K::verify(&by_default, opened.raw(), t.source_pattern())?;
        K::write(&by_default, opened.raw(), t.pattern(0))?;
        opened.end()
    })?;
    s.here(|t| K::verify(&source, object.raw(), t.pattern(0)))?;
    s.leave(peer)
}

/// Opens without a context; `by_default` is in the default context.
#[track_caller]
fn open<K: Kind>(
    by_default: &Bed,
    bytes: &[u8],
    overload: Overload,
    passed: Passed,
) -> TestResult<Guard<K::Raw>> {
    let device = match passed {
        Passed::Device => Some(by_default.device()),
        Passed::Nothing => None,
    };
    let opened = K::open(by_default.sycl(), bytes, overload, Place { context: None, device }).ok()?;
    Ok(by_default.opened::<K>(opened))
}

/// An object of the default context is made, exported, put, opened and closed without naming a context.
fn without_context<K: Kind>(s: &Scenario) -> TestResult {
    let f = s.here(|t| Bed::in_default_context(t, DEFAULT))?;
    let object = s.here(|t| {
        let object = K::create(&f, 0, true)?;
        K::write(&f, object.raw(), t.source_pattern())?;
        Ok(object)
    })?;
    let handle = s.here(|_| f.export_with::<K>(object.raw(), None))?;
    let peer = s.peer("consumer")?;
    let bytes = s.give(&peer, |_| Ok(handle.bytes().to_vec()))?;
    s.at(&peer, |t| {
        let f = Bed::in_default_context(t, DEFAULT)?;
        let opened = K::open(f.sycl(), &bytes, Overload::Data, Place::default()).ok()?;
        let opened = f.opened_by_default::<K>(opened);
        K::verify(&f, opened.raw(), t.source_pattern())?;
        opened.end()
    })?;
    s.here(|t| {
        handle.take().put_with(&f, None)?;
        K::verify(&f, object.raw(), t.source_pattern())
    })?;
    s.leave(peer)
}
