//! Programs made of records; `tests/it/reproduce` of `ur-ipc-cts` runs some.

use super::{NoProgram, chosen, program, written};
use rstest::rstest;
use ur_ipc_fixtures::{Failure, Symptom};
use ur_ipc_isolated::RECORDED;
use ur_ipc_model::{Device, Program};
use ur_ipc_report::cause::Cause;
use ur_ipc_report::last_calls::{LastCall, ProcessCalls};
use ur_ipc_report::outcome::{Outcome, Record};
use ur_ipc_report::requirements::Chapter;
use ur_ipc_report::samples;
use ur_ipc_report::samples::{came_back, of_peer, of_worker, returned};

/// Calls, 10 µs apart: `*` begins the one at which the test failed, `!` one that was refused.
fn calls(from: u64, lines: &str) -> Vec<LastCall> {
    let lines = lines.lines().filter(|line| !line.is_empty());
    let calls = (0..).zip(lines).map(|(at, line)| {
        let failed = line.starts_with('*');
        let code = if line.starts_with(['*', '!']) { "ERROR_INVALID_VALUE" } else { "SUCCESS" };
        let call = written::call(line.trim_start_matches(['*', '!']));
        LastCall { failed, ..came_back(from + 10 * at, call.returned(format!("UR_RESULT_{code}"))) }
    });
    calls.collect()
}

fn record(said: &str, log: Vec<ProcessCalls>) -> Record {
    let mut record = samples::record(Chapter::Specified, Outcome::Fail);
    record.execution.reason = Some(said.to_owned());
    record.execution.call_log = log;
    record
}

/// The program of a test in one process.
fn program_of(worker: &str) -> Result<String, NoProgram> {
    program(&record("no", vec![of_worker(calls(0, worker))]), Device::WHOLE)
}

const CONTEXT: &str =
    "urContextCreate(DeviceCount = 1, phDevices = [device#0], pProperties = NULL, phContext -> context#1)
urQueueCreate(hContext = context#1, hDevice = device#0, pProperties = {flags = 0x0}, phQueue -> queue#1)
";
const EVENT: &str = "urEventCreateExp(hContext = context#1, hDevice = device#0, pEventDesc = {flags = UR_EXP_EVENT_FLAG_IPC_EXP}, phEvent -> event#1)
urIPCGetEventHandleExp(hEvent = event#1, ppIPCEventHandleData -> handle:0d63, pIPCEventHandleDataSizeRet -> 96)
";

#[test]
fn the_calls_of_two_processes_become_a_program() {
    let worker = format!(
        "{CONTEXT}urUSMDeviceAlloc(hContext = context#1, hDevice = device#0, pUSMDesc = NULL, pool = NULL, size = 10000, ppMem -> memory#1)
urEnqueueUSMMemcpy(hQueue = queue#1, blocking = true, pDst = memory#1, pSrc = 0x55, size = 8192, numEventsInWaitList = 0, phEventWaitList = NULL, phEvent = NULL)
urIPCGetMemHandleExp(hContext = context#1, pMem = memory#1 + 4096, ppIPCMemHandleData -> handle:2a5c, pIPCMemHandleDataSizeRet -> 96)
"
    );
    let peer = format!(
        "{CONTEXT}urIPCOpenMemHandleExp(hContext = context#1, hDevice = device#0, pIPCMemHandleData = handle:2a5c, ipcMemHandleDataSize = 96, ppMem -> memory#1 (imported))
urUSMGetMemAllocInfo(hContext = context#1, pMem = memory#1 (imported), propName = UR_USM_ALLOC_INFO_SIZE, propSize = 8, pPropValue -> 8192, pPropSizeRet = NULL)
urUSMGetMemAllocInfo(hContext = context#1, pMem = memory#1 (imported), propName = UR_USM_ALLOC_INFO_TYPE, propSize = 4, pPropValue -> UR_USM_TYPE_DEVICE, pPropSizeRet = NULL)
urEnqueueUSMMemcpy(hQueue = queue#1, blocking = true, pDst = 0x66, pSrc = memory#1 (imported), size = 100, numEventsInWaitList = 0, phEventWaitList = NULL, phEvent = NULL)
*urIPCCloseMemHandleExp(hContext = context#1, pMem = memory#1 (imported))
urQueueRelease(hQueue = queue#1)
"
    );
    let log = vec![of_worker(calls(0, &worker)), of_peer(calls(1000, &peer))];
    let mut record = record("in peer 'consumer': Close failed", log);
    record.execution.cause = Some(Cause::from(&Failure::new("Close failed").in_peer("consumer")));
    let text = program(&record, Device::WHOLE).unwrap();
    assert!(text.parse::<Program>().is_ok(), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn physical_memory_is_mapped_in_one_step_and_events_are_signalled() {
    let text = program_of(&format!(
        "{CONTEXT}{EVENT}urPhysicalMemCreate(hContext = context#1, hDevice = device#0, size = 131072, pProperties = {{flags = UR_PHYSICAL_MEM_FLAG_ENABLE_IPC}}, phPhysicalMem -> physical#1)
urVirtualMemGranularityGetInfo(hContext = context#1, hDevice = device#0, allocationSize = 1, propName = UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM, propSize = 8, pPropValue -> 65536, pPropSizeRet = NULL)
urVirtualMemReserve(hContext = context#1, pStart = NULL, size = 131072, ppStart -> range#1)
urVirtualMemMap(hContext = context#1, pStart = range#1, size = 131072, hPhysicalMem = physical#1, offset = 0, flags = UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE)
urEnqueueUSMFill(hQueue = queue#1, pMem = range#1 + 65536, patternSize = 1, pPattern = 0x31, size = 65536, numEventsInWaitList = 0, phEventWaitList = NULL, phEvent = NULL)
urQueueFlush(hQueue = queue#1)
urQueueFinish(hQueue = queue#1)
urVirtualMemUnmap(hContext = context#1, pStart = range#1, size = 131072)
urVirtualMemFree(hContext = context#1, pStart = range#1, size = 131072)
urEnqueueEventsWaitWithBarrierExt(hQueue = queue#1, pProperties = NULL, numEventsInWaitList = 0, phEventWaitList = NULL, phEvent -> event#1)
urEventWait(numEvents = 1, phEventWaitList = [event#1])
urEventGetInfo(hEvent = event#1, propName = UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, propSize = 4, pPropValue -> UR_EVENT_STATUS_SUBMITTED, pPropSizeRet = NULL)
"
    ));
    insta::assert_snapshot!(text.unwrap());
}

#[test]
fn a_process_that_was_ended_is_an_error() {
    let peer = format!("{CONTEXT}urQueueRelease(hQueue = queue#1)\n");
    let log = |peer: &str| {
        let worker = format!("{CONTEXT}{EVENT}");
        record("no", vec![of_worker(calls(0, &worker)), of_peer(calls(5, peer))])
    };
    let error = program(&log(&peer), Device::WHOLE).unwrap_err().to_string();
    assert!(error.starts_with("peer 7 ended in the test, while it held a context"), "{error}");
    let left = format!("{peer}urContextRelease(hContext = context#1)\n");
    assert!(program(&log(&left), Device::WHOLE).is_ok());
}

#[test]
fn what_was_made_before_the_record_begins_is_left_out() {
    let old = "urEventRelease(hEvent = event#7)\n".repeat(RECORDED);
    let put = "*urIPCPutEventHandleExp(hContext = context#1, pIPCEventHandleData = handle:0d63)\n";
    let text = program_of(&format!("{old}{CONTEXT}{EVENT}{put}")).unwrap();
    assert!(text.contains(&format!("before the record begins: {RECORDED}.\n")), "{text}");
    let error = program_of(&format!("urEventRelease(hEvent = event#7)\n{CONTEXT}{EVENT}{put}"))
        .unwrap_err()
        .to_string();
    assert!(error.ends_with("nothing recorded gave event#7"), "{error}");
}

#[rstest]
#[case::null(
    "*urIPCPutEventHandleExp(hContext = NULL, pIPCEventHandleData = handle:0d63)",
    "worker: urIPCPutEventHandleExp(hContext = NULL, pIPCEventHandleData = handle:0d63) -> UR_RESULT_ERROR_INVALID_VALUE: \
     no step is given NULL"
)]
#[case::refused(
    "!urIPCPutEventHandleExp(hContext = NULL, pIPCEventHandleData = handle:0d63)\nurQueueFinish(hQueue = queue#1)",
    "no step is given NULL"
)]
#[case::stale(
    "urEventWait(numEvents = 1, phEventWaitList = [event#1 (released)])",
    "event#1 is used after its end"
)]
#[case::host_function(
    "urEnqueueHostTaskExp(hQueue = queue#1, pfnHostTask = function)",
    "it is not recorded when the host function ended"
)]
#[case::chained(
    "urEventCreateExp(hContext = context#1, hDevice = device#0, pEventDesc = {flags = 0x0, pNext = X {}}, phEvent -> event#2)",
    "no step is given {flags = 0x0, pNext = X {}}"
)]
#[case::another_device(
    "urQueueCreate(hContext = context#1, hDevice = device#1)",
    "on one device, here device#0"
)]
#[case::forged(
    "urIPCOpenEventHandleExp(hContext = context#1, pIPCEventHandleData = handle:ffff, ipcEventHandleDataSize = 96, phEvent = out)",
    "nothing recorded gave handle:ffff"
)]
#[case::other_call("*urUSMPoolCreate(hContext = context#1)", "no step of a program stands for it")]
#[case::undefined("*urContextRelease(hContext = context#1)", "not defined here")]
#[case::cut("urEventWait(numEvents = 1, ...)", "it is not recorded as a whole")]
#[case::a_question_without_step(
    "urDeviceGetInfo(hDevice = device#0, propName = UR_DEVICE_INFO_NAME)",
    "the test failed at it or behind it, and no step of a program stands for it"
)]
#[case::the_model_allows_it(
    "*urEventCreateExp(hContext = context#1, hDevice = device#0, pEventDesc = {flags = 0x0}, phEvent = out)",
    "the test demands something else there"
)]
fn what_no_program_has_is_an_error_with_the_call(#[case] call: &str, #[case] expected: &str) {
    let error = program_of(&format!("{CONTEXT}{EVENT}{call}\n")).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn text_alone_is_an_error() {
    let log = vec![of_worker(vec![returned(0, "urQueueFinish(hQueue = queue#1)")])];
    let error = program(&record("no", log), Device::WHOLE).unwrap_err().to_string();
    assert!(error.contains("as in results of the format before results/3"), "{error}");
}

#[test]
fn calls_of_two_threads_are_an_error() {
    let mut all = calls(
        0,
        &format!("{CONTEXT}{EVENT}urQueueFinish(hQueue = queue#1)\nurQueueFinish(hQueue = queue#1)"),
    );
    all[4].took_us = Some(50);
    let error = program(&record("no", vec![of_worker(all)]), Device::WHOLE).unwrap_err().to_string();
    assert!(error.contains("it had not returned when another thread called urQueueFinish"), "{error}");
}

#[test]
fn a_leak_is_an_error() {
    let mut record = record("descriptors leak: +16 in 16 cycles", Vec::new());
    let failure = Failure::new("descriptors leak").showing(Symptom::Leak);
    record.execution.cause = Some(Cause::from(&failure));
    assert_eq!(program(&record, Device::WHOLE), Err(NoProgram::Leak));
}

fn named(name: &str, test: &str, outcome: Outcome) -> Record {
    let mut record = samples::record(Chapter::Specified, outcome);
    (record.name, record.test) = (name.to_owned(), test.to_owned());
    record
}

#[rstest]
#[case::full("host::dev0::event::put", Ok("host::dev0::event::put"))]
#[case::id_on_one_device("event::put", Ok("host::dev0::event::put"))]
#[case::id_on_several(
    "event::get",
    Err("went wrong on several devices, name one: host::dev0::event::get, host::dev1::event::get")
)]
#[case::passed(
    "host::dev1::event::put",
    Err("has the outcome 'pass': there is nothing to reproduce; these went wrong: host::dev0::")
)]
#[case::passed_everywhere("event::open", Err("has the outcome 'pass' on each device"))]
#[case::mistyped("event::putt", Err("there is no test 'event::putt' in it; did you mean 'event::put'?"))]
#[case::unknown(
    "nothing",
    Err("there is no test 'nothing' in it; these went wrong: host::dev0::event::put, ")
)]
fn a_test_is_chosen_by_its_name(#[case] name: &str, #[case] expected: Result<&str, &str>) {
    let records = [
        named("host::dev0::event::put", "event::put", Outcome::Fail),
        named("host::dev1::event::put", "event::put", Outcome::Pass),
        named("host::dev0::event::get", "event::get", Outcome::Crash),
        named("host::dev1::event::get", "event::get", Outcome::Deviates),
        named("host::dev0::event::open", "event::open", Outcome::Pass),
    ];
    match (chosen(&records, name), expected) {
        (Ok(record), Ok(expected)) => assert_eq!(record.name, expected),
        (Err(error), Err(expected)) => assert!(error.to_string().contains(expected), "{error}"),
        (seen, _) => panic!("{seen:?}"),
    }
}
