//! Contexts of two devices, of which one shares events and the other does not. Open is for all devices of its context, Get
//! for the device of its event.

use super::false_answer::{NOT_EXPORTED, any_event, get};
use crate::open_calls::Opening;
use ur_ipc_fixtures::api::{DeviceHandle, DeviceInfo, UrResult};
use ur_ipc_fixtures::hierarchy::{Consumer, Events, UrQueueTest};
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::{IPC_EVENTS, MIXED_EVENTS, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("device_info", "device_info::event_mixed");
    // Open is unsupported in a context with the other device, wherever that stands, and works in one without it.
    group
        .test("open_unsupported")
        .checks("device_info.event_false_open_unsupported")
        .needs(&[MIXED_EVENTS])
        .in_consumer(|t, c: &Consumer<Events>| {
            for devices in in_both_orders(t)? {
                let context = Context::over(t, &devices)?;
                let opening = Opening { context: context.raw(), ..Opening::of(c, c.handle()) };
                opening.make::<Events>(t).0.expect(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
            }
            c.open()?.release()
        });

    // Get of an event of the device is unsupported, although the other device of the context shares events.
    group
        .test("get_unsupported")
        .checks("device_info.event_false_get_unsupported")
        .needs(&[IPC_EVENTS.lacking(), MIXED_EVENTS])
        .on(|t, (): &()| {
            for devices in in_both_orders(t)? {
                let f = UrQueueTest::over(t, &devices)?;
                let event = any_event(t, &f)?;
                get::<Events>(t, &f, event.raw(), &NOT_EXPORTED)?;
                event.wait()?;
                event.release()?;
            }
            Ok(())
        });
}

/// The device under test and the other one, and the other way round.
fn in_both_orders(t: &TestContext) -> TestResult<[[DeviceHandle; 2]; 2]> {
    let (own, other) = (t.device(), t.differing_device(DeviceInfo::IPC_EVENT_SUPPORT_EXP)?);
    Ok([[own, other], [other, own]])
}
