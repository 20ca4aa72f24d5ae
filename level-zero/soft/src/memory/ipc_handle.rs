//! The bytes of a memory handle.

use level_zero_sys::ze_memory_type_t;

use super::wire::{Bytes, Reader, Writer};

const MAGIC: [u8; 4] = *b"ZSM1";
/// The descriptor's number stands first and is not covered by the checksum: whoever carries the handle into another
/// process puts the number of a duplicate there.
pub(crate) const NUMBER: usize = 4;

/// The content of a memory handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryHandle {
    /// A descriptor of the memory file, valid in the process that holds these bytes; where handles are opaque, their
    /// first word.
    pub fd: i32,
    /// The exporting process.
    pub pid: i32,
    /// The descriptor of the memory file in that process.
    pub exported: i32,
    /// The size of the allocation in bytes.
    pub size: u64,
    /// The identity of the file, which tells it from others.
    pub file: u64,
    /// The id of the allocation in the exporting process.
    pub id: u64,
    /// The kind of memory: host, device or shared.
    pub kind: ze_memory_type_t,
}

impl MemoryHandle {
    /// The bytes that say this.
    pub fn encode(&self) -> Bytes {
        let mut bytes = Writer::new(NUMBER)
            .put(MAGIC)
            .put(self.size.to_le_bytes())
            .put(self.file.to_le_bytes())
            .put(self.id.to_le_bytes())
            .put(self.kind.0.to_le_bytes())
            .put(self.pid.to_le_bytes())
            .put(self.exported.to_le_bytes())
            .finish(NUMBER);
        bytes[..NUMBER].copy_from_slice(&self.fd.to_ne_bytes());
        bytes
    }

    /// Decodes the bytes; `None` for bytes that [`MemoryHandle::encode`] does not make.
    pub fn decode(bytes: &Bytes) -> Option<Self> {
        let mut reader = Reader::new(bytes, NUMBER)?;
        if reader.take()? != MAGIC {
            return None;
        }
        let handle = Self {
            fd: i32::from_ne_bytes(*bytes.first_chunk()?),
            size: u64::from_le_bytes(reader.take()?),
            file: u64::from_le_bytes(reader.take()?),
            id: u64::from_le_bytes(reader.take()?),
            kind: ze_memory_type_t(u32::from_le_bytes(reader.take()?)),
            pid: i32::from_le_bytes(reader.take()?),
            exported: i32::from_le_bytes(reader.take()?),
        };
        reader.end().map(|()| handle)
    }
}

#[cfg(test)]
mod tests {
    use super::super::wire::reseal;
    use super::*;
    use proptest::prelude::*;

    fn handle() -> impl Strategy<Value = MemoryHandle> {
        any::<(i32, i32, i32, u64, u64, u64, u32)>().prop_map(|(fd, pid, exported, size, file, id, kind)| {
            MemoryHandle { fd, pid, exported, size, file, id, kind: ze_memory_type_t(kind) }
        })
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(handle in handle()) {
            prop_assert_eq!(MemoryHandle::decode(&handle.encode()), Some(handle));
        }

        #[test]
        fn another_number_changes_only_the_number(handle in handle(), fd in any::<i32>()) {
            let mut bytes = handle.encode();
            bytes[..4].copy_from_slice(&fd.to_ne_bytes());
            prop_assert_eq!(MemoryHandle::decode(&bytes), Some(MemoryHandle { fd, ..handle }));
        }

        #[test]
        fn damage_behind_the_number_is_seen(handle in handle(), at in 4usize..64, bit in 0u8..8) {
            let mut bytes = handle.encode();
            bytes[at] ^= 1 << bit;
            prop_assert_eq!(MemoryHandle::decode(&bytes), None);
        }
    }

    #[test]
    fn bytes_behind_the_fields_are_refused() {
        let kind = ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE;
        let mut bytes =
            MemoryHandle { fd: 3, pid: 1, exported: 3, size: 4096, file: 7, id: 9, kind }.encode();
        bytes[50] = 1;
        reseal(&mut bytes, NUMBER);
        assert_eq!(MemoryHandle::decode(&bytes), None);
    }

    #[test]
    fn zeroes_are_refused() {
        assert_eq!(MemoryHandle::decode(&[0; 64]), None);
    }
}
