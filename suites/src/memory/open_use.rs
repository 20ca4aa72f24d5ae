//! `urIPCOpenMemHandleExp`: what an opened pointer is good for.

use super::command::Window;
use super::fixtures::{check, fill_in, pattern};
use ur_ipc_api::{DeviceHandle, QueueFlags, UsmAllocInfo, UsmPoolHandle, UsmType};
use ur_ipc_fixtures::ladder::{
    CONSUMER, CONTENT, Consumed, MEM_SIZE, Memory, UrContextTest, UrQueueTest, produce,
};
use ur_ipc_fixtures::objects::{self, Imported};
use ur_ipc_fixtures::{Called, DevicePtr, Role, Test, TestContext, TestResult, consumer};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::open::usable_in_enqueue", &["memory.open.usable_in_enqueue"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, usable_in_enqueue) }]),
    Test::new("memory::open::multiple", &["memory.open.multiple"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, multiple) }]),
    Test::new("memory::open::two_contexts", &["memory.open.two_contexts"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, two_contexts) }]),
    Test::new("memory::open::alloc_info", &["memory.open.alloc_info"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, alloc_info) }]),
];

/// What the producer wrote, as this family's tests see it.
fn content(t: &TestContext<'_>) -> Window {
    Window::whole(Consumed::<Memory>::pattern(t), CONTENT)
}

/// Copies from and to the opened pointer, between it, the host and other device memory, and fills of it, all
/// have their effect, in the middle of the allocation too.
fn usable_in_enqueue(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let opened = objects::open_memory(t, c.context(), c.handle())?;
    let local = objects::allocate(t, c.context(), t.env().device(), MEM_SIZE)?;
    check(t, c, opened.raw(), content(t))?;

    objects::submit_copy(t, c.queue(), local.raw(), opened.raw(), CONTENT, &[])?;
    t.ur().queue_finish(c.queue()).ok()?;
    check(t, c, local.raw(), content(t))?;

    let whole = Window::whole(pattern(t, 0), MEM_SIZE);
    fill_in(t, c, local.raw(), whole)?;
    objects::submit_copy(t, c.queue(), opened.raw(), local.raw(), MEM_SIZE, &[])?;
    t.ur().queue_finish(c.queue()).ok()?;
    check(t, c, opened.raw(), whole)?;

    let part = Window::part(pattern(t, 1), 1000, 5000);
    fill_in(t, c, opened.raw(), part)?;
    check(t, c, opened.raw(), Window::part(pattern(t, 0), 0, 1000))?;
    check(t, c, opened.raw(), part)?;
    check(t, c, opened.raw(), Window::part(pattern(t, 0), 6000, MEM_SIZE - 6000))?;

    let (from, size) = (MEM_SIZE / 2, 3 * 1024);
    objects::fill(t, c.queue(), opened.raw().at(from), 0xd7, size)?;
    check(t, c, opened.raw(), Window::part(pattern(t, 0), 6000, from - 6000))?;
    let filled = c.read(t, opened.raw().at(from), size)?;
    t.check(filled.iter().all(|&byte| byte == 0xd7), "a filled byte of the opened memory is another one")?;
    check(t, c, opened.raw(), Window::part(pattern(t, 0), from + size, MEM_SIZE - from - size))?;

    c.write_back(t, opened.raw())?;
    local.release()?;
    opened.release()
}

/// One handle opens many times; every pointer works until its own Close, whatever was closed before.
fn multiple(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let open = || objects::open_memory(t, c.context(), c.handle());
    let mut opened: Vec<Imported<'_>> = (0..16).map(|_| open()).collect::<TestResult<_>>()?;
    let distinct: std::collections::BTreeSet<DevicePtr> = opened.iter().map(Imported::raw).collect();
    t.observe("different pointers among 16 opens of one handle", distinct.len());
    for import in &opened {
        check(t, c, import.raw(), content(t))?;
    }
    // All of them are the same memory.
    let reply = Window::whole(Consumed::<Memory>::reply(t), CONTENT);
    c.write_back(t, opened[7].raw())?;
    t.rng(0).shuffle(&mut opened);
    while let Some(import) = opened.pop() {
        check(t, c, import.raw(), reply)?;
        import.release()?;
        if let Some(next) = opened.first() {
            check(t, c, next.raw(), reply)?;
        }
    }
    let again = open()?;
    check(t, c, again.raw(), reply)?;
    again.release()
}

/// One handle opens in two contexts; each pointer works in its own, and outlives the other.
fn two_contexts(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let context = objects::create_context(t, &[t.env().device()])?;
    let queue = objects::create_queue(t, context.raw(), QueueFlags::NONE_SET)?;
    let here = objects::open_memory(t, c.context(), c.handle())?;
    let there = objects::open_memory(t, context.raw(), c.handle())?;
    let read = |size| objects::read(t, queue.raw(), there.raw(), size);
    check(t, c, here.raw(), content(t))?;
    content(t).pattern.verify(0, &read(CONTENT)?)?;
    objects::write(t, queue.raw(), there.raw(), &pattern(t, 0).bytes(0, CONTENT))?;
    check(t, c, here.raw(), Window::whole(pattern(t, 0), CONTENT))?;
    c.write_back(t, here.raw())?;
    here.release()?;
    Consumed::<Memory>::reply(t).verify(0, &read(CONTENT)?)?;
    there.release()
}

/// Every opened pointer is known as device memory of the device, with a base and a size that cover it, whatever else
/// is opened and closed.
fn alloc_info(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let first = objects::open_memory(t, c.context(), c.handle())?;
    check_infos(t, c, first.raw())?;
    let second = objects::open_memory(t, c.context(), c.handle())?;
    check_infos(t, c, first.raw())?;
    check_infos(t, c, second.raw())?;
    first.release()?;
    check_infos(t, c, second.raw())?;
    second.release()
}

/// The allocation infos of one opened pointer.
fn check_infos(t: &TestContext<'_>, c: &Consumed<'_, Memory>, at: DevicePtr) -> TestResult {
    let info = |info, size, value| {
        t.ur().usm_get_mem_alloc_info(c.context(), at.raw(), info, size, value, std::ptr::null_mut())
    };
    let mut kind = UsmType::UNKNOWN;
    info(UsmAllocInfo::TYPE, size_of::<UsmType>(), (&raw mut kind).cast()).ok()?;
    t.check_eq("UR_USM_ALLOC_INFO_TYPE", kind, UsmType::DEVICE)?;
    let mut device = DeviceHandle::NULL;
    info(UsmAllocInfo::DEVICE, size_of::<DeviceHandle>(), (&raw mut device).cast()).ok()?;
    t.check_eq("UR_USM_ALLOC_INFO_DEVICE", device, t.env().device())?;
    let mut base: *mut std::ffi::c_void = std::ptr::null_mut();
    info(UsmAllocInfo::BASE_PTR, size_of::<usize>(), (&raw mut base).cast()).ok()?;
    let base = DevicePtr::from(base);
    t.check(
        !base.is_null() && base <= at,
        format!("UR_USM_ALLOC_INFO_BASE_PTR: {base:?} is null or above the opened pointer, {at:?}"),
    )?;
    let mut size = 0usize;
    info(UsmAllocInfo::SIZE, size_of::<usize>(), (&raw mut size).cast()).ok()?;
    t.check(
        size >= at.0 - base.0 + MEM_SIZE,
        format!("UR_USM_ALLOC_INFO_SIZE: {size} bytes from {base:?} do not cover {MEM_SIZE} bytes at {at:?}"),
    )?;
    let mut pool = UsmPoolHandle::NULL;
    let called: Called<'_> = info(UsmAllocInfo::POOL, size_of::<UsmPoolHandle>(), (&raw mut pool).cast());
    t.observe("UR_USM_ALLOC_INFO_POOL of an opened pointer", called.result);
    Ok(())
}
