//! What the model says of single steps.

use rstest::rstest;
use ur_ipc_api::UrResult;
use ur_ipc_model::{Allowed, Device, Observed, Program, State, Step, What};

const MEMORY: &str = "a: c1 = context
a: q1 = queue in c1
a: m1 = alloc 2 in c1
a: fill m1[0..2] with 7 by q1
a: h1 = get m1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
";

const EVENT: &str = "a: c1 = context
a: q1 = queue in c1
a: e1 = event in c1 shared
a: h1 = get e1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
";

const PHYSICAL: &str = "a: c1 = context
a: q1 = queue in c1
a: p1 = physical 2 in c1 shared
a: h1 = get p1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
";

const OUT_OF_ORDER: &str = "a: c1 = context
a: q1 = queue in c1 out of order
a: q2 = queue in c1
a: m1 = alloc 2 in c1
a: e1 = event in c1 shared
a: e2 = event in c1 shared
a: h1 = get e1
a: fill m1[0..1] with 7 by q1
";

const ROWS: &str = "a: c1 = context
a: q1 = queue in c1
a: m1 = alloc 6 in c1
a: fill m1[0..6] with 7 by q1
a: finish q1
a: h1 = get m1
b: c2 = context
b: q2 = queue in c2
b: m2 = alloc 6 in c2
b: fill m2[0..6] with 70 by q2
b: i1 = open h1 in c2
";

/// The state behind a program of which every step went as expected, and the step that comes next.
fn behind(before: &str, rest: &str) -> (State, Step) {
    let mut steps = format!("{before}{rest}").parse::<Program>().unwrap().steps;
    let (last, mut state) = (steps.pop().unwrap(), State::new(Device::WHOLE));
    for step in steps {
        let allowed = state.allowed(&step).unwrap_or_else(|why| panic!("{step}: {why}"));
        state.apply(&step, &allowed.expected());
    }
    (state, last)
}

#[rstest]
#[case::race(MEMORY, "b: read i1[0..1] by q2", "i1 is in use by what this is not ordered with")]
#[case::pending(MEMORY, "a: free m1", "m1 may be in use")]
#[case::freed(
    MEMORY,
    "a: finish q1\na: free m1\nb: read i1[0..1] by q2",
    "i1 is left to be closed: what it was opened from is no more"
)]
#[case::freed_handle(MEMORY, "a: finish q1\na: free m1\nb: i2 = open h1 in c2", "h1 is of what is no more")]
#[case::put(MEMORY, "a: put h1\nb: i2 = open h1 in c2", "h1 is no handle, or none any more")]
#[case::stopped(MEMORY, "b: finish q2\nb: stop\nb: close i1", "the process is stopped")]
#[case::stops_at_work(MEMORY, "a: stop", "commands of the process may be pending")]
#[case::resumed(MEMORY, "b: resume", "the process is not stopped")]
#[case::producer_stopped(
    MEMORY,
    "a: finish q1\na: stop\nb: i2 = open h1 in c2",
    "the process that made the handle is stopped"
)]
#[case::closed_while_stopped(
    MEMORY,
    "a: finish q1\na: stop\nb: close i1",
    "i1 came from a process that is stopped"
)]
#[case::starved(MEMORY, "b: close i1 without descriptors", "only get and open are done without descriptors")]
#[case::defined(MEMORY, "b: close i1 although undefined", "this is defined here")]
#[case::never(MEMORY, "b: close i9 although undefined", "i9 was never anything here")]
#[case::others(MEMORY, "b: free m1", "m1 is another process'")]
#[case::twice(MEMORY, "a: m1 = alloc 1 in c1", "m1 is the name of something already")]
#[case::large(MEMORY, "a: fill m1[1..3] with 1 by q1", "m1 has not so many blocks")]
#[case::overlap(MEMORY, "a: copy m1[0..1] to m1[0..1] by q1", "m1 would overlap what is copied")]
#[case::rows_overlap(
    ROWS,
    "b: copy2d i1[0..2] pitch 3 to i1[1..3] pitch 2 height 2 by q2",
    "i1 would overlap what is copied"
)]
#[case::rows_too_long(
    ROWS,
    "b: copy2d i1[0..2] pitch 1 to m2[0..2] pitch 2 height 2 by q2",
    "i1 has rows that are longer than their pitch"
)]
#[case::rows_too_many(
    ROWS,
    "b: copy2d i1[0..1] pitch 3 to m2[1..2] pitch 2 height 4 by q2",
    "i1 has not so many blocks"
)]
#[case::rows_without_end(
    ROWS,
    "b: copy2d i1[0..1] pitch 65536 to m2[1..2] pitch 2 height 65536 by q2",
    "i1 has not so many blocks"
)]
#[case::rows_differ(
    ROWS,
    "b: copy2d i1[0..1] pitch 3 to m2[0..2] pitch 2 height 2 by q2",
    "m2 gets rows of another length than are copied"
)]
#[case::handle_of_host(
    MEMORY,
    "a: m2 = alloc 1 in c1 host\na: h2 = get m2",
    "m2 is not on the device, and may have handles or none"
)]
#[case::handle_of_shared(
    MEMORY,
    "a: m2 = alloc 1 in c1 shared\na: h2 = get m2",
    "m2 is not on the device, and may have handles or none"
)]
#[case::context(MEMORY, "a: release c1", "h1 is still in the context")]
#[case::held(MEMORY, "a: hold q1\na: finish q1", "q1 is held, and this call may wait for it")]
#[case::held_up(
    MEMORY,
    "a: q3 = queue in c1\na: hold q3\na: finish q1",
    "q3 is held, and this call may wait for it"
)]
#[case::held_up_read(
    MEMORY,
    "a: finish q1\na: q3 = queue in c1\na: hold q3\na: read m1[0..1] by q1",
    "q3 is held, and this call may wait for it"
)]
#[case::held_alloc(MEMORY, "a: hold q1\na: m2 = alloc 1 in c1", "q1 is held, and this call may wait for it")]
#[case::held_copy_to_granule(
    MEMORY,
    "a: p1 = physical 1 in c1\na: v1 = map p1[0..1]\na: hold q1\na: copy m1[0..1] to v1[0..1] by q1",
    "q1 is held, and this call may wait for it"
)]
#[case::killed_while_held(MEMORY, "a: hold q1\na: kill", "q1 is held")]
#[case::ask_of_own(EVENT, "a: ask e1 for queue", "e1 was not opened")]
#[case::ask_of_used(EVENT, "b: signal i1 by q2\nb: ask i1 for type", "i1 has a command")]
#[case::never_signalled(EVENT, "b: wait i1", "i1 was never signalled")]
#[case::held_signal(
    EVENT,
    "a: hold q1\na: signal e1 by q1\nb: wait i1",
    "q1 is held, and this call may wait for it"
)]
#[case::held_up_elsewhere(
    EVENT,
    "a: hold q1\na: signal e1 by q1\nb: e2 = event in c2\nb: signal e2 by q2 after i1\nb: q3 = queue in c2",
    "q1 is held, and this call may wait for it"
)]
#[case::waits_for_itself(
    EVENT,
    "b: i2 = open h1 in c2\nb: signal i1 by q2 after i2",
    "i2 would wait for itself"
)]
#[case::waited_for(
    EVENT,
    "a: m1 = alloc 1 in c1\nb: signal i1 by q2\na: fill m1[0..1] with 1 by q1 after e1\na: signal e1 by q1\nb: kill",
    "commands of others may wait for what is pending in the process"
)]
#[case::open_here(
    MEMORY,
    "a: finish q1\na: i2 = open h1 in c1\na: free m1",
    "m1 is open here as well, and what was opened may have its address"
)]
#[case::held_up_signal(
    EVENT,
    "a: q3 = queue in c1\na: signal e1 by q1\na: hold q3\nb: wait i1",
    "q3 is held, and this call may wait for it"
)]
#[case::recorded(
    EVENT,
    "a: e2 = timestamp by q1\na: signal e2 by q1",
    "e2 is of a recording, and is signalled by that alone"
)]
#[case::recorded_late(
    EVENT,
    "a: hold q1\na: e2 = timestamp by q1\na: wait e2",
    "q1 is held, and this call may wait for it"
)]
#[case::queue_gone(
    EVENT,
    "a: retain q1\na: release q1\na: release q1\na: finish q1",
    "q1 is nothing, or nothing any more"
)]
#[case::two_signals(
    EVENT,
    "a: signal e1 by q1\nb: signal i1 by q2",
    "i1 has a signal or a wait that this is not ordered with"
)]
#[case::pending_release(EVENT, "a: signal e1 by q1\na: release e1", "e1 may have a signal or a wait pending")]
#[case::killed_while_pending(
    EVENT,
    "a: signal e1 by q1\na: kill",
    "a signal of the process or a wait may be pending"
)]
#[case::written(
    PHYSICAL,
    "b: v1 = map i1[0..2] to read\nb: fill v1[0..1] with 1 by q2",
    "v1 is mapped to be read alone"
)]
#[case::changed(
    PHYSICAL,
    "b: v1 = map i1[0..2]\nb: fill v1[0..1] with 1 by q2\nb: change v1 to read",
    "v1 may be in use"
)]
#[case::unmapped_part(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: unmap v1[1..2]\nb: read v1[0..2] by q2",
    "v1 is unmapped there"
)]
#[case::unmapped_part_again(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: unmap v1[1..2]\nb: unmap v1",
    "v1 is unmapped there"
)]
#[case::unmapped_all(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: unmap v1[1..2]\nb: unmap v1[0..1]\nb: unmap v1",
    "v1 is nothing, or nothing any more"
)]
#[case::unmapped_own(
    PHYSICAL,
    "b: v1 = map i1[0..2]\nb: unmap v1[1..2]",
    "v1 has addresses of its own, which are given back as a whole"
)]
#[case::unmapped_behind(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: unmap v1[1..3]",
    "v1 has not so many blocks"
)]
#[case::still_mapped(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: unmap v1[1..2]\nb: close i1",
    "i1 is mapped"
)]
#[case::mapped_beside_gap(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: unmap v1[1..2]\nb: v2 = map i1[0..1] at r1[0..1]",
    "r1 has a mapping there"
)]
#[case::changed_part(
    PHYSICAL,
    "b: v1 = map i1[0..2]\nb: change v1[1..2] to read\nb: fill v1[0..2] with 1 by q2",
    "v1 is mapped to be read alone"
)]
#[case::says_two_things(
    PHYSICAL,
    "b: v1 = map i1[0..2]\nb: change v1[1..2] to read\nb: info v1",
    "v1 has parts that say different things"
)]
#[case::mapped(PHYSICAL, "b: v1 = map i1[0..2]\nb: close i1", "i1 is mapped")]
#[case::of_the_dead(
    MEMORY,
    "a: finish q1\na: exit\nb: i2 = open h1 in c2",
    "h1 is of a process that has ended"
)]
#[case::of_the_dead_and_closed(
    PHYSICAL,
    "b: close i1\na: kill\nb: i2 = open h1 in c2",
    "h1 is of a process that has ended"
)]
#[case::outlives(PHYSICAL, "a: release p1\nb: i2 = open h1 in c2", "h1 is of what is no more")]
#[case::left_alone(
    EVENT,
    "b: release q2\nb: release c2\nb: status i1",
    "i1 is left to be released: its context was"
)]
#[case::nothing_reserved(PHYSICAL, "b: v1 = map i1[0..1] at q2[0..1]", "q2 is nothing that was reserved")]
#[case::reserved_elsewhere(
    PHYSICAL,
    "b: c3 = context\nb: r1 = reserve 2 in c3\nb: v1 = map i1[0..1] at r1[0..1]",
    "r1 is in another context than what is mapped"
)]
#[case::mapped_there(
    PHYSICAL,
    "b: r1 = reserve 3 in c2\nb: v1 = map i1[0..2] at r1[1..3]\nb: v2 = map i1[0..1] at r1[1..2]",
    "r1 has a mapping there"
)]
#[case::too_few(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[1..3]",
    "r1 has not so many blocks"
)]
#[case::more_mapped(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[1..2]",
    "r1 gets another number of blocks than are mapped"
)]
#[case::freed_too_early(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: free r1",
    "r1 has a mapping"
)]
#[case::context_of_addresses(
    PHYSICAL,
    "a: c3 = context\na: r1 = reserve 2 in c3\na: release c3",
    "r1 is still in the context"
)]
#[case::other_size(
    OUT_OF_ORDER,
    "a: m2 = alloc 2 of 60 in c1\na: copy m1[1..2] to m2[0..1] by q2",
    "m2 has blocks of another size than what is copied"
)]
#[case::granules(
    PHYSICAL,
    "a: m1 = alloc 1 of 4096 in c1\na: v1 = map p1[0..2]\na: copy v1[0..1] to m1[0..1] by q1",
    "m1 has blocks of another size than what is copied"
)]
#[case::too_large(MEMORY, "a: m2 = alloc 65536 of 65540 in c1", "this is more memory than a program has")]
#[case::not_behind(
    OUT_OF_ORDER,
    "a: copy m1[0..1] to m1[1..2] by q1",
    "m1 is in use by what this is not ordered with"
)]
#[case::read_and_written(
    OUT_OF_ORDER,
    "a: signal e1 by q1\na: read m1[0..1] by q1\na: copy m1[0..1] to m1[1..2] by q1\na: fill m1[0..1] with 9 by q1",
    "m1 is in use by what this is not ordered with"
)]
#[case::barrier_behind_events_alone(
    OUT_OF_ORDER,
    "a: signal e2 by q2\na: signal e1 by q1 after e2\na: read m1[0..1] by q1",
    "m1 is in use by what this is not ordered with"
)]
#[case::waited_for_one(
    OUT_OF_ORDER,
    "a: read m1[1..2] by q1\na: fill m1[0..1] with 9 by q2",
    "m1 is in use by what this is not ordered with"
)]
#[case::no_room(
    OUT_OF_ORDER,
    "a: q3 = queue in c1 batched\na: hold q2\na: fill m1[1..2] with 9 by q3",
    "q2 is held, and this call may wait for it"
)]
#[case::not_finished(
    OUT_OF_ORDER,
    "a: release q1",
    "q1 has commands that may not be over, and no event of its context comes behind them"
)]
#[case::not_all_behind(
    OUT_OF_ORDER,
    "a: signal e2 by q2\na: signal e1 by q1 after e2\na: release q1",
    "q1 has commands that may not be over, and no event of its context comes behind them"
)]
#[case::released_and_pending(
    OUT_OF_ORDER,
    "a: signal e1 by q1\na: release q1\na: free m1",
    "m1 may be in use"
)]
#[case::event_of_released_queue(
    OUT_OF_ORDER,
    "a: put h1\na: signal e1 by q1\na: release q1\na: release e1",
    "e1 may have a signal or a wait pending"
)]
fn what_is_not_defined_is_not_done(#[case] before: &str, #[case] rest: &str, #[case] why: &str) {
    let (state, step) = behind(before, rest);
    assert_eq!(state.enabled(&step).unwrap_err().to_string(), why);
}

#[rstest]
#[case::contents(
    MEMORY,
    "a: finish q1\nb: read i1[1..2] by q2",
    What::Block(0),
    8,
    7,
    "cross_process.memory.read"
)]
#[case::orders_data(
    MEMORY,
    "a: e1 = event in c1 shared\na: h2 = get e1\na: signal e1 by q1\nb: i2 = open h2 in c2\nb: read i1[0..1] by q2 after i2",
    What::Block(0),
    7,
    0,
    "cross_process.event.orders_data"
)]
#[case::copied(
    MEMORY,
    "a: copy m1[0..1] to m1[1..2] by q1\na: read m1[1..2] by q1",
    What::Block(0),
    7,
    8,
    "memory.source_undisturbed"
)]
#[case::consumer_killed(
    MEMORY,
    "a: finish q1\nb: fill i1[0..1] with 9 by q2\nb: finish q2\nb: kill\na: read m1[0..1] by q1",
    What::Block(0),
    9,
    7,
    "cross_process.memory.consumer_killed"
)]
#[case::of_a_released_queue(
    OUT_OF_ORDER,
    "a: h2 = get m1\na: signal e1 by q1\na: release q1\na: read m1[0..1] by q2 after e1",
    What::Block(0),
    7,
    9,
    "memory.source_undisturbed"
)]
#[case::signal_of_a_released_queue(
    OUT_OF_ORDER,
    "a: signal e1 by q1\na: release q1\na: wait e1",
    What::Status,
    0,
    2,
    "event.put.keeps_source"
)]
#[case::barrier(
    OUT_OF_ORDER,
    "a: signal e1 by q1\na: copy m1[0..1] to m1[1..2] by q1\na: finish q1\na: read m1[1..2] by q1",
    What::Block(0),
    7,
    8,
    "memory.source_undisturbed"
)]
#[case::barrier_for_others(
    OUT_OF_ORDER,
    "a: signal e1 by q1\na: fill m1[1..2] with 9 by q1\na: h2 = get m1\na: read m1[0..1] by q2 after e1",
    What::Block(0),
    7,
    9,
    "memory.source_undisturbed"
)]
#[case::kept_by_queues_with_times(
    EVENT,
    "a: q3 = queue in c1 profiling\na: signal e1 by q3",
    What::Kept,
    1,
    0,
    "event.imported.queue_kinds"
)]
#[case::no_code_of_queues_with_times(
    EVENT,
    "a: q3 = queue in c1 profiling\na: signal e1 by q3",
    What::Result,
    44,
    0x7800_0001,
    "event.imported.queue_kinds"
)]
#[case::batched(
    EVENT,
    "b: q3 = queue in c2 batched\nb: signal i1 by q3",
    What::Result,
    0,
    44,
    "event.imported.queue_kinds"
)]
#[case::has_times(
    EVENT,
    "a: q3 = queue in c1 profiling\na: signal e1 by q3\na: h2 = get e1",
    What::Address,
    8,
    0,
    "event.get.success"
)]
#[case::wrong_size(MEMORY, "b: open h1 in c2 with size +1", What::Result, 4, 0, "memory.open.size_too_large")]
#[case::kept_after_the_end(
    PHYSICAL,
    "a: kill\nb: close i1",
    What::Result,
    0,
    4,
    "cross_process.physical_memory.peer_death"
)]
#[case::size(PHYSICAL, "b: info i1", What::Size, 2, 0, "physical_memory.info.imported_size")]
#[case::pending(
    EVENT,
    "a: hold q1\na: signal e1 by q1\nb: status i1",
    What::Status,
    2,
    0,
    "event.imported.pending_status"
)]
#[case::complete(
    EVENT,
    "a: signal e1 by q1\nb: wait i1\na: status e1",
    What::Status,
    0,
    2,
    "event.put.keeps_source"
)]
#[case::maps_where_another_was(
    PHYSICAL,
    "b: r1 = reserve 3 in c2\nb: v1 = map i1[0..2] at r1[1..3]\nb: unmap v1\nb: v2 = map i1[0..1] at r1[2..3]",
    What::Result,
    0,
    4,
    "physical_memory.map.after_unmap"
)]
#[case::maps_twice(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: v2 = map p1[0..1]\nb: v3 = map i1[0..1]\nb: v4 = map i1[0..2]",
    What::Result,
    0,
    1,
    "physical_memory.map.offset_and_access"
)]
#[case::maps_to_read(
    PHYSICAL,
    "a: v1 = map p1[0..2] to read\nb: v2 = map i1[0..2] to read",
    What::Result,
    0,
    1,
    "physical_memory.map.offset_and_access"
)]
#[case::changes(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: change v1 to read\nb: v2 = map i1[0..2]\nb: change v2 to read",
    What::Result,
    0,
    1,
    "physical_memory.map.offset_and_access"
)]
#[case::access(
    PHYSICAL,
    "b: v1 = map i1[0..2]\nb: change v1 to read\nb: info v1",
    What::Access,
    4,
    2,
    "physical_memory.map.offset_and_access"
)]
#[case::changes_part(
    PHYSICAL,
    "a: v1 = map p1[0..2]\na: change v1[0..1] to read\nb: v2 = map i1[0..2]\nb: change v2[1..2] to read",
    What::Result,
    0,
    4,
    "physical_memory.map.offset_and_access"
)]
#[case::unmaps_part(
    PHYSICAL,
    "a: r1 = reserve 2 in c1\na: v1 = map p1[0..2] at r1[0..2]\na: unmap v1[1..2]\n\
     b: r2 = reserve 2 in c2\nb: v2 = map i1[0..2] at r2[0..2]\nb: unmap v2[0..1]",
    What::Result,
    0,
    4,
    "physical_memory.map.after_unmap"
)]
#[case::to_host(
    ROWS,
    "b: m3 = alloc 2 in c2 host\nb: copy i1[1..3] to m3[0..2] by q2",
    What::Result,
    0,
    4,
    "memory.open.usable_in_enqueue"
)]
#[case::in_the_gap(
    PHYSICAL,
    "b: r1 = reserve 2 in c2\nb: v1 = map i1[0..2] at r1[0..2]\nb: fill v1[0..2] with 7 by q2\nb: finish q2\n\
     b: unmap v1[0..1]\nb: p2 = physical 1 in c2\nb: v2 = map p2[0..1] at r1[0..1]\n\
     b: fill v2[0..1] with 1 by q2\nb: read v1[1..2] by q2",
    What::Block(0),
    8,
    1,
    "physical_memory.map.aliases_source"
)]
#[case::busy(
    EVENT,
    "a: busy q1\na: signal e1 by q1\na: wait e1\nb: status i1",
    What::Status,
    0,
    1,
    "event.imported.info_basic"
)]
#[case::waited(
    EVENT,
    "a: busy q1\na: signal e1 by q1\nb: wait i1",
    What::Status,
    0,
    1,
    "event.imported.info_basic"
)]
#[case::short(MEMORY, "b: info i1", What::TakesSmaller, 0, 1, "memory.open.alloc_info_sizes")]
#[case::told(EVENT, "b: info i1", What::AnswerSize, 0, 2, "event.imported.info_sizes")]
#[case::touched(PHYSICAL, "a: info p1", What::Touched, 0, 8, "physical_memory.info.bad_arguments")]
#[case::typed(PHYSICAL, "a: info p1", What::Properties, 2, 1, "physical_memory.info.local_all_five")]
#[case::chained(PHYSICAL, "b: info i1", What::Properties, 0, 2, "physical_memory.info.imported_properties")]
#[case::again(EVENT, "b: h2 = get i1", What::Result, 12, 0, "event.get.imported")]
#[case::recorded(
    EVENT,
    "a: e2 = timestamp by q1\na: h2 = get e2",
    What::Result,
    12,
    0,
    "event.get.profiling_or_timestamp"
)]
#[case::records_behind_import(
    EVENT,
    "a: signal e1 by q1\nb: e2 = timestamp by q2\nb: e3 = timestamp by q2 after i1",
    What::Result,
    0,
    4,
    "event.imported.in_wait_list"
)]
#[case::behind_a_recording(
    MEMORY,
    "a: e2 = timestamp by q1\na: wait e2\nb: read i1[0..1] by q2",
    What::Block(0),
    7,
    8,
    "cross_process.memory.read"
)]
#[case::retained_queue(
    MEMORY,
    "a: retain q1\na: release q1\na: finish q1\nb: read i1[0..1] by q2",
    What::Block(0),
    7,
    8,
    "cross_process.memory.read"
)]
#[case::plain(EVENT, "a: e2 = event in c1\na: h2 = get e2", What::Result, 12, 0, "event.get.non_ipc")]
fn what_a_requirement_says_is_all_that_may_be_seen(
    #[case] before: &str,
    #[case] rest: &str,
    #[case] what: What,
    #[case] good: u64,
    #[case] bad: u64,
    #[case] says: &str,
) {
    let (state, step) = behind(before, rest);
    let allowed = state.allowed(&step).unwrap_or_else(|why| panic!("{step}: {why}"));
    let seen = |value: u64| match what {
        What::Result => Observed::of(UrResult(u32::try_from(value).unwrap())),
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
        assert_eq!(allowed.check(&Observed::of(result).and(What::Block(0), 1).and(What::Status, 77)), Ok(()));
    }
}

#[test]
fn a_handle_that_opened_at_home_once_opens_there_again() {
    let (mut state, step) = behind(MEMORY, "a: i2 = open h1 in c1");
    state.apply(&step, &Observed::of(UrResult::SUCCESS).and(What::Address, 4096));
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
#[case::queue("b: ask i1 for queue", What::Queue, 0, None)]
#[case::wild_queue("b: ask i1 for queue", What::Queue, 8, Some("event.imported.info_command_queue"))]
#[case::command("b: ask i1 for type", What::CommandType, 2, None)]
#[case::no_command(
    "b: ask i1 for type",
    What::CommandType,
    0x7fff_ffff,
    Some("event.imported.info_command_type")
)]
fn an_import_without_a_command_says_so(
    #[case] step: &str,
    #[case] what: What,
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
        let value = |rule: &ur_ipc_model::Rule| match &rule.values {
            ur_ipc_model::Values::OneOf(values) => values[0],
            _ => 0,
        };
        rules.iter().filter(|rule| rule.what != What::Result).map(value).collect::<Vec<_>>()
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
