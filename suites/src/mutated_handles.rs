//! Bytes that are no handle, or one with a flipped bit.

use crate::open_calls::open_and_close;
use ur_ipc_fixtures::hierarchy::{Shareable, UrContextTest};
use ur_ipc_fixtures::{TestContext, TestResult};

/// Zeroed, constant and random bytes of the size of a handle.
pub(crate) fn garbage(t: &TestContext, size: usize, randoms: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut rng = t.rng(0);
    let random = (0..randoms).map(move |_| {
        let mut bytes = vec![0; size];
        rng.fill(&mut bytes);
        bytes
    });
    [vec![0; size], vec![0xff; size]].into_iter().chain(random)
}

/// A handle with one bit flipped.
pub(crate) fn flipped(handle: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = handle.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

/// Opens a handle with one bit flipped, one after the other, but no more than `most` of them: each is refused, or opens
/// something that can be closed.
#[track_caller]
pub(crate) fn open_flipped<F: Shareable>(f: &UrContextTest, handle: &[u8], most: usize) -> TestResult {
    let mut bits: Vec<usize> = (0..8 * handle.len()).collect();
    f.t().rng(1).shuffle(&mut bits);
    bits.truncate(most);
    let mut opened = 0;
    for &bit in &bits {
        opened += usize::from(open_and_close::<F>(f, &flipped(handle, bit))?.is_success());
    }
    f.t().observe("flipped bits with which a handle opens", format!("{opened} of {}", bits.len()));
    Ok(())
}
