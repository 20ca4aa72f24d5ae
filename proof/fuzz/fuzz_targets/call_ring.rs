//! The ring of calls, which the process that is watched may overwrite.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ur_ipc_cli::fuzzing::call_ring(bytes);
});
