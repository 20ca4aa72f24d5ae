//! Events that are asked and waited for in all situations: from any thread, beside a second context and held work, and before and
//! after tens of thousands of other calls.

use crate::threads::on;
use std::ptr::null_mut;
use std::time::Duration;
use ur_ipc_fixtures::api::{ProfilingInfo, UrResult};
use ur_ipc_fixtures::hierarchy::UrIpcOpenedEventTest;
use ur_ipc_fixtures::objects::{Context, Event};
use ur_ipc_fixtures::{HOST_TASKS, InCase, TestContext, TestResult, Tests};

/// Calls between both rounds: more than a counter of two bytes tells apart.
const BETWEEN: usize = (1 << 16) + 1;

/// Calls after which the time is looked at.
const AT_ONCE: usize = 1 << 10;

/// The time that the rest of a test needs.
const REST: Duration = Duration::from_secs(5);

/// A call with a complete event, and a check of its answer.
type Ask = fn(&TestContext, &Event) -> TestResult;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::any_situation");
    let asks: [(&str, &str, Ask); 4] = [
        ("asked_for_status", "event.imported.info_basic", |_, event| event.check_complete("the event")),
        ("asked_for_times", "event.imported.profiling_info", times),
        ("asked_for_native_handle", "event.imported.native_handle", native_handle),
        ("waited_for", "event.imported.wait_all", |_, event| event.wait()),
    ];
    for (name, requirement, ask) in asks {
        let draft = group.test(name).checks(requirement).needs(&[HOST_TASKS]).thorough();
        draft.on(move |t, f: &UrIpcOpenedEventTest| {
            in_all_situations(t, f, ask)?;
            many_times(t, f, ask)?;
            in_all_situations(t, f, ask).in_case("after many others")
        });
    }
}

/// Each situation with each other one.
fn in_all_situations(t: &TestContext, f: &UrIpcOpenedEventTest, ask: Ask) -> TestResult {
    for situation in 0..8u8 {
        let [on_other_thread, beside_context, beside_work] = [1, 2, 4].map(|bit| situation & bit != 0);
        let _other = beside_context.then(|| Context::on_device(t)).transpose()?;
        let queue = f.in_context().queue()?;
        let gate = beside_work.then(|| queue.hold()).transpose()?;
        for (event, side) in [(f.event(), "the source"), (f.opened(), "the import")] {
            on(on_other_thread, || ask(t, event)).in_case(format!(
                "{side}, on another thread: {on_other_thread}, beside a second context: {beside_context}, \
                 beside held work: {beside_work}"
            ))?;
        }
        if let Some(gate) = gate {
            gate.open()?;
            queue.finish()?;
        }
    }
    Ok(())
}

fn many_times(t: &TestContext, f: &UrIpcOpenedEventTest, ask: Ask) -> TestResult {
    for done in 0..BETWEEN {
        if done % AT_ONCE == 0 && t.time_left() < REST {
            t.note_less(&format!("there was time for {done} of {BETWEEN} calls"));
            break;
        }
        ask(t, f.opened()).in_case(format!("after {done} others"))?;
    }
    Ok(())
}

/// There are none, as no queue records them.
fn times(t: &TestContext, event: &Event) -> TestResult {
    let mut stamp = 0u64;
    let (info, value) = (ProfilingInfo::COMMAND_END, (&raw mut stamp).cast());
    let called = t.ur().event_get_profiling_info(event.raw(), info, 8, value, null_mut());
    called.expect(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE)
}

/// There is one, or there are none at all.
fn native_handle(t: &TestContext, event: &Event) -> TestResult {
    let mut native = 0usize;
    let called = t.ur().event_get_native_handle(event.raw(), &raw mut native);
    if called.result.is_success() { Ok(()) } else { called.expect(UrResult::ERROR_UNSUPPORTED_FEATURE) }
}
