//! Versions and their ranges.

use super::text::lines;
use ur_ipc_harness::skiplist::{Version, VersionRange};

/// Reads a range from the first line, and versions from the others. The order of versions is total; an error shows
/// what is wrong, and what is accepted survives being printed.
pub fn versions(bytes: &[u8]) {
    let mut lines = lines(bytes);
    let Some(first) = lines.next() else { return };
    let texts: Vec<&str> = lines.take(3).collect();
    let versions: Vec<Version> = texts.iter().filter_map(|text| Version::parse(text)).collect();
    for version in &versions {
        assert_eq!(Version::parse(&version.to_string()).as_ref(), Some(version));
        for other in &versions {
            assert_eq!(version.cmp(other), other.cmp(version).reverse());
            assert_eq!(version == other, version.cmp(other).is_eq());
            for third in &versions {
                assert!(!(version <= other && other <= third) || version <= third);
            }
        }
    }
    match first.parse::<VersionRange>() {
        Ok(range) => {
            let again: VersionRange = range.to_string().parse().expect("what was printed is read");
            assert_eq!(again, range);
            for text in texts {
                let inside = range.contains(text);
                assert_eq!(inside, again.contains(text));
                assert!(!inside || Version::parse(text).is_some());
            }
        }
        Err(why) => {
            let said = why.to_string();
            assert!(first.split(',').any(|part| said.contains(part.trim_start_matches(sign).trim())), "{why}")
        }
    }
}

fn sign(c: char) -> bool {
    matches!(c, '>' | '<' | '=') || c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_texts_are_read_or_refused(range in "\\PC{0,20}", version in "\\PC{0,20}") {
            versions(format!("{range}\n{version}").as_bytes());
        }

        #[test]
        fn what_looks_like_versions_is_read_or_refused(
            range in "[>=<]{0,2} ?[0-9.]{0,24}(, ?[>=<]{0,2}[0-9.]{0,4}){0,2}",
            texts in "([0-9.+v-]{0,8}\n){0,3}",
        ) {
            versions(format!("{range}\n{texts}").as_bytes());
        }
    }
}
