//! Entry points for fuzzers and property tests: readers of bytes from other processes.
//!
//! Every function takes any bytes, and panics if a property does not hold.

use crate::envelope::{Envelope, Magic, SIZE, reseal};
use crate::process::start_time;
use crate::token_table::{TokenEntry, TokenTable, verify};
use ur_ipc_api::{Family, UrResult};

const MAGIC: Magic = *b"FUZZ-KIT";

/// Reads the bytes, filled up with zeros, as a handle of every family: as they are and with a right checksum.
/// `INVALID_VALUE` refuses them, and what is accepted is written in the same bytes.
pub fn handle(bytes: &[u8]) {
    let mut data = [0; SIZE];
    for (place, byte) in data.iter_mut().zip(bytes) {
        *place = *byte;
    }
    read(&data);
    reseal(&mut data);
    read(&data);
}

fn read(bytes: &[u8; SIZE]) {
    for family in [Family::Memory, Family::Physical, Family::Event] {
        match Envelope::decode(bytes, family, &MAGIC) {
            Ok(envelope) => {
                assert!(envelope.family == family && envelope.offset <= envelope.size);
                assert_eq!(envelope.encode(&MAGIC), bytes);
            }
            Err(refusal) => assert_eq!(refusal, UrResult::ERROR_INVALID_VALUE),
        }
    }
}

/// Looks for an entry in a table that begins with these bytes, behind its magic number: at any place, and only where it
/// stands.
pub fn token_table(bytes: &[u8]) {
    let Some((slot, entries)) = bytes.split_first_chunk() else { return };
    let slot = u32::from_le_bytes(*slot);
    let table = TokenTable::new().expect("a memory file can be had");
    table.overwrite(entries);
    let words: Vec<u64> = entries.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word)).collect();
    let at = |index: usize| words.get(index).copied().unwrap_or_default();
    let entry = TokenEntry {
        token: at(0),
        family: Family::Memory,
        fd: (at(1) as u32).cast_signed(),
        size: at(2),
        offset: at(3),
    };
    let verdict = verify(table.reopened(), slot, entry);
    assert_eq!(verdict.is_ok(), entry.token != 0 && table.shows(slot, &entry));
}

/// Finds the start time in the line that the kernel writes of a process, whose name may be anything.
pub fn process_line(bytes: &[u8]) {
    let name = String::from_utf8_lossy(bytes);
    assert!(start_time(&name).is_none_or(|time| name.contains(&time.to_string()) || name.contains('+')));
    let line = format!("12 ({name}) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20");
    assert_eq!(start_time(&line), Some(4242));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..SIZE + 8)) {
            handle(&bytes);
        }

        #[test]
        fn any_fields_are_read_or_refused(
            version in 0u32..3, family in 0u32..5, fields in vec(any::<u8>(), 0..SIZE), small in any::<bool>(),
        ) {
            let mut bytes = MAGIC.to_vec();
            bytes.extend(version.to_le_bytes());
            bytes.extend(family.to_le_bytes());
            bytes.extend(fields);
            if small {
                // An offset within the size, which random numbers seldom give.
                bytes.resize(SIZE, 0);
                bytes[56..64].fill(0);
            }
            handle(&bytes);
        }

        #[test]
        fn entries_are_found_only_where_they_stand(
            slot in prop_oneof![0u32..6, any::<u32>()],
            words in vec(prop_oneof![0u64..3, any::<u64>()], 0..24),
            kind in 0u64..4,
        ) {
            let mut bytes = slot.to_le_bytes().to_vec();
            for (index, word) in words.into_iter().enumerate() {
                let word = if index % 4 == 1 { kind << 32 | word & 7 } else { word };
                bytes.extend(word.to_ne_bytes());
            }
            token_table(&bytes);
        }

        #[test]
        fn the_start_time_is_found_behind_any_name(name in "\\PC{0,40}|[ ()0-9]{0,60}") {
            process_line(name.as_bytes());
        }
    }
}
