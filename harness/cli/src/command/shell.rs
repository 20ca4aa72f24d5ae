//! `ur-ipc-cts man`, and the name that the program was called by.

use crate::error::Error;
use clap::Command;
use std::fs::create_dir_all;
use std::path::Path;
use ur_ipc_report::subject::program;
use ur_ipc_report::{FileError, print_data};

/// Prints the page about the whole, or writes it and those about the subcommands into a folder.
///
/// # Errors
/// If they cannot be written.
pub(super) fn manual(command: Command, folder: Option<&Path>) -> Result<u8, Error> {
    let command = command.name(called_program());
    if let Some(folder) = folder {
        let written = create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
        written.map_err(FileError::of(folder))?;
        return Ok(0);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).expect("there is memory");
    print_data(&String::from_utf8_lossy(&page))?;
    Ok(0)
}

/// What this program is called: who has a backend of his own has another name for it.
pub(super) fn called_program() -> String {
    let path = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| program().to_owned())
}
