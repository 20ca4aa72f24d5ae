//! The record of a crash, which the watched process may overwrite.

use ur_ipc_isolated::crash::create;

/// Overwrites a record with these bytes and looks at it: what is read stays within bounds, and can be told.
pub fn crash_record(bytes: &[u8]) {
    let memory = create().expect("a memory file can be had");
    memory.overwrite(bytes);
    let panic = memory.panic().unwrap_or_default();
    let job = memory.job().unwrap_or_default();
    // A byte that is no text is shown as a character of three.
    assert!(panic.len() <= 3 * 2048 && job.len() <= 3 * 512);
    let Some(crash) = memory.crash() else { return };
    assert!(crash.frames.len() <= 48 && crash.maps.len() <= 3 * (16 << 10));
    let told = crash.named("worker".to_owned(), &ur_ipc_harness::children::HIDDEN).to_string();
    // All but the first line are frames.
    let frames = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    assert!(told.lines().skip(1).all(frames), "{told}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_overwritten_record_can_be_read(bytes in vec(any::<u8>(), 0..2048)) {
            crash_record(&bytes);
        }

        #[test]
        fn overwritten_numbers_can_be_read(words in vec(prop_oneof![any::<u32>(), 0u32..64], 0..512)) {
            crash_record(&words.into_iter().flat_map(u32::to_ne_bytes).collect::<Vec<u8>>());
        }
    }
}
