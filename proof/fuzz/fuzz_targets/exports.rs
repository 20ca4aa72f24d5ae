//! Fuzzes the files of exporters, and the kernel's data about their processes.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ur_ipc_host::fuzzing::object(bytes);
    ur_ipc_backend_kit::fuzzing::token_table(bytes);
    ur_ipc_backend_kit::fuzzing::process_line(bytes);
    level_zero_soft::fuzzing::process_line(bytes);
});
