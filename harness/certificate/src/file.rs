//! The files of a package.

use crate::error::Unfit;
use std::fs::{File, symlink_metadata};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

pub(super) const RESULTS: &str = "results.json";
pub(super) const ENVIRONMENT: &str = "environment.json";
pub(super) const REQUIREMENTS: &str = "requirements.json";
pub(super) const TESTS: &str = "tests.json";
pub(super) const STATEMENT: &str = "certificate.json";
pub(super) const PAGE: &str = "report.html";
pub(super) const SUMMARY: &str = "summary.md";
/// Those with a hash each in [`MANIFEST`].
pub(super) const ALL: [&str; 7] = [STATEMENT, ENVIRONMENT, PAGE, REQUIREMENTS, RESULTS, SUMMARY, TESTS];
/// The file that a signature has to cover.
pub(super) const MANIFEST: &str = "MANIFEST";

/// Maximum size of a file, in bytes. The results of a machine full of devices are many times smaller.
const LIMIT: u64 = 256 << 20;

/// Reads a file of a package, which may come from anybody.
///
/// # Errors
/// Why not: it cannot be read, is something else than a file of its own, or is too large.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Unfit> {
    let found = symlink_metadata(path)?;
    if !found.is_file() {
        return Err(Unfit::NoFile);
    }
    let too_large = Unfit::TooLarge(LIMIT >> 20);
    if found.len() > LIMIT {
        return Err(too_large);
    }
    // Something else may be there by now: no pipe is waited for, and no link followed.
    let flags = libc::O_NONBLOCK | libc::O_NOFOLLOW | libc::O_NOCTTY;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    let mut bytes = Vec::new();
    let read = file.take(LIMIT + 1).read_to_end(&mut bytes)?;
    if read as u64 > LIMIT { Err(too_large) } else { Ok(bytes) }
}
