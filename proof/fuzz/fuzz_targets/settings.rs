//! The settings of the software driver.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    level_zero_soft::fuzzing::settings(bytes);
});
