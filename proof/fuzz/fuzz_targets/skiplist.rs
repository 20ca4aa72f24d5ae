//! Skiplists.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ur_ipc_cli::fuzzing::skiplist(bytes);
});
