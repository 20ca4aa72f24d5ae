//! The three queries as such: their answers, the protocol of the call, and what they imply.

use super::fixtures::{Asked, Supported};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{DeviceInfo, UrResult};
use ur_ipc_fixtures::ladder::{Events, Family, Memory, Physical};
use ur_ipc_fixtures::{Called, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "device_info::ipc_memory::query",
        &["device_info.ipc_memory.query"],
        with!(Asked<Memory>, query::<Memory>),
    ),
    Test::new(
        "device_info::ipc_physical_memory::query",
        &["device_info.ipc_physical_memory.query"],
        with!(Asked<Physical>, query::<Physical>),
    ),
    Test::new(
        "device_info::ipc_event::query",
        &["device_info.ipc_event.query"],
        with!(Asked<Events>, query::<Events>),
    ),
    Test::new(
        "device_info::query_protocol::memory",
        &["device_info.ipc.query_protocol"],
        with!(Asked<Memory>, query_protocol::<Memory>),
    ),
    Test::new(
        "device_info::query_protocol::physical_memory",
        &["device_info.ipc.query_protocol"],
        with!(Asked<Physical>, query_protocol::<Physical>),
    ),
    Test::new(
        "device_info::query_protocol::event",
        &["device_info.ipc.query_protocol"],
        with!(Asked<Events>, query_protocol::<Events>),
    ),
    Test::new(
        "device_info::implied_capabilities::event",
        &["device_info.implied_capabilities"],
        with!(Supported<Events>, event_implies_reusable_events),
    ),
    Test::new(
        "device_info::implied_capabilities::physical_memory",
        &["device_info.implied_capabilities"],
        with!(Supported<Physical>, physical_memory_implies_virtual_memory),
    ),
];

/// What a buffer holds that nothing was written to; neither 0 nor 1.
const UNTOUCHED: u8 = 0xa5;

/// One query into a buffer of this suite: `size` is what the call is told, the buffer has 16 bytes.
struct Query {
    buffer: [u8; 16],
    size_ret: usize,
}

impl Query {
    fn new() -> Self {
        Self { buffer: [UNTOUCHED; 16], size_ret: usize::MAX }
    }

    fn call<'t>(&mut self, t: &'t TestContext<'t>, info: DeviceInfo, size: usize) -> Called<'t> {
        t.ur().device_get_info(
            t.env().device(),
            info,
            size,
            self.buffer.as_mut_ptr().cast(),
            &raw mut self.size_ret,
        )
    }
}

/// The query fits into one byte, answers exactly 0 or 1 there, the same each time, and writes nothing else.
fn query<F: Family>(t: &TestContext<'_>, _: &Asked<F>) -> TestResult {
    let mut answers = Vec::new();
    for _ in 0..3 {
        let mut query = Query::new();
        query.call(t, F::SUPPORT, 1).ok()?;
        let [answer, rest @ ..] = query.buffer;
        t.check(answer <= 1, format!("a ur_bool_t is 0 or 1, {} is {answer:#04x}", F::SUPPORT))?;
        t.check_eq("the bytes behind the answer", rest, [UNTOUCHED; 15])?;
        t.check_eq("*pPropSizeRet", query.size_ret, 1)?;
        answers.push(answer);
    }
    t.check(answers.iter().all(|&a| a == answers[0]), format!("the answer changes: {answers:?}"))?;
    t.note(format!("{}: {}", F::SUPPORT, answers[0]));
    // Without a size pointer the answer is the same.
    let mut answer = UNTOUCHED;
    t.ur().device_get_info(t.env().device(), F::SUPPORT, 1, (&raw mut answer).cast(), null_mut()).ok()?;
    t.check_eq("the answer without a size pointer", answer, answers[0])
}

/// The query keeps the protocol of all queries: sizes, too large buffers, and the wrong combinations.
fn query_protocol<F: Family>(t: &TestContext<'_>, _: &Asked<F>) -> TestResult {
    let (device, info) = (t.env().device(), F::SUPPORT);

    let mut size = usize::MAX;
    t.ur().device_get_info(device, info, 0, null_mut(), &raw mut size).ok()?;
    t.check_eq("the size of the answer", size, 1)?;

    let mut exact = Query::new();
    exact.call(t, info, 1).ok()?;
    for told in [2, 4, 8, 16] {
        let mut large = Query::new();
        large.call(t, info, told).ok()?;
        t.check_eq(&format!("the answer into {told} bytes"), large.buffer[0], exact.buffer[0])?;
        t.check_eq(&format!("*pPropSizeRet with {told} bytes"), large.size_ret, 1)?;
        t.check(
            large.buffer[told..].iter().all(|&byte| byte == UNTOUCHED),
            format!("bytes were written behind a buffer of {told} bytes: {:02x?}", large.buffer),
        )?;
    }

    let mut none = Query::new();
    none.call(t, info, 0).expect(UrResult::ERROR_INVALID_SIZE)?;
    t.check_eq("a buffer of which 0 bytes were given", none.buffer, [UNTOUCHED; 16])?;
    let mut byte = UNTOUCHED;
    t.ur()
        .device_get_info(device, info, 0, (&raw mut byte).cast(), null_mut())
        .expect(UrResult::ERROR_INVALID_SIZE)?;
    t.check_eq("the same without a size pointer", byte, UNTOUCHED)?;

    for told in [0, 1, 8] {
        t.ur()
            .device_get_info(device, info, told, null_mut(), null_mut())
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    }
    let mut size = usize::MAX;
    t.ur()
        .device_get_info(device, info, 1, null_mut(), &raw mut size)
        .expect(UrResult::ERROR_INVALID_NULL_POINTER)
}

/// Shareable events are reusable events.
fn event_implies_reusable_events(t: &TestContext<'_>, _: &Supported<Events>) -> TestResult {
    implies(t, Events::SUPPORT, DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP)
}

/// Shareable physical memory is there to be mapped.
fn physical_memory_implies_virtual_memory(t: &TestContext<'_>, _: &Supported<Physical>) -> TestResult {
    implies(t, Physical::SUPPORT, DeviceInfo::VIRTUAL_MEMORY_SUPPORT)
}

fn implies(t: &TestContext<'_>, has: DeviceInfo, implied: DeviceInfo) -> TestResult {
    t.check(t.device_supports(implied)?, format!("the device reports {has}, and does not report {implied}"))
}
