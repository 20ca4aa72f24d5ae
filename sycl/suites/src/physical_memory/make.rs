//! Physical memory that can be exported.

use crate::support::{Bed, Kind, Physical, open_at, source};
use ur_ipc_api::sycl::Errc;
use ur_ipc_fixtures::{At, IPC_PHYSICAL_MEMORY, InCase, Tests, VIRTUAL_MEMORY};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::make");
    group
        .test("no_aspect")
        .checks("sycl.physical_memory.create.no_aspect")
        .needs(&[VIRTUAL_MEMORY, IPC_PHYSICAL_MEMORY.lacking()])
        .on(|_, f: &Bed| {
            let size = f.granularity()?;
            let made = f.sycl().physical_create(f.device(), f.context(), size, Some(true));
            made.expect(Errc::FEATURE_NOT_SUPPORTED)?;
            for enable_ipc in [None, Some(false)] {
                f.physical(size, enable_ipc).in_case(format!("enable_ipc {enable_ipc:?}"))?.end()?;
            }
            Ok(())
        });

    let mut group = tests.group("physical_memory", "physical_memory::get");
    let draft = group.test("not_enabled").checks("sycl.physical_memory.get.not_enabled");
    draft.needs(Physical::NEEDS).on(|_, f: &Bed| {
        let size = f.granularity()?;
        for enable_ipc in [None, Some(false)] {
            let plain = f.physical(size, enable_ipc)?;
            let got = f.sycl().physical_get(plain.raw()).expect(Errc::INVALID);
            got.in_case(format!("enable_ipc {enable_ipc:?}"))?;
            plain.end()?;
        }
        let shared = f.physical(size, Some(true))?;
        f.export::<Physical>(shared.raw())?.put(f)
    });
    let draft = group.test("opened").checks("sycl.physical_memory.get.opened");
    draft.needs(Physical::NEEDS).across(|s, f: &At<Bed>| {
        let (_memory, handle) = source::<Physical>(s, f)?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| {
            let got = there.sycl().physical_get(opened.raw()).offered()?;
            match got.result {
                Err(error) => t.observe("get of opened memory", format!("threw {error}")),
                Ok(handle) => {
                    t.observe("get of opened memory", "gave a handle");
                    there.sycl().handle_destroy(handle).ok()?;
                }
            }
            Physical::verify(&there, opened.raw(), t.source_pattern())
        })?;
        s.leave(consumer)
    });
}
