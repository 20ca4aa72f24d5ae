//! `urIPCOpenPhysMemHandleExp` with good and with bad arguments.

use super::fixtures::ForeignDeviceFixture;
use super::support::{
    Import, Mapped, in_case, leaves_nothing, open_call, pattern, verify_handle, verify_object, write_object,
};
use std::collections::BTreeSet;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, UrResult};
use ur_ipc_fixtures::ladder::{
    CONSUMER, Consumed, Family, PhysMemFixture, PhysMemHandleFixture, Physical, UrContextTest,
    UrIpcPhysMemHandleTest, UrIpcPhysMemTest, produce,
};
use ur_ipc_fixtures::objects::{open_physical, physical_refcount};
use ur_ipc_fixtures::{DevicePtr, Role, Test, TestContext, TestResult, consumer, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::open::success_same_process",
        &["physical_memory.open.success_same_process"],
        with!(PhysMemHandleFixture, success_same_process),
    )
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.Success"]),
    Test::new(
        "physical_memory::open::null_context",
        &["physical_memory.open.null_context"],
        with!(PhysMemHandleFixture, null_context),
    )
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidNullHandleContext"]),
    Test::new(
        "physical_memory::open::null_device",
        &["physical_memory.open.null_device"],
        with!(PhysMemHandleFixture, null_device),
    )
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidNullHandleDevice"]),
    Test::new(
        "physical_memory::open::null_data",
        &["physical_memory.open.null_data"],
        with!(PhysMemHandleFixture, null_data),
    )
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidNullPointerIPCHandleData"]),
    Test::new(
        "physical_memory::open::null_out",
        &["physical_memory.open.null_out"],
        with!(PhysMemHandleFixture, null_out),
    )
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidNullPointerPhysMem"]),
    Test::new(
        "physical_memory::open::size_too_large",
        &["physical_memory.open.size_too_large"],
        with!(PhysMemHandleFixture, size_too_large),
    )
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValue"]),
    Test::new(
        "physical_memory::open::size_too_small",
        &["physical_memory.open.size_too_small"],
        with!(PhysMemHandleFixture, size_too_small),
    ),
    Test::new(
        "physical_memory::open::wrong_size_unread",
        &["physical_memory.open.size_too_small"],
        produce::<Physical>,
    )
    .roles(&[Role { name: CONSUMER, body: consumer!(Physical, wrong_size_unread) }]),
    Test::new(
        "physical_memory::open::byte_copy",
        &["physical_memory.open.byte_copy"],
        with!(PhysMemFixture, byte_copy),
    ),
    Test::new(
        "physical_memory::open::multiple",
        &["physical_memory.open.multiple"],
        with!(PhysMemHandleFixture, multiple),
    ),
    Test::new(
        "physical_memory::open::device_not_in_context",
        &["physical_memory.open.device_not_in_context"],
        with!(ForeignDeviceFixture, device_not_in_context),
    ),
];

/// Open in the exporting process gives an object other than the source.
fn success_same_process(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    for _ in 0..3 {
        let opened = f.open(t)?;
        t.check(opened.raw() != f.physical(), "Open gave the source itself")?;
        opened.release()?;
    }
    Ok(())
}

/// Checks that Open answers these arguments with this code, leaves nothing open, and works with the right ones.
fn refuses(
    t: &TestContext<'_>,
    f: &impl UrIpcPhysMemHandleTest,
    context: ContextHandle,
    device: DeviceHandle,
    data: DevicePtr,
    size: usize,
    wanted: UrResult,
) -> TestResult {
    leaves_nothing(t, || open_call(t, context, device, data, size).expect(wanted))?;
    f.open(t)?.release()
}

/// A null context is refused.
fn null_context(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let bytes = f.handle();
    let data = bytes.as_slice().into();
    let wanted = UrResult::ERROR_INVALID_NULL_HANDLE;
    refuses(t, f, ContextHandle::NULL, t.env().device(), data, bytes.len(), wanted)
}

/// A null device is refused.
fn null_device(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let bytes = f.handle();
    let data = bytes.as_slice().into();
    let wanted = UrResult::ERROR_INVALID_NULL_HANDLE;
    refuses(t, f, f.context(), DeviceHandle::NULL, data, bytes.len(), wanted)
}

/// A null data pointer is refused.
fn null_data(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let size = f.handle().len();
    let wanted = UrResult::ERROR_INVALID_NULL_POINTER;
    refuses(t, f, f.context(), t.env().device(), DevicePtr::NULL, size, wanted)
}

/// Without a place for the object Open is refused, and nothing is opened.
fn null_out(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let bytes = f.handle();
    leaves_nothing(t, || {
        t.ur()
            .ipc_open_phys_mem_handle_exp(
                f.context(),
                t.env().device(),
                bytes.as_ptr().cast(),
                bytes.len(),
                null_mut(),
            )
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)
    })?;
    t.check_eq("references of the source", physical_refcount(t, f.physical())?, 1)?;
    f.open(t)?.release()
}

/// A size that is one too large is refused.
fn size_too_large(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let bytes = f.handle();
    let mut longer = bytes.clone();
    longer.push(0);
    let data = longer.as_slice().into();
    refuses(t, f, f.context(), t.env().device(), data, longer.len(), UrResult::ERROR_INVALID_VALUE)
}

/// Sizes that are too small, and the largest there is, are refused.
fn size_too_small(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let bytes = f.handle();
    for size in wrong_sizes(bytes.len()) {
        // The bytes are right as far as they go; there are none behind them.
        let short = bytes[..size.min(bytes.len())].to_vec();
        let data = short.as_slice().into();
        let wanted = UrResult::ERROR_INVALID_VALUE;
        let refused = refuses(t, f, f.context(), t.env().device(), data, size, wanted);
        in_case(format!("{size} of {} bytes", bytes.len()), refused)?;
    }
    Ok(())
}

/// With a wrong size the buffer is not read, so that its address need not be readable.
fn wrong_size_unread(t: &TestContext<'_>, f: &Consumed<'_, Physical>) -> TestResult {
    let unreadable = DevicePtr(64);
    for size in wrong_sizes(f.handle().len()) {
        open_call(t, f.context(), t.env().device(), unreadable, size)
            .expect(UrResult::ERROR_INVALID_VALUE)?;
    }
    let opened = f.open(t)?;
    f.verify(t, opened.raw())?;
    opened.release()
}

fn wrong_sizes(right: usize) -> impl Iterator<Item = usize> {
    [right - 1, right / 2, 1, 0, usize::MAX].into_iter().filter(move |&size| size != right)
}

/// A copy of the bytes at any alignment opens like the original, and neither is modified.
fn byte_copy(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let handle = f.export(t)?;
    let original = handle.bytes();
    for shift in 0..16 {
        let mut buffer = vec![0xa5u8; shift];
        buffer.extend(&original);
        buffer.extend([0xa5; 16]);
        let before = buffer.clone();
        let copy = &buffer[shift..shift + original.len()];
        in_case(format!("shift {shift}"), verify_handle(t, f, copy, f.size(), content))?;
        t.check(buffer == before, format!("Open modified its input at shift {shift}"))?;
    }
    let data = handle.raw();
    let mut out = 0;
    Physical::open(t.ur(), f.context(), t.env().device(), data.at, data.size, &mut out).ok()?;
    let opened = Physical::raw(out);
    verify_object(t, f, opened, f.size(), content)?;
    t.ur().ipc_close_phys_mem_handle_exp(f.context(), opened).ok()?;
    t.check(handle.bytes() == original, "Open modified the buffer of the implementation")
}

/// Several Opens give objects of their own, all of the same memory; closing one leaves the others.
fn multiple(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let handle = f.handle();
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    let mut imports = Vec::new();
    for _ in 0..5 {
        imports.push(Import::open(t, f.context(), &handle, f.size())?);
    }
    let objects: BTreeSet<usize> = imports.iter().map(|import| import.raw().address()).collect();
    t.check_eq("different imports", objects.len(), imports.len())?;
    t.rng(0).shuffle(&mut imports);
    while let Some((last, others)) = imports.split_last() {
        let content = pattern(t, imports.len() as u64);
        last.mapped().write(t, f, content)?;
        source.verify(t, f, content)?;
        for other in others {
            other.mapped().verify(t, f, content)?;
            t.check_eq("references of an import", physical_refcount(t, other.raw())?, 1)?;
        }
        if let Some(import) = imports.pop() {
            import.close()?;
        }
    }
    t.check_eq("references of the source", physical_refcount(t, f.physical())?, 1)
}

/// A device outside the context is refused; the context's own is not.
fn device_not_in_context(t: &TestContext<'_>, f: &ForeignDeviceFixture<'_>) -> TestResult {
    let bytes = f.handle();
    let call = |device| open_call(t, f.context(), device, bytes.as_slice().into(), bytes.len());
    leaves_nothing(t, || call(f.foreign()).expect_error().map(drop))?;
    t.observe("a device outside the context is refused with", call(f.foreign()).result);
    open_physical(t, f.context(), &bytes)?.release()
}
