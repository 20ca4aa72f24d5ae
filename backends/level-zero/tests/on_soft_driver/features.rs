//! Missing features of loader or driver: refused, reported and explained.

use crate::child::{Variables, pass};
use crate::support::driver;
use crate::test_bed::{OK, TestBed, test_bed};
use rstest::rstest;
use std::ptr::null_mut;
use ur_ipc_api::*;
use ur_ipc_level_zero::{LevelZeroBackend, LevelZeroError, Options};

const API: &str = "LEVEL_ZERO_SOFT_API_VERSION";
const FAIL: &str = "LEVEL_ZERO_SOFT_FAIL";
const REFUSE: &str = "LEVEL_ZERO_SOFT_REFUSE";

/// `expected`: memory, physical memory, events, reusable events, host tasks; then a word of the reason.
#[rstest]
#[case::everything("yes yes yes yes yes", "", &[])]
#[case::before_sharing("yes no no yes yes", "zePhysicalMemGetProperties", &[(API, "1.14")])]
#[case::before_counters("yes no no no yes", "zeEventCounterBasedCreate", &[(API, "1.14"), (REFUSE, "zexCounterBasedEventCreate2")])]
#[case::core_calls_alone("yes yes yes yes no", "zeCommandListAppendHostFunction", &[(REFUSE, "zexCounterBasedEventCreate2,zeCommandListAppendHostFunction"), (API, "1.16")])]
#[case::functions_by_name("yes yes yes yes yes", "", &[(FAIL, "zeEventCounterBasedCreate:*:ZE_RESULT_ERROR_UNSUPPORTED_FEATURE")])]
#[case::one_way_events("yes yes no yes yes", "one way", &[("LEVEL_ZERO_SOFT_EVENTS", "one-way")])]
#[case::one_way_events_without_a_signal("yes yes no yes yes", "one way only: zeCommandListAppendSignalEvent", &[("LEVEL_ZERO_SOFT_EVENTS", "one-way-early")])]
#[case::one_way_events_that_take_signals("yes yes no yes yes", "one way only: the exporter does not see", &[("LEVEL_ZERO_SOFT_EVENTS", "one-way-apart")])]
#[case::no_events_of_the_host("yes yes no yes yes", "an event that the host signals", &[(FAIL, "zeEventHostSignal:*:ZE_RESULT_ERROR_UNSUPPORTED_FEATURE")])]
#[case::no_memory("no yes yes yes yes", "zeMemGetIpcHandle", &[(FAIL, "zeMemGetIpcHandle:*:ZE_RESULT_ERROR_UNSUPPORTED_FEATURE")])]
#[case::no_import("yes yes no yes yes", "zeEventCounterBasedOpenIpcHandle", &[(FAIL, "zeEventCounterBasedOpenIpcHandle:*:ZE_RESULT_ERROR_UNSUPPORTED_FEATURE")])]
#[case::no_addresses("yes no yes yes yes", "zeVirtualMemReserve", &[(FAIL, "zeVirtualMemReserve:*:ZE_RESULT_ERROR_UNSUPPORTED_FEATURE")])]
fn what_is_missing_is_told(#[case] expected: &str, #[case] reason: &str, #[case] variables: Variables<'_>) {
    pass("feature", &format!("{expected}/{reason}"), variables);
}

/// Free memory is a matter of system management, which drivers need not have.
#[rstest]
#[case::with_it("yes", &[])]
#[case::without_it("no", &[(REFUSE, "zesInit")])]
#[case::older("no", &[(API, "1.8")])]
#[case::without_memories("no", &[(REFUSE, "zesDeviceEnumMemoryModules")])]
fn free_memory_is_told_where_it_is_known(#[case] expected: &str, #[case] variables: Variables<'_>) {
    pass("free memory", expected, variables);
}

/// In a process of its own: whether the device tells its free memory, which allocations take.
pub fn free_memory(expected: &str) {
    const SIZE: u64 = 1 << 20;
    let test_bed = test_bed();
    let query = || {
        let mut bytes = 0u64;
        let value = (&raw mut bytes).cast();
        // SAFETY: there is room for the value.
        let result = unsafe {
            test_bed.ur.device_get_info(test_bed.device, DeviceInfo::GLOBAL_MEM_FREE, 8, value, null_mut())
        };
        (result, bytes)
    };
    let (result, before) = query();
    if expected == "no" {
        assert_eq!(result, UrResult::ERROR_UNSUPPORTED_ENUMERATION);
        return;
    }
    assert_eq!(result, OK);
    let mem = test_bed.allocate(SIZE as usize);
    assert_eq!(query(), (OK, before - SIZE));
    // SAFETY: allocated above.
    assert_eq!(unsafe { test_bed.ur.usm_free(test_bed.context, mem) }, OK);
    assert_eq!(query(), (OK, before));
}

#[test]
fn the_entry_points_are_those_that_a_layer_left() {
    let mut options = Options::default();
    options.loader = Some(driver());
    options.layer = Some(|functions| functions.zePhysicalMemCreate = None);
    let backend = LevelZeroBackend::open(&options).expect("the software driver has a device");
    let missing = ("missing in the loader".to_owned(), "zePhysicalMemCreate".to_owned());
    let details = backend.implementation().details;
    assert!(details.contains(&missing), "{details:?}");
}

/// In a process of its own: compares the answers and the reason, and does what can be done.
pub fn scenario(argument: &str) {
    let (expected, reason) = argument.split_once('/').expect("answers and a reason");
    let test_bed = test_bed();
    let queries = [
        DeviceInfo::IPC_MEMORY_SUPPORT_EXP,
        DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP,
        DeviceInfo::IPC_EVENT_SUPPORT_EXP,
        DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP,
        DeviceInfo::ENQUEUE_HOST_TASK_SUPPORT_EXP,
    ];
    let answers = queries.map(|info| if test_bed.has(info) { "yes" } else { "no" });
    assert_eq!(answers.join(" "), expected);
    let details = test_bed.ur.implementation().details;
    let explained = details.iter().any(|(what, why)| what.contains(": no ") && why.contains(reason));
    assert_eq!(explained, expected.contains("no"), "{details:?}");
    let [memory, physical, event, ..] = answers.map(|answer| answer == "yes");
    if memory {
        share_memory(&test_bed);
    }
    refuses_or_makes_physical(&test_bed, physical);
    refuses_or_makes_event(&test_bed, event);
    command_event(&test_bed);
}

fn share_memory(b: &TestBed) {
    let (mem, mut data, mut size, mut import) = (b.allocate(4096), null_mut(), 0, null_mut());
    // SAFETY: every output is a local variable; what is used is live.
    unsafe {
        assert_eq!(b.ur.ipc_get_mem_handle_exp(b.context, mem, &raw mut data, &raw mut size), OK);
        assert_eq!(b.ur.ipc_open_mem_handle_exp(b.context, b.device, data, size, &raw mut import), OK);
        b.fill(b.queue, mem, &[5], 4096);
        assert_eq!(b.read(import, 4096), [5; 4096]);
        assert_eq!(b.ur.ipc_close_mem_handle_exp(b.context, import), OK);
        assert_eq!(b.ur.ipc_put_mem_handle_exp(b.context, data), OK);
        assert_eq!(b.ur.usm_free(b.context, mem), OK);
    }
}

fn refuses_or_makes_physical(b: &TestBed, possible: bool) {
    let mut made = PhysicalMemHandle::NULL;
    let size = crate::test_bed::PAGE;
    let answer = b.create_physical(size, &mut made);
    assert_eq!(answer, if possible { OK } else { UrResult::ERROR_UNSUPPORTED_FEATURE });
}

fn refuses_or_makes_event(b: &TestBed, possible: bool) {
    let mut made = EventHandle::NULL;
    let answer = b.create_event(&mut made);
    assert_eq!(answer, if possible { OK } else { UrResult::ERROR_UNSUPPORTED_FEATURE });
}

/// Commands have events whatever the driver lacks.
fn command_event(b: &TestBed) {
    let mut event = EventHandle::NULL;
    // SAFETY: the output is a local variable.
    let enqueued = unsafe { b.ur.enqueue_events_wait(b.queue, 0, std::ptr::null(), &raw mut event) };
    assert_eq!(enqueued, OK);
    b.wait(event);
    assert_eq!(b.status(event), EventStatus::COMPLETE.0);
    // SAFETY: a handle is looked up.
    assert_eq!(unsafe { b.ur.event_release(event) }, OK);
}

#[rstest]
#[case::no_device("no device", &[("LEVEL_ZERO_SOFT_DEVICES", "0")])]
#[case::old_driver("1.5", &[(API, "1.5")])]
#[case::no_driver("install the driver", &[(FAIL, "zeInitDrivers:*:ZE_RESULT_ERROR_UNINITIALIZED,zeInit:*:ZE_RESULT_ERROR_UNINITIALIZED")])]
fn what_stops_the_start_is_told(#[case] words: &str, #[case] variables: Variables<'_>) {
    pass("start", words, variables);
}

/// In a process of its own: the start fails and says why.
pub fn start(words: &str) {
    let error = LevelZeroBackend::new().err().expect("a reason not to start");
    let told = matches!(
        error,
        LevelZeroError::NoDevice { .. }
            | LevelZeroError::DriverTooOld { .. }
            | LevelZeroError::NoDriver { .. }
    );
    assert!(told && error.to_string().contains(words), "{error}");
}
