//! Writing a package.

use crate::error::PackageError;
use crate::file;
use crate::findings::Findings;
use crate::lists::{Lists, json};
use crate::manifest::Manifest;
use crate::statement::Statement;
use serde::Serialize;
use std::fs;
use std::path::Path;
use ur_ipc_report::digest::sha256;
use ur_ipc_report::{
    Catalogue, DeviceEntry, Document, FileError, Format, ReportPaths, RunEnvironment, write_report,
};

/// The environment and the devices of a run, as a file of the package.
#[derive(Serialize)]
pub(super) struct Surroundings<'d> {
    environment: &'d RunEnvironment,
    devices: &'d [DeviceEntry],
}

impl<'d> Surroundings<'d> {
    pub(super) fn of(document: &'d Document) -> Self {
        Self { environment: &document.environment, devices: &document.devices }
    }
}

/// Makes the folder.
///
/// # Errors
/// If it cannot be made, or is not empty.
pub fn begin(folder: &Path) -> Result<(), PackageError> {
    let mut there =
        fs::create_dir_all(folder).and_then(|()| fs::read_dir(folder)).map_err(FileError::of(folder))?;
    if there.next().is_some() { Err(PackageError::NotEmpty(folder.to_owned())) } else { Ok(()) }
}

/// Returns the paths of the reports that the run itself writes into the package.
pub fn reports(folder: &Path) -> ReportPaths {
    ReportPaths {
        json: Some(folder.join(file::RESULTS)),
        formats: vec![
            (Format::Html, folder.join(file::PAGE)),
            (Format::Markdown, folder.join(file::SUMMARY)),
        ],
        ..ReportPaths::default()
    }
}

/// Writes the rest when the run has ended, the hashes last: a package without them is none. Says what was found.
///
/// # Errors
/// If a file cannot be read or written.
pub fn seal(folder: &Path, suite: &dyn Catalogue) -> Result<Findings, PackageError> {
    let document = Document::read(&folder.join(file::RESULTS))?;
    let (lists, findings) = (Lists::of(suite)?, Findings::of(&document, suite));
    let texts = [
        (file::ENVIRONMENT, json(&Surroundings::of(&document))?),
        (file::STATEMENT, json(&Statement::new(&document, &findings, &lists))?),
        (file::REQUIREMENTS, lists.requirements),
        (file::TESTS, lists.tests),
    ];
    for (name, text) in &texts {
        write_report(&folder.join(name), text)?;
    }
    let mut manifest = Manifest::default();
    for name in file::ALL {
        let path = folder.join(name);
        let bytes = file::read(&path).map_err(|why| PackageError::File { file: path, why })?;
        manifest.0.insert(name.to_owned(), sha256(&bytes));
    }
    write_report(&folder.join(file::MANIFEST), &manifest.to_string())?;
    Ok(findings)
}
