//! Batches of commands, on the software GPU's engines.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| software_xe::gpu::fuzzing::batch(bytes));
