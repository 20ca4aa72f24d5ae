//! `urIPCOpenMemHandleExp` and `urIPCGetMemHandleExp` where no requirement decides: what happens is observed,
//! always in a process that may die of it.

use super::fixtures::{observe_open, observe_put, observe_role, spent};
use std::ptr::null_mut;
use ur_ipc_fixtures::ladder::{
    CONSUMER, Family, Fixture, MEM_SIZE, MemFixture, MemHandleFixture, Memory, QueueFixture, UrContextTest,
    UrIpcMemHandleTest, UrIpcMemTest, UrQueueTest,
};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{DevicePtr, Link, Pattern, Role, Test, TestContext, TestResult, with};

const ALONE: &str = "alone";

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::open::same_process", &["memory.open.same_process"], with!(MemFixture, play_alone))
        .roles(&[Role { name: ALONE, body: same_process }]),
    Test::new("memory::open::stale", &["memory.open.stale"], with!(MemFixture, stale)).roles(&[
        Role { name: CONSUMER, body: open_stale },
        Role { name: ALONE, body: stale_in_one_process },
    ]),
    Test::new("memory::open::forged_fields", &["memory.open.forged_fields"], with!(MemFixture, forged))
        .roles(&[Role { name: CONSUMER, body: open_forged }]),
    Test::new("memory::open::reexport", &["memory.open.reexport"], with!(MemHandleFixture, reexport))
        .roles(&[Role { name: CONSUMER, body: get_on_import }]),
];

/// Plays a role that exports and opens in one process.
fn play_alone(t: &TestContext<'_>, _: &impl UrIpcMemTest) -> TestResult {
    observe_role(t, ALONE, &[])
}

/// Opens a handle where it was made: an alias, or an error that stays the same and spoils nothing.
fn same_process(t: &TestContext<'_>, _: &Link) -> TestResult {
    let f = MemHandleFixture::set_up(t)?;
    let result = observe_open(t, &f, "Open in the exporting process", &f.handle(), Some(f.pattern()));
    if result.is_success() {
        let mut mem = 0;
        let bytes = f.handle();
        let opened = Memory::open(
            t.ur(),
            f.context(),
            t.env().device(),
            bytes.as_slice().into(),
            bytes.len(),
            &mut mem,
        );
        if opened.result.is_success() {
            let reply = Pattern(!t.seed());
            f.write(t, DevicePtr(mem), &reply.bytes(0, 256))?;
            let aliases = reply.verify(0, &f.read(t, f.mem(), 256)?).is_ok();
            t.observe("what is written through the opened pointer arrives in the allocation", aliases);
            t.observe(
                "Close in the exporting process",
                Memory::close(t.ur(), f.context(), DevicePtr(mem)).result,
            );
        }
    }
    let again = observe_open(t, &f, "Open again", &f.handle(), None);
    t.observe("the result stays the same", again == result);
    let export = f.export(t)?;
    t.observe("another handle of the allocation", "can be made");
    export.release()?;
    spent()
}

/// Opens bytes of handles that were put, or whose memory was freed.
fn stale(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let export = f.export(t)?;
    let put = export.bytes();
    export.release()?;

    let memory = objects::allocate_shareable(t, f.context(), MEM_SIZE)?;
    let of_freed = objects::export_memory(t, f.context(), memory.raw())?;
    let freed = of_freed.bytes();
    memory.release()?;

    let memory = objects::allocate_shareable(t, f.context(), MEM_SIZE)?;
    let export = objects::export_memory(t, f.context(), memory.raw())?;
    let both = export.bytes();
    export.release()?;
    memory.release()?;

    observe_role(t, CONSUMER, &[("put", &put), ("freed", &freed), ("put and freed", &both)])?;
    observe_put(t, "Put of the handle of freed memory", of_freed);
    f.verify_intact(t)?;
    observe_role(t, ALONE, &[])
}

/// Opens stale handles of another process. Memory that is gone is not read: a device may not survive that.
fn open_stale(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    observe_open(t, &f, "a handle that was put", &link.recv("put")?, Some(Pattern(t.seed())));
    observe_open(t, &f, "a handle of freed memory", &link.recv("freed")?, None);
    observe_open(t, &f, "a handle that was put, of freed memory", &link.recv("put and freed")?, None);
    spent()
}

/// Opens a stale handle of this process.
fn stale_in_one_process(t: &TestContext<'_>, _: &Link) -> TestResult {
    let f = MemFixture::set_up(t)?;
    let export = f.export(t)?;
    let bytes = export.bytes();
    export.release()?;
    observe_open(t, &f, "a handle of this process that was put", &bytes, Some(f.pattern()));
    spent()
}

/// Offset of the interior pointer whose handle is searched for it.
const OFFSET: usize = 0x2340;

/// Looks for the process id and the offset in a handle, forges each place, and lets another process open that.
fn forged(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let export = f.export(t)?;
    let base = export.bytes();
    let pid = std::process::id().to_le_bytes();
    // No process has the highest number there is: the kernel's limit is far lower.
    for at in places(&base, &pid) {
        let mut bytes = base.clone();
        bytes[at..at + 4].copy_from_slice(&i32::MAX.to_le_bytes());
        observe_role(t, CONSUMER, &[("what", b"a forged process id"), ("handle", &bytes)])?;
    }
    t.observe("places in a handle that hold the process id", places(&base, &pid).len());

    if let Ok(interior) = objects::export_memory(t, f.context(), f.mem().at(OFFSET)) {
        let bytes = interior.bytes();
        let found = places(&bytes, &(OFFSET as u64).to_le_bytes());
        for &at in &found {
            let mut bytes = bytes.clone();
            bytes[at..at + 8].copy_from_slice(&(1u64 << 40).to_le_bytes());
            observe_role(t, CONSUMER, &[("what", b"a forged offset"), ("handle", &bytes)])?;
        }
        t.observe("places in a handle that hold the offset", found.len());
        observe_put(t, "Put of the interior pointer's handle", interior);
    }
    export.release()?;
    f.verify_intact(t)
}

/// Where `needle` stands in `bytes`.
fn places(bytes: &[u8], needle: &[u8]) -> Vec<usize> {
    bytes
        .windows(needle.len())
        .enumerate()
        .filter(|(_, window)| *window == needle)
        .map(|(at, _)| at)
        .collect()
}

/// Opens a forged handle, and leaves alone where that points to.
fn open_forged(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let what = link.recv("what")?;
    observe_open(t, &f, &String::from_utf8_lossy(&what), &link.recv("handle")?, None);
    spent()
}

/// Lets another process export what it opened.
fn reexport(t: &TestContext<'_>, f: &impl UrIpcMemHandleTest) -> TestResult {
    observe_role(t, CONSUMER, &[("handle", &f.handle())])?;
    f.verify_intact(t)
}

/// Gets a handle of an opened pointer.
fn get_on_import(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let opened = objects::open_memory(t, f.context(), &link.recv("handle")?)?;
    let (mut data, mut size) = (null_mut(), 0usize);
    let got =
        t.ur().ipc_get_mem_handle_exp(f.context(), opened.raw().raw(), &raw mut data, &raw mut size).result;
    t.observe("Get on an opened pointer", got);
    if got.is_success() {
        t.observe("and Put", t.ur().ipc_put_mem_handle_exp(f.context(), data).result);
    }
    let intact = f.read(t, opened.raw(), 256).is_ok_and(|bytes| Pattern(t.seed()).verify(0, &bytes).is_ok());
    t.observe("the opened pointer still works", intact);
    opened.release()?;
    spent()
}
