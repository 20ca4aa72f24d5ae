//! Opening handles that were put.

use super::common::{
    leaves_nothing, observe_all, open_or_refusal, pattern, refused, system, verify_handle, verify_object,
    write_object,
};
use std::collections::BTreeSet;
use std::fs::File;
use ur_ipc_fixtures::ladder::{Fixture, UrIpcPhysMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Exported, PhysicalMemory};
use ur_ipc_fixtures::{At, Pattern, TestContext, TestResult, Tests};

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
        .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValueStaleHandle"])
        .on(stale_handle);

    // Exports of other objects take the place of a handle that was put: its bytes do not open them.
    let draft = group.test("stale_handle_fd_reused").checks("physical_memory.open.stale_handle_fd_reused");
    draft.on(|t, f: &UrIpcPhysMemTest| {
        let (former, latter) = (pattern(t, 0), pattern(t, 1));
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
            leaves_nothing(t, || opens_nothing_else(f, &stale, f.size(), former).map(drop))?;
            for replacement in &replacements {
                verify_handle(f, &replacement.bytes(), f.size(), latter)?;
            }
        }
        observe_all(t, "a stale handle", seen);
        Ok(())
    });

    // Other files of the process take the descriptor numbers of a handle that was put.
    let draft = group.test("stale_handle_file_reused").checks("physical_memory.open.stale_handle_fd_reused");
    draft.on(|t, f: &UrIpcPhysMemTest| {
        let former = pattern(t, 0);
        write_object(f, f.physical().raw(), f.size(), former)?;
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
            let other = s.here(|t| beside(f, pattern(t, 0), pattern(t, 1)))?;
            let handle = s.here(|_| f.export())?;
            let (size, stale) = s.tell(|_| Ok((f.size(), handle.bytes())))?;
            let consumer = s.peer("consumer")?;
            let there = s.at(&consumer, UrQueueTest::set_up)?;
            s.at(&consumer, |t| verify_handle(&there, &stale, size, pattern(t, 0)))?;
            s.here(|_| handle.take().release())?;
            let _replacements: At<Vec<Exported>> = s.here(|_| (0..4).map(|_| other.export()).collect())?;
            s.at(&consumer, |t| {
                t.observe("a stale handle", opens_nothing_else(&there, &stale, size, pattern(t, 0))?);
                Ok(())
            })?;
            s.leave(consumer)?;
            s.here(|t| verify_object(f, other.raw(), f.size(), pattern(t, 1))).map(drop)
        });

    // A consumer cannot open a handle that the producer has put; what it opened before works on.
    let mut group = tests.group("physical_memory", "cross_process::physical_memory");
    let draft = group.test("open_after_put").checks("cross_process.physical_memory.open_after_put");
    draft.across(|s, f: &At<UrIpcPhysMemTest>| {
        s.here(|t| write_object(f, f.physical().raw(), f.size(), pattern(t, 0)))?;
        let handle = s.here(|_| f.export())?;
        let (size, bytes) = s.tell(|_| Ok((f.size(), handle.bytes())))?;
        let consumer = s.peer("consumer")?;
        let there = s.at(&consumer, UrQueueTest::set_up)?;
        let import = s.at(&consumer, |_| there.in_context().open_physical(&bytes))?;
        s.at(&consumer, |t| verify_object(&there, import.raw(), size, pattern(t, 0)))?;
        s.here(|_| handle.take().release())?;
        s.at(&consumer, |t| {
            leaves_nothing(t, || refused(&there, &bytes).map(drop))?;
            t.observe("a handle that was put is refused with", refused(&there, &bytes)?);
            write_object(&there, import.raw(), size, pattern(t, 1))?;
            import.take().release()
        })?;
        s.leave(consumer)?;
        s.here(|t| verify_object(f, f.physical().raw(), f.size(), pattern(t, 1))).map(drop)
    });
}

fn stale_handle(t: &TestContext, f: &UrIpcPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(f, f.physical().raw(), f.size(), content)?;
    let other = f.export()?;
    let handle = f.export()?;
    let stale = handle.bytes();
    // Control; and an Open before must not make one after the Put succeed.
    verify_handle(f, &stale, f.size(), content)?;
    handle.release()?;
    leaves_nothing(t, || refused(f, &stale).map(drop))?;
    t.observe("a stale handle is refused with", refused(f, &stale)?);
    verify_handle(f, &other.bytes(), f.size(), content)?;
    other.release()?;
    refused(f, &stale)?;

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
    write_object(f, f.physical().raw(), f.size(), former)?;
    let other = f.in_context().shareable_physical(f.size())?;
    write_object(f, other.raw(), f.size(), latter)?;
    Ok(other)
}

/// Opens a stale handle of an object that held `former`: anything but an error or that object is a failure. Gives what
/// happened.
fn opens_nothing_else(f: &UrQueueTest, stale: &[u8], size: usize, former: Pattern) -> TestResult<String> {
    let (called, object) = match open_or_refusal(f, stale)? {
        Ok(opened) => opened,
        Err(refusal) => return Ok(refusal),
    };
    let same = verify_object(f, object, size, former);
    f.t().ur().ipc_close_phys_mem_handle_exp(f.context(), object).ok()?;
    if same.is_err() {
        return Err(called.fail("a stale handle opened a different object"));
    }
    Ok("still opens the object that it was made for".to_owned())
}
