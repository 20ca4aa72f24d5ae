//! Fuzzes the frames between the processes of a run, and the records of result files.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ur_ipc_cli::fuzzing::payload(bytes);
});
