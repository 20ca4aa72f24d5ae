//! Finds the software driver.

use std::env;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The file name of the software driver.
const FILE: &str = "liblevel_zero_soft.so";

/// The software driver is not beside this program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the software driver {FILE} is in none of {folder}, {folder}/deps and {folder}/../deps: build it with \
     `cargo build -p level-zero-soft` and put it there, or name it in LEVEL_ZERO_LOADER and choose the backend level-zero"
)]
pub struct NoSoftDriver {
    folder: String,
}

/// The library of the crate `level-zero-soft`, which stands in for loader, driver and GPU as
/// [`Options::loader`](crate::Options::loader). A program that depends on that crate has it beside itself, or in the
/// folder `deps` there; so have tests. An example has that folder beside its own.
///
/// # Errors
/// If it is in none of these places.
pub fn soft_driver() -> Result<PathBuf, NoSoftDriver> {
    let program = env::current_exe().unwrap_or_default();
    find(program.parent().unwrap_or(Path::new(".")))
}

/// Finds the driver's file, in `deps` first: cargo builds that one with the program. It builds the one beside the
/// program only on request.
fn find(folder: &Path) -> Result<PathBuf, NoSoftDriver> {
    let places = [folder.join("deps"), folder.to_path_buf(), folder.join("../deps")];
    let found = places.iter().map(|place| place.join(FILE)).find(|file| file.is_file());
    found.ok_or_else(|| NoSoftDriver { folder: folder.display().to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_built_with_the_program_goes_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = find(folder.path()).expect_err("there is nothing yet").to_string();
        assert!(error.contains(&format!("{}/deps", folder.path().display())), "{error}");
        let example = folder.path().join("examples");
        fs::create_dir(&example).expect("a folder");
        let beside = folder.path().join(FILE);
        fs::write(&beside, "").expect("a file");
        assert_eq!(find(folder.path()), Ok(beside));
        let built = folder.path().join("deps").join(FILE);
        fs::create_dir(folder.path().join("deps")).expect("a folder");
        fs::write(&built, "").expect("a file");
        assert_eq!(find(folder.path()), Ok(built));
        assert_eq!(find(&example), Ok(example.join("../deps").join(FILE)));
    }

    #[test]
    fn tests_have_it_beside_themselves() {
        assert!(soft_driver().is_ok());
    }
}
