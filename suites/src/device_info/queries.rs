//! The three queries as such: their answers, the protocol of the call, and what they imply.

use crate::untouched::UNTOUCHED_BYTE;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{DeviceInfo, UrResult};
use ur_ipc_fixtures::hierarchy::{Events, Memory, Physical, Shareable};
use ur_ipc_fixtures::{Called, IPC_EVENTS, IPC_PHYSICAL_MEMORY, Need, TestContext, Tests};

pub(super) fn tests(tests: &mut Tests) {
    query::<Memory>(tests, "device_info::ipc_memory", "device_info.ipc_memory.query");
    query::<Physical>(tests, "device_info::ipc_physical_memory", "device_info.ipc_physical_memory.query");
    query::<Events>(tests, "device_info::ipc_event", "device_info.ipc_event.query");
    query_protocol::<Memory>(tests);
    query_protocol::<Physical>(tests);
    query_protocol::<Events>(tests);
    query_arguments::<Memory>(tests);
    query_arguments::<Physical>(tests);
    query_arguments::<Events>(tests);
    implied(tests);
}

/// One query into a buffer of this suite: `size` is what the call is told, the buffer has 16 bytes.
struct Query {
    buffer: [u8; 16],
    size_ret: usize,
}

impl Query {
    fn new() -> Self {
        Self { buffer: [UNTOUCHED_BYTE; 16], size_ret: usize::MAX }
    }

    fn call<'t>(&mut self, t: &'t TestContext, info: DeviceInfo, size: usize) -> Called<'t> {
        let place = self.buffer.as_mut_ptr().cast();
        t.ur().device_get_info(t.device(), info, size, place, &raw mut self.size_ret)
    }
}

/// The query fits into one byte, answers exactly 0 or 1 there, the same each time, and writes nothing else.
fn query<F: Shareable>(tests: &mut Tests, path: &str, requirement: &'static str) {
    let mut group = tests.group("device_info", path);
    group.test("query").checks(requirement).needs(&[Need::Query(F::SUPPORT)]).run(|t| {
        let mut answers = Vec::new();
        for _ in 0..3 {
            let mut query = Query::new();
            query.call(t, F::SUPPORT, 1).ok()?;
            let [answer, rest @ ..] = query.buffer;
            t.check(answer <= 1, format!("a ur_bool_t is 0 or 1, {} is {answer:#04x}", F::SUPPORT))?;
            t.check_eq("the bytes behind the answer", rest, [UNTOUCHED_BYTE; 15])?;
            t.check_eq("*pPropSizeRet", query.size_ret, 1)?;
            answers.push(answer);
        }
        t.check(answers.iter().all(|&a| a == answers[0]), format!("the answer changes: {answers:?}"))?;
        t.note(format!("{}: {}", F::SUPPORT, answers[0]));
        // Without a size pointer the answer is the same.
        let mut answer = UNTOUCHED_BYTE;
        t.ur().device_get_info(t.device(), F::SUPPORT, 1, (&raw mut answer).cast(), null_mut()).ok()?;
        t.check_eq("the answer without a size pointer", answer, answers[0])
    });
}

/// The query keeps the protocol of all queries: sizes, too large buffers and too small ones.
fn query_protocol<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group("device_info", "device_info::query_protocol");
    let draft =
        group.test(F::NAME).checks("device_info.ipc.query_protocol").needs(&[Need::Query(F::SUPPORT)]);
    draft.run(|t| {
        let (device, info) = (t.device(), F::SUPPORT);

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
                large.buffer[told..].iter().all(|&byte| byte == UNTOUCHED_BYTE),
                format!("bytes were written behind a buffer of {told} bytes: {:02x?}", large.buffer),
            )?;
        }

        let mut none = Query::new();
        none.call(t, info, 0).expect(UrResult::ERROR_INVALID_SIZE)?;
        t.check_eq("a buffer of which 0 bytes were given", none.buffer, [UNTOUCHED_BYTE; 16])?;
        let mut byte = UNTOUCHED_BYTE;
        t.ur()
            .device_get_info(device, info, 0, (&raw mut byte).cast(), null_mut())
            .expect(UrResult::ERROR_INVALID_SIZE)?;
        t.check_eq("the same without a size pointer", byte, UNTOUCHED_BYTE)
    });
}

/// Without a place for the answer, or for anything, the query says so.
fn query_arguments<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group("device_info", "device_info::query_arguments");
    let draft =
        group.test(F::NAME).checks("device_info.ipc.query_arguments").needs(&[Need::Query(F::SUPPORT)]);
    draft.run(|t| {
        let (device, info) = (t.device(), F::SUPPORT);
        for told in [0, 1, 8] {
            t.ur()
                .device_get_info(device, info, told, null_mut(), null_mut())
                .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
        }
        let mut size = usize::MAX;
        t.ur()
            .device_get_info(device, info, 1, null_mut(), &raw mut size)
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)
    });
}

fn implied(tests: &mut Tests) {
    let mut group = tests.group("device_info", "device_info::implied_capabilities");
    // Shareable events are reusable events; shareable physical memory is there to be mapped.
    for (name, need, has, implied) in [
        ("event", IPC_EVENTS, Events::SUPPORT, DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP),
        ("physical_memory", IPC_PHYSICAL_MEMORY, Physical::SUPPORT, DeviceInfo::VIRTUAL_MEMORY_SUPPORT),
    ] {
        group.test(name).checks("device_info.implied_capabilities").needs(&[need]).run(move |t| {
            t.check(
                t.device_supports(implied)?,
                format!("the device reports {has}, and does not report {implied}"),
            )
        });
    }
}
