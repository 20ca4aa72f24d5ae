//! Opening handles that were put.

use crate::call_checks::observe_all;
use crate::open_calls::{open_or_refusal, refused};
use std::collections::BTreeSet;
use std::fs::File;
use ur_ipc_fixtures::hierarchy::{Physical, UrIpcPhysMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Exported, PhysicalMemory};
use ur_ipc_fixtures::{At, OWN_PHYSICAL_HANDLES, Pattern, TestContext, TestResult, Tests, system};

pub(super) fn tests(tests: &mut Tests) {
    in_one_process(tests);
    in_another_process(tests);
}

fn in_one_process(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::open");

    // A saved copy of the bytes opens nothing once its handle was put, whatever other handles there are.
    group
        .test("stale_handle")
        .checks("physical_memory.open.stale_handle")
        .needs(&[OWN_PHYSICAL_HANDLES])
        .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValueStaleHandle"])
        .on(stale_handle);

    // Exports of other objects take the place of a handle that was put: its bytes do not open them.
    let draft = group
        .test("stale_handle_fd_reused")
        .checks("physical_memory.open.stale_handle_fd_reused")
        .needs(&[OWN_PHYSICAL_HANDLES]);
    draft.on(|t, f: &UrIpcPhysMemTest| {
        let (former, latter) = (t.pattern(0), t.pattern(1));
        let other = beside(f, former, latter)?;
        let mut seen = BTreeSet::new();
        for _ in 0..3 {
            let handle = f.export()?;
            let stale = handle.bytes();
            handle.release()?;
            let mut replacements = Vec::new();
            for _ in 0..4 {
                replacements.push(other.export()?);
                seen.insert(opens_nothing_else(f, &stale, f.size(), former)?);
            }
            t.leaves_nothing(|| opens_nothing_else(f, &stale, f.size(), former))?;
            for replacement in &replacements {
                f.verify_handle(&replacement.bytes(), latter)?;
            }
        }
        observe_all(t, "a stale handle", seen);
        Ok(())
    });

    // Other files of the process take the descriptor numbers of a handle that was put.
    let draft = group.test("stale_handle_file_reused").checks("physical_memory.open.stale_handle_fd_reused");
    draft.on(|t, f: &UrIpcPhysMemTest| {
        let former = t.pattern(0);
        f.fill(former)?;
        let handle = f.export()?;
        let stale = handle.bytes();
        handle.release()?;
        let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
        for _ in 0..8 {
            files.push(system("opening /proc/self/exe", File::open("/proc/self/exe"))?);
            seen.insert(opens_nothing_else(f, &stale, f.size(), former)?);
        }
        observe_all(t, "a stale handle", seen);
        for file in &files {
            let metadata = system("a file that took the number", file.metadata())?;
            t.check(metadata.is_file(), "a file that took the number of a stale handle was replaced")?;
        }
        Ok(())
    });
}

fn in_another_process(tests: &mut Tests) {
    // As in one process, for a consumer that holds the stale bytes.
    let mut group = tests.group("physical_memory", "physical_memory::open");
    group
        .test("stale_handle_fd_reused_elsewhere")
        .checks("physical_memory.open.stale_handle_fd_reused")
        .across(|s, f: &At<UrIpcPhysMemTest>| {
            let other = s.here(|t| beside(f, t.pattern(0), t.pattern(1)))?;
            let handle = s.here(|_| f.export())?;
            let (size, stale) = s.tell(|_| Ok((f.size(), handle.bytes())))?;
            let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
            s.at(&consumer, |t| there.verify_physical_handle(&stale, size, t.pattern(0)))?;
            s.here(|_| handle.take().release())?;
            let _replacements: At<Vec<Exported>> = s.here(|_| (0..4).map(|_| other.export()).collect())?;
            s.at(&consumer, |t| {
                t.observe("a stale handle", opens_nothing_else(&there, &stale, size, t.pattern(0))?);
                Ok(())
            })?;
            s.leave(consumer)?;
            s.here(|t| f.verify_physical(other.raw(), f.size(), t.pattern(1)))
        });

    // A consumer cannot open a handle that the producer has put; what it opened before works on.
    let mut group = tests.group("physical_memory", "cross_process::physical_memory");
    let draft = group.test("open_after_put").checks("cross_process.physical_memory.open_after_put");
    draft.across(|s, f: &At<UrIpcPhysMemTest>| {
        s.here(|t| f.fill(t.pattern(0)))?;
        let handle = s.here(|_| f.export())?;
        let (size, bytes) = s.tell(|_| Ok((f.size(), handle.bytes())))?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let import = s.at(&consumer, |_| there.in_context().open_physical(&bytes))?;
        s.at(&consumer, |t| there.verify_physical(import.raw(), size, t.pattern(0)))?;
        s.here(|_| handle.take().release())?;
        s.at(&consumer, |t| {
            t.leaves_nothing(|| refused::<Physical>(&there, &bytes))?;
            t.observe("a handle that was put is refused with", refused::<Physical>(&there, &bytes)?);
            there.write_physical(import.raw(), size, t.pattern(1))?;
            import.take().release()
        })?;
        s.leave(consumer)?;
        s.here(|t| f.verify(t.pattern(1)))
    });
}

fn stale_handle(t: &TestContext, f: &UrIpcPhysMemTest) -> TestResult {
    let content = t.pattern(0);
    f.fill(content)?;
    let other = f.export()?;
    let handle = f.export()?;
    let stale = handle.bytes();
    // Control; and an Open before must not make one after the Put succeed.
    f.verify_handle(&stale, content)?;
    handle.release()?;
    t.leaves_nothing(|| refused::<Physical>(f, &stale))?;
    t.observe("a stale handle is refused with", refused::<Physical>(f, &stale)?);
    f.verify_handle(&other.bytes(), content)?;
    other.release()?;
    refused::<Physical>(f, &stale)?;

    // What held the place of the handle may now be held by another one of the same object.
    let again = f.export()?;
    let seen = opens_nothing_else(f, &stale, f.size(), content)?;
    let same_bytes = again.bytes() == stale;
    t.observe("a stale handle beside a new one of its object", format!("{seen} (same bytes: {same_bytes})"));
    again.release()
}

/// Writes `former` into the object of the fixture, and makes another one of its size, which holds `latter`.
#[track_caller]
fn beside(f: &UrIpcPhysMemTest, former: Pattern, latter: Pattern) -> TestResult<PhysicalMemory> {
    f.fill(former)?;
    let other = f.in_context().shareable_physical(f.size())?;
    f.write_physical(other.raw(), f.size(), latter)?;
    Ok(other)
}

/// Opens a stale handle of an object that held `former`: anything but an error or that object is a failure. Gives what
/// happened.
fn opens_nothing_else(f: &UrQueueTest, stale: &[u8], size: usize, former: Pattern) -> TestResult<String> {
    let (called, object) = match open_or_refusal::<Physical>(f, stale)? {
        Ok(opened) => opened,
        Err(code) => return Ok(format!("is refused with {code}")),
    };
    let same = f.verify_physical(object, size, former);
    f.t().ur().ipc_close_phys_mem_handle_exp(f.context(), object).ok()?;
    if same.is_err() {
        return Err(called.fail("a stale handle opened a different object"));
    }
    Ok("still opens the object that it was made for".to_owned())
}
