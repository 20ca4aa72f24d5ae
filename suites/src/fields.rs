//! Recognising fields in the bytes of a handle, whose layout the suite does not know: by what they must hold.

use std::collections::BTreeSet;
use std::fs;
use std::os::fd::RawFd;
use ur_ipc_fixtures::{TestContext, TestResult, system};

/// The offsets at which every handle holds its value.
pub(crate) fn offsets_of<const N: usize>(samples: &[(&[u8], [u8; N])]) -> Vec<usize> {
    let shortest = samples.iter().map(|(bytes, _)| bytes.len()).min().unwrap_or(0);
    let holds = |at: usize| samples.iter().all(|(bytes, value)| bytes[at..at + N] == *value);
    (0..(shortest + 1).saturating_sub(N)).filter(|&at| holds(at)).collect()
}

/// The offsets at which handles of different objects hold different numbers of descriptors which are open now
/// and were not in `before`.
pub(crate) fn descriptor_offsets(handles: &[&[u8]], before: &BTreeSet<RawFd>) -> TestResult<Vec<usize>> {
    let now = open_descriptors()?;
    let shortest = handles.iter().map(|bytes| bytes.len()).min().unwrap_or(0);
    let names_own_descriptors = |at: usize| {
        let named: BTreeSet<RawFd> = handles.iter().map(|bytes| number(bytes, at)).collect();
        named.len() == handles.len() && named.iter().all(|fd| now.contains(fd) && !before.contains(fd))
    };
    Ok((0..(shortest + 1).saturating_sub(4)).filter(|&at| names_own_descriptors(at)).collect())
}

/// The 4-byte number at an offset.
fn number(bytes: &[u8], at: usize) -> i32 {
    let mut field = [0; 4];
    field.copy_from_slice(&bytes[at..at + 4]);
    i32::from_le_bytes(field)
}

/// The descriptors that this process has open.
pub(crate) fn open_descriptors() -> TestResult<BTreeSet<RawFd>> {
    let listed: Vec<RawFd> = system("listing /proc/self/fd", fs::read_dir("/proc/self/fd"))?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    // The descriptor of the listing itself is closed by now.
    Ok(listed.into_iter().filter(|fd| fs::symlink_metadata(format!("/proc/self/fd/{fd}")).is_ok()).collect())
}

/// A copy of the bytes with another value at an offset.
pub(crate) fn with_field(bytes: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
    let mut forged = bytes.to_vec();
    forged[at..at + value.len()].copy_from_slice(value);
    forged
}

/// Notes where a field was found.
pub(crate) fn report(t: &TestContext, field: &str, offsets: &[usize]) {
    if offsets.is_empty() {
        t.observe(field, "found nowhere in the handle, so nothing can be forged");
    } else {
        t.observe(field, format!("found at offset {offsets:?}"));
    }
}
