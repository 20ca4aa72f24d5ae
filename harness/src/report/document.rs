//! The shape of a result file.

use super::environment::{DeviceEntry, RunEnvironment};
use super::summary::Summary;
use super::verdict::Verdict;
use crate::outcome::{Outcome, Record};
use serde::Serialize;
use std::collections::BTreeMap;

pub(crate) const SCHEMA: &str = "ur-ipc-cts/results/1";

#[derive(Serialize)]
pub(super) struct Document<'d> {
    pub schema: &'static str,
    pub environment: &'d RunEnvironment,
    pub devices: Vec<DeviceEntry<'d>>,
    /// For each device the state of each requirement; of a complete run only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub requirements: BTreeMap<String, BTreeMap<&'d str, Outcome>>,
    /// What is said of each device; of a complete run only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<String, &'d Verdict>,
    pub tests: &'d [Record],
    pub summary: &'d Summary,
}

impl<'d> Document<'d> {
    /// One in which nothing has happened yet.
    pub(super) fn new(environment: &'d RunEnvironment, summary: &'d Summary) -> Self {
        let (requirements, verdicts) = (BTreeMap::new(), BTreeMap::new());
        Self { schema: SCHEMA, environment, devices: Vec::new(), requirements, verdicts, tests: &[], summary }
    }

    /// For people to read as well.
    pub(super) fn pretty(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}
