//! C code made of programs; `tests/it/reproduce` of `ur-ipc-cts` compiles and runs some.

use super::reproduce;
use rstest::rstest;
use ur_ipc_model::Device;

fn written(text: &str) -> String {
    reproduce(text, "bug", Device::WHOLE).unwrap()
}

#[track_caller]
fn has_parts(file: &str, parts: &[&str]) {
    parts.iter().for_each(|part| assert!(file.contains(part), "{part} is not in:\n{file}"));
}

/// The functions of the processes, and what starts them does.
fn parts(file: &str) -> String {
    let (_, program) = file.split_once("\n/* The program: ").unwrap();
    let (functions, rest) = program.split_once("static pid_t").unwrap();
    let (_, main) = rest.split_once("        start(i, count > 1 ? arguments[1] : \"\");\n").unwrap();
    format!("/* The program: {functions}/* ... */\n{main}")
}

#[test]
fn a_program_becomes_a_function_for_each_process() {
    let program = "# Two put, one left.
a: c1 = context
a: e1 = event in c1 shared
a: h1 = get e1     # of the event
b: c2 = context
b: i1 = open h1 in c2
b: info i1
b: kill
a: put h1
";
    let file = written(program);
    assert!(
        file.starts_with("/*\n * Two put, one left.\n *\n * cc -std=c11 -I UR/include bug.c -o bug "),
        "{file}"
    );
    insta::assert_snapshot!(parts(&file));
}

#[rstest]
#[case::nothing_of_memory("a: c1 = context\n", &["#define BLOCK", "struct handle", "INBOX", "judge", "granule", "has("])]
#[case::no_other_process("a: c1 = context\na: m1 = alloc 1 in c1\na: h1 = get m1\n", &["INBOX", "turn_to", "granule"])]
#[case::no_queue("a: c1 = context\na: p1 = physical 1 in c1\n", &["IPC_PHYSICAL_MEMORY_SUPPORT", "fill(", "sem_t"])]
fn what_a_program_does_not_use_is_not_there(#[case] program: &str, #[case] parts: &[&str]) {
    let file = written(program);
    for part in parts {
        assert!(!file.contains(part), "{part} is in:\n{file}");
    }
}

/// Two processes that have the turn at once would print into each other's lines.
#[test]
fn a_process_that_has_begun_gives_the_turn_itself() {
    let file = written("a: begin forked\nb: begin elsewhere\na: c1 = context\n");
    has_parts(&file, &["step(\"a: begin forked\");\n    turn_to(B);\n    my_turn();\n"]);
    let (_, main) = file.split_once("int main").unwrap();
    assert!(!main.contains("turn_to"), "{main}");
}

#[test]
fn a_second_device_is_found_where_it_is_used() {
    let program = "a: c1 = context of both
a: q1 = queue in c1 batched on the other device
a: m1 = alloc 2 in c1 on the other device
a: e1 = event in c1 shared on the other device
a: p1 = physical 1 in c1 on the other device
a: h1 = get m1
b: c2 = context of both
b: i1 = open h1 in c2 on the other device
b: info i1
";
    has_parts(
        &written(program),
        &[
            "static ur_device_handle_t other_device;",
            "device = devices[k];\n                find_other(devices, device_count);",
            "if (!other_has(UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP))",
            "urContextCreate(2, (ur_device_handle_t[]){device, other_device}, NULL, &c1)",
            "urQueueCreate(c1, other_device, &q1_properties, &q1)",
            "urUSMDeviceAlloc(c1, other_device, ",
            "urEventCreateExp(c1, other_device, ",
            "urPhysicalMemCreate(c1, other_device, ",
            "urIPCOpenMemHandleExp(c2, other_device, ",
            "of == other_device",
        ],
    );
    assert!(!written("a: c1 = context\n").contains("other_device"));
}

#[test]
fn queues_have_their_flags_and_batches_are_submitted() {
    let program = "a: c1 = context
a: q1 = queue in c1 batched
a: q2 = queue in c1 out of order
a: e1 = event in c1 shared
a: signal e1 by q1
a: e2 = event in c1 shared
a: signal e2 by q2 after e1
";
    let file = written(program);
    has_parts(
        &file,
        &[
            "ur_queue_properties_t q1_properties = {UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, NULL,",
            "UR_QUEUE_FLAG_SUBMISSION_BATCHED};",
            "urQueueCreate(c1, device, &q1_properties, &q1)",
            "UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE};",
            "urQueueFlush(q1);",
        ],
    );
    assert!(!file.contains("urQueueFlush(q2)"), "{file}");
}

#[test]
fn addresses_are_reserved_before_they_are_mapped() {
    let program = "a: c1 = context
a: p1 = physical 2 in c1 shared
a: r1 = reserve 3 in c1
a: v1 = map p1[1..2] at r1[2..3]
a: unmap v1
a: v2 = map p1[0..2] at r1[1..3]
a: unmap v2
a: free r1
";
    let file = written(program);
    has_parts(
        &file,
        &[
            "urVirtualMemReserve(c1, NULL, 3 * granule(c1), &r1)",
            "void *v1 = (char *)r1 + 2 * granule(c1);",
            "urVirtualMemUnmap(c1, v1, 1 * granule(c1))",
            "urVirtualMemFree(c1, r1, 3 * granule(c1))",
        ],
    );
    assert!(!file.contains("urVirtualMemFree(c1, v"), "{file}");
}

#[test]
fn parts_of_mappings_begin_at_their_blocks() {
    let program = "a: c1 = context
a: p1 = physical 3 in c1 shared
a: r1 = reserve 3 in c1
a: v1 = map p1[0..3] at r1[0..3]
a: change v1[2..3] to read
a: unmap v1[1..2]
a: v2 = map p1[0..1] at r1[1..2]
";
    let file = written(program).split_whitespace().collect::<Vec<_>>().join(" ");
    has_parts(
        &file,
        &[
            "urVirtualMemSetAccess(c1, (char *)v1 + 2 * granule(c1), 1 * granule(c1), \
         UR_VIRTUAL_MEM_ACCESS_FLAG_READ_ONLY)",
            "urVirtualMemUnmap(c1, (char *)v1 + 1 * granule(c1), 1 * granule(c1))",
            "void *v2 = (char *)r1 + 1 * granule(c1);",
        ],
    );
}

#[test]
fn blocks_have_their_size_wherever_they_are_opened() {
    let program = "a: c1 = context
a: m1 = alloc 4 of 60 in c1
a: h1 = get m1 at 2
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
b: info i1
b: info i1 at 1
b: read i1[1..2] by q2
";
    let file = written(program);
    has_parts(
        &file,
        &[
            "urUSMDeviceAlloc(c1, device, NULL, NULL, 4 * 60, &m1)",
            "(char *)m1 + 2 * 60",
            "behind >= 2 * 60",
            "urUSMGetMemAllocInfo(c2, ((char *)i1 + 1 * 60), UR_USM_ALLOC_INFO_BASE_PTR",
            "behind >= 1 * 60",
            "read_blocks(q2, (char *)i1 + 1 * 60, 60, 1, 0, NULL)",
        ],
    );
}

#[test]
fn memory_is_where_it_is_said_to_be() {
    let program = "a: c1 = context
a: m1 = alloc 2 in c1 host
a: m2 = alloc 2 of 60 in c1 shared
a: m3 = alloc 2 in c1 pooled
a: free m3
";
    let file = written(program);
    has_parts(
        &file,
        &[
            "urUSMHostAlloc(c1, NULL, NULL, 2 * BLOCK, &m1)",
            "urUSMSharedAlloc(c1, device, NULL, NULL, 2 * 60, &m2)",
            "urUSMPoolRelease(of->pool)",
            "alloc_pooled(c1, device, NULL, 2 * BLOCK, &m3)",
            "free_pooled(c1, m3)",
        ],
    );
}

#[test]
fn recordings_have_events_and_queues_references() {
    let program = "a: c1 = context
a: q1 = queue in c1 batched
a: e1 = timestamp by q1
a: e2 = timestamp by q1 after e1
a: wait e2
a: retain q1
a: info q1
a: hold q1
a: ask q1 for empty
a: let q1
a: release q1
";
    let file = written(program);
    has_parts(
        &file,
        &[
            "ur_event_handle_t e1 = NULL;",
            "urEnqueueTimestampRecordingExp(q1, false, 0, NULL, &e1)",
            "urEnqueueTimestampRecordingExp(q1, false, 1, (ur_event_handle_t[]){e1}, &e2)",
            "urQueueFlush(q1);",
            "urQueueRetain(q1)",
            "result = urQueueGetInfo(q1, UR_QUEUE_INFO_EMPTY, sizeof empty, &empty, NULL);",
            "EXPECT(empty == 0, empty, \"event.imported.queue_kinds\");",
            "urQueueGetInfo(q1, UR_QUEUE_INFO_CONTEXT, sizeof within, &within, NULL)",
            "urQueueRelease(q1)",
        ],
    );
}

#[test]
fn what_is_around_a_call_ends_behind_it() {
    let program = "a: c1 = context
a: e1 = event in c1 shared
a: h1 = get e1 with signals blocked
a: fork
a: put h1 under umask 0777
b: c2 = context
b: m1 = alloc 1 in c2
b: h2 = get m1 from another folder
";
    let file = written(program);
    for (enter, call, leave) in [
        ("block_signals(true);", "urIPCGetEventHandleExp(e1", "block_signals(false);"),
        ("mask_files(true);", "urIPCPutEventHandleExp(", "mask_files(false);"),
        ("go_elsewhere(true);", "urIPCGetMemHandleExp(", "go_elsewhere(false);"),
    ] {
        let (_, behind) = file.split_once(enter).unwrap_or_else(|| panic!("{enter} is not in:\n{file}"));
        let (between, _) = behind.split_once(leave).unwrap();
        assert!(between.contains(call), "{call} is not between:\n{file}");
    }
    assert!(file.contains("#include <sys/stat.h>") && file.contains("    child();"), "{file}");
}

#[test]
fn processes_begin_before_their_first_call() {
    let program = "a: begin forked
b: begin elsewhere
a: c1 = context
a: m1 = alloc 1 in c1
a: h1 = get m1
b: c2 = context
b: adapters
b: i1 = open h1 in c2
";
    let file = written(program);
    let (_, main) = file.split_once("int main(").unwrap();
    let (begun, _) = main.split_once("set_up(").unwrap();
    for line in
        ["if (self == A)\n            begin_forked();", "if (self == B)\n            begin_elsewhere();"]
    {
        assert!(begun.contains(line), "{line} is not in:\n{begun}");
    }
    for (variable, folder) in ur_ipc_harness::children::ELSEWHERE {
        assert!(file.contains(&format!("{{\"{variable}\", \"{folder}\"}}")), "{variable} is not in:\n{file}");
    }
    let call = "result = get_and_release_adapters();\n    RESULT(result == UR_RESULT_SUCCESS, \"lifetime.adapter.released\");";
    assert!(file.contains(call), "{file}");
}

#[test]
fn rows_have_their_pitches_in_bytes() {
    let program = "a: c1 = context
a: q1 = queue in c1 out of order
a: m1 = alloc 6 of 60 in c1
a: m2 = alloc 6 of 60 in c1
a: e1 = event in c1
a: signal e1 by q1
a: copy2d m1[0..2] pitch 4 to m2[1..3] pitch 2 height 2 by q1 after e1
";
    let file = written(program).split_whitespace().collect::<Vec<_>>().join(" ");
    let call = "urEnqueueUSMMemcpy2D(q1, false, (char *)m2 + 1 * 60, 2 * 60, m1, 4 * 60, 2 * 60, 2, 1, \
                (ur_event_handle_t[]){e1}, NULL)";
    assert!(file.contains(call), "{file}");
}

/// Whoever opens twice may get the same object again.
#[test]
fn what_depends_on_which_objects_are_one_is_checked_as_far_as_it_is_known() {
    let open_twice = "a: c1 = context
a: c2 = context
a: e1 = event in c1 shared
a: h1 = get e1
b: c3 = context
b: i1 = open h1 in c3
b: i2 = open h1 in c3
b: info i1
";
    let file = written(open_twice);
    assert!(
        file.contains("EXPECT(references == 1 || references == 2, references, \"event.open.refcount\");"),
        "{file}"
    );
    let elsewhere = open_twice.replace("b: i2 = open h1 in c3", "b: c4 = context\nb: i2 = open h1 in c4");
    assert!(!written(&elsewhere).contains("EXPECT(within == c3"), "it may be in either context");
}

#[test]
fn a_query_that_may_be_refused_is_no_end_and_many_values_are_runs() {
    let event = "a: c1 = context\na: e1 = event in c1 shared\na: h1 = get e1\nb: c2 = context\nb: i1 = open h1 in c2\n";
    let file = written(&format!("{event}b: ask i1 for queue\nb: ask i1 for type\n"));
    let queue = "        if (result == UR_RESULT_SUCCESS)\n            EXPECT(queue == NULL, queue, ";
    assert!(file.contains(queue), "{file}");
    assert!(
        file.contains("EXPECT((type >= 0 && type <= 12) || type == 14 || (type >= 16 && type <= 26) ||"),
        "{file}"
    );
}

#[test]
fn the_ending_is_there_where_a_finding_was_seen_in_it() {
    let program = "a: c1 = context\na: e1 = event in c1 shared\na: h1 = get e1\n";
    assert!(!written(program).contains("step(\"a: put h1\")"));
    let found = written(&format!("# seed 1\n# a: put h1\n# result: seen UR_RESULT_ERROR_UNKNOWN\n{program}"));
    assert!(found.contains("step(\"a: put h1\")") && !found.contains("step(\"a: release e1\")"), "{found}");
}

#[rstest]
#[case::descriptors("descriptors", "count(\"/proc/self/fd\")")]
#[case::mappings("mappings", "count(\"/proc/self/maps\")")]
#[case::threads("threads", "count(\"/proc/self/task\")")]
fn a_leak_is_counted_over_rounds_in_which_all_is_ended(#[case] what: &str, #[case] counted: &str) {
    let comment =
        format!("# {what} held after each run of the program: 3, 4, 5 (lifetime.fd.event_cycles)\n");
    let file = written(&(comment + "a: c1 = context\na: e1 = event in c1 shared\na: h1 = get e1\n"));
    has_parts(
        &file,
        &[counted, "step(\"a: release c1\")", "grown < 23, grown, \"lifetime.fd.event_cycles\""],
    );
}

#[test]
fn lines_are_broken_behind_commas_and_so_are_strings_that_are_too_long() {
    let program =
        "a: c1 = context\na: m1 = alloc 1 in c1\na: h1 = get m1\nb: c2 = context\nb: i1 = open h1 in c2\n";
    let file = written(program);
    let functions = parts(&file);
    assert!(functions.lines().all(|line| line.len() <= 112), "{functions}");
    assert!(functions.lines().all(|line| line.matches('"').count() % 2 == 0), "{functions}");
}

/// The source of a program may be a result file, in which a name says anything.
#[test]
fn no_name_is_code_or_an_order_to_a_terminal() {
    let evil = "a*/ int evil; /*\x1b[2J\n#error";
    let file =
        reproduce(&format!("# {evil}\na: c1 = context\n").replace("\n#error", ""), evil, Device::WHOLE)
            .unwrap();
    let (comment, code) = file.split_once("*/").unwrap();
    assert!(code.trim_start().starts_with("#define _GNU_SOURCE"), "{file}");
    assert!(comment.contains("int evil") && !code.contains("int evil") && !file.contains('\x1b'), "{file}");
    assert!(!file.lines().any(|line| line.starts_with("#error")), "{file}");
}

#[test]
fn a_comment_does_not_end_that_of_the_file() {
    let file = written("# a */ b\na: c1 = context # c */ d\n");
    assert!(file.contains(" * a * / b\n") && file.contains("/* c * / d */"), "{file}");
}
