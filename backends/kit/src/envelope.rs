//! The handle data that travels: the driver's own handle in an envelope with its family and its exporter.

use crate::checks::Ur;
use ur_ipc_api::{Family, UrResult};

/// Bytes of every handle, whatever the family.
pub const SIZE: usize = 160;

/// The beginning of the handles of a backend; handles of another backend are refused by it.
pub type Magic = [u8; 8];

const VERSION: u32 = 1;
const CHECKED: usize = SIZE - 8;

/// The contents of a handle. Other processes can check most of it against the exporter's token table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The family.
    pub family: Family,
    /// Process id of the exporter.
    pub pid: u32,
    /// Start time of the exporter, in clock ticks since boot: tells a recycled process id.
    pub start_time: u64,
    /// The exporter's descriptor of its token table.
    pub table_fd: i32,
    /// The place in that table.
    pub slot: u32,
    /// The token at that place, as long as the handle may be opened.
    pub token: u64,
    /// The exporter's descriptor of the memory, or -1.
    pub fd: i32,
    /// Size in bytes of the allocation or the physical memory; 0 for an event.
    pub size: u64,
    /// Byte offset of the exported pointer in its allocation.
    pub offset: u64,
    /// Byte offset of the allocation from what the driver's handle names.
    pub lead: u64,
    /// UUID of the device.
    pub uuid: [u8; 16],
    /// The driver's handle, or zeros for physical memory.
    pub native: [u8; 64],
}

/// FNV-1a: every step is a bijection, so a change within one byte always shows.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Makes the checksum right, as a forger would.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn reseal(bytes: &mut [u8; SIZE]) {
    let (body, sum) = bytes.split_at_mut(CHECKED);
    sum.copy_from_slice(&checksum(body).to_le_bytes());
}

impl Envelope {
    /// The bytes that travel.
    pub fn encode(&self, magic: &Magic) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SIZE);
        bytes.extend_from_slice(magic);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(self.family as u32).to_le_bytes());
        bytes.extend_from_slice(&self.pid.to_le_bytes());
        bytes.extend_from_slice(&self.table_fd.to_le_bytes());
        bytes.extend_from_slice(&self.slot.to_le_bytes());
        bytes.extend_from_slice(&self.fd.to_le_bytes());
        for long in [self.start_time, self.token, self.size, self.offset, self.lead] {
            bytes.extend_from_slice(&long.to_le_bytes());
        }
        bytes.extend_from_slice(&self.uuid);
        bytes.extend_from_slice(&self.native);
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads bytes that travelled.
    ///
    /// # Errors
    /// `INVALID_VALUE` for anything but an intact envelope of this family and backend.
    pub fn decode(bytes: &[u8; SIZE], family: Family, magic: &Magic) -> Ur<Self> {
        let (body, sum) = bytes.split_at(CHECKED);
        let mut fields = Fields(body);
        let intact = checksum(body).to_le_bytes() == sum
            && fields.take::<8>() == *magic
            && u32::from_le_bytes(fields.take()) == VERSION
            && u32::from_le_bytes(fields.take()) == family as u32;
        if !intact {
            return Err(UrResult::ERROR_INVALID_VALUE);
        }
        let pid = u32::from_le_bytes(fields.take());
        let table_fd = i32::from_le_bytes(fields.take());
        let slot = u32::from_le_bytes(fields.take());
        let fd = i32::from_le_bytes(fields.take());
        let [start_time, token, size, offset, lead] = [(); 5].map(|()| u64::from_le_bytes(fields.take()));
        let envelope = Self {
            family,
            pid,
            start_time,
            table_fd,
            slot,
            token,
            fd,
            size,
            offset,
            lead,
            uuid: fields.take(),
            native: fields.take(),
        };
        if offset > size { Err(UrResult::ERROR_INVALID_VALUE) } else { Ok(envelope) }
    }
}

/// Cuts fields off the front of a body, whose length is that of all fields.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.0.split_first_chunk::<N>().expect("the body holds every field");
        self.0 = rest;
        *field
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample() -> Envelope {
        Envelope {
            family: Family::Memory,
            pid: 4711,
            start_time: 123_456_789,
            table_fd: 9,
            slot: 3,
            token: 0xdead_beef_0123_4567,
            fd: -1,
            size: 4096,
            offset: 64,
            lead: 512,
            uuid: [7; 16],
            native: std::array::from_fn(|i| i as u8),
        }
    }

    const MAGIC: Magic = *b"KIT-TEST";

    fn bytes(envelope: &Envelope) -> [u8; SIZE] {
        envelope.encode(&MAGIC).try_into().expect("constant size")
    }

    #[test]
    fn every_flipped_bit_is_refused() {
        let intact = bytes(&sample());
        for bit in 0..SIZE * 8 {
            let mut damaged = intact;
            damaged[bit / 8] ^= 1 << (bit % 8);
            let answer = Envelope::decode(&damaged, Family::Memory, &MAGIC);
            assert_eq!(answer, Err(UrResult::ERROR_INVALID_VALUE), "bit {bit}");
        }
    }

    #[test]
    fn other_families_backends_and_zeros_are_refused() {
        let intact = bytes(&sample());
        for family in [Family::Physical, Family::Event] {
            assert_eq!(Envelope::decode(&intact, family, &MAGIC), Err(UrResult::ERROR_INVALID_VALUE));
        }
        assert_eq!(Envelope::decode(&[0; SIZE], Family::Memory, &MAGIC), Err(UrResult::ERROR_INVALID_VALUE));
        assert!(Envelope::decode(&intact, Family::Memory, &MAGIC).is_ok());
        assert_eq!(
            Envelope::decode(&intact, Family::Memory, b"ANOTHER1"),
            Err(UrResult::ERROR_INVALID_VALUE)
        );
    }

    proptest! {
        #[test]
        fn round_trip(
            pid: u32, start_time: u64, slot: u32, token: u64, fd: i32, offset in 0_u64..1 << 40,
            beyond in 0_u64..1 << 40, lead: u64, uuid: [u8; 16],
        ) {
            let envelope =
                Envelope { pid, start_time, slot, token, fd, offset, size: offset + beyond, lead, uuid, ..sample() };
            prop_assert_eq!(Envelope::decode(&bytes(&envelope), Family::Memory, &MAGIC), Ok(envelope));
        }

        #[test]
        fn random_bytes_are_refused(random in proptest::collection::vec(any::<u8>(), SIZE)) {
            let random: [u8; SIZE] = random.try_into().expect("asked for this many");
            prop_assert!(Envelope::decode(&random, Family::Event, &MAGIC).is_err());
        }
    }
}
