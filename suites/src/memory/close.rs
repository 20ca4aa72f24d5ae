//! `urIPCCloseMemHandleExp`, and `urUSMFree` where Close is due.

use super::command::Window;
use super::fixtures::{check, fill_in, opens_well, pattern};
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_api::{ContextHandle, UrResult};
use ur_ipc_fixtures::ladder::{
    CONSUMER, CONTENT, Consumed, Family, MEM_SIZE, Memory, UrContextTest, produce,
};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{DevicePtr, Role, Test, TestContext, TestResult, consumer};

/// A test of the consuming side.
macro_rules! consuming {
    ($case:ident) => {
        Test::new(
            concat!("memory::close::", stringify!($case)),
            &[concat!("memory.close.", stringify!($case))],
            produce::<Memory>,
        )
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, $case) }])
    };
}

pub(super) const TESTS: &[Test] = &[
    consuming!(success),
    consuming!(null_context),
    consuming!(null_mem),
    consuming!(unknown_pointer),
    consuming!(double),
    consuming!(one_of_two_opens),
    consuming!(usm_free_rejected),
];

/// What the producer wrote, as this family's tests see it.
fn content(t: &TestContext<'_>) -> Window {
    Window::whole(Consumed::<Memory>::pattern(t), CONTENT)
}

/// An opened pointer is closed, used or unused, once and again.
fn success(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    objects::open_memory(t, c.context(), c.handle())?.release()?;
    opens_well(t, c)?;
    opens_well(t, c)
}

/// A null context is refused and closes nothing.
fn null_context(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let opened = objects::open_memory(t, c.context(), c.handle())?;
    t.ur()
        .ipc_close_mem_handle_exp(ContextHandle::NULL, opened.raw().raw())
        .expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    check(t, c, opened.raw(), content(t))?;
    opened.release()
}

/// A null pointer is refused, and one that was opened can still be closed.
fn null_mem(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let opened = objects::open_memory(t, c.context(), c.handle())?;
    t.ur().ipc_close_mem_handle_exp(c.context(), null_mut()).expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    check(t, c, opened.raw(), content(t))?;
    opened.release()
}

/// Pointers that no Open gave are refused, and what they point to stays.
fn unknown_pointer(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let opened = objects::open_memory(t, c.context(), c.handle())?;
    let local = objects::allocate(t, c.context(), t.env().device(), MEM_SIZE)?;
    let window = Window::whole(pattern(t, 0), MEM_SIZE);
    fill_in(t, c, local.raw(), window)?;
    let mut stack = [0x5au8; 64];
    let mut heap = vec![0xa5u8; MEM_SIZE];
    let cases = [
        ("a pointer to the stack", DevicePtr::from(stack.as_mut_ptr().cast::<c_void>())),
        ("a heap pointer", DevicePtr::from(heap.as_mut_ptr().cast::<c_void>())),
        ("local device memory", local.raw()),
    ];
    for (what, at) in cases {
        t.observe(what, Memory::close(t.ur(), c.context(), at).expect_error()?);
    }
    t.check(stack == [0x5a; 64] && heap.iter().all(|&byte| byte == 0xa5), "Close wrote through the pointer")?;
    check(t, c, local.raw(), window)?;
    local.release()?;
    check(t, c, opened.raw(), content(t))?;
    opened.release()
}

/// A pointer that is closed already is refused, and its handle still opens; what is open beside it stays open.
fn double(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let opened = objects::open_memory(t, c.context(), c.handle())?;
    let at = opened.raw();
    opened.release()?;
    t.observe("the second Close", Memory::close(t.ur(), c.context(), at).expect_error()?);
    opens_well(t, c)?;
    let stays = objects::open_memory(t, c.context(), c.handle())?;
    let goes = objects::open_memory(t, c.context(), c.handle())?;
    let at = goes.raw();
    goes.release()?;
    // Where both Opens gave one pointer, it is closed once and still open.
    if at != stays.raw() {
        Memory::close(t.ur(), c.context(), at).expect_error()?;
    }
    check(t, c, stays.raw(), content(t))?;
    stays.release()?;
    let first = objects::open_memory(t, c.context(), c.handle())?;
    let second = objects::open_memory(t, c.context(), c.handle())?;
    first.release()?;
    check(t, c, second.raw(), content(t))?;
    second.release()
}

/// Of two pointers of one handle, either can be closed first, and the other goes on working.
fn one_of_two_opens(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    for (round, first_goes) in [(0, true), (1, false)] {
        let first = objects::open_memory(t, c.context(), c.handle())?;
        let second = objects::open_memory(t, c.context(), c.handle())?;
        let window = Window::whole(pattern(t, round), MEM_SIZE);
        fill_in(t, c, first.raw(), window)?;
        let (goes, stays) = if first_goes { (first, second) } else { (second, first) };
        goes.release()?;
        check(t, c, stays.raw(), window)?;
        let next = Window::whole(pattern(t, round + 2), MEM_SIZE);
        fill_in(t, c, stays.raw(), next)?;
        check(t, c, stays.raw(), next)?;
        c.write_back(t, stays.raw())?;
        stays.release()?;
    }
    Ok(())
}

/// An opened pointer is not for `urUSMFree`: that is refused and frees nothing.
fn usm_free_rejected(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let opened = objects::open_memory(t, c.context(), c.handle())?;
    let code = t.ur().usm_free(c.context(), opened.raw().raw()).expect_error()?;
    t.observe("urUSMFree of an opened pointer", code);
    check(t, c, opened.raw(), content(t))?;
    opened.release()?;
    opens_well(t, c)
}
