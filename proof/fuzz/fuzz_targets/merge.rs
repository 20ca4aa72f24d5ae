//! Result files that are put together.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ur_ipc_harness::fuzzing::merge(bytes);
});
