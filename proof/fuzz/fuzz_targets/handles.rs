//! Handles of the host backend, of the backends on drivers and of the software driver.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ur_ipc_host::fuzzing::handle(bytes);
    ur_ipc_backend_kit::fuzzing::handle(bytes);
    level_zero_soft::fuzzing::handle(bytes);
});
