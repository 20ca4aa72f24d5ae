//! `urIPCOpenMemHandleExp`: arguments that it must refuse. All in a process other than the exporting one.

use super::fixtures::{OtherDevice, opens_well};
use std::ptr::null_mut;
use ur_ipc_api::{ContextHandle, DeviceHandle, UrResult};
use ur_ipc_fixtures::ladder::{CONSUMER, Consumed, Family, Fixture, Memory, UrContextTest, produce};
use ur_ipc_fixtures::{
    DevicePtr, Link, PeerBody, Role, Test, TestContext, TestResult, consumer, measure_growth,
};

/// A test of the consuming side.
macro_rules! refused {
    ($case:ident) => {
        Test::new(
            concat!("memory::open::", stringify!($case)),
            &[concat!("memory.open.", stringify!($case))],
            produce::<Memory>,
        )
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, $case) }])
    };
}

pub(super) const TESTS: &[Test] = &[
    refused!(null_context),
    refused!(null_device),
    refused!(null_data),
    refused!(null_out),
    refused!(size_too_small),
    refused!(size_too_large),
    Test::new(
        "memory::open::device_not_in_context",
        &["memory.open.device_not_in_context"],
        produce::<Memory>,
    )
    .roles(&[Role { name: CONSUMER, body: DEVICE_NOT_IN_CONTEXT }]),
];

/// An aligned address that is not null and behind which there is nothing: whoever reads there dies.
const UNREADABLE: DevicePtr = DevicePtr(64);

/// Opens `data` with this size and demands this code.
#[track_caller]
fn refuses(
    t: &TestContext<'_>,
    (context, device): (ContextHandle, DeviceHandle),
    data: DevicePtr,
    size: usize,
    code: UrResult,
) -> TestResult {
    let mut mem = 0;
    Memory::open(t.ur(), context, device, data, size, &mut mem).expect(code)
}

/// A null context is refused.
fn null_context(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let place = (ContextHandle::NULL, t.env().device());
    refuses(t, place, c.handle().into(), c.handle().len(), UrResult::ERROR_INVALID_NULL_HANDLE)?;
    opens_well(t, c)
}

/// A null device is refused.
fn null_device(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let place = (c.context(), DeviceHandle::NULL);
    refuses(t, place, c.handle().into(), c.handle().len(), UrResult::ERROR_INVALID_NULL_HANDLE)?;
    opens_well(t, c)
}

/// Null handle data is refused.
fn null_data(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let place = (c.context(), t.env().device());
    refuses(t, place, DevicePtr::NULL, c.handle().len(), UrResult::ERROR_INVALID_NULL_POINTER)?;
    opens_well(t, c)
}

/// Without a place for the pointer the call is refused and opens nothing.
fn null_out(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let mut bytes = c.handle().to_vec();
    let growth = measure_growth(t, 32, |_| {
        t.ur()
            .ipc_open_mem_handle_exp(
                c.context(),
                t.env().device(),
                bytes.as_mut_ptr().cast(),
                bytes.len(),
                null_mut(),
            )
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)
    })?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    opens_well(t, c)
}

/// Size 0, where there is not a byte to read, and one byte too few are refused.
fn size_too_small(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let place = (c.context(), t.env().device());
    refuses(t, place, UNREADABLE, 0, UrResult::ERROR_INVALID_VALUE)?;
    let short = c.handle()[..c.handle().len() - 1].to_vec().into_boxed_slice();
    refuses(t, place, (&*short).into(), short.len(), UrResult::ERROR_INVALID_VALUE)?;
    opens_well(t, c)
}

/// One byte too many and the largest size are refused, although all the bytes of a good handle are there.
fn size_too_large(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let place = (c.context(), t.env().device());
    let size = c.handle().len();
    let mut long = c.handle().to_vec();
    long.push(0);
    refuses(t, place, long.as_slice().into(), size + 1, UrResult::ERROR_INVALID_VALUE)?;
    refuses(t, place, long.as_slice().into(), usize::MAX, UrResult::ERROR_INVALID_VALUE)?;
    opens_well(t, c)
}

const DEVICE_NOT_IN_CONTEXT: PeerBody = |t: &TestContext<'_>, link: &Link| {
    let other = OtherDevice::set_up(t)?;
    let consumed = Consumed::<Memory>::set_up(t, link)?;
    t.body_begins();
    device_not_in_context(t, &consumed, &other)
};

/// A context without the device is refused, and the device's own context is not.
fn device_not_in_context(
    t: &TestContext<'_>,
    c: &Consumed<'_, Memory>,
    other: &impl UrContextTest,
) -> TestResult {
    let mut mem = 0;
    let data = c.handle().into();
    let code = Memory::open(t.ur(), other.context(), t.env().device(), data, c.handle().len(), &mut mem)
        .expect_error()?;
    t.observe("a device that is not in the context", code);
    opens_well(t, c)
}
