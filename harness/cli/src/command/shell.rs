//! The name that the program was called by.

use std::path::Path;
use ur_ipc_report::subject::program;

/// Returns the name by which this program was called. A user who adds a backend has another name for it.
pub(super) fn called_program() -> String {
    let path = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| program().to_owned())
}
