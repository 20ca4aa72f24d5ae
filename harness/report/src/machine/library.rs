//! Libraries of drivers: their files and versions.

use object::elf::DT_SONAME;
use object::read::elf::NativeElfFile;
use object::read::{Object, ReadCache};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::path::Path;

/// A library that is mapped into a process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Library {
    /// Its file, as the kernel names it.
    pub path: String,
    /// The name by which others ask for it, from the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soname: Option<String>,
    /// The version in the name of the file: `1.17.6` of `libze_loader.so.1.17.6`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What tells this build of it from any other, from the file, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build_id: Option<String>,
}

impl Library {
    /// The library in a file. What the file does not say, or cannot be read, is absent.
    pub fn of(path: &Path) -> Self {
        let (soname, build_id) = File::open(path).map(said).unwrap_or_default();
        let version = path.file_name().and_then(|name| version(&name.to_string_lossy()));
        Self { path: path.display().to_string(), soname, version, build_id }
    }
}

impl fmt::Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        let soname = self.soname.as_ref().filter(|name| !self.path.ends_with(&format!("/{name}")));
        let build = self.build_id.as_ref().map(|id| format!("build {id}"));
        let said: Vec<String> = soname.cloned().into_iter().chain(build).collect();
        if said.is_empty() { Ok(()) } else { write!(f, " ({})", said.join(", ")) }
    }
}

/// Returns the version in a library's name: the text after `.so.`, if it begins with a digit.
fn version(name: &str) -> Option<String> {
    let (_, version) = name.split_once(".so.")?;
    version.starts_with(|first: char| first.is_ascii_digit()).then(|| version.to_owned())
}

/// The soname and the build id of a library for this kind of processor. Only what is asked for is read of it.
fn said(file: File) -> (Option<String>, Option<String>) {
    let cache = ReadCache::new(file);
    let Ok(elf) = NativeElfFile::parse(&cache) else { return (None, None) };
    let soname = elf.elf_dynamic_table().ok().and_then(|table| {
        let entry = table.iter().find(|entry| entry.tag == DT_SONAME)?;
        table.string(entry).ok().map(|name| String::from_utf8_lossy(name).into_owned())
    });
    let id = elf.build_id().ok().flatten();
    (soname, id.map(|id| id.iter().map(|byte| format!("{byte:02x}")).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;
    use std::io::{Read, Write};

    #[test]
    fn a_library_says_what_it_is() {
        let libc = ur_ipc_sys::libraries::mapped();
        let libc = libc.iter().find(|path| path.to_string_lossy().contains("libc.so")).unwrap();
        let library = Library::of(libc);
        assert!(library.soname.is_some_and(|name| name.starts_with("libc.so")), "{libc:?}");
    }

    #[rstest]
    #[case("libze_loader.so.1.17.6", Some("1.17.6"))]
    #[case("libcuda.so.1", Some("1"))]
    #[case("liba.so", None)]
    #[case("liba.so.bak", None)]
    fn versions_stand_in_names(#[case] name: &str, #[case] expected: Option<&str>) {
        assert_eq!(version(name).as_deref(), expected);
    }

    #[test]
    fn a_library_reads_well() {
        let named = |path: &str| Library {
            path: path.to_owned(),
            soname: Some("liba.so.1".to_owned()),
            version: Some("1.2".to_owned()),
            build_id: Some("0af3".to_owned()),
        };
        assert_eq!(named("/l/liba.so.1.2").to_string(), "/l/liba.so.1.2 (liba.so.1, build 0af3)");
        assert_eq!(named("/l/liba.so.1").to_string(), "/l/liba.so.1 (build 0af3)");
        assert_eq!(Library { path: "/l/a".to_owned(), ..Library::default() }.to_string(), "/l/a");
    }

    proptest! {
        #[test]
        fn no_file_makes_it_panic(at in 0usize..4096, bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            // Damage in the head of a real one is what a parser may stumble over.
            let mut head = Vec::new();
            let program = File::open(std::env::current_exe().unwrap()).unwrap();
            program.take(1 << 16).read_to_end(&mut head).unwrap();
            head.splice(at..(at + bytes.len()), bytes.iter().copied());
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(&head).unwrap();
            Library::of(file.path());
        }
    }
}
