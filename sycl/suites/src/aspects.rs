//! Aspects of devices.

use crate::support::{Bed, Events, Import, Kind, Memory, Physical, source};
use ur_ipc_api::sycl::Aspect;
use ur_ipc_fixtures::{At, IPC_PHYSICAL_MEMORY, TestContext, TestResult, Tests};

const ALL: [Aspect; 5] = [
    Aspect::IpcMemory,
    Aspect::IpcPhysicalMemory,
    Aspect::IpcEvent,
    Aspect::PerEventProfiling,
    Aspect::VirtualMem,
];

pub(crate) fn tests(tests: &mut Tests) {
    let mut group = tests.group("aspect", "aspect::answers");
    // What a device answers once it answers always, with a context and without, here and in another process.
    group.test("same_everywhere").checks("sycl.aspect.same_everywhere").across(|s, _: &At<()>| {
        let at_first = s.tell(answers)?;
        s.here(|t| {
            let _bed = <Bed as ur_ipc_fixtures::hierarchy::Fixture>::set_up(t)?;
            t.check_eq("the aspects, asked again", answers(t)?, at_first.clone())
        })?;
        let peer = s.peer("other process")?;
        s.at(&peer, |t| t.check_eq("the aspects in another process", answers(t)?, at_first.clone()))?;
        s.leave(peer)
    });
    group
        .test("physical_memory_needs_virtual_mem")
        .checks("sycl.aspect.physical_memory_needs_virtual_mem")
        .needs(&[IPC_PHYSICAL_MEMORY])
        .run(|t| {
            let has = t.sycl().device_has(t.sycl_device(), Aspect::VirtualMem).ok()?;
            t.check(has, "the device has ext_oneapi_ipc_physical_memory and not ext_oneapi_virtual_mem")
        });
    means::<Memory>(tests, Aspect::IpcMemory, &["e2e::ipc_memory"]);
    means::<Physical>(tests, Aspect::IpcPhysicalMemory, &["e2e::ipc_physical_memory"]);
    means::<Events>(tests, Aspect::IpcEvent, &["e2e::ipc_event_basic"]);
}

/// All answers, in order.
fn answers(t: &TestContext) -> TestResult<Vec<bool>> {
    ALL.into_iter().map(|aspect| t.sycl().device_has(t.sycl_device(), aspect).ok()).collect()
}

/// On a device with the aspect objects are exported, opened in another process, and used there.
fn means<K: Kind>(tests: &mut Tests, aspect: Aspect, twins: &'static [&'static str]) {
    let mut group = tests.group("aspect", "aspect::means");
    group.test(K::NAME).checks(K::IDS.aspect).twin_of(twins).needs(K::NEEDS).across(move |s, f: &At<Bed>| {
        s.here(|t| {
            let has = t.sycl().device_has(f.device(), aspect).ok()?;
            t.check(
                has,
                format!("the device shares this kind by its Unified Runtime, and does not have {aspect:?}"),
            )
        })?;
        let (_object, handle) = source::<K>(s, f)?;
        let peer = s.peer("consumer")?;
        let bytes = s.give(&peer, |_| Ok(handle.bytes().to_vec()))?;
        s.at(&peer, |t| {
            let import = Import::<K>::open(t, &bytes)?;
            K::verify(&import, import.raw(), t.source_pattern())?;
            import.end()
        })?;
        s.leave(peer)
    });
}
