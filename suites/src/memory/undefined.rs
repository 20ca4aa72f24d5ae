//! `urIPCOpenMemHandleExp` and `urIPCGetMemHandleExp` where no requirement decides: what happens is observed, always in
//! a process that may die of it.

use super::support::{observe_get, observe_open, observe_put};
use crate::call_checks::observe_in_peer;
use crate::fields::{offsets_of, with_field};
use crate::open_calls::open_or_refusal;
use ur_ipc_fixtures::hierarchy::{
    MEM_SIZE, Memory, Shareable, UrIpcMemHandleTest, UrIpcMemTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::Exported;
use ur_ipc_fixtures::{At, IPC_MEMORY, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::open");
    group
        .test("same_process")
        .checks("memory.open.same_process")
        .needs(&[IPC_MEMORY])
        .across(|s, _: &At<()>| observe_in_peer(s, "alone", same_process));
    group.test("stale").checks("memory.open.stale").across(stale);
    group.test("forged_fields").checks("memory.open.forged_fields").across(forged);

    // Another process exports what it opened.
    group.test("reexport").checks("memory.open.reexport").across(|s, f: &At<UrIpcMemHandleTest>| {
        let handle = s.tell(|_| Ok(f.handle()))?;
        observe_in_peer(s, "consumer", |t, f| get_on_import(t, f, &handle))?;
        s.here(|_| f.verify_intact())
    });
}

/// Opens a handle where it was made: an alias, or an error that stays the same and spoils nothing.
fn same_process(t: &TestContext, f: &UrIpcMemHandleTest) -> TestResult {
    let result = observe_open(f, "Open in the exporting process", &f.handle(), Some(f.pattern()));
    if result.is_success()
        && let Ok((_, opened)) = open_or_refusal::<Memory>(f, &f.handle())?
    {
        let reply = t.reply_pattern();
        f.write(opened, &reply.bytes(0, 256))?;
        let aliases = reply.holds(0, &f.read(f.mem(), 256)?);
        t.observe("what is written through the opened pointer arrives in the allocation", aliases);
        let closed = Memory::close_call(t.ur(), f.context(), opened).result;
        t.observe("Close in the exporting process", closed);
    }
    let again = observe_open(f, "Open again", &f.handle(), None);
    t.observe("the result stays the same", again == result);
    let export = f.export()?;
    t.observe("another handle of the allocation", "can be made");
    export.release()
}

/// Opens bytes of handles that were put, or whose memory was freed. Memory that is gone is not read: a device may not
/// survive that.
fn stale(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult<At<()>> {
    let put = s.tell(|_| put_at_once(f.export()?))?;
    let memory = s.here(|_| f.in_context().memory(MEM_SIZE))?;
    let of_freed = s.here(|_| memory.export())?;
    let freed = s.tell(|_| {
        let bytes = of_freed.bytes();
        memory.take().release()?;
        Ok(bytes)
    })?;
    let both = s.tell(|_| {
        let memory = f.in_context().memory(MEM_SIZE)?;
        let bytes = put_at_once(memory.export()?)?;
        memory.release()?;
        Ok(bytes)
    })?;
    observe_in_peer(s, "consumer", |t, f: &UrQueueTest| {
        observe_open(f, "a handle that was put", &put, Some(t.source_pattern()));
        observe_open(f, "a handle of freed memory", &freed, None);
        observe_open(f, "a handle that was put, of freed memory", &both, None);
        Ok(())
    })?;
    s.here(|t| {
        observe_put(t, "Put of the handle of freed memory", of_freed.take());
        f.verify_intact()
    })?;
    observe_in_peer(s, "alone", |_, f: &UrIpcMemTest| {
        let bytes = put_at_once(f.export()?)?;
        observe_open(f, "a handle of this process that was put", &bytes, Some(f.pattern()));
        Ok(())
    })
}

/// The bytes of a handle, which is put.
#[track_caller]
fn put_at_once(export: Exported) -> TestResult<Vec<u8>> {
    let bytes = export.bytes();
    export.release()?;
    Ok(bytes)
}

/// Looks for the process id and the offset in a handle, forges each place, and lets another process open that.
fn forged(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult<At<()>> {
    /// Offset of the interior pointer whose handle is searched for it.
    const OFFSET: usize = 0x2340;
    let export = s.here(|_| f.export())?;
    let forged = s.tell(|t| {
        // No process has the highest number there is: the kernel's limit is far lower.
        let pid = std::process::id().to_le_bytes();
        let forged = with_each_replaced(&export.bytes(), &pid, &i32::MAX.to_le_bytes());
        t.observe("places in a handle that hold the process id", forged.len());
        Ok(forged)
    })?;
    open_forged(s, "a forged process id", &forged)?;

    let interior = s.here(|_| Ok(f.in_context().export_memory(f.mem().at(OFFSET)).ok()))?;
    let forged = s.tell(|t| {
        let Some(interior) = &*interior else { return Ok(Vec::new()) };
        let offset = (OFFSET as u64).to_le_bytes();
        let forged = with_each_replaced(&interior.bytes(), &offset, &(1u64 << 40).to_le_bytes());
        t.observe("places in a handle that hold the offset", forged.len());
        Ok(forged)
    })?;
    open_forged(s, "a forged offset", &forged)?;
    s.here(|t| {
        if let Some(interior) = interior.take() {
            observe_put(t, "Put of the interior pointer's handle", interior);
        }
        export.take().release()?;
        f.verify_intact()
    })
}

/// A copy for each place where `needle` stands in `bytes`, with something else there.
fn with_each_replaced<const N: usize>(bytes: &[u8], needle: &[u8; N], by: &[u8; N]) -> Vec<Vec<u8>> {
    offsets_of(&[(bytes, *needle)]).into_iter().map(|at| with_field(bytes, at, by)).collect()
}

/// Opens forged handles, each in a process of its own, and leaves alone where they point to.
fn open_forged(s: &Scenario, what: &str, handles: &[Vec<u8>]) -> TestResult {
    for handle in handles {
        observe_in_peer(s, "consumer", |_, f: &UrQueueTest| {
            observe_open(f, what, handle, None);
            Ok(())
        })?;
    }
    Ok(())
}

/// Gets a handle of an opened pointer.
fn get_on_import(t: &TestContext, f: &UrQueueTest, handle: &[u8]) -> TestResult {
    let opened = f.in_context().open_memory(handle)?;
    observe_get(t, f.context(), "Get on an opened pointer", opened.raw());
    let intact = f.read(opened.raw(), 256).is_ok_and(|bytes| t.source_pattern().holds(0, &bytes));
    t.observe("the opened pointer still works", intact);
    opened.release()
}
