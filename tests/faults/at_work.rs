//! The file in which a test says that it is at work: that it hangs or waits in vain.

use crate::driver::Harness;
use std::path::PathBuf;

/// The variable with the path of the file.
const FILE: &str = "FAULTS_AT_WORK";

/// Says it, where somebody wants to know.
pub fn say() {
    if let Some(file) = std::env::var_os(FILE) {
        std::fs::write(file, "now").expect("the file can be written");
    }
}

pub struct AtWork(PathBuf);

impl AtWork {
    /// Has the tests of a harness that is to be started say it.
    pub fn told_by(harness: &mut Harness) -> Self {
        let file = harness.file("at-work", "");
        harness.command.env(FILE, &file);
        Self(file)
    }

    pub fn is_said(&self) -> bool {
        std::fs::read_to_string(&self.0).is_ok_and(|text| !text.is_empty())
    }
}
