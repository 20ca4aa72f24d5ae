//! The record of a crash, which the process that is watched may overwrite.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ur_ipc_harness::fuzzing::crash_record(bytes);
});
