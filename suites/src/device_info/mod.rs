//! Tests of the device_info family: the three questions about sharing, and what their answers promise.

mod false_answer;
mod gating;
mod mixed;
mod queries;
mod true_answer;

use ur_ipc_fixtures::api::{DeviceInfo, UrBool, UrResult};
use ur_ipc_fixtures::hierarchy::{Events, Memory, Physical, Shareable};
use ur_ipc_fixtures::{Need, TestContext, Tests};

pub(crate) fn tests(tests: &mut Tests) {
    queries::tests(tests);
    gating::tests(tests);
    true_answer::tests(tests);
    false_answer::tests(tests);
    mixed::tests(tests);
}

/// The three families, with their query for support and their needs.
const FAMILIES: [(&str, DeviceInfo, &[Need]); 3] = [
    (Memory::NAME, Memory::SUPPORT, Memory::NEEDS),
    (Physical::NAME, Physical::SUPPORT, Physical::NEEDS),
    (Events::NAME, Events::SUPPORT, Events::NEEDS),
];

/// Makes the query without the suite's reading of its answer: the code, and the value if there is one.
fn ask(t: &TestContext, info: DeviceInfo) -> (UrResult, UrBool) {
    let mut value: UrBool = 0;
    let place = (&raw mut value).cast();
    let called = t.ur().device_get_info(t.device(), info, size_of::<UrBool>(), place, std::ptr::null_mut());
    (called.result, value)
}
