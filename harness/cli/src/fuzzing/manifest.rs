//! The hashes of packages.

use ur_ipc_certificate::Manifest;

/// Reads a list of hashes. An error names the line; what is accepted names files of the package alone, and survives being
/// written.
pub fn manifest(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match text.parse::<Manifest>() {
        Err(why) => {
            assert!((1..=text.lines().count().max(1)).contains(&why.line), "{why}");
        }
        Ok(manifest) => {
            assert!(manifest.0.keys().all(|name| !name.contains('/') && !name.starts_with('.')));
            assert_eq!(manifest.to_string().parse(), Ok(manifest));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mutation::{anything, damaged};
    use super::*;
    use proptest::prelude::*;

    fn whole() -> Vec<u8> {
        let hash = "0123456789abcdef".repeat(4);
        format!("{hash}  results.json\n{hash}  tests.json\n").into_bytes()
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_with_their_line(bytes in anything()) {
            manifest(&bytes);
        }

        #[test]
        fn damaged_hashes_are_read_or_refused_with_their_line(bytes in damaged(vec![whole()])) {
            manifest(&bytes);
        }
    }
}
