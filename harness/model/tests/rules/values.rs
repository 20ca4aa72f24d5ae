//! Allowed observations of a step.

use super::{EVENT, MEMORY, OUT_OF_ORDER, PHYSICAL, ROWS, behind};
use rstest::rstest;
use ur_ipc_api::UrResult;
use ur_ipc_model::{Allowed, Device, Observable, Observed, Rule, State, Step, Values};

#[rstest]
#[case::contents(
    MEMORY,
    "a: finish q1\nb: read i1[1..2] by q2",
    Observable::Block(0),
    8,
    7,
    "cross_process.memory.read"
)]
#[case::orders_data(
    MEMORY,
    "a: e1 = event in c1 shared\na: h2 = get e1\na: signal e1 by q1\nb: i2 = open h2 in c2\nb: read i1[0..1] by q2 after i2",
    Observable::Block(0),
    7,
    0,
    "cross_process.event.orders_data"
)]
#[case::copied(
    MEMORY,
    "a: copy m1[0..1] to m1[1..2] by q1\na: read m1[1..2] by q1",
    Observable::Block(0),
    7,
    8,
    "memory.source_undisturbed"
)]
#[case::consumer_killed(
    MEMORY,
    "a: finish q1\nb: fill i1[0..1] with 9 by q2\nb: finish q2\nb: kill\na: read m1[0..1] by q1",
    Observable::Block(0),
    9,
    7,
    "cross_process.memory.consumer_killed"
)]
#[case::of_a_released_queue(
    OUT_OF_ORDER,
    "a: h2 = get m1\na: signal e1 by q1\na: release q1\na: read m1[0..1] by q2 after e1",
    Observable::Block(0),
    7,
    9,
    "memory.source_undisturbed"
)]
#[case::signal_of_a_released_queue(
    OUT_OF_ORDER,
    "a: signal e1 by q1\na: release q1\na: wait e1",
    Observable::Status,
    0,
    2,
    "event.put.keeps_source"
)]
#[case::barrier(
    OUT_OF_ORDER,
    "a: signal e1 by q1\na: copy m1[0..1] to m1[1..2] by q1\na: finish q1\na: read m1[1..2] by q1",
    Observable::Block(0),
    7,
    8,
    "memory.source_undisturbed"
)]
#[case::barrier_for_others(
    OUT_OF_ORDER,
    "a: signal e1 by q1\na: fill m1[1..2] with 9 by q1\na: h2 = get m1\na: read m1[0..1] by q2 after e1",
    Observable::Block(0),
    7,
    9,
    "memory.source_undisturbed"
)]
#[case::kept_by_queues_with_times(
    EVENT,
    "a: q3 = queue in c1 profiling\na: signal e1 by q3",
    Observable::Kept,
    1,
    0,
    "event.imported.queue_kinds"
)]
#[case::no_code_of_queues_with_times(
    EVENT,
    "a: q3 = queue in c1 profiling\na: signal e1 by q3",
    Observable::Result,
    44,
    0x7800_0001,
    "event.imported.queue_kinds"
)]
#[case::batched(
    EVENT,
    "b: q3 = queue in c2 batched\nb: signal i1 by q3",
    Observable::Result,
    0,
    44,
    "event.imported.queue_kinds"
)]
#[case::has_times(
    EVENT,
    "a: q3 = queue in c1 profiling\na: signal e1 by q3\na: h2 = get e1",
    Observable::Address,
    8,
    0,
    "event.get.success"
)]
#[case::wrong_size(
    MEMORY,
    "b: open h1 in c2 with size +1",
    Observable::Result,
    4,
    0,
    "memory.open.size_too_large"
)]
#[case::kept_after_the_end(
    PHYSICAL,
    "a: kill\nb: close i1",
    Observable::Result,
    0,
    4,
    "cross_process.physical_memory.peer_death"
)]
#[case::size(PHYSICAL, "b: info i1", Observable::Size, 2, 0, "physical_memory.info.imported_size")]
#[case::pending(
    EVENT,
    "a: hold q1\na: signal e1 by q1\nb: status i1",
    Observable::Status,
    2,
    0,
    "event.imported.pending_status"
)]
#[case::complete(
    EVENT,
    "a: signal e1 by q1\nb: wait i1\na: status e1",
    Observable::Status,
    0,
    2,
    "event.put.keeps_source"
)]
#[case::maps_where_another_was(
    PHYSICAL,
    "b: r1 = reserve 3 in c2\nb: v1 = map i1[0..2] at r1[1..3]\nb: unmap v1\nb: v2 = map i1[0..1] at r1[2..3]",
    Observable::Result,
    0,
    4,
    "physical_memory.map.after_unmap"
)]
#[case::maps_twice(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: v2 = map p1[0..1]\nb: v3 = map i1[0..1]\nb: v4 = map i1[0..2]",
    Observable::Result,
    0,
    1,
    "physical_memory.map.offset_and_access"
)]
#[case::maps_to_read(
    PHYSICAL,
    "a: v1 = map p1[0..2] to read\nb: v2 = map i1[0..2] to read",
    Observable::Result,
    0,
    1,
    "physical_memory.map.offset_and_access"
)]
#[case::changes(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: change v1 to read\nb: v2 = map i1[0..2]\nb: change v2 to read",
    Observable::Result,
    0,
    1,
    "physical_memory.map.offset_and_access"
)]
#[case::access(
    PHYSICAL,
    "b: v1 = map i1[0..2]\nb: change v1 to read\nb: info v1",
    Observable::Access,
    4,
    2,
    "physical_memory.map.offset_and_access"
)]
#[case::changes_part(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: change v1[0..1] to read\nb: v2 = map i1[0..2]\nb: change v2[1..2] to read",
    Observable::Result,
    0,
    4,
    "physical_memory.map.offset_and_access"
)]
#[case::unmaps_part(
    PHYSICAL,
    "a: r1 = reserve 2 in c1\na: v1 = map p1[0..2] at r1[0..2]\na: unmap v1[1..2]\n\
     b: r2 = reserve 2 in c2\nb: v2 = map i1[0..2] at r2[0..2]\nb: unmap v2[0..1]",
    Observable::Result,
    0,
    4,
    "physical_memory.map.after_unmap"
)]
#[case::to_host(
    ROWS,
    "b: m3 = alloc 2 in c2 host\nb: copy i1[1..3] to m3[0..2] by q2",
    Observable::Result,
    0,
    4,
    "memory.open.usable_in_enqueue"
)]
#[case::in_the_gap(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: fill v1[0..2] with 7 by q2\nb: finish q2\n\
     b: unmap v1[0..1]\nb: p2 = physical 1 in c2\nb: v2 = map p2[0..1] at r1[0..1]\n\
     b: fill v2[0..1] with 1 by q2\nb: read v1[1..2] by q2",
    Observable::Block(0),
    8,
    1,
    "physical_memory.map.aliases_source"
)]
#[case::busy(
    EVENT,
    "a: busy q1\na: signal e1 by q1\na: wait e1\nb: status i1",
    Observable::Status,
    0,
    1,
    "event.imported.info_basic"
)]
#[case::waited(
    EVENT,
    "a: busy q1\na: signal e1 by q1\nb: wait i1",
    Observable::Status,
    0,
    1,
    "event.imported.info_basic"
)]
#[case::held(EVENT, "a: hold q1\na: ask q1 for empty", Observable::Empty, 0, 1, "event.imported.queue_kinds")]
#[case::waits_for_held(
    EVENT,
    "a: hold q1\na: signal e1 by q1\nb: m2 = alloc 1 in c2\nb: fill m2[0..1] with 3 by q2 after i1\nb: ask q2 for empty",
    Observable::Empty,
    0,
    1,
    "event.imported.queue_kinds"
)]
#[case::within(MEMORY, "b: info i1 at 1", Observable::Size, 1, 0, "memory.open.alloc_info")]
#[case::pooled(
    "a: c1 = context\na: m1 = alloc 2 in c1 pooled\n",
    "a: h1 = get m1",
    Observable::Result,
    0,
    4,
    "memory.get.custom_pool_allocation"
)]
#[case::short(MEMORY, "b: info i1", Observable::TakesSmaller, 0, 1, "memory.open.alloc_info_sizes")]
#[case::describe(EVENT, "b: info i1", Observable::AnswerSize, 0, 2, "event.imported.info_sizes")]
#[case::touched(PHYSICAL, "a: info p1", Observable::Touched, 0, 8, "physical_memory.info.bad_arguments")]
#[case::typed(PHYSICAL, "a: info p1", Observable::Properties, 2, 1, "physical_memory.info.local_all_five")]
#[case::chained(
    PHYSICAL,
    "b: info i1",
    Observable::Properties,
    0,
    2,
    "physical_memory.info.imported_properties"
)]
#[case::elsewhere(
    MEMORY,
    "b: i2 = open h1 in c2 from another folder",
    Observable::Result,
    0,
    4,
    "lifetime.surroundings"
)]
#[case::masked(EVENT, "a: h2 = get e1 under umask 0777", Observable::Result, 0, 4, "lifetime.surroundings")]
#[case::begins("", "a: begin forked", Observable::Result, 0, 4, "lifetime.surroundings")]
#[case::another_user(MEMORY, "a: adapters", Observable::Result, 0, 4, "lifetime.adapter.released")]
#[case::forked(EVENT, "a: fork", Observable::Result, 0, 4, "lifetime.forked_child")]
#[case::again(EVENT, "b: h2 = get i1", Observable::Result, 12, 0, "event.get.imported")]
#[case::recorded(
    EVENT,
    "a: e2 = timestamp by q1\na: h2 = get e2",
    Observable::Result,
    12,
    0,
    "event.get.profiling_or_timestamp"
)]
#[case::records_behind_import(
    EVENT,
    "a: signal e1 by q1\nb: e2 = timestamp by q2\nb: e3 = timestamp by q2 after i1",
    Observable::Result,
    0,
    4,
    "event.imported.in_wait_list"
)]
#[case::behind_a_recording(
    MEMORY,
    "a: e2 = timestamp by q1\na: wait e2\nb: read i1[0..1] by q2",
    Observable::Block(0),
    7,
    8,
    "cross_process.memory.read"
)]
#[case::retained_queue(
    MEMORY,
    "a: retain q1\na: release q1\na: finish q1\nb: read i1[0..1] by q2",
    Observable::Block(0),
    7,
    8,
    "cross_process.memory.read"
)]
#[case::plain(EVENT, "a: e2 = event in c1\na: h2 = get e2", Observable::Result, 12, 0, "event.get.non_ipc")]
fn what_a_requirement_says_is_all_that_may_be_seen(
    #[case] before: &str,
    #[case] rest: &str,
    #[case] what: Observable,
    #[case] good: u64,
    #[case] bad: u64,
    #[case] says: &str,
) {
    let (state, step) = behind(before, rest);
    let allowed = state.allowed(&step).unwrap_or_else(|why| panic!("{step}: {why}"));
    let seen = |value: u64| match what {
        Observable::Result => Observed::of(UrResult(u32::try_from(value).unwrap())),
        _ => Observed::of(UrResult::SUCCESS).and(what, value),
    };
    assert_eq!(allowed.check(&seen(good)), Ok(()));
    let violation = allowed.check(&seen(bad)).unwrap_err();
    assert!(violation.rule.says.contains(&says), "{violation}");
}

#[rstest]
#[case::never_written(
    "a: c1 = context\na: q1 = queue in c1\na: m1 = alloc 1 in c1\n",
    "a: read m1[0..1] by q1"
)]
#[case::own_handle(MEMORY, "a: i2 = open h1 in c1")]
#[case::put_after_the_end(MEMORY, "a: finish q1\nb: close i1\na: free m1\na: put h1")]
#[case::again(PHYSICAL, "b: h2 = get i1")]
#[case::maps_twice(PHYSICAL, "b: v1 = map i1[0..1]\nb: v2 = map i1[1..2]")]
#[case::maps_to_read(PHYSICAL, "b: v1 = map i1[0..2] to read")]
#[case::maps_twice_apart(
    PHYSICAL,
    "a: v1 = map p1[0..1]\na: v2 = map p1[1..2]\nb: v3 = map i1[0..1]\nb: v4 = map i1[1..2]"
)]
#[case::maps_twice_mixed(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: v2 = map p1[0..2]\na: v3 = map p1[0..2] to read\nb: v4 = map i1[0..2]\nb: v5 = map i1[0..2] to read"
)]
#[case::changes_nothing(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: change v1 to write\nb: v2 = map i1[0..2]\nb: change v2 to read"
)]
#[case::changes_a_part(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: change v1 to read\nb: v2 = map i1[0..1]\nb: change v2 to read"
)]
#[case::changes_blocks(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: change v1 to read\nb: v2 = map i1[0..2]\nb: change v2[0..1] to read"
)]
#[case::changes_all_blocks(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: change v1[0..2] to read\nb: v2 = map i1[0..2]\nb: change v2[0..1] to read"
)]
#[case::unmaps_blocks(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: unmap v1[1..2]"
)]
#[case::reads_a_part(PHYSICAL, "a: v1 = map p1[0..2] to read\nb: v2 = map i1[0..1] to read")]
#[case::kind_of_queue(MEMORY, "a: q3 = queue in c1 low priority")]
#[case::waits_with_times(
    EVENT,
    "a: signal e1 by q1\nb: q3 = queue in c2 profiling\nb: m1 = alloc 1 in c2\nb: fill m1[0..1] with 7 by q3 after i1"
)]
#[case::queue(EVENT, "a: info q1")]
#[case::records_first(EVENT, "a: signal e1 by q1\nb: e2 = timestamp by q2 after i1")]
#[case::first_status("a: c1 = context\na: e1 = event in c1\n", "a: status e1")]
#[case::rows_not_learnt(ROWS, "b: copy2d i1[0..1] pitch 2 to m2[0..1] pitch 1 height 3 by q2")]
#[case::rows_of_one_s_own(ROWS, "a: copy2d m1[0..1] pitch 2 to m1[1..2] pitch 2 height 3 by q1")]
fn where_nothing_is_said_anything_may_be_seen(#[case] before: &str, #[case] rest: &str) {
    let (state, step) = behind(before, rest);
    let allowed = state.allowed(&step).unwrap();
    for result in [UrResult::SUCCESS, UrResult::ERROR_UNKNOWN] {
        assert_eq!(
            allowed.check(&Observed::of(result).and(Observable::Block(0), 1).and(Observable::Status, 77)),
            Ok(())
        );
    }
}

#[test]
fn a_handle_that_opened_at_home_once_opens_there_again() {
    let (mut state, step) = behind(MEMORY, "a: i2 = open h1 in c1");
    state.apply(&step, &Observed::of(UrResult::SUCCESS).and(Observable::Address, 4096));
    let again = "a: i3 = open h1 in c1".parse::<Step>().unwrap();
    let refused = state.allowed(&again).unwrap().check(&Observed::of(UrResult::ERROR_INVALID_VALUE));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "result: seen UR_RESULT_ERROR_INVALID_VALUE, allowed UR_RESULT_SUCCESS (device_info.memory_true_means_usable, \
         cross_process.memory.bytes_only_transport, memory.open.byte_copy, memory.open.multiple, \
         cross_process.memory.multiple_consumers, cross_process.handle_bounds)"
    );
}

#[rstest]
#[case::queue("b: ask i1 for queue", Observable::Queue, 0, None)]
#[case::wild_queue("b: ask i1 for queue", Observable::Queue, 8, Some("event.imported.info_command_queue"))]
#[case::command("b: ask i1 for type", Observable::CommandType, 2, None)]
#[case::no_command(
    "b: ask i1 for type",
    Observable::CommandType,
    0x7fff_ffff,
    Some("event.imported.info_command_type")
)]
fn an_import_without_a_command_says_so(
    #[case] step: &str,
    #[case] what: Observable,
    #[case] value: u64,
    #[case] broken: Option<&str>,
) {
    let (state, step) = behind(EVENT, step);
    let seen = Observed::of(UrResult::SUCCESS).and(what, value);
    let violation = state.allowed(&step).unwrap().check(&seen).err();
    assert_eq!(violation.map(|violation| violation.rule.says[0]), broken);
}

#[test]
fn rows_are_copied_and_what_is_between_them_stays() {
    let learnt =
        format!("{ROWS}a: copy2d m1[0..1] pitch 1 to m1[1..2] pitch 1 height 1 by q1\na: finish q1\n");
    let (mut state, copy) =
        behind(&learnt, "b: copy2d i1[0..2] pitch 4 to m2[1..3] pitch 3 height 2 by q2 # 7, 7; 11, 12");
    let violation = state.allowed(&copy).unwrap().check(&Observed::of(UrResult::ERROR_INVALID_SIZE));
    assert_eq!(violation.unwrap_err().rule.says, ["memory.open.copies_2d"]);
    let mut absent = state.clone();
    state.apply(&copy, &Observed::of(UrResult::SUCCESS));
    let read = "b: read m2[0..6] by q2".parse::<Step>().unwrap();
    let contents = |state: &State| {
        let Allowed(rules) = state.allowed(&read).unwrap();
        let value = |rule: &Rule| match &rule.values {
            Values::OneOf(values) => values[0],
            _ => 0,
        };
        rules.iter().filter(|rule| rule.what != Observable::Result).map(value).collect::<Vec<_>>()
    };
    assert_eq!(contents(&state), [70, 7, 7, 73, 11, 12]);
    absent.apply(&copy, &Observed::of(UrResult::ERROR_UNSUPPORTED_FEATURE));
    assert_eq!(contents(&absent), [70, 71, 72, 73, 74, 75]);
}

#[test]
fn a_byte_of_physical_memory_is_a_wrong_size() {
    let (state, step) = behind(PHYSICAL, "b: physical in c2 with size 1");
    let allowed = state.allowed(&step).unwrap();
    assert!(allowed.check(&Observed::of(UrResult::ERROR_INVALID_SIZE)).is_ok());
    let violation = allowed.check(&Observed::of(UrResult::ERROR_INVALID_VALUE)).unwrap_err();
    assert_eq!(violation.rule.says, ["physical_memory.create.size_granularity"]);
}

#[test]
fn without_event_ipc_creation_or_export_refuses() {
    let mut state = State::new(Device { event: false, ..Device::WHOLE });
    let step = |text: &str| text.parse::<Step>().unwrap();
    for text in ["a: c1 = context", "a: q1 = queue in c1"] {
        state.apply(&step(text), &Observed::of(UrResult::SUCCESS));
    }
    let create = step("a: e1 = event in c1 shared");
    let allowed = state.allowed(&create).unwrap();
    for result in [UrResult::SUCCESS, UrResult::ERROR_UNSUPPORTED_FEATURE] {
        assert_eq!(allowed.check(&Observed::of(result)), Ok(()));
    }
    let violation = allowed.check(&Observed::of(UrResult::ERROR_INVALID_VALUE)).unwrap_err();
    assert_eq!(violation.rule.says, ["event.create.ipc_unsupported"]);

    state.apply(&create, &Observed::of(UrResult::SUCCESS));
    let export = state.allowed(&step("a: h1 = get e1")).unwrap();
    for result in [UrResult::ERROR_UNSUPPORTED_FEATURE, UrResult::ERROR_INVALID_EVENT] {
        assert_eq!(export.check(&Observed::of(result)), Ok(()));
    }
    assert!(export.check(&Observed::of(UrResult::SUCCESS)).is_err());
    assert_eq!(state.allowed(&step("a: signal e1 by q1")).unwrap(), Allowed::default());
}
