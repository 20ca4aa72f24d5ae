//! Tests that are asked for one by one, by a file.

use super::NothingChosen;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use thiserror::Error;
use ur_ipc_report::suggestions::did_you_mean;
use ur_ipc_report::{FileError, read_text};

/// The tests that files name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestList {
    /// The option by which it was given, for messages.
    option: &'static str,
    /// The names, full ones or ids, each with its place.
    names: Vec<(String, String)>,
}

/// Why a file gives no list of tests.
#[derive(Debug, Error)]
pub enum ListError {
    /// It cannot be read.
    #[error("{option} {why}")]
    File {
        /// The option that names it.
        option: &'static str,
        /// The system's error, with the path.
        why: FileError,
    },
    /// It names nothing.
    #[error("{option} {}: it names no test: write one name a line, as `list` prints them", .file.display())]
    Empty {
        /// The option that names it.
        option: &'static str,
        /// The file.
        file: PathBuf,
    },
}

impl TestList {
    /// Reads files with a name in each line.
    ///
    /// # Errors
    /// A file that cannot be read, or names nothing: that would choose everything.
    pub fn read(option: &'static str, files: &[PathBuf]) -> Result<Self, ListError> {
        let mut names = Vec::new();
        for file in files {
            let text = read_text(file).map_err(|why| ListError::File { option, why })?;
            let of_file = named(&file.display().to_string(), &text);
            if of_file.is_empty() {
                return Err(ListError::Empty { option, file: file.clone() });
            }
            names.extend(of_file);
        }
        Ok(Self { option, names })
    }

    /// The tests of these names, all from one file.
    pub fn new<'n>(option: &'static str, file: &Path, names: impl IntoIterator<Item = &'n str>) -> Self {
        let place = file.display().to_string();
        let names = names.into_iter().map(|name| (name.to_owned(), place.clone())).collect();
        Self { option, names }
    }

    /// Returns the option that names the list.
    pub fn option(&self) -> &'static str {
        self.option
    }

    /// The names.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }

    /// Whether it names this test.
    pub(super) fn wants(&self, name: &str, id: &str) -> bool {
        self.names().any(|wanted| wanted == name || wanted == id)
    }

    /// Checks the names against those that there are.
    ///
    /// # Errors
    /// Each that is no test's, with its place.
    pub(super) fn check(&self, known: &BTreeSet<String>) -> Result<(), NothingChosen> {
        let unknown = self.names.iter().filter(|(name, _)| !known.contains(name));
        let told: Vec<String> = unknown
            .map(|(name, place)| {
                let meant = did_you_mean(name, known.iter().map(String::as_str));
                format!("{place}: there is no test '{name}' on the devices of this run{meant}")
            })
            .collect();
        if told.is_empty() { Ok(()) } else { Err(NothingChosen::Listed(told)) }
    }
}

/// The names in a text, with their places. What follows a `#` is a comment; a line may be one that `list` has printed.
fn named(file: &str, text: &str) -> Vec<(String, String)> {
    let lines = text.lines().enumerate();
    let names = lines.filter_map(|(number, line)| {
        let line = line.split_once('#').map_or(line, |(before, _)| before).trim();
        let name = line.strip_suffix(": test").unwrap_or(line);
        (!name.is_empty()).then(|| (name.to_owned(), format!("{file}:{}", number + 1)))
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("", &[])]
    #[case("# nothing\n\n   \n", &[])]
    #[case("a::b\n", &[("a::b", "f:1")])]
    #[case("# first\r\n  a::b  # slow\r\n\r\nhost::dev0::c::d: test", &[("a::b", "f:2"), ("host::dev0::c::d", "f:4")])]
    fn a_line_names_a_test(#[case] text: &str, #[case] expected: &[(&str, &str)]) {
        let names = named("f", text);
        let names: Vec<(&str, &str)> = names.iter().map(|(name, place)| (&**name, &**place)).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn unknown_names_are_told_with_their_places() {
        let known = ["memory::open::a", "host::dev0::memory::open::a"].map(str::to_owned).into();
        let list = |text| TestList { option: "--tests-from", names: named("f", text) };
        assert_eq!(list("memory::open::a\nhost::dev0::memory::open::a").check(&known), Ok(()));
        assert_eq!(
            list("memory::opne::a\n\nevent::get::b").check(&known).unwrap_err().to_string(),
            "f:1: there is no test 'memory::opne::a' on the devices of this run; did you mean \
             'memory::open::a'?\nf:3: there is no test 'event::get::b' on the devices of this run"
        );
    }

    #[test]
    fn a_list_of_nothing_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "# nothing\n").unwrap();
        let read = |path: &Path| TestList::read("--tests-from", &[path.to_owned()]).unwrap_err().to_string();
        assert!(read(file.path()).contains(": it names no test"));
        assert!(read(Path::new("/no/such")).starts_with("--tests-from /no/such: no such file"));
    }

    proptest! {
        #[test]
        fn any_text_is_names_with_places(text in "\\PC{0,40}|[a:#\\n ]{0,40}") {
            for (name, place) in named("f", &text) {
                prop_assert!(!name.is_empty() && !name.contains(['#', '\n']));
                let line: usize = place["f:".len()..].parse().unwrap();
                prop_assert!(text.lines().nth(line - 1).unwrap().contains(&name));
            }
        }
    }
}
