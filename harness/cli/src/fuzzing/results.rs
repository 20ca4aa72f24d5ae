//! Result files.

use super::text::assert_place;
use ur_ipc_report::requirements::Requirements;
use ur_ipc_report::{Diff, Document, Format};

/// Reads a result file. An error names a place; what is accepted survives being written, and all reports can be made of it.
pub fn results(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match Document::parse(text) {
        Err(misread) => {
            assert_place(text, misread.line, misread.column);
            assert!(!misread.why.is_empty());
        }
        Ok(document) => {
            let again = document.pretty().expect("plain data can be written");
            let again = Document::parse(&again).expect("what was written is read");
            assert_eq!(again, document);
            for format in Format::ALL {
                let report = format.render(&document, &Requirements::default());
                assert!(report.is_ok_and(|report| !report.is_empty()), "{}", format.name());
            }
            let diff = Diff::new(document, again);
            assert!(!diff.is_worse() && diff.to_string().starts_with("0 newly failing"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mutation::{anything, damaged};
    use super::*;
    use proptest::prelude::*;
    use ur_ipc_report::samples;

    fn written() -> Vec<u8> {
        samples::document().pretty().unwrap().into_bytes()
    }

    #[test]
    fn a_whole_one_is_read() {
        assert!(Document::parse(str::from_utf8(&written()).unwrap()).is_ok());
        results(&written());
        let seed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proof/fuzz/seeds/results/whole.json");
        assert!(Document::parse(&std::fs::read_to_string(seed).unwrap()).is_ok(), "the fuzzer's own");
    }

    #[test]
    fn counts_may_be_anything() {
        let (text, most) = (String::from_utf8(written()).unwrap(), u64::MAX);
        let most = ["\"crash\": 1", "\"timeout\": 0"].iter().fold(text, |text, count| {
            let (name, _) = count.split_once(' ').unwrap();
            text.replace(count, &format!("{name} {most}"))
        });
        results(most.as_bytes());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_with_a_place(bytes in anything()) {
            results(&bytes);
        }

        #[test]
        fn a_damaged_file_is_read_or_refused_with_a_place(bytes in damaged(vec![written()])) {
            results(&bytes);
        }
    }
}
