//! What all fronts do first: read skiplists, choose backends, find devices.

use crate::backend::Suite;
use crate::device::{Availability, Device, ProbedBackend, probe};
use crate::report::notice;
use crate::skiplist::Skiplist;
use std::path::PathBuf;
use std::time::Duration;

/// The backends of a run, looked at.
pub(crate) struct Discovery {
    pub backends: Vec<ProbedBackend>,
    /// Whether the backends were asked for by name.
    explicit: bool,
}

/// Reads skiplist files and puts them before the built-in ones.
///
/// # Errors
/// The file and what is wrong with it.
pub(crate) fn read_skiplists(files: &[PathBuf], suite: &Suite) -> Result<Vec<Skiplist>, String> {
    let mut lists = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        lists.push(Skiplist::parse(&name, &text).map_err(|error| error.to_string())?);
    }
    lists.extend(suite.skiplists.iter().cloned());
    Ok(lists)
}

/// The patterns that match no test, of the skiplists that apply to any of the devices.
pub(crate) fn idle_patterns(skiplists: &[Skiplist], suite: &Suite, devices: &[Device]) -> Vec<String> {
    skiplists
        .iter()
        .filter(|list| devices.iter().any(|device| list.driver.matches(&device.label, &device.description)))
        .flat_map(|list| list.idle_patterns(&suite.tests))
        .collect()
}

impl Discovery {
    /// Looks at the backends of these labels, or at all there are.
    ///
    /// # Errors
    /// A label that names nothing.
    pub(crate) fn open(suite: &Suite, labels: &[String], patience: Duration) -> Result<Self, String> {
        for label in labels {
            suite.resolve(label)?;
        }
        let explicit = !labels.is_empty();
        let mut chosen: Vec<String> = if explicit {
            labels.to_vec()
        } else {
            suite.backends.iter().map(|backend| backend.name.to_owned()).collect()
        };
        let mut seen = std::collections::HashSet::new();
        chosen.retain(|label| seen.insert(label.clone()));
        let backends = chosen.iter().map(|label| probe(label, patience)).collect();
        Ok(Self { backends, explicit })
    }

    /// All devices.
    pub(crate) fn devices(&self) -> Vec<Device> {
        self.backends.iter().flat_map(ProbedBackend::devices).collect()
    }

    /// Why there cannot be a run at all, if so: a backend that was asked for is missing, or all are.
    pub(crate) fn obstacle(&self) -> Option<String> {
        let problems: Vec<String> = self.backends.iter().filter_map(ProbedBackend::problem).collect();
        let fatal = (self.explicit && !problems.is_empty()) || self.devices().is_empty();
        fatal.then(|| {
            if problems.is_empty() { "this build has no backends".to_owned() } else { problems.join("\n") }
        })
    }

    /// Tells the user which backends are left out, and why.
    pub(crate) fn announce(&self) {
        for text in self.missing().into_iter().chain(self.broken()) {
            notice(&format!("note: {text}"));
        }
    }

    /// Backends that are there and do not work: no run with such is a success.
    pub(crate) fn broken(&self) -> Vec<String> {
        self.backends
            .iter()
            .filter(|backend| matches!(backend.availability, Availability::Broken(_)))
            .filter_map(ProbedBackend::problem)
            .collect()
    }

    /// Backends that are not there, with their reasons.
    pub(crate) fn missing(&self) -> Vec<String> {
        self.backends
            .iter()
            .filter(|backend| !matches!(backend.availability, Availability::Broken(_)))
            .filter_map(ProbedBackend::problem)
            .collect()
    }
}
