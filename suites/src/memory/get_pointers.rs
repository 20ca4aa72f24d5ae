//! `urIPCGetMemHandleExp`: which pointers it takes.

use super::agent::{AGENTS, Agent};
use super::command::Window;
use super::fixtures::{
    PoolFixture, exports_well, fill_in, observe_open, observe_put, observe_role, pattern, spent,
};
use std::ptr::{null, null_mut};
use ur_ipc_api::{ContextHandle, UrResult, UsmPoolHandle};
use ur_ipc_fixtures::ladder::{
    CONSUMER, Fixture, MEM_SIZE, MemFixture, QueueFixture, UrContextTest, UrIpcMemTest,
};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{DevicePtr, Link, Pattern, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::get::pointer_not_usm", &["memory.get.pointer_not_usm"], with!(MemFixture, not_usm)),
    Test::new("memory::get::freed_pointer", &["memory.get.pointer_not_usm"], with!(MemFixture, freed)),
    Test::new("memory::get::interior_pointer", &["memory.get.interior_pointer"], with!(MemFixture, interior))
        .roles(AGENTS),
    Test::new(
        "memory::get::custom_pool_allocation",
        &["memory.get.custom_pool_allocation"],
        with!(PoolFixture, custom_pool),
    )
    .roles(AGENTS),
    Test::new("memory::get::host_usm", &["memory.get.host_or_shared_usm"], with!(MemFixture, host_usm))
        .roles(&[Role { name: CONSUMER, body: look_at_host_usm }]),
    Test::new("memory::get::shared_usm", &["memory.get.host_or_shared_usm"], with!(MemFixture, shared_usm))
        .roles(&[Role { name: CONSUMER, body: look_at_host_usm }]),
];

/// Bytes that no pool keeps for reuse.
const LARGE: usize = 32 << 20;

/// Get on a pointer that should be refused; what it gives nevertheless is put.
fn get_refused(t: &TestContext<'_>, context: ContextHandle, at: DevicePtr) -> TestResult<UrResult> {
    let (mut data, mut size) = (null_mut(), 0usize);
    let called = t.ur().ipc_get_mem_handle_exp(context, at.raw(), &raw mut data, &raw mut size);
    if called.result.is_success() {
        // The verdict is out already; what Put says makes no difference to it.
        t.observe("Put of a handle that should not be", t.ur().ipc_put_mem_handle_exp(context, data).result);
    }
    called.expect_error()
}

/// Pointers to the stack and to the heap are refused.
fn not_usm(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut stack = [0x5au8; 64];
    let mut heap = vec![0xa5u8; MEM_SIZE];
    for (what, at) in [("a pointer to the stack", stack.as_mut_ptr()), ("a heap pointer", heap.as_mut_ptr())]
    {
        t.observe(what, get_refused(t, f.context(), at.cast::<std::ffi::c_void>().into())?);
    }
    t.check(stack == [0x5a; 64] && heap.iter().all(|&byte| byte == 0xa5), "Get wrote through the pointer")?;
    exports_well(t, f)
}

/// The pointer of a large allocation is refused once that is freed. What becomes of a small one, which a pool
/// may still know, is observed.
fn freed(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let large = objects::allocate_shareable(t, f.context(), LARGE)?;
    objects::export_memory(t, f.context(), large.raw())?.release()?;
    let at = large.raw();
    large.release()?;
    get_refused(t, f.context(), at)?;
    let small = objects::allocate_shareable(t, f.context(), MEM_SIZE)?;
    let at = small.raw();
    small.release()?;
    let (mut data, mut size) = (null_mut(), 0usize);
    let called = t.ur().ipc_get_mem_handle_exp(f.context(), at.raw(), &raw mut data, &raw mut size);
    t.observe("Get on a small freed allocation", called.result);
    if called.result.is_success() {
        t.observe("and Put", t.ur().ipc_put_mem_handle_exp(f.context(), data).result);
    }
    exports_well(t, f)
}

/// An interior pointer is exported like the base, and its handle opens to that very byte. Whether only base
/// pointers are taken is observed before it is judged.
fn interior(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let (mut data, mut size) = (null_mut(), 0usize);
    let middle = f.mem().at(MEM_SIZE / 2).raw();
    let called = t.ur().ipc_get_mem_handle_exp(f.context(), middle, &raw mut data, &raw mut size);
    t.observe("Get on an interior pointer", called.result);
    called.ok()?;
    t.ur().ipc_put_mem_handle_exp(f.context(), data).ok()?;
    let mut agent = Agent::start(t)?;
    for offset in [0, 1, 8, 255, 256, 4095, 4096, MEM_SIZE / 2, MEM_SIZE - 4096, MEM_SIZE - 1] {
        let export = objects::export_memory(t, f.context(), f.mem().at(offset))?;
        let window = Window::behind(f.pattern(), offset, MEM_SIZE - offset);
        agent.verify_once(&export.bytes(), window)?;
        export.release()?;
    }
    agent.end()?;
    // Offsets that 16 bits do not hold.
    let large = objects::allocate_shareable(t, f.context(), LARGE)?;
    let mut agent = Agent::start(t)?;
    for offset in [1 << 16, (1 << 16) + 1, (1 << 24) + 4097, LARGE - 4096] {
        fill_in(t, f, large.raw(), Window::part(pattern(t, 0), offset, 4096))?;
        let export = objects::export_memory(t, f.context(), large.raw().at(offset))?;
        agent.verify_once(&export.bytes(), Window::behind(pattern(t, 0), offset, 4096))?;
        export.release()?;
    }
    agent.end()
}

/// Memory from a pool of the user's is exportable, and the handle opens to it, not to other memory of the pool.
fn custom_pool<'t>(t: &'t TestContext<'t>, f: &PoolFixture<'t>) -> TestResult {
    let mut sources = Vec::new();
    for (number, size) in [64, 64, 4096, MEM_SIZE, 8 << 20].into_iter().enumerate() {
        let memory = objects::allocate_from_pool(t, f.pool(), size)?;
        let window = Window::whole(pattern(t, number), size.min(MEM_SIZE));
        fill_in(t, f, memory.raw(), window)?;
        sources.push((window, memory));
    }
    let mut agent = Agent::start(t)?;
    for (window, memory) in &sources {
        let export = objects::export_memory(t, f.context(), memory.raw())?;
        agent.verify_once(&export.bytes(), *window)?;
        export.release()?;
    }
    agent.end()
}

/// Observes whether host USM can be exported, and what its handle opens to.
fn host_usm(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut mem = null_mut();
    let called = t.ur().usm_host_alloc(f.context(), null(), UsmPoolHandle::NULL, MEM_SIZE, &raw mut mem);
    observe_export(t, f, "host USM", called.result, mem.into())
}

/// Observes whether shared USM can be exported, and what its handle opens to.
fn shared_usm(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut mem = null_mut();
    let device = t.env().device();
    let called =
        t.ur().usm_shared_alloc(f.context(), device, null(), UsmPoolHandle::NULL, MEM_SIZE, &raw mut mem);
    observe_export(t, f, "shared USM", called.result, mem.into())
}

fn observe_export(
    t: &TestContext<'_>,
    f: &impl UrIpcMemTest,
    what: &str,
    allocated: UrResult,
    mem: DevicePtr,
) -> TestResult {
    if !allocated.is_success() {
        t.observe(what, format!("cannot be allocated: {allocated}"));
        return Ok(());
    }
    f.write(t, mem, &f.pattern().bytes(0, MEM_SIZE))?;
    let (mut data, mut size) = (null_mut(), 0usize);
    let got = t.ur().ipc_get_mem_handle_exp(f.context(), mem.raw(), &raw mut data, &raw mut size).result;
    t.observe(&format!("Get on {what}"), got);
    if got.is_success() {
        t.observe("and Put", t.ur().ipc_put_mem_handle_exp(f.context(), data).result);
        if let Ok(export) = objects::export_memory(t, f.context(), mem) {
            observe_role(t, CONSUMER, &[("handle", &export.bytes())])?;
            observe_put(t, "Put after the consumer's end", export);
        }
    }
    t.ur().usm_free(f.context(), mem.raw()).ok()
}

/// Opens the handle of host or shared USM and says what came of it.
fn look_at_host_usm(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    observe_open(t, &f, "the handle", &link.recv("handle")?, Some(Pattern(t.seed())));
    spent()
}
