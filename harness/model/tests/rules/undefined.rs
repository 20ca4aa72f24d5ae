//! Undefined steps, and why.

use super::{EVENT, MEMORY, OUT_OF_ORDER, PHYSICAL, ROWS, behind};
use rstest::rstest;

#[rstest]
#[case::race(MEMORY, "b: read i1[0..1] by q2", "i1 is in use by what this is not ordered with")]
#[case::pending(MEMORY, "a: free m1", "m1 may be in use")]
#[case::freed(
    MEMORY,
    "a: finish q1\na: free m1\nb: read i1[0..1] by q2",
    "i1 is left to be closed: what it was opened from is no more"
)]
#[case::freed_handle(MEMORY, "a: finish q1\na: free m1\nb: i2 = open h1 in c2", "h1 is of what is no more")]
#[case::freed_beside_handle(
    "a: c1 = context\na: m1 = alloc 1 in c1 pooled\na: h1 = get m1\n",
    "a: free m1",
    "m1 is the last of its pool, of which there is a handle"
)]
#[case::asked_behind_the_end(MEMORY, "b: info i1 at 2", "i1 has not so many blocks")]
#[case::event_is_empty(EVENT, "a: ask e1 for empty", "e1 is no queue")]
#[case::asked_within_event(EVENT, "a: info e1 at 1", "e1 is asked as a whole")]
#[case::put(MEMORY, "a: put h1\nb: i2 = open h1 in c2", "h1 was put or never made")]
#[case::stopped(MEMORY, "b: finish q2\nb: stop\nb: close i1", "the process is stopped")]
#[case::stops_at_work(MEMORY, "a: stop", "commands of the process may be pending")]
#[case::begun(MEMORY, "a: begin forked", "the process has begun")]
#[case::begun_twice("", "c: begin elsewhere\nc: begin forked", "the process has begun")]
#[case::forked_killed("", "c: begin forked\nc: kill", "the process was forked")]
#[case::forked_stopped("", "c: begin forked\nc: stop", "the process was forked")]
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
#[case::surrounded(
    MEMORY,
    "b: finish q2 with signals blocked",
    "only get, put, open and close are done in other surroundings"
)]
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
    "a signal of the process or a wait may be pending"
)]
#[case::used_before_another(
    MEMORY,
    "a: e1 = event in c1 shared\na: h2 = get e1\nb: i2 = open h2 in c2\na: finish q1
b: fill i1[0..1] with 1 by q2\nb: signal i2 by q2\na: fill m1[0..1] with 2 by q1 after e1\nb: close i1",
    "i1 may be in use"
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
    "q1 was released or never made"
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
    "v1 was released or never made"
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
