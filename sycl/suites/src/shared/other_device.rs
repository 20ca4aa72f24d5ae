//! Memory on another device of the platform.

use crate::support::{Bed, Kind, Memory, Physical, listed, source};
use ur_ipc_api::sycl::{Overload, Place};
use ur_ipc_fixtures::{At, Need, Scenario, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::open");
    let draft = group.test("other_device").checks("sycl.memory.other_device");
    draft.needs(Memory::NEEDS).needs(&[Need::SecondDevice]).across(other_device::<Memory>);
    let mut group = tests.group("physical_memory", "physical_memory::open");
    let draft = group.test("other_device").checks("sycl.physical_memory.open.peer_device");
    draft.needs(Physical::NEEDS).needs(&[Need::SecondDevice]).across(other_device::<Physical>);
}

/// A handle is opened on another device: with the contents of the source, or not at all.
fn other_device<K: Kind>(s: &Scenario, f: &At<Bed>) -> TestResult {
    let (object, handle) = source::<K>(s, f)?;
    let peer = s.peer("consumer")?;
    let bytes = s.give(&peer, |_| Ok(handle.bytes().to_vec()))?;
    s.at(&peer, |t| {
        let device = listed(t, t.second_device());
        let f = Bed::on(t, device)?;
        let place = Place { context: Some(f.context()), device: Some(device) };
        let opened = K::open(f.sycl(), &bytes, Overload::Data, place).offered()?;
        match opened.result {
            Err(error) => t.observe("opening on another device", format!("threw {error}")),
            Ok(opened) => {
                let opened = f.opened::<K>(opened);
                K::verify(&f, opened.raw(), t.source_pattern())?;
                t.observe("opening on another device", "gave the contents of the source");
                opened.end()?;
            }
        }
        Ok(())
    })?;
    s.here(|t| K::verify(f, object.raw(), t.source_pattern()))?;
    s.leave(peer)
}
