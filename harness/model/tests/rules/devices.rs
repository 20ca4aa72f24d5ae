//! Rules for contexts of two devices.

use super::behind;
use rstest::rstest;
use ur_ipc_api::UrResult;
use ur_ipc_model::{Device, Observable, Observed, Program, State};

const DEVICES: &str = "a: c1 = context of both
a: q1 = queue in c1
a: q2 = queue in c1 on the other device
a: m1 = alloc 2 in c1 on the other device
a: e1 = event in c1 shared on the other device
a: p1 = physical 2 in c1 shared on the other device
a: fill m1[0..2] with 7 by q2
a: signal e1 by q2
a: h1 = get m1
a: h2 = get e1
a: h3 = get p1
b: c2 = context of both
b: q3 = queue in c2
b: q4 = queue in c2 on the other device
b: c3 = context
b: m2 = alloc 2 in c2
";

#[rstest]
#[case::one_device("b: q5 = queue in c3 on the other device", "c3 is of the first device alone")]
#[case::opened_in_one("b: i1 = open h1 in c3 on the other device", "c3 is of the first device alone")]
#[case::event_on_a_device(
    "b: i1 = open h2 in c2 on the other device",
    "h2 is of an event, which is opened for all devices of a context"
)]
#[case::event_elsewhere("b: i1 = open h2 in c3", "h2 is of an event of another device than the context's")]
#[case::wrong_size(
    "b: open h1 in c2 with size 0",
    "h1 is of another device than that on which it would be opened"
)]
#[case::host("a: m3 = alloc 1 in c1 host on the other device", "memory of the host is on no device")]
#[case::mapping(
    "b: i1 = open h3 in c2 on the other device\nb: v1 = map i1[0..2]\nb: fill v1[0..1] with 1 by q3",
    "v1 is a mapping of physical memory of another device than the queue's"
)]
fn a_step_that_no_source_defines_is_not_taken(#[case] rest: &str, #[case] expected: &str) {
    let (state, step) = behind(DEVICES, rest);
    assert_eq!(state.allowed(&step).unwrap_err().to_string(), expected);
}

#[test]
fn a_second_device_is_missing_where_there_is_none() {
    let state = State::new(Device { second: false, ..Device::WHOLE });
    let steps = "a: c1 = context of both\n".parse::<Program>().unwrap().steps;
    let why = state.allowed(&steps[0]).unwrap_err().to_string();
    assert!(why.starts_with("the platform has no second device"), "{why}");
}

/// The requirement by which a step succeeds.
#[rstest]
#[case::memory("b: i1 = open h1 in c2 on the other device", "cross_process.device_of_context")]
#[case::physical("b: i1 = open h3 in c2 on the other device", "cross_process.device_of_context")]
#[case::event("b: i1 = open h2 in c2", "cross_process.device_of_context")]
#[case::get("a: h4 = get m1", "cross_process.device_of_context")]
#[case::waits_for_import(
    "b: i1 = open h2 in c2\nb: fill m2[0..1] with 3 by q3 after i1",
    "cross_process.event.other_device"
)]
#[case::signals_behind_source(
    "a: e2 = event in c1 shared\na: signal e2 by q1 after e1",
    "cross_process.event.other_device"
)]
#[case::own_device(
    "b: i1 = open h1 in c2 on the other device\nb: i2 = open h2 in c2\nb: fill i1[0..1] with 3 by q4 after i2",
    "memory.open.usable_in_enqueue"
)]
fn what_is_on_the_second_device_works_as_on_the_first(#[case] rest: &str, #[case] requirement: &str) {
    let (state, step) = behind(DEVICES, rest);
    let violation = state.allowed(&step).unwrap().check(&Observed::of(UrResult::ERROR_UNKNOWN)).unwrap_err();
    assert!(violation.rule.says.contains(&requirement), "{violation:?}");
}

/// Steps across devices, which may be refused.
#[rstest]
#[case::opened_elsewhere("b: i1 = open h1 in c2")]
#[case::opened_in_one("b: i1 = open h3 in c3")]
#[case::mapped_elsewhere("b: i1 = open h3 in c2\nb: v1 = map i1[0..2]")]
#[case::used_elsewhere(
    "b: i1 = open h1 in c2 on the other device\nb: i2 = open h2 in c2\nb: read i1[0..2] by q3 after i2"
)]
#[case::both("a: m3 = alloc 2 in c1\na: copy m1[0..2] to m3[0..2] by q2")]
#[case::signalled_elsewhere("b: i1 = open h2 in c2\nb: wait i1\nb: signal i1 by q3")]
#[case::waits_for_signal_from_elsewhere(
    "b: i1 = open h2 in c2\nb: wait i1\nb: signal i1 by q3\nb: fill m2[0..1] with 3 by q4 after i1"
)]
#[case::waits_for_event_of_one_device(
    "a: c4 = context\na: q5 = queue in c4\na: e2 = event in c4 shared\na: signal e2 by q5\na: h4 = get e2\n\
     b: i1 = open h4 in c2\nb: fill m2[0..1] with 3 by q4 after i1"
)]
fn a_step_across_devices_may_be_refused(#[case] rest: &str) {
    let (state, step) = behind(DEVICES, rest);
    let mut allowed = state.allowed(&step).unwrap();
    allowed.0.retain(|rule| rule.what == Observable::Result);
    assert!(allowed.0.is_empty(), "{allowed:?}");
}

#[test]
fn what_a_queue_of_another_device_reads_is_right() {
    let rest =
        "b: i1 = open h1 in c2 on the other device\nb: i2 = open h2 in c2\nb: read i1[0..2] by q3 after i2";
    let (state, step) = behind(DEVICES, rest);
    let seen = |block| Observed::of(UrResult::SUCCESS).and(Observable::Block(0), block);
    let allowed = state.allowed(&step).unwrap();
    assert!(allowed.check(&seen(7)).is_ok());
    assert!(allowed.check(&seen(9)).unwrap_err().rule.says.contains(&"cross_process.memory.read"));
}

#[test]
fn memory_opened_on_another_device_may_say_either() {
    let of_device = |device: &str| {
        let (state, step) = behind(DEVICES, &format!("b: i1 = open h1 in c2{device}\nb: info i1"));
        state.allowed(&step).unwrap().0.iter().any(|rule| rule.what == Observable::SameDevice)
    };
    assert!(of_device(" on the other device") && !of_device(""));
}
