//! Opening bytes that are no handle, hardly one, or one whose fields name something else than they should.

use super::foreign_files::ForeignFiles;
use crate::call_checks::observe_all;
use crate::fields::{descriptor_offsets, offsets_of, open_descriptors, report, with_field};
use crate::mutated_handles::flipped;
use crate::open_calls::{Opening, open_and_close, open_or_refusal, refused};
use crate::untouched::UNTOUCHED;
use std::collections::BTreeSet;
use ur_ipc_fixtures::api::{PhysicalMemInfo, VirtualMemAccessFlags};
use ur_ipc_fixtures::hierarchy::{Fixture, Physical, UrIpcPhysMemHandleTest, UrIpcPhysMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::physical_info;
use ur_ipc_fixtures::{
    At, Group, InCase, Need, OWN_PHYSICAL_HANDLES, TestContext, TestResult, Tests, extends, measure_growth,
};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::open");
    corrupt_bytes(&mut group);
    unknown_pid(&mut group);
    forged_descriptor(&mut group);
    forged_size(&mut group);
}

fn corrupt_bytes(group: &mut Group<'_>) {
    // Zeroed, constant and random bytes of the right size are refused, and nothing stays open.
    let draft = group.test("corrupt_bytes").checks("physical_memory.open.corrupt_bytes");
    draft.on(|t, f: &UrIpcPhysMemHandleTest| {
        let content = t.pattern(0);
        f.fill(content)?;
        let mut rng = t.rng(1);
        let mut bytes = vec![0u8; f.handle().len()];
        measure_growth(t, 64, |i| {
            match i % 8 {
                0 => bytes.fill(0),
                1 => bytes.fill(0xff),
                _ => rng.fill(&mut bytes),
            }
            Opening::of(f, &bytes).leaves_output::<Physical>(t).in_case(format!("{bytes:02x?}"))
        })?
        .nothing_open(t)?;
        f.verify_handle(&f.handle(), content)
    });

    // A handle with any one bit flipped is refused, or opens an object that can be closed; nothing stays open.
    let draft = group.test("flipped_bit").checks("physical_memory.open.corrupt_bytes");
    draft.on(|t, f: &UrIpcPhysMemHandleTest| {
        let content = t.pattern(0);
        f.fill(content)?;
        let handle = f.handle();
        let bits = handle.len() * 8;
        let mut opened = 0usize;
        let growth = measure_growth(t, bits, |i| {
            let bit = i % bits;
            let ended = open_and_close::<Physical>(f, &flipped(&handle, bit));
            opened += usize::from(ended.in_case(format!("bit {bit}"))?.is_success());
            Ok(())
        })?;
        t.observe("opened in spite of a flipped bit", opened);
        growth.nothing_open(t)?;
        f.verify_handle(&handle, content)
    });
}

fn unknown_pid(group: &mut Group<'_>) {
    // A handle that names a process which does not exist is refused.
    group
        .test("unknown_pid")
        .checks("physical_memory.open.unknown_pid")
        .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValueUnknownPid"])
        .needs(&[OWN_PHYSICAL_HANDLES])
        .across(|s, f: &At<UrIpcPhysMemHandleTest>| {
            let exporter = s.peer("exporter")?;
            let their_pid = s.pid(&exporter)?;
            let other = s.at(&exporter, UrIpcPhysMemHandleTest::set_up)?;
            let theirs = s.ask(&exporter, |_| Ok(other.handle()))?;
            s.leave(exporter)?;
            s.here(|t| {
                let own = f.handle();
                let pids = [(&*own, std::process::id().to_le_bytes()), (&*theirs, their_pid.to_le_bytes())];
                let offsets = offsets_of(&pids);
                report(t, "the process id", &offsets);
                let mut seen = BTreeSet::new();
                for at in offsets {
                    // Linux gives out no process id of this size.
                    for nobody in [i32::MAX, i32::MAX - 1, 1 << 30] {
                        seen.insert(
                            refused::<Physical>(f, &with_field(&own, at, &nobody.to_le_bytes()))?.to_string(),
                        );
                    }
                }
                observe_all(t, "a handle of no process is refused with", seen);
                f.open()?.release()
            })
        });
}

fn forged_descriptor(group: &mut Group<'_>) {
    // Handles that name a file, a pipe or a socket of this process are refused, and those stay as they were.
    let draft = group.test("forged_foreign_fd").checks("physical_memory.open.forged_foreign_fd");
    draft.on(|t, f: &DescriptorsInHandle| {
        let mut files = ForeignFiles::new(t, f.size())?;
        let mut seen = BTreeSet::new();
        for forged in f.naming(&files) {
            seen.insert(refused_or_true(f, &forged, f.size())?);
            files = files.unharmed(t)?;
        }
        observe_all(t, "a handle that names another file", seen);
        f.verify_handle(&f.handle(), t.pattern(0))
    });

    // The same handles, opened by a consumer, to which they name files of the producer.
    let draft = group.test("forged_producer_fd").checks("physical_memory.open.forged_foreign_fd");
    draft.across(|s, f: &At<DescriptorsInHandle>| {
        let mut files = s.here(|t| ForeignFiles::new(t, f.size()))?;
        let (size, handle, forged) = s.tell(|_| Ok((f.size(), f.handle(), f.naming(&files))))?;
        let (opener, there) = s.peer_with::<UrQueueTest>("opener")?;
        let mut seen = s.at(&opener, |_| Ok(BTreeSet::new()))?;
        for forged in &forged {
            s.at(&opener, |_| Ok(seen.insert(refused_or_true(&there, forged, size)?)))?;
            files = s.here(|t| files.take().unharmed(t))?;
        }
        s.at(&opener, |t| {
            observe_all(t, "a handle that names another file", seen.take());
            there.verify_physical_handle(&handle, size, t.pattern(0))
        })?;
        s.leave(opener)
    });
}

/// An object with known content, its handle, and where that names a descriptor.
struct DescriptorsInHandle {
    offsets: Vec<usize>,
    parent: UrIpcPhysMemHandleTest,
}

impl Fixture for DescriptorsInHandle {
    const NEEDS: &'static [Need] = UrIpcPhysMemHandleTest::NEEDS;
    const NEEDS_ALONE: &'static [Need] = UrIpcPhysMemHandleTest::NEEDS_ALONE;

    fn set_up(t: &TestContext) -> TestResult<Self> {
        let before = open_descriptors()?;
        let parent = UrIpcPhysMemHandleTest::set_up(t)?;
        parent.fill(t.pattern(0))?;
        let other = parent.in_context().shareable_physical(parent.size())?;
        let exported = other.export()?;
        let offsets = descriptor_offsets(&[&parent.handle(), &exported.bytes()], &before)?;
        report(t, "the descriptor", &offsets);
        Ok(Self { offsets, parent })
    }
}

extends!(DescriptorsInHandle: UrIpcPhysMemHandleTest);

impl DescriptorsInHandle {
    /// Copies of the handle that name these files of this process.
    fn naming(&self, files: &ForeignFiles) -> Vec<Vec<u8>> {
        let handle = self.handle();
        let named = |&at: &usize| files.descriptors().map(|fd| with_field(&handle, at, &fd.to_le_bytes()));
        self.offsets.iter().flat_map(named).collect()
    }
}

/// Opens a handle that names another file. An implementation that does not use the field opens the object that the
/// handle was made for, as it should. Gives what happened.
fn refused_or_true(f: &UrQueueTest, forged: &[u8], size: usize) -> TestResult<String> {
    let t = f.t();
    let (called, object) = match open_or_refusal::<Physical>(f, forged)? {
        Ok(opened) => opened,
        Err(code) => return Ok(format!("is refused with {code}")),
    };
    let true_object = physical_info(t, object, PhysicalMemInfo::SIZE, UNTOUCHED)
        .and_then(|seen| t.check_eq("size of what was opened", seen, size))
        .and_then(|()| f.verify_physical(object, size, t.pattern(0)));
    t.ur().ipc_close_phys_mem_handle_exp(f.context(), object).ok()?;
    if true_object.is_err() {
        return Err(called.fail("a handle that names another file was opened as if it were memory"));
    }
    Ok("opens the true object: the field is not used".to_owned())
}

fn forged_size(group: &mut Group<'_>) {
    // A handle that claims more memory than there is is refused, or nothing of the excess can be reached.
    let draft = group
        .test("forged_size_field")
        .checks("physical_memory.open.forged_size_field")
        .needs(&[OWN_PHYSICAL_HANDLES]);
    draft.on(|t, f: &UrIpcPhysMemTest| {
        let (size, granule) = (f.size(), f.granule());
        f.write_physical(f.physical().raw(), size, t.pattern(0))?;
        let handle = f.export()?;
        let smaller = f.in_context().shareable_physical(granule)?;
        let larger = f.in_context().shareable_physical(5 * granule)?;
        let own = handle.bytes();
        let offsets = offsets_of(&[
            (&own, size.to_le_bytes()),
            (&smaller.export()?.bytes(), granule.to_le_bytes()),
            (&larger.export()?.bytes(), (5 * granule).to_le_bytes()),
        ]);
        report(t, "the size", &offsets);
        let mut seen = BTreeSet::new();
        for at in offsets {
            for claimed in
                [size + 1, size + granule, 16 * size, 1 << 40, usize::MAX - granule + 1, usize::MAX]
            {
                seen.insert(claims_no_more(f, &with_field(&own, at, &claimed.to_le_bytes()))?);
            }
        }
        observe_all(t, "a handle of excessive size", seen);
        f.verify_physical_handle(&own, size, t.pattern(0))
    });
}

/// Opens a handle that claims another size. Gives what happened.
fn claims_no_more(f: &UrIpcPhysMemTest, forged: &[u8]) -> TestResult<String> {
    let (t, size, granule) = (f.t(), f.size(), f.granule());
    let object = match open_or_refusal::<Physical>(f, forged)? {
        Ok((_, object)) => object,
        Err(code) => return Ok(format!("is refused with {code}")),
    };
    let claimed = physical_info(t, object, PhysicalMemInfo::SIZE, UNTOUCHED)?;
    t.check(claimed <= size, format!("an import of {size} bytes claims to have {claimed}"))?;
    let reservation = f.in_context().reserve(size + granule)?;
    let at = reservation.raw().0.raw();
    let access = VirtualMemAccessFlags::READ_WRITE;
    t.ur().virtual_mem_map(f.context(), at, size + granule, object, 0, access).expect_error()?;
    t.ur().virtual_mem_map(f.context(), at, granule, object, size, access).expect_error()?;
    reservation.release()?;
    f.verify_physical(object, claimed, t.pattern(0))?;
    t.ur().ipc_close_phys_mem_handle_exp(f.context(), object).ok()?;
    Ok("opens, and its import has no more than the true size".to_owned())
}
