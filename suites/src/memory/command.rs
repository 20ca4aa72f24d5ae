//! What a test asks of its agent, and how that travels as bytes.

use ur_ipc_fixtures::Pattern;

/// Part of an object and what it holds: byte `at + i` behind the object's pointer is byte `from + i` of the
/// pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Distance from the pointer, in bytes.
    pub(super) at: usize,
    /// Bytes of the window.
    pub(super) size: usize,
    /// What it holds.
    pub(super) pattern: Pattern,
    /// Where in the pattern the window starts.
    pub(super) from: usize,
}

impl Window {
    /// The part `at..at + size` of an object that holds the pattern from its pointer on.
    pub(super) const fn part(pattern: Pattern, at: usize, size: usize) -> Self {
        Self { at, size, pattern, from: at }
    }

    /// The first `size` bytes of an object that holds the pattern from its pointer on.
    pub(super) const fn whole(pattern: Pattern, size: usize) -> Self {
        Self::part(pattern, 0, size)
    }

    /// The first `size` bytes behind a pointer that points to byte `from` of the pattern.
    pub(super) const fn behind(pattern: Pattern, from: usize, size: usize) -> Self {
        Self { at: 0, size, pattern, from }
    }

    /// The bytes of the window.
    pub(super) fn bytes(self) -> Vec<u8> {
        self.pattern.bytes(self.from, self.size)
    }
}

/// One request. Objects and exports are numbered separately, in the order in which the agent made them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Allocate this many bytes of shareable memory; the answer is the object's number.
    Allocate(usize),
    /// Write a window of an object.
    Write(usize, Window),
    /// Write a window of an object by a copy on the device that nobody waits for, and finish the queue.
    Copy(usize, Window),
    /// Check a window of an object.
    Verify(usize, Window),
    /// Export the address this far behind the object's pointer; the answer is the handle.
    Export(usize, usize),
    /// Put the export of this number.
    Put(usize),
    /// Open a handle; the answer is the object's number.
    Open(Vec<u8>),
    /// Free or close an object.
    Release(usize),
    /// Open and close a handle for ever.
    Churn(Vec<u8>),
    /// Exit at once, leaving everything as it is.
    Exit,
    /// Release everything, then exit.
    ReleaseAndExit,
    /// End the role.
    End,
}

/// A request is its kind, five numbers, and bytes.
const NUMBERS: usize = 5;

impl Command {
    /// The request as bytes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let window = |object: usize, w: &Window| {
            [object as u64, w.at as u64, w.size as u64, w.pattern.0, w.from as u64]
        };
        let one = |number: usize| [number as u64, 0, 0, 0, 0];
        let (kind, numbers, bytes): (u8, [u64; NUMBERS], &[u8]) = match self {
            Self::Allocate(size) => (0, one(*size), &[]),
            Self::Write(object, w) => (1, window(*object, w), &[]),
            Self::Verify(object, w) => (2, window(*object, w), &[]),
            Self::Export(object, offset) => (3, [*object as u64, *offset as u64, 0, 0, 0], &[]),
            Self::Put(export) => (4, one(*export), &[]),
            Self::Open(handle) => (5, one(0), handle),
            Self::Release(object) => (6, one(*object), &[]),
            Self::Churn(handle) => (7, one(0), handle),
            Self::Exit => (8, one(0), &[]),
            Self::ReleaseAndExit => (9, one(0), &[]),
            Self::End => (10, one(0), &[]),
            Self::Copy(object, w) => (11, window(*object, w), &[]),
        };
        let mut out = vec![kind];
        for number in numbers {
            out.extend(number.to_le_bytes());
        }
        out.extend(bytes);
        out
    }

    /// The request that these bytes are; `None` if they are none.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let (&kind, rest) = bytes.split_first()?;
        let (numbers, bytes) = rest.split_at_checked(NUMBERS * 8)?;
        let raw = |i: usize| u64::from_le_bytes(std::array::from_fn(|k| numbers[8 * i + k]));
        let n = |i: usize| raw(i) as usize;
        let window = || Window { at: n(1), size: n(2), pattern: Pattern(raw(3)), from: n(4) };
        Some(match kind {
            0 => Self::Allocate(n(0)),
            1 => Self::Write(n(0), window()),
            2 => Self::Verify(n(0), window()),
            3 => Self::Export(n(0), n(1)),
            4 => Self::Put(n(0)),
            5 => Self::Open(bytes.to_vec()),
            6 => Self::Release(n(0)),
            7 => Self::Churn(bytes.to_vec()),
            8 => Self::Exit,
            9 => Self::ReleaseAndExit,
            10 => Self::End,
            11 => Self::Copy(n(0), window()),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let window = Window { at: 1, size: 2, pattern: Pattern(u64::MAX), from: 4 };
        for command in [
            Command::Allocate(7),
            Command::Write(1, window),
            Command::Copy(2, window),
            Command::Verify(2, window),
            Command::Export(3, 256),
            Command::Put(4),
            Command::Open(vec![1, 2, 3]),
            Command::Release(5),
            Command::Churn(vec![]),
            Command::Exit,
            Command::ReleaseAndExit,
            Command::End,
        ] {
            assert_eq!(Command::decode(&command.encode()), Some(command));
        }
    }

    #[test]
    fn rubbish_is_no_command() {
        assert_eq!(Command::decode(&[]), None);
        assert_eq!(Command::decode(&[0, 1, 2]), None);
        assert_eq!(Command::decode(&[255; 64]), None);
    }
}
