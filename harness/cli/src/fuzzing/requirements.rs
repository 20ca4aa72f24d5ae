//! The catalogue of requirements.

use super::text::assert_place;
use ur_ipc_report::requirements::{Requirements, RequirementsError};

/// Reads a catalogue. An error names the line, or the entries at fault; what is accepted can be looked up, and
/// survives being written.
pub fn requirements(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match Requirements::parse(text) {
        Err(RequirementsError::Yaml { line, column, message }) => {
            assert_place(text, line, column);
            assert!(!message.is_empty());
        }
        Err(RequirementsError::Duplicate { first, second, .. }) => assert!(0 < first && first < second),
        Err(error) => panic!("{error}"),
        Ok(requirements) => {
            for requirement in requirements.all() {
                assert_eq!(requirements.get(&requirement.id), Some(requirement));
                assert!(requirement.twins().iter().all(|twin| !twin.is_empty()));
            }
            let again = serde_yaml::to_string(requirements.all()).expect("plain data can be written");
            let again = Requirements::parse(&again).expect("what was written is read");
            assert_eq!(again.all(), requirements.all());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mutation::{anything, damaged};
    use super::*;
    use proptest::prelude::*;

    const SMALL: &str = "\
- id: memory.open.stale
  family: memory
  entry_point: urIPCOpenMemHandleExp
  level: must
  expect: >
    A stale handle
    is refused.
  source: spec
  ur_cts: true
  ur_cts_test: A.X (on one device) / Y / B.Z
- {id: b, family: f, entry_point: e, level: may, expect: \"x\", source: s, ur_cts: false, ambiguity: none said}
";

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_with_a_place(bytes in anything()) {
            requirements(&bytes);
        }

        #[test]
        fn a_damaged_catalogue_is_read_or_refused_with_a_place(bytes in damaged(vec![SMALL.into()])) {
            requirements(&bytes);
        }
    }
}
