//! Verifies a package that somebody else has made.

use crate::error::PackageError;
use crate::file;
use crate::findings::Findings;
use crate::lists::{Lists, json};
use crate::manifest::Manifest;
use crate::package::Surroundings;
use crate::statement::{SCHEMA, Statement};
use crate::unread::unread;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use ur_ipc_report::digest::sha256;
use ur_ipc_report::subject::{Subject, subject};
use ur_ipc_report::{Catalogue, Document, FileError, Format, ReadError, UNKNOWN, WriteError, one_line};

/// The result of a verification.
pub struct Verified {
    /// Objections to the package, and remarks on it.
    pub findings: Findings,
    /// Statements of the package about itself, a line for each device.
    pub claims: Vec<String>,
}

/// Holds a package against the suite: its hashes, its completeness, and whether it agrees with itself.
///
/// # Errors
/// Why it is no package at all: what it has to have cannot be read.
pub fn verify(folder: &Path, suite: &dyn Catalogue) -> Result<Verified, PackageError> {
    let [hashes, results] = [file::MANIFEST, file::RESULTS].map(|name| folder.join(name));
    let manifest = file::read(&hashes).map_err(|why| PackageError::NoHashes { file: hashes.clone(), why })?;
    let manifest = String::from_utf8_lossy(&manifest);
    let manifest: Manifest = manifest.parse().map_err(|why| PackageError::Hashes { file: hashes, why })?;
    let mut findings = Findings::default();
    let files = hashed(folder, &manifest, &mut findings)?;
    let intact = findings.refusals.is_empty();
    let mut claims = Vec::new();
    let parsed = text(&files, file::RESULTS).and_then(|text| {
        Ok(Document::parse(text).map_err(|why| ReadError::Misread { file: results.clone(), why })?)
    });
    match parsed {
        Ok(document) if document.subject() != subject() => {
            let Subject { program, title, .. } = document.subject();
            findings.refuse(format!("it is about {title}: `{program} verify` checks it"));
        }
        Ok(document) => {
            let more = text(&files, file::RESULTS).and_then(|text| {
                unread(text, &document)
                    .map_err(|error| PackageError::File { file: results, why: error.into() })
            })?;
            findings.refuse_fields(file::RESULTS, &more);
            let found = Findings::of(&document, suite);
            let stated = state(&files, &document, suite, folder, &mut findings)?;
            claims = stated.iter().flat_map(claims_of).collect();
            repeated(&files, &document, suite, stated.as_ref(), &mut findings)?;
            findings.refusals.extend(found.refusals);
            findings.remarks.extend(found.remarks);
        }
        // What is as it was made, and still no result file, was never one.
        Err(why) if intact => return Err(why),
        Err(why) => findings.refuse(why.to_string()),
    }
    Ok(Verified { findings, claims })
}

/// The files of the package that can be read, looked through by their hashes.
fn hashed(
    folder: &Path,
    manifest: &Manifest,
    findings: &mut Findings,
) -> Result<BTreeMap<String, Vec<u8>>, FileError> {
    let mut files = BTreeMap::new();
    for (name, hash) in &manifest.0 {
        if !file::ALL.contains(&name.as_str()) {
            findings
                .refuse(format!("{name} is in {}, and no file of a package has this name", file::MANIFEST));
            continue;
        }
        match file::read(&folder.join(name)) {
            Err(why) => findings.refuse(format!("{name}: {why}")),
            Ok(bytes) => {
                if sha256(&bytes) != *hash {
                    findings.refuse(format!(
                        "{name} has been altered: its hash is not that of {}",
                        file::MANIFEST
                    ));
                }
                files.insert(name.clone(), bytes);
            }
        }
    }
    for name in file::ALL.into_iter().filter(|name| !manifest.0.contains_key(*name)) {
        findings.refuse(format!("{name} is not in {}: a package has one", file::MANIFEST));
    }
    for entry in fs::read_dir(folder).map_err(FileError::of(folder))? {
        let name = entry.map_err(FileError::of(folder))?.file_name().to_string_lossy().into_owned();
        if name.starts_with(&format!("{}.", file::MANIFEST)) {
            findings.remark(format!(
                "{} looks like a signature, which is not looked at here: check it by the means of who signed",
                one_line(&name)
            ));
        } else if name != file::MANIFEST && !file::ALL.contains(&name.as_str()) {
            findings.refuse(format!("{} does not belong to the package", one_line(&name)));
        }
    }
    Ok(files)
}

fn text<'f>(files: &'f BTreeMap<String, Vec<u8>>, name: &'static str) -> Result<&'f str, PackageError> {
    let bytes = files.get(name).ok_or(PackageError::Missing(name))?;
    str::from_utf8(bytes).map_err(|why| PackageError::NoText { name, why })
}

/// Reads the package's statement, if possible, and compares it with the results.
fn state(
    files: &BTreeMap<String, Vec<u8>>,
    document: &Document,
    suite: &dyn Catalogue,
    folder: &Path,
    findings: &mut Findings,
) -> Result<Option<Statement>, WriteError> {
    let read = text(files, file::STATEMENT).and_then(|text| {
        let misread = |error: serde_json::Error| PackageError::File {
            file: folder.join(file::STATEMENT),
            why: error.into(),
        };
        serde_json::from_str::<Statement>(text).map_err(misread)
    });
    let stated = match read {
        Ok(stated) if stated.schema == SCHEMA => stated,
        Ok(stated) => {
            findings.refuse(format!(
                "{} is '{}', of which nothing is known here: expected '{SCHEMA}'",
                file::STATEMENT,
                one_line(&stated.schema)
            ));
            return Ok(None);
        }
        Err(why) => {
            findings.refuse(why.to_string());
            return Ok(None);
        }
    };
    if !stated.conforms {
        findings.refuse(format!("{} says that its run earned no certificate", file::STATEMENT));
    }
    if !stated.is_of(document, suite)? {
        findings.refuse(format!("{} says something else than {}", file::STATEMENT, file::RESULTS));
    }
    Ok(Some(stated))
}

/// Checks that copies of the same facts agree, and that this suite makes the same files of the results.
fn repeated(
    files: &BTreeMap<String, Vec<u8>>,
    document: &Document,
    suite: &dyn Catalogue,
    stated: Option<&Statement>,
    findings: &mut Findings,
) -> Result<(), WriteError> {
    let environment = &document.environment;
    let mut expected = vec![(file::ENVIRONMENT, json(&Surroundings::of(document))?, "what the results say")];
    if environment.suite_version == ur_ipc_report::VERSION {
        let lists = Lists::of(suite)?;
        if let Some(stated) = stated {
            let hashes = [&stated.requirements_sha256, &stated.tests_sha256];
            for (what, (said, own)) in
                ["requirements", "tests"].into_iter().zip(hashes.into_iter().zip(lists.hashes()))
            {
                if *said != own {
                    findings.refuse(format!(
                        "it was held against another list of {what}: SHA-256 {}, and that of this suite is {own}",
                        one_line(said)
                    ));
                }
            }
        }
        expected.push((file::REQUIREMENTS, lists.requirements, "the requirements of this suite"));
        expected.push((file::TESTS, lists.tests, "the tests of this suite"));
        // Another commit may write another page.
        if suite.commit().unwrap_or(UNKNOWN) == environment.suite_commit {
            for (name, format) in [(file::PAGE, Format::Html), (file::SUMMARY, Format::Markdown)] {
                let own = format.render(document, suite.requirements())?;
                expected.push((name, own, "what this suite makes of the results"));
            }
        } else {
            findings.remark(format!(
                "{} and {} were not compared with the results: commit {} wrote them, and this is {}",
                file::PAGE,
                file::SUMMARY,
                one_line(&environment.suite_commit),
                suite.commit().unwrap_or(UNKNOWN)
            ));
        }
    } else {
        findings.remark(format!(
            "{}, {}, {} and {} were not compared: suite {} wrote them, and this is {}",
            file::PAGE,
            file::SUMMARY,
            file::REQUIREMENTS,
            file::TESTS,
            one_line(&environment.suite_version),
            ur_ipc_report::VERSION
        ));
    }
    for (name, own, what) in expected {
        if files.get(name).is_some_and(|bytes| bytes != own.as_bytes()) {
            findings.refuse(format!("{name} is not {what}"));
        }
    }
    Ok(())
}

fn claims_of(stated: &Statement) -> Vec<String> {
    let told = |(id, device): (&String, &crate::statement::Certified)| {
        let identity: Vec<String> =
            device.identity.iter().map(|(name, value)| format!("{name} {}", one_line(value))).collect();
        format!("{}: {} ({})", one_line(id), one_line(&device.verdict), identity.join(", "))
    };
    stated.devices.iter().map(told).collect()
}
