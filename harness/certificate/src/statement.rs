//! The statement of a package: the suite, the device, the verdict, and the lists behind it.

use crate::findings::{Findings, on_unknown_backends};
use crate::lists::Lists;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ur_ipc_report::{Catalogue, Document, VERSION, WriteError, facts};

/// The version of the shape.
pub(super) const SCHEMA: &str = "ur-ipc-cts/certificate/1";

/// `certificate.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Statement {
    /// The version of this shape.
    pub schema: String,
    /// The version of the suite.
    pub suite_version: String,
    /// The commit of the suite, `unknown` where nobody could tell.
    pub suite_commit: String,
    /// When the run began: RFC 3339, in UTC.
    pub started: String,
    /// Whether this certifies anything.
    pub conforms: bool,
    /// Why not, if so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused_for: Vec<String>,
    /// Other facts that a reader needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The devices.
    pub devices: BTreeMap<String, Certified>,
    /// The SHA-256 of the list of requirements.
    pub requirements_sha256: String,
    /// The SHA-256 of the list of tests.
    pub tests_sha256: String,
}

/// The statement about one device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Certified {
    /// Facts that identify the device, by name.
    pub identity: BTreeMap<String, String>,
    /// The verdict, in words.
    pub verdict: String,
}

impl Statement {
    /// Makes the statement about these results.
    pub(super) fn new(document: &Document, findings: &Findings, lists: &Lists) -> Self {
        let [requirements_sha256, tests_sha256] = lists.hashes();
        let of = |id: &String| document.verdicts.get(id).map_or("none".to_owned(), ToString::to_string);
        let certified = document.devices.iter().map(|device| {
            let known = facts(&device.description);
            let identity = known.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            (device.id.clone(), Certified { identity, verdict: of(&device.id) })
        });
        Self {
            schema: SCHEMA.to_owned(),
            suite_version: document.environment.suite_version.clone(),
            suite_commit: document.environment.suite_commit.clone(),
            started: document.environment.started.clone(),
            conforms: findings.refusals.is_empty(),
            refused_for: findings.refusals.clone(),
            remarks: findings.remarks.clone(),
            devices: certified.collect(),
            requirements_sha256,
            tests_sha256,
        }
    }

    /// Whether that is what whoever made the package had to say of these results. The lists are another matter.
    ///
    /// # Errors
    /// If the lists of the suite cannot be written as JSON.
    pub(super) fn is_of(&self, document: &Document, suite: &dyn Catalogue) -> Result<bool, WriteError> {
        let found = Findings::of_maker(document, suite);
        let mut own = Self::new(document, &found, &Lists::of(suite)?);
        let mut said = self.clone();
        own.requirements_sha256.clone_from(&self.requirements_sha256);
        own.tests_sha256.clone_from(&self.tests_sha256);
        if document.environment.suite_version == VERSION {
            let open = on_unknown_backends(document, suite);
            for statement in [&mut own, &mut said] {
                statement.remarks.retain(|remark| !open.contains(remark));
            }
        } else {
            // Only that version can say what it finds.
            own.conforms = self.conforms;
            own.refused_for.clone_from(&self.refused_for);
            own.remarks.clone_from(&self.remarks);
        }
        Ok(own == said)
    }
}
