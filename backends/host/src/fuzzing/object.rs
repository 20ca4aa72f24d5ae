//! The header of a memory file, which every process that opened it may overwrite.

use crate::handle_data::{Bytes, HandleData, SIZE, reseal};
use crate::shared_object::SharedObject;
use ur_ipc_api::Family;

/// Overwrites the header of a memory file with the bytes behind the first `SIZE`, and looks there for what a handle
/// of these says. Exports go on to be noted as long as there is room, and struck out.
pub fn object(bytes: &[u8]) {
    let Some((handle, header)) = bytes.split_first_chunk::<SIZE>() else { return };
    let object = SharedObject::create(Family::Memory, 1).expect("a memory file can be had");
    object.overwrite(header);
    let mut handle: Bytes = *handle;
    reseal(&mut handle);
    let Ok(data) = HandleData::decode(&handle, Family::Memory) else { return };
    if object.exports(&data) {
        assert!(data.token != 0 && data.offset < data.size);
        assert!(data.base.checked_add(data.size).is_some_and(|end| end <= object.data_size() as u64));
    }
    if let Ok(export) = object.open_export() {
        let own = HandleData { slot: export.slot, token: export.token, ..data };
        object.close_export(export);
        assert!(!object.exports(&own));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_overwritten_header_confirms_nothing_out_of_bounds(
            words in vec(prop_oneof![any::<u64>(), 0u64..4, Just(u64::MAX)], 12),
            slot in 0u32..4,
            header in vec(prop_oneof![any::<u64>(), 0u64..4], 0..12),
        ) {
            let data = HandleData {
                family: Family::Memory,
                pid: 1,
                fd: 1,
                slot,
                token: words[0],
                object: words[1],
                base: words[2],
                size: words[3],
                offset: words[4],
                device: [0; 16],
                namespace: words[5],
            };
            let mut bytes = data.encode().to_vec();
            // A header that is right but for what was drawn, so that all checks are reached.
            let right = [u64::from_le_bytes(*b"URIPCOBJ"), Family::Memory as u64, words[1], 64 << 10, words[0], words[0]];
            for word in right.iter().chain(&header) {
                bytes.extend(word.to_ne_bytes());
            }
            object(&bytes);
        }
    }
}
