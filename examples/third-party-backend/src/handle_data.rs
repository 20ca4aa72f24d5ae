//! The bytes of a handle: where the memory is, which memory it is, and a check over both.

use std::hash::Hasher;

/// Every handle has this many bytes.
pub(crate) const SIZE: usize = 48;

#[derive(Clone, Copy)]
pub(crate) struct HandleData {
    pub(crate) pid: u32,
    pub(crate) fd: i32,
    pub(crate) token: u64,
    pub(crate) size: u64,
    pub(crate) offset: u64,
}

fn check(bytes: &[u8]) -> u64 {
    // SipHash with fixed keys: the same in every process.
    #[expect(deprecated, reason = "DefaultHasher does not promise the same result in another program")]
    let mut hasher = std::hash::SipHasher::new_with_keys(0x7469_6e79, 0x7572);
    hasher.write(bytes);
    hasher.finish()
}

impl HandleData {
    pub(crate) fn encode(self) -> [u8; SIZE] {
        let mut out = [0; SIZE];
        out[0..4].copy_from_slice(&self.pid.to_le_bytes());
        out[4..8].copy_from_slice(&self.fd.to_le_bytes());
        out[8..16].copy_from_slice(&self.token.to_le_bytes());
        out[16..24].copy_from_slice(&self.size.to_le_bytes());
        out[24..32].copy_from_slice(&self.offset.to_le_bytes());
        out[32..40].copy_from_slice(b"tiny-ur1");
        let sum = check(&out[..40]);
        out[40..48].copy_from_slice(&sum.to_le_bytes());
        out
    }

    /// `None` unless some [`encode`](Self::encode) made these bytes.
    pub(crate) fn decode(bytes: &[u8; SIZE]) -> Option<Self> {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let half = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        if word(40) != check(&bytes[..40]) || &bytes[32..40] != b"tiny-ur1" {
            return None;
        }
        Some(Self {
            pid: half(0),
            fd: half(4).cast_signed(),
            token: word(8),
            size: word(16),
            offset: word(24),
        })
    }
}
