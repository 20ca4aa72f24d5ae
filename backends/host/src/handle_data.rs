//! The bytes of an inter-process handle: everything that another process needs, with a checksum.

use crate::error::CallResult;
use ur_ipc_api::{Family, UrResult};

/// The size in bytes of every handle of every family.
pub const SIZE: usize = 96;

/// The bytes of a handle.
pub type Bytes = [u8; SIZE];

/// "URIPCHND", read as a little-endian number.
const MAGIC: u64 = u64::from_le_bytes(*b"URIPCHND");
const VERSION: u16 = 1;

/// The content of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandleData {
    /// The kind of object.
    pub family: Family,
    /// The exporting process.
    pub pid: i32,
    /// The descriptor of the object's memory file in that process.
    pub fd: i32,
    /// The slot of this export in the file's table.
    pub slot: u32,
    /// The token in that slot, as long as the handle is not put.
    pub token: u64,
    /// The identity of the memory file.
    pub object: u64,
    /// The offset in the file at which the allocation starts, in bytes.
    pub base: u64,
    /// The size of the allocation in bytes.
    pub size: u64,
    /// The distance of the exported pointer from the allocation's start, in bytes.
    pub offset: u64,
    /// The device that the object is on.
    pub device: [u8; 16],
    /// The namespace that the process id belongs to.
    pub namespace: u64,
}

impl HandleData {
    /// The bytes that say this.
    pub fn encode(&self) -> Bytes {
        let mut bytes = [0; SIZE];
        let (content, check) = bytes.split_at_mut(SIZE - 8);
        let mut rest = &mut *content;
        put(&mut rest, MAGIC.to_le_bytes());
        put(&mut rest, VERSION.to_le_bytes());
        put(&mut rest, (self.family as u16).to_le_bytes());
        put(&mut rest, self.slot.to_le_bytes());
        put(&mut rest, self.pid.to_le_bytes());
        put(&mut rest, self.fd.to_le_bytes());
        put(&mut rest, self.token.to_le_bytes());
        put(&mut rest, self.object.to_le_bytes());
        put(&mut rest, self.base.to_le_bytes());
        put(&mut rest, self.size.to_le_bytes());
        put(&mut rest, self.offset.to_le_bytes());
        put(&mut rest, self.device);
        put(&mut rest, self.namespace.to_le_bytes());
        check.copy_from_slice(&checksum(content).to_le_bytes());
        bytes
    }

    /// Reads the bytes.
    ///
    /// # Errors
    /// `INVALID_VALUE` for bytes that [`encode`](Self::encode) does not make, or makes for another family.
    pub fn decode(bytes: &Bytes, expected: Family) -> CallResult<Self> {
        Self::parse(bytes, expected).ok_or(UrResult::ERROR_INVALID_VALUE)
    }

    fn parse(bytes: &Bytes, expected: Family) -> Option<Self> {
        let (content, check) = bytes.split_at(SIZE - 8);
        let mut rest = content;
        let sound = checksum(content).to_le_bytes() == check
            && u64::from_le_bytes(take(&mut rest)?) == MAGIC
            && u16::from_le_bytes(take(&mut rest)?) == VERSION
            && u16::from_le_bytes(take(&mut rest)?) == expected as u16;
        if !sound {
            return None;
        }
        Some(Self {
            family: expected,
            slot: u32::from_le_bytes(take(&mut rest)?),
            pid: i32::from_le_bytes(take(&mut rest)?),
            fd: i32::from_le_bytes(take(&mut rest)?),
            token: u64::from_le_bytes(take(&mut rest)?),
            object: u64::from_le_bytes(take(&mut rest)?),
            base: u64::from_le_bytes(take(&mut rest)?),
            size: u64::from_le_bytes(take(&mut rest)?),
            offset: u64::from_le_bytes(take(&mut rest)?),
            device: take(&mut rest)?,
            namespace: u64::from_le_bytes(take(&mut rest)?),
        })
    }
}

/// Makes the checksum right, as a forger would.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn reseal(bytes: &mut Bytes) {
    let (content, check) = bytes.split_at_mut(SIZE - 8);
    check.copy_from_slice(&checksum(content).to_le_bytes());
}

fn put<const N: usize>(rest: &mut &mut [u8], field: [u8; N]) {
    let (head, tail) = std::mem::take(rest).split_at_mut(N);
    head.copy_from_slice(&field);
    *rest = tail;
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = rest.split_first_chunk()?;
    *rest = tail;
    Some(*head)
}

/// A checksum over whole words. Each step is a bijection of the word and of the state, so a change within one
/// word never goes unseen. It finds damage; it is no defence against a forger, which the file's own header is.
fn checksum(content: &[u8]) -> u64 {
    const KEY: u64 = 0x9e6c_63d0_676a_9a99;
    content.chunks(8).fold(KEY, |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(state.rotate_left(17) ^ u64::from_le_bytes(word))
    })
}

/// The finaliser of SplitMix64, a bijection.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    fn arbitrary() -> impl Strategy<Value = HandleData> {
        let family = prop_oneof![Just(Family::Memory), Just(Family::Physical), Just(Family::Event)];
        let numbers = any::<(i32, i32, u32, u64, u64, u64, u64, u64, u64)>();
        (family, numbers, any::<[u8; 16]>()).prop_map(|(family, n, device)| HandleData {
            family,
            pid: n.0,
            fd: n.1,
            slot: n.2,
            token: n.3,
            object: n.4,
            base: n.5,
            size: n.6,
            offset: n.7,
            namespace: n.8,
            device,
        })
    }

    fn sample(family: Family) -> HandleData {
        HandleData {
            family,
            pid: 1234,
            fd: 17,
            slot: 3,
            token: 0x0123_4567_89ab_cdef,
            object: 0xfedc_ba98_7654_3210,
            base: 256,
            size: 4096,
            offset: 100,
            device: *b"0123456789abcdef",
            namespace: 4_026_531_836,
        }
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(data in arbitrary()) {
            prop_assert_eq!(HandleData::decode(&data.encode(), data.family), Ok(data));
        }

        #[test]
        fn a_flipped_bit_is_refused(data in arbitrary(), bit in 0..SIZE * 8) {
            let mut bytes = data.encode();
            bytes[bit / 8] ^= 1 << (bit % 8);
            prop_assert_eq!(HandleData::decode(&bytes, data.family), Err(UrResult::ERROR_INVALID_VALUE));
        }

        #[test]
        fn random_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), SIZE)) {
            let bytes: Bytes = bytes.try_into().expect("the length asked for");
            prop_assert!(HandleData::decode(&bytes, Family::Memory).is_err());
        }
    }

    #[rstest]
    fn every_flipped_bit_is_refused(
        #[values(Family::Memory, Family::Physical, Family::Event)] family: Family,
    ) {
        for bit in 0..SIZE * 8 {
            let mut bytes = sample(family).encode();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(HandleData::decode(&bytes, family).is_err(), "bit {bit}");
        }
    }

    #[rstest]
    #[case(Family::Memory, Family::Physical)]
    #[case(Family::Memory, Family::Event)]
    #[case(Family::Physical, Family::Event)]
    fn another_family_is_refused(#[case] one: Family, #[case] other: Family) {
        assert!(HandleData::decode(&sample(one).encode(), other).is_err());
        assert!(HandleData::decode(&sample(other).encode(), one).is_err());
    }

    /// The bytes with a field overwritten and the checksum made good again, as a forger would.
    fn forged(at: usize, field: &[u8]) -> Bytes {
        let mut bytes = sample(Family::Memory).encode();
        bytes[at..at + field.len()].copy_from_slice(field);
        let check = checksum(&bytes[..SIZE - 8]);
        bytes[SIZE - 8..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    #[rstest]
    #[case::magic(0, &[0])]
    #[case::version(8, &[2])]
    #[case::family(10, &[2])]
    fn a_good_checksum_is_not_enough(#[case] at: usize, #[case] field: &[u8]) {
        assert_eq!(HandleData::decode(&forged(at, &[]), Family::Memory), Ok(sample(Family::Memory)));
        let refused = HandleData::decode(&forged(at, field), Family::Memory);
        assert_eq!(refused, Err(UrResult::ERROR_INVALID_VALUE));
    }

    /// Processes may be of different builds: what changes these bytes needs another version.
    #[test]
    fn the_format_is_fixed() {
        let bytes = sample(Family::Event).encode();
        let (content, check) = bytes.split_at(SIZE - 8);
        let fields: [&[u8]; 11] = [
            b"URIPCHND",
            &[1, 0],
            &[3, 0],
            &3u32.to_le_bytes(),
            &1234i32.to_le_bytes(),
            &17i32.to_le_bytes(),
            &0x0123_4567_89ab_cdefu64.to_le_bytes(),
            &0xfedc_ba98_7654_3210u64.to_le_bytes(),
            &[256u64.to_le_bytes(), 4096u64.to_le_bytes(), 100u64.to_le_bytes()].concat(),
            b"0123456789abcdef",
            &4_026_531_836u64.to_le_bytes(),
        ];
        assert_eq!(content, fields.concat());
        assert_eq!(check, 0xab62_5794_0e36_8e47u64.to_le_bytes());
    }

    #[test]
    fn zeroes_are_refused() {
        assert!(HandleData::decode(&[0; SIZE], Family::Memory).is_err());
    }
}
