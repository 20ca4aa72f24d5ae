//! `urIPCCloseMemHandleExp`, and `urUSMFree` where Close is due. All in a process other than the exporting one.

use super::support::{WHOLE, check, filled, opens_well, write};
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, UrResult};
use ur_ipc_fixtures::hierarchy::{Consumer, MEM_SIZE, Memory, Shareable};
use ur_ipc_fixtures::{DevicePtr, Group, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::close");
    one_pointer(&mut group);
    several_pointers(&mut group);
}

fn one_pointer(group: &mut Group<'_>) {
    // An opened pointer is closed, used or unused, once and again.
    group.test("success").checks("memory.close.success").in_consumer::<Memory>(|_, c| {
        c.open()?.release()?;
        opens_well(c)?;
        opens_well(c)
    });

    // A null context is refused and closes nothing.
    group.test("null_context").checks("memory.close.null_context").in_consumer::<Memory>(|t, c| {
        let opened = c.open()?;
        t.ur()
            .ipc_close_mem_handle_exp(ContextHandle::NULL, opened.raw().raw())
            .expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
        c.verify(opened.raw())?;
        opened.release()
    });

    // A null pointer is refused, and one that was opened can still be closed.
    group.test("null_mem").checks("memory.close.null_mem").in_consumer::<Memory>(|t, c| {
        let opened = c.open()?;
        t.ur()
            .ipc_close_mem_handle_exp(c.context(), null_mut())
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
        c.verify(opened.raw())?;
        opened.release()
    });

    group
        .test("unknown_pointer")
        .checks("memory.close.unknown_pointer")
        .in_consumer::<Memory>(unknown_pointer);
}

/// Pointers that no Open gave are refused, and what they point to stays.
fn unknown_pointer(t: &TestContext, c: &Consumer<Memory>) -> TestResult {
    let opened = c.open()?;
    let local = filled(c, MEM_SIZE, t.pattern(0))?;
    let mut stack = [0x5au8; 64];
    let mut heap = vec![0xa5u8; MEM_SIZE];
    let cases = [
        ("a pointer to the stack", DevicePtr::from(stack.as_mut_ptr().cast::<c_void>())),
        ("a heap pointer", DevicePtr::from(heap.as_mut_ptr().cast::<c_void>())),
        ("local device memory", local.raw()),
    ];
    for (what, at) in cases {
        t.observe(what, Memory::close_call(t.ur(), c.context(), at).expect_error()?);
    }
    t.check(stack == [0x5a; 64] && heap.iter().all(|&byte| byte == 0xa5), "Close wrote through the pointer")?;
    check(c, local.raw(), t.pattern(0), WHOLE)?;
    local.release()?;
    c.verify(opened.raw())?;
    opened.release()
}

fn several_pointers(group: &mut Group<'_>) {
    // A pointer that is closed already is refused, and its handle still opens; what is open beside it stays open.
    group.test("double").checks("memory.close.double").in_consumer::<Memory>(|t, c| {
        let opened = c.open()?;
        let at = opened.raw();
        opened.release()?;
        t.observe("the second Close", Memory::close_call(t.ur(), c.context(), at).expect_error()?);
        opens_well(c)?;
        let (stays, goes) = (c.open()?, c.open()?);
        let at = goes.raw();
        goes.release()?;
        // Where both Opens gave one pointer, it is closed once and still open.
        if at != stays.raw() {
            Memory::close_call(t.ur(), c.context(), at).expect_error()?;
        }
        c.verify(stays.raw())?;
        stays.release()?;
        let (first, second) = (c.open()?, c.open()?);
        first.release()?;
        c.verify(second.raw())?;
        second.release()
    });

    // Of two pointers of one handle, either can be closed first, and the other goes on working.
    group.test("one_of_two_opens").checks("memory.close.one_of_two_opens").in_consumer::<Memory>(|t, c| {
        for (round, first_goes) in [(0, true), (1, false)] {
            let (first, second) = (c.open()?, c.open()?);
            write(c, first.raw(), t.pattern(round), WHOLE)?;
            let (goes, stays) = if first_goes { (first, second) } else { (second, first) };
            goes.release()?;
            check(c, stays.raw(), t.pattern(round), WHOLE)?;
            write(c, stays.raw(), t.pattern(round + 2), WHOLE)?;
            check(c, stays.raw(), t.pattern(round + 2), WHOLE)?;
            c.write_back(stays.raw())?;
            stays.release()?;
        }
        Ok(())
    });

    // An opened pointer is not for `urUSMFree`: that is refused and frees nothing.
    group.test("usm_free_rejected").checks("memory.close.usm_free_rejected").in_consumer::<Memory>(|t, c| {
        let opened = c.open()?;
        let code = t.ur().usm_free(c.context(), opened.raw().raw()).expect_error()?;
        t.observe("urUSMFree of an opened pointer", code);
        c.verify(opened.raw())?;
        opened.release()?;
        opens_well(c)
    });
}
