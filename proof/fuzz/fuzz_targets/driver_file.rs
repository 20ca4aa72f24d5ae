//! Files with kernels, as the software GPU looks for them.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| software_xe::gpu::fuzzing::driver_file(bytes));
