//! What failing and succeeding calls leave behind: outputs, and the exported allocation.

use super::agent::{AGENTS, Agent};
use super::command::Window;
use super::fixtures::{SENTINEL, check, fill_in, opens_well, pattern, untouched};
use std::ptr::null_mut;
use ur_ipc_api::{ContextHandle, DeviceHandle};
use ur_ipc_fixtures::ladder::{
    CONSUMER, Consumed, Family, MEM_SIZE, MemFixture, Memory, UrContextTest, UrIpcMemTest, produce,
};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{DevicePtr, Role, Test, TestContext, TestResult, consumer, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "memory::get::outputs_untouched_on_error",
        &["memory.outputs_untouched_on_error"],
        with!(MemFixture, get_untouched),
    ),
    Test::new(
        "memory::open::outputs_untouched_on_error",
        &["memory.outputs_untouched_on_error"],
        produce::<Memory>,
    )
    .roles(&[Role { name: CONSUMER, body: consumer!(Memory, open_untouched) }]),
    Test::new(
        "memory::source::undisturbed",
        &["memory.source_undisturbed"],
        with!(MemFixture, source_undisturbed),
    )
    .roles(AGENTS),
];

/// A Get that fails leaves both outputs as they are, or clears them.
fn get_untouched(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let mut heap = vec![0u8; 4096];
    for at in [null_mut(), heap.as_mut_ptr().cast()] {
        let (mut data, mut size) = (SENTINEL.raw(), SENTINEL.0);
        t.ur().ipc_get_mem_handle_exp(f.context(), at, &raw mut data, &raw mut size).expect_error()?;
        untouched(t, "*ppIPCMemHandleData", data.into(), SENTINEL)?;
        untouched(t, "*pIPCMemHandleDataSizeRet", DevicePtr(size), SENTINEL)?;
    }
    let (mut data, mut size) = (SENTINEL.raw(), SENTINEL.0);
    t.ur()
        .ipc_get_mem_handle_exp(ContextHandle::NULL, f.mem().raw(), &raw mut data, &raw mut size)
        .expect_error()?;
    untouched(t, "*ppIPCMemHandleData", data.into(), SENTINEL)?;
    untouched(t, "*pIPCMemHandleDataSizeRet", DevicePtr(size), SENTINEL)?;
    f.export(t)?.release()
}

/// An Open that fails leaves its output as it is, or clears it.
fn open_untouched(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let size = c.handle().len();
    let zeroes = vec![0u8; size];
    let cases =
        [(c.handle(), size - 1), (c.handle(), 0), (c.handle(), usize::MAX), (zeroes.as_slice(), size)];
    for (bytes, size) in cases {
        let mut mem = SENTINEL.0;
        Memory::open(t.ur(), c.context(), t.env().device(), bytes.into(), size, &mut mem).expect_error()?;
        untouched(t, "*ppMem", DevicePtr(mem), SENTINEL)?;
    }
    let (context, device, data) = (c.context(), t.env().device(), DevicePtr::from(c.handle()));
    let nulls = [
        (ContextHandle::NULL, device, data),
        (context, DeviceHandle::NULL, data),
        (context, device, DevicePtr::NULL),
    ];
    for (context, device, data) in nulls {
        let mut mem = SENTINEL.0;
        Memory::open(t.ur(), context, device, data, size, &mut mem).expect_error()?;
        untouched(t, "*ppMem", DevicePtr(mem), SENTINEL)?;
    }
    opens_well(t, c)
}

/// After Gets, Puts, and Opens and Closes elsewhere the allocation holds what it held, works, and can be freed.
fn source_undisturbed(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let own = objects::allocate_shareable(t, f.context(), MEM_SIZE)?;
    let window = Window::whole(pattern(t, 0), MEM_SIZE);
    fill_in(t, f, own.raw(), window)?;
    let mut agent = Agent::start(t)?;
    for _ in 0..3 {
        let export = objects::export_memory(t, f.context(), own.raw())?;
        check(t, f, own.raw(), window)?;
        let first = agent.open(&export.bytes())?;
        let second = agent.open(&export.bytes())?;
        agent.release(first)?;
        check(t, f, own.raw(), window)?;
        agent.release(second)?;
        check(t, f, own.raw(), window)?;
        export.release()?;
        check(t, f, own.raw(), window)?;
    }
    let next = Window::whole(pattern(t, 1), MEM_SIZE);
    fill_in(t, f, own.raw(), next)?;
    check(t, f, own.raw(), next)?;
    objects::submit_copy(t, f.queue(), f.mem(), own.raw(), MEM_SIZE, &[])?;
    t.ur().queue_finish(f.queue()).ok()?;
    check(t, f, f.mem(), next)?;
    objects::fill(t, f.queue(), own.raw(), 0x3c, MEM_SIZE)?;
    let filled = f.read(t, own.raw(), MEM_SIZE)?;
    t.check(filled.iter().all(|&byte| byte == 0x3c), "a filled byte of the exported memory is another one")?;
    check(t, f, f.mem(), next)?;
    agent.end()?;
    own.release()
}
