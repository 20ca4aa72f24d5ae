//! Events of a run, as they happen: one JSON object a line.

use super::super::document::Document;
use super::super::environment::{DeviceEntry, RunEnvironment};
use super::super::summary::Summary;
use super::super::verdict::Verdict;
use super::super::write_error::WriteError;
use crate::outcome::Record;
use serde::Serialize;
use std::collections::BTreeMap;
use ur_ipc_isolated::trace::Happened;

/// The version of the lines.
pub const EVENTS: &str = "ur-ipc-cts/events/2";

/// One line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Line<'l> {
    /// The first line of a run that could begin.
    RunStarted {
        /// The version of the shape of the lines.
        #[cfg_attr(feature = "schema", schemars(extend("const" = EVENTS)))]
        schema: &'static str,
        /// What the run runs in, and with.
        environment: &'l RunEnvironment,
        /// The devices under test.
        devices: &'l [DeviceEntry],
        /// How many tests are to end.
        planned: usize,
    },
    /// A test begins. One that a skiplist skips ends without that, and so does one that the run does not come to.
    TestStarted {
        /// Full name: backend, device, id.
        name: &'l str,
        /// Id of the test.
        test: &'l str,
        /// Id of the device.
        device: &'l str,
    },
    /// A test has ended, once for each that was planned.
    TestFinished {
        /// What is known of it.
        record: &'l Record,
    },
    /// A process of a test came to a bad end after the test: this record takes the place of the one before.
    TestAmended {
        /// What is known of it now.
        record: &'l Record,
    },
    /// The last line. Without one the run was killed; alone, it tells why the run could not begin.
    RunEnded {
        /// What the tests amount to.
        summary: &'l Summary,
        /// What is said of each device.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        verdicts: &'l BTreeMap<String, Verdict>,
        /// Time of the whole run, in microseconds.
        wall_us: Option<u64>,
        /// Time inside tests, in microseconds.
        body_us: Option<u64>,
    },
}

impl<'l> Line<'l> {
    pub fn start(document: &'l Document, planned: usize) -> Self {
        let Document { environment, devices, .. } = document;
        Self::RunStarted { schema: EVENTS, environment, devices, planned }
    }

    pub fn end(document: &'l Document) -> Self {
        let RunEnvironment { wall_us, body_us, .. } = document.environment;
        Self::RunEnded { summary: &document.summary, verdicts: &document.verdicts, wall_us, body_us }
    }

    /// Returns the event of this line for a trace, if it has one.
    pub fn happened(&self) -> Option<Happened<'_>> {
        match self {
            Self::TestStarted { test, device, .. } => Some(Happened::Began { job: test, lane: device }),
            Self::TestFinished { record } => Some(Happened::Ended {
                lane: &record.device,
                outcome: record.outcome().name(),
                reason: record.execution.said(),
            }),
            Self::RunStarted { .. } | Self::TestAmended { .. } | Self::RunEnded { .. } => None,
        }
    }

    /// The line, with its end.
    ///
    /// # Errors
    /// What the serializer says.
    pub fn text(&self) -> Result<String, WriteError> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}
