//! Loaders that lack entry points. The software driver stands in for them, in copies whose symbols have other names.

use crate::process::{LASTING, OFFER};
use crate::subject::{Subject, expect_none};
use crate::{exporter, support};
use level_zero_sys::ENTRY_POINTS;
use rstest::rstest;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Words for what a loader lacks: of calls, and of the start.
const LACKING: &str = "ERROR_UNSUPPORTED_,ERROR_PROFILING_INFO_NOT_AVAILABLE,is too old";

const PROGRAMS: &[&str] = &[
    "start_up",
    "queues",
    "memory",
    "memory_between",
    "physical_memory",
    "physical_memory_between",
    "events_between",
    "host_tasks",
];

/// A copy of the software driver whose symbols can be hidden.
struct Loader {
    path: PathBuf,
    file: File,
    /// The names of the symbols that the dynamic linker sees, each ended by a zero, and where they stand in the file.
    names: Vec<u8>,
    offset: u64,
    _directory: TempDir,
}

impl Loader {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("libincomplete.so");
        fs::copy(support::driver(), &path).expect("the driver can be copied");
        let file = File::options().read(true).write(true).open(&path).expect("the copy can be opened");
        let (offset, size) = names(&file);
        let names = read(&file, offset, size);
        Self { path, file, names, offset, _directory: directory }
    }

    /// The path of the loader, which lacks just these entry points from now on. No process may have it open.
    fn without(&self, hidden: &[&str]) -> &Path {
        let mut names = self.names.clone();
        for name in hidden {
            let name = [b"\0", name.as_bytes(), b"\0"].concat();
            let at =
                names.windows(name.len()).position(|found| found == name).expect("a symbol of the driver");
            // The dynamic linker looks for the hash of the old name and compares the names.
            names[at + 1] = b'-';
        }
        self.file.write_all_at(&names, self.offset).expect("the copy can be written");
        &self.path
    }
}

fn read(file: &File, offset: u64, size: u64) -> Vec<u8> {
    let mut bytes = vec![0; usize::try_from(size).expect("a few")];
    file.read_exact_at(&mut bytes, offset).expect("the file is that long");
    bytes
}

/// Offset and size of the names of the dynamic symbols in a library: ELF, 64 bits, little-endian.
fn names(file: &File) -> (u64, u64) {
    const DYNAMIC_SYMBOLS: u64 = 11;
    const SECTION_HEADER: u64 = 64;
    let number = |offset, size| {
        read(file, offset, size).iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    let (sections, count) = (number(0x28, 8), number(0x3c, 2));
    let section = |index| sections + index * SECTION_HEADER;
    let symbols = (0..count).map(section).find(|at| number(at + 4, 4) == DYNAMIC_SYMBOLS);
    let names = section(number(symbols.expect("a library has symbols") + 0x28, 4));
    (number(names + 0x18, 8), number(names + 0x20, 8))
}

#[rstest]
#[case::of_1_8((1, 8))]
#[case::of_1_13((1, 13))]
#[case::of_1_14((1, 14))]
fn a_loader_may_be_older_than_the_driver(#[case] version: (u16, u16)) {
    let newer: Vec<_> =
        ENTRY_POINTS.iter().filter(|entry| entry.since > Some(version)).map(|entry| entry.name).collect();
    let loader = Loader::new();
    let path = loader.without(&newer);
    let (_exporter, offer) = exporter::start();
    expect_none(PROGRAMS.iter().chain(&["importer"]).filter_map(|program| {
        let subject = Subject::new(program, "tidy");
        let outcome = subject.run(Some(path), &[(LASTING, LACKING), (OFFER, &offer)]);
        outcome.err().map(|problem| format!("{program}: {problem}"))
    }));
}

#[test]
fn a_loader_may_lack_any_entry_point() {
    let subjects: Vec<_> = PROGRAMS.iter().map(|program| Subject::new(program, "tidy")).collect();
    let used: Vec<_> = subjects.iter().map(Subject::functions).collect();
    let loader = Loader::new();
    let names: BTreeSet<_> = used.iter().flatten().collect();
    let in_loader = |name: &&&String| ENTRY_POINTS.iter().any(|entry| entry.name == name.as_str());
    expect_none(names.iter().filter(in_loader).flat_map(|name| {
        let path = loader.without(&[name]);
        let users = subjects.iter().zip(&used).filter(|(_, used)| used.contains(*name));
        let outcomes = users.map(|(subject, _)| subject.run(Some(path), &[(LASTING, LACKING)]));
        let problems: Vec<_> = outcomes.filter_map(Result::err).collect();
        problems.into_iter().map(move |problem| format!("without {name}: {problem}"))
    }));
}
