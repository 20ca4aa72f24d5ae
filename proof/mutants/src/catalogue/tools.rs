//! What mutants are made with.

use std::fs::File;
use std::os::fd::IntoRawFd;

/// Loses a descriptor, as code does that forgets to close its copy.
pub(super) fn leak_descriptor() {
    if let Ok(file) = File::open("/dev/null") {
        let _ = file.into_raw_fd();
    }
}
