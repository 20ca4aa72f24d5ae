//! Finding the official headers.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Directory that holds `level_zero/ze_api.h`.
const VARIABLE: &str = "LEVEL_ZERO_INCLUDE_DIR";

/// Headers that are compared together.
pub struct HeaderSet {
    /// Headers to include; the first one is required.
    included: &'static [&'static str],
    /// Headers that those include, read for their names.
    nested: &'static [&'static str],
    /// Variable with the name of the compiler, and the name without it.
    pub compiler: (&'static str, &'static str),
    /// Language of the program.
    pub language: &'static str,
}

/// The specification.
pub const CORE: HeaderSet = HeaderSet {
    included: &["level_zero/ze_api.h", "level_zero/zes_api.h", "level_zero/ze_ddi_common.h"],
    nested: &["level_zero/ze_ddi.h"],
    compiler: ("CC", "cc"),
    language: "c",
};

/// Intel's driver, whose headers need C++.
pub const DRIVER: HeaderSet = HeaderSet {
    included: &["level_zero/driver_experimental/zex_event.h", "level_zero/ze_stypes.h"],
    nested: &["level_zero/driver_experimental/zex_common.h"],
    compiler: ("CXX", "c++"),
    language: "c++",
};

/// The headers of this machine.
pub struct Headers {
    set: &'static HeaderSet,
    directory: PathBuf,
    included: Vec<&'static str>,
    words: HashSet<String>,
}

impl Headers {
    /// Finds the headers, or says where they were looked for.
    pub fn find(set: &'static HeaderSet) -> Result<Self, String> {
        let directory = env::var_os(VARIABLE).map_or_else(|| PathBuf::from("/usr/include"), PathBuf::from);
        let mut included = Vec::new();
        let mut words = HashSet::new();
        for name in set.included {
            if add_words(&directory.join(name), &mut words) {
                included.push(*name);
            }
        }
        if included.first() != set.included.first() {
            let place = directory.display();
            return Err(format!("no {} in {place} ({VARIABLE} names another place)", set.included[0]));
        }
        for name in set.nested {
            add_words(&directory.join(name), &mut words);
        }
        Ok(Self { set, directory, included, words })
    }

    /// What is compared.
    pub fn set(&self) -> &'static HeaderSet {
        self.set
    }

    /// Directory to search for includes.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Headers to include.
    pub fn included(&self) -> &[&'static str] {
        &self.included
    }

    /// Whether a name occurs in the headers.
    pub fn mention(&self, name: &str) -> bool {
        self.words.contains(name)
    }
}

/// Adds the identifiers of a file outside of line comments; false when it cannot be read.
fn add_words(path: &Path, words: &mut HashSet<String>) -> bool {
    let Ok(text) = fs::read_to_string(path) else { return false };
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        let identifiers = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.extend(identifiers.filter(|word| !word.is_empty()).map(str::to_owned));
    }
    true
}
