//! The hashes of the files of a package, in the format of `sha256sum`, so that `sha256sum -c MANIFEST` checks them, too.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Hashes in hexadecimal, by names of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest(pub BTreeMap<String, String>);

/// An error in the hashes, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}: {why}")]
pub struct BadManifest {
    /// The line, from 1 on.
    pub line: usize,
    /// The reason.
    pub why: &'static str,
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, hash)| writeln!(f, "{hash}  {name}"))
    }
}

impl FromStr for Manifest {
    type Err = BadManifest;

    fn from_str(text: &str) -> Result<Self, BadManifest> {
        let mut files = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let wrong = |why| BadManifest { line: index + 1, why };
            let hash =
                |hash: &&str| hash.len() == 64 && hash.bytes().all(|b| b"0123456789abcdef".contains(&b));
            let (hash, name) = line.split_once("  ").filter(|(before, _)| hash(before)).ok_or_else(|| {
                wrong("64 hexadecimal digits, two spaces and the name of a file are needed")
            })?;
            // A name that led elsewhere would have files read that are none of the package's.
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
            if name.is_empty() || name.starts_with('.') || !name.bytes().all(plain) {
                return Err(wrong("no file of a package has this name"));
            }
            if files.insert(name.to_owned(), hash.to_owned()).is_some() {
                return Err(wrong("a second hash of the same file"));
            }
        }
        match files.is_empty() {
            true => Err(BadManifest { line: 1, why: "no hash of any file" }),
            false => Ok(Self(files)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_report::digest::sha256;

    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn it_is_what_sha256sum_writes() {
        assert_eq!(sha256(b""), EMPTY);
        let manifest = Manifest(BTreeMap::from([("a.json".to_owned(), sha256(b""))]));
        assert_eq!(manifest.to_string(), format!("{EMPTY}  a.json\n"));
        assert_eq!(manifest.to_string().parse(), Ok(manifest));
    }

    #[rstest]
    #[case("", "1: no hash")]
    #[case("abc  a.json\n", "1: 64 hexadecimal digits")]
    #[case("{}  a.json\n{} a.json", "2: 64 hexadecimal digits")]
    #[case("{}  ../a.json\n", "1: no file of a package")]
    #[case("{}  .a\n", "1: no file of a package")]
    #[case("{}  a\n{}  a\n", "2: a second hash")]
    fn what_is_none_is_refused_with_its_line(#[case] text: &str, #[case] why: &str) {
        let told = text.replace("{}", EMPTY).parse::<Manifest>().unwrap_err().to_string();
        assert!(told.starts_with(why), "{told}");
    }
}
