//! Where cargo puts what the tests run.

use std::path::{Path, PathBuf};

/// The directory of this test's executable: cargo builds the driver next to it.
fn deps() -> PathBuf {
    let executable = std::env::current_exe().expect("the test has a path");
    executable.parent().expect("an executable lies in a directory").to_path_buf()
}

/// The software driver, which stands in for a loader as well.
pub fn driver() -> PathBuf {
    let deps = deps();
    let directories = [deps.as_path(), deps.parent().unwrap_or(Path::new("/"))];
    let mut paths = directories.map(|directory| directory.join("liblevel_zero_soft.so")).into_iter();
    paths.find(|path| path.exists()).expect("cargo builds the driver along with the tests")
}
