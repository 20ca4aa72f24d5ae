//! Patterns of names, and ranges of versions.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ur_ipc_cli::fuzzing::patterns(bytes);
    ur_ipc_cli::fuzzing::versions(bytes);
});
