//! The 64 bytes of inter-process handles: fields in a row, and a checksum at the end.

use level_zero_sys::ZE_MAX_IPC_HANDLE_SIZE;

/// The bytes of a handle.
pub(crate) type Bytes = [u8; ZE_MAX_IPC_HANDLE_SIZE];

/// The offset of the checksum.
const CONTENT: usize = ZE_MAX_IPC_HANDLE_SIZE - 8;

/// Writes the fields of a handle.
pub(crate) struct Writer {
    bytes: Bytes,
    at: usize,
}

impl Writer {
    /// Starts behind the first `skipped` bytes, which stay zero and unchecked.
    pub(crate) fn new(skipped: usize) -> Self {
        Self { bytes: [0; ZE_MAX_IPC_HANDLE_SIZE], at: skipped }
    }

    /// Appends a field.
    pub(crate) fn put<const N: usize>(mut self, field: [u8; N]) -> Self {
        self.bytes[self.at..self.at + N].copy_from_slice(&field);
        self.at += N;
        self
    }

    /// The bytes, sealed by a checksum of all but the first `skipped`.
    pub(crate) fn finish(mut self, skipped: usize) -> Bytes {
        let check = checksum(&self.bytes[skipped..CONTENT]);
        self.bytes[CONTENT..].copy_from_slice(&check.to_le_bytes());
        self.bytes
    }
}

/// Reads the fields of a handle.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Starts behind the first `skipped` bytes; `None` if the checksum of the others is wrong.
    pub(crate) fn new(bytes: &'a Bytes, skipped: usize) -> Option<Self> {
        let (content, check) = bytes.split_at(CONTENT);
        let content = &content[skipped..];
        (checksum(content).to_le_bytes() == check).then_some(Self { rest: content })
    }

    /// The next field; `None` at the end.
    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*field)
    }

    /// `None` unless the rest, which no field uses, is zero as it was written.
    pub(crate) fn end(self) -> Option<()> {
        self.rest.iter().all(|byte| *byte == 0).then_some(())
    }
}

/// Makes the checksum right, as a forger would.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn reseal(bytes: &mut Bytes, skipped: usize) {
    let check = checksum(&bytes[skipped..CONTENT]);
    bytes[CONTENT..].copy_from_slice(&check.to_le_bytes());
}

/// Finds damage; it is no defence against a forger, which the identity of the file is.
fn checksum(content: &[u8]) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0000_0100_0000_01b3;
    content.iter().fold(START, |state, byte| (state ^ u64::from(*byte)).wrapping_mul(FACTOR))
}
