//! The bytes of handles.

use crate::handle_data::{Bytes, HandleData, SIZE, reseal};
use ur_ipc_api::{Family, UrResult};

/// Reads the bytes, filled up with zeros, as a handle of every family: as they are and with a right checksum.
/// `INVALID_VALUE` refuses them, and what is accepted is written in the same bytes.
pub fn handle(bytes: &[u8]) {
    let mut data: Bytes = [0; SIZE];
    for (place, byte) in data.iter_mut().zip(bytes) {
        *place = *byte;
    }
    read(&data);
    reseal(&mut data);
    read(&data);
}

fn read(bytes: &Bytes) {
    let families = [Family::Memory, Family::Physical, Family::Event];
    let accepted = families.map(|family| match HandleData::decode(bytes, family) {
        Ok(data) => {
            assert_eq!(data.family, family);
            assert_eq!(data.encode(), *bytes);
            true
        }
        Err(refusal) => {
            assert_eq!(refusal, UrResult::ERROR_INVALID_VALUE);
            false
        }
    });
    assert!(accepted.into_iter().filter(|accepted| *accepted).count() <= 1, "it is of one family");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..SIZE + 8)) {
            handle(&bytes);
        }

        #[test]
        fn any_fields_are_read_or_refused(
            head in prop_oneof![Just(*b"URIPCHND"), any::<[u8; 8]>()],
            version in 0u16..3,
            family in 0u16..5,
            fields in proptest::collection::vec(any::<u8>(), 0..SIZE),
        ) {
            let mut bytes = head.to_vec();
            bytes.extend(version.to_le_bytes());
            bytes.extend(family.to_le_bytes());
            bytes.extend(fields);
            handle(&bytes);
        }
    }
}
