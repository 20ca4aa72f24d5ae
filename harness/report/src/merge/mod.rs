//! Merges the results of parts: shards of a run, or runs on different devices.

mod agreement;
mod group;

use super::document::{Document, ReadError};
use super::environment::{BackendEntry, DeviceEntry, RunEnvironment, RunTerms};
use super::request_record::{RequestRecord, names_digest};
use super::summary::Summary;
use crate::catalogue::Catalogue;
use crate::outcome::Record;
use agreement::{differences, disagreements};
use group::{Group, groups, ids};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use thiserror::Error;
use ur_ipc_fixtures::Rng;

/// A result file that is no part of anything.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoPart {
    /// There is too little in it.
    #[error("{0}: it does not say what its run was asked for: it never began, or an older version wrote it")]
    Silent(String),
    /// There is more to come.
    #[error("{0}: its run has not come to its end: continue it with --resume {0}")]
    Unfinished(String),
}

/// Why results are not of one run, with each reason there is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.join("\n"))]
pub struct MergeError(pub Vec<String>);

/// A result file.
#[derive(Clone, Debug)]
pub struct Part {
    /// For messages.
    pub file: String,
    /// The results in it.
    pub document: Document,
}

impl Part {
    /// Reads a result file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Ok(Self { file: path.display().to_string(), document: Document::read(path)? })
    }

    /// Why it is no part of anything, if so.
    pub fn unusable(&self) -> Option<NoPart> {
        if !says_what_was_asked(&self.document) {
            Some(NoPart::Silent(self.file.clone()))
        } else if !self.document.summary.complete {
            Some(NoPart::Unfinished(self.file.clone()))
        } else {
            None
        }
    }

    /// Returns the request of its run. The part must have one.
    fn request(&self) -> &RequestRecord {
        self.document.environment.asked.as_ref().expect("looked at before anything else")
    }
}

/// The results of the run of which these are the parts. They are what that run would have had, but for times and machines.
///
/// # Errors
/// Why they are not the parts of one run, a line for each reason.
pub fn merge(parts: &[Part], suite: &dyn Catalogue) -> Result<Document, MergeError> {
    let unusable = parts.iter().filter_map(Part::unusable);
    let mut problems: Vec<String> = unusable.map(|why| why.to_string()).collect();
    if problems.is_empty() {
        problems = disagreements(parts, suite);
    }
    if problems.is_empty() {
        problems = groups(parts).iter().flat_map(Group::problems).collect();
    }
    if problems.is_empty() { Ok(merged(parts, suite)) } else { Err(MergeError(problems)) }
}

/// That a run is not the continuation of an earlier one, if so.
///
/// # Errors
/// In what they differ, a line each.
pub fn unlike(earlier: &Part, now: Document, suite: &dyn Catalogue) -> Result<(), MergeError> {
    if !says_what_was_asked(&earlier.document) {
        return Err(MergeError(vec![NoPart::Silent(earlier.file.clone()).to_string()]));
    }
    let mut both = [Part { file: "this run".to_owned(), document: now }, earlier.clone()];
    for part in &mut both {
        // Who has seen the failures may want to see the rest.
        part.document.environment.asked.iter_mut().for_each(|asked| asked.fail_fast = None);
    }
    let mut problems = disagreements(&both, suite);
    match &groups(&both)[..] {
        [group] => problems.extend(group.disagreements()),
        _ => {
            let devices = |part| BTreeMap::from([("devices".to_owned(), json!(ids(part)))]);
            let [now, before] = &both;
            problems.extend(differences(now, &devices(now), before, &devices(before)));
        }
    }
    problems.sort();
    problems.dedup();
    if problems.is_empty() { Ok(()) } else { Err(MergeError(problems)) }
}

fn says_what_was_asked(document: &Document) -> bool {
    document.environment.asked.is_some() && document.environment.terms.is_some()
}

/// Merges parts that belong together.
fn merged(parts: &[Part], suite: &dyn Catalogue) -> Document {
    let mut document = records_of(parts, suite);
    let incidents = parts.iter().flat_map(|part| part.document.incidents());
    let follows = document.consequences();
    for problem in incidents.chain(empty_groups(parts, suite, &follows)).chain(follows.clone()) {
        if !document.summary.problems.contains(&problem) {
            document.summary.problems.push(problem);
        }
    }
    document
}

/// Of which devices' runs nothing came, with their files, where it is not `known`: those of other devices do not make it good.
fn empty_groups(parts: &[Part], suite: &dyn Catalogue, known: &[String]) -> Vec<String> {
    let groups = groups(parts);
    if let [_] = groups[..] {
        return Vec::new();
    }
    let told = |group: &Group<'_>| {
        let files = group.files();
        let mut problems = records_of(&group.parts(), suite).emptiness();
        problems.retain(|problem| !known.contains(problem));
        problems.into_iter().map(move |problem| format!("{files}: {problem}"))
    };
    groups.iter().flat_map(told).collect()
}

/// The records of parts, and what follows of them for each device.
fn records_of(parts: &[Part], suite: &dyn Catalogue) -> Document {
    let groups = groups(parts);
    let devices = groups.iter().flat_map(Group::devices).map(|device| {
        // Parts of older suites do not say.
        let software = device.software || suite.is_software(&device.backend);
        DeviceEntry { software, ..device }
    });
    let devices = devices.collect();
    let tests: Vec<Record> = parts.iter().flat_map(|part| part.document.tests.iter().cloned()).collect();
    let mut summary = Summary::new(groups.iter().map(Group::filtered_out).fold(0, usize::saturating_add));
    summary.complete = true;
    summary.settled = parts.iter().all(|part| part.document.summary.settled);
    let mut document = Document { devices, tests, ..Document::new(environment(parts, &groups), summary) };
    document.put_in_order(suite);
    document.summary.count_again(&document.tests);
    document.conclude(suite.requirements());
    document
}

fn environment(parts: &[Part], groups: &[Group<'_>]) -> RunEnvironment {
    let of = |part: &Part| part.document.environment.clone();
    let all: Vec<RunEnvironment> = parts.iter().map(of).collect();
    let mut backends: Vec<BackendEntry> = Vec::new();
    let mut skiplists: Vec<String> = Vec::new();
    for environment in &all {
        for entry in &environment.backends {
            match backends.iter_mut().find(|known| known.label == entry.label) {
                // Another machine has it.
                Some(known) if !known.available => known.clone_from(entry),
                Some(_) => {}
                None => backends.push(entry.clone()),
            }
        }
        for list in &environment.skiplists {
            if !skiplists.contains(list) {
                skiplists.push(list.clone());
            }
        }
    }
    let times = |time: fn(&RunEnvironment) -> Option<u64>| all.iter().filter_map(time).collect::<Vec<u64>>();
    RunEnvironment {
        terms: terms(&all),
        asked: Some(request_record(parts, groups)),
        backends,
        skiplists,
        // The parts run side by side.
        wall_us: times(|environment| environment.wall_us).into_iter().max(),
        body_us: Some(times(|environment| environment.body_us).into_iter().fold(0, u64::saturating_add)),
        parts: all.iter().flat_map(RunEnvironment::leaves).collect(),
        ..of(&parts[0])
    }
}

/// The terms of all parts together, which may have had devices of their own.
fn terms(all: &[RunEnvironment]) -> Option<RunTerms> {
    let mut terms = all.first()?.terms.clone()?;
    for of_part in all.iter().filter_map(|environment| environment.terms.as_ref()) {
        join(&mut terms.selection, &of_part.selection);
        join(&mut terms.chosen_devices, &of_part.chosen_devices);
    }
    Some(terms)
}

/// Adds what is not there.
fn join(all: &mut Vec<String>, more: &[String]) {
    let new: Vec<String> = more.iter().filter(|told| !all.contains(told)).cloned().collect();
    all.extend(new);
}

/// Returns the request of all parts together.
fn request_record(parts: &[Part], groups: &[Group<'_>]) -> RequestRecord {
    let names = parts.iter().flat_map(|part| part.document.tests.iter().map(|record| record.name.as_str()));
    let skiplists = groups.iter().map(|group| group.request().skiplists_digest.as_str());
    RequestRecord {
        tests: groups.iter().map(|group| group.request().tests).fold(0, usize::saturating_add),
        tests_digest: names_digest(names),
        skiplists_digest: match groups {
            [_] => groups[0].request().skiplists_digest.clone(),
            _ => names_digest(skiplists),
        },
        shard: None,
        durations_digest: None,
        ..parts[0].request().clone()
    }
}

impl Document {
    /// Puts the records into the order of a plan: device by device, in the order of the suite, or as the seed says.
    pub(super) fn put_in_order(&mut self, suite: &dyn Catalogue) {
        let numbers: HashMap<&str, usize> =
            suite.tests().iter().enumerate().map(|(number, test)| (test.id.as_str(), number)).collect();
        let terms = self.environment.terms.as_ref();
        let shuffle = terms.filter(|terms| terms.shuffled).map(|terms| terms.seed);
        let mut left = std::mem::take(&mut self.tests);
        left.sort_by_key(|record| numbers.get(record.test.as_str()).copied().unwrap_or(usize::MAX));
        for device in &self.devices {
            let (mut its, others): (Vec<Record>, _) =
                left.into_iter().partition(|record| record.device == device.id);
            if let Some(seed) = shuffle {
                Rng::new(seed).shuffle(&mut its);
            }
            self.tests.extend(its);
            left = others;
        }
    }
}

impl RunEnvironment {
    /// Those of the runs that this is put together from; its own if it is not.
    pub fn leaves(&self) -> Vec<Self> {
        if self.parts.is_empty() { vec![self.clone()] } else { self.parts.clone() }
    }
}
