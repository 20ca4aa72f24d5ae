//! Driver failures that need not reach the user, or reach it in other words.

use crate::driver_log::{Call, KINDS, Kind};
use crate::user::Manner;

/// The calls that the backend makes another call for where the driver lacks them.
const REPLACED: &[&str] = &[
    "zeInitDrivers",
    "zeContextCreateEx",
    "zeEventCounterBasedCreate",
    "zexCounterBasedEventCreate2",
    "zeCommandListAppendHostFunction",
    "zeMemGetFileDescriptorFromIpcHandleExp",
];

/// The calls that only make sure, or look for another way.
const PRECAUTIONS: &[&str] = &[
    "zeMemGetAddressRange",
    "zeMemGetAllocProperties",
    "zeDriverGetIpcProperties",
    "zeDriverGetExtensionFunctionAddress",
    // What holds commands back in the probe of events is opened a second time.
    "zeEventHostSignal",
];

/// Giving these back is what a call of UR is for, and a failure is its answer.
const RETURNED_BY_USERS: &[&str] = &["zeVirtualMemFree", "zeVirtualMemUnmap"];

/// True if a call gives something back.
pub fn gives_back(function: &str) -> bool {
    KINDS.iter().any(|kind| kind.enders.contains(&function))
}

/// True if a call that fails is the backend's last attempt to give something back. What a user could not give back
/// stays with the backend, which tries again at its end.
pub fn is_last_attempt(function: &str, manner: Manner, at_start: bool) -> bool {
    let again = RETURNED_BY_USERS.contains(&function) && manner == Manner::Tidy && !at_start;
    gives_back(function) && !again
}

/// True if an object of a kind stays when the driver refuses to take something back: that itself, and a pool with an
/// event in it.
pub fn may_stay(kind: &Kind, refused: &str) -> bool {
    kind.enders.contains(&refused) || kind.name == "event pool" && refused == "zeEventDestroy"
}

/// True if nobody has to hear of a failure.
pub fn may_be_silent(call: &Call, manner: Manner) -> bool {
    let function = call.function.as_str();
    if RETURNED_BY_USERS.contains(&function) {
        return manner == Manner::Careless;
    }
    // A look whether a list is done, before what its commands used is let go. Users wait without an end.
    let waits = call.arguments.contains(&format!("timeout={}", u64::MAX));
    let look = function == "zeCommandListHostSynchronize" && !waits;
    let replaced = call.answer == "ZE_RESULT_ERROR_UNSUPPORTED_FEATURE" && REPLACED.contains(&function);
    gives_back(function) || look || replaced || PRECAUTIONS.contains(&function)
}

/// True if a driver that always answers this never tells when a list is done. What the list's commands use then has to
/// stay.
pub fn hides_the_end(function: &str, answer: &str) -> bool {
    function == "zeCommandListHostSynchronize" && answer != "ZE_RESULT_ERROR_DEVICE_LOST"
}

/// The words that a failure has to show the user: the driver's result, unless UR demands another one.
pub fn words<'w>(function: &str, answer: &'w str) -> Vec<&'w str> {
    match function {
        "zeDevicePciGetPropertiesExt" => vec!["ERROR_UNSUPPORTED_ENUMERATION"],
        "zeEventQueryKernelTimestamp" => vec!["ERROR_PROFILING_INFO_NOT_AVAILABLE"],
        // What is not found is not there.
        "zeDriverGetExtensionFunctionAddress" => {
            vec!["ERROR_UNSUPPORTED_FEATURE", "neither loader nor driver has"]
        }
        _ => vec![answer.trim_start_matches("ZE_RESULT_")],
    }
}
