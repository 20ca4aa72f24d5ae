//! The parts that are about the same devices: one run, or its shards.

use super::super::environment::DeviceEntry;
use super::super::escape::counted;
use super::super::request_record::{RequestRecord, names_digest};
use super::Part;
use super::agreement::{differences, fields};
use crate::outcome::Record;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Parts with devices in common.
pub(super) struct Group<'p> {
    parts: Vec<&'p Part>,
}

/// The parts by their devices, in their order.
pub(super) fn groups(parts: &[Part]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for part in parts {
        let ids = ids(part);
        match groups
            .iter_mut()
            .find(|group| group.parts.iter().any(|known| !self::ids(known).is_disjoint(&ids)))
        {
            Some(group) => group.parts.push(part),
            None => groups.push(Group { parts: vec![part] }),
        }
    }
    groups
}

pub(super) fn ids(part: &Part) -> BTreeSet<&str> {
    part.document.devices.iter().map(|device| device.id.as_str()).collect()
}

impl Group<'_> {
    fn first(&self) -> &Part {
        self.parts[0]
    }

    pub(super) fn request(&self) -> &RequestRecord {
        self.first().request()
    }

    pub(super) fn parts(&self) -> Vec<Part> {
        self.parts.iter().copied().cloned().collect()
    }

    /// The names of the files, for messages.
    pub(super) fn files(&self) -> String {
        self.parts.iter().map(|part| part.file.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Why these are not all parts of one run, a line each.
    pub(super) fn problems(&self) -> Vec<String> {
        let mut problems = self.disagreements();
        if problems.is_empty() {
            problems = self.shards();
        }
        if problems.is_empty() {
            problems = self.tests();
        }
        problems
    }

    /// In what they are not of one run, a line each.
    pub(super) fn disagreements(&self) -> Vec<String> {
        let first = self.first();
        let differ = |other: &&Part| {
            // Of other devices everything is another.
            let same = ids(first) == ids(other);
            differences(first, &terms(first, same), other, &terms(other, same))
        };
        self.parts[1..].iter().flat_map(differ).collect()
    }

    /// Shards that are missing or there more than once.
    fn shards(&self) -> Vec<String> {
        let mut files: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        let mut of = 1;
        for part in &self.parts {
            let shard = part.request().shard;
            of = shard.map_or(1, |shard| shard.of);
            files.entry(shard.map_or(1, |shard| shard.index)).or_default().push(&part.file);
        }
        let devices = ids(self.first()).into_iter().collect::<Vec<_>>().join(", ");
        let told = (1..=of).filter_map(|index| match files.get(&index).map(Vec::as_slice) {
            None => Some(format!("shard {index}/{of} of {devices} is missing")),
            Some([_]) => None,
            Some(files) if of == 1 => Some(format!(
                "{} are all about {devices}: its tests would count more than once",
                files.join(", ")
            )),
            Some(files) => {
                Some(format!("shard {index}/{of} of {devices} is there more than once: {}", files.join(", ")))
            }
        });
        // A file may say any number.
        told.take(MOST_TOLD).collect()
    }

    /// Tests that are missing or there more than once, though each shard is there.
    fn tests(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut files: BTreeMap<&str, &str> = BTreeMap::new();
        for (part, record) in self.records() {
            if let Some(known) = files.insert(&record.name, &part.file) {
                problems.push(format!("{}: {} is in {known} as well", part.file, record.name));
            }
        }
        let asked = self.request();
        let complete =
            files.len() == asked.tests && names_digest(files.keys().copied()) == asked.tests_digest;
        if problems.is_empty() && !complete {
            problems.push(format!(
                "{}: together they have {}, which are not the {} that were asked for",
                self.files(),
                counted(files.len(), "test"),
                asked.tests
            ));
        }
        problems.truncate(MOST_TOLD);
        problems
    }

    fn records(&self) -> impl Iterator<Item = (&Part, &Record)> {
        self.parts.iter().flat_map(|part| part.document.tests.iter().map(|record| (*part, record)))
    }

    /// Returns the number of tests outside the request. A shard also counts the tests of other shards as filtered out;
    /// they are subtracted.
    pub(super) fn filtered_out(&self) -> usize {
        let summary = &self.first().document.summary;
        summary
            .filtered_out
            .saturating_add(self.first().document.tests.len())
            .saturating_sub(self.request().tests)
    }

    /// The devices. What tells one of two like devices from the other is left out where the parts ran on several.
    pub(super) fn devices(&self) -> Vec<DeviceEntry> {
        let mut devices = self.first().document.devices.clone();
        for device in &mut devices {
            let others = self.parts.iter().flat_map(|part| &part.document.devices);
            for other in others.filter(|other| other.id == device.id) {
                let (known, other) = (&mut device.description, &other.description);
                for (known, other) in
                    [(&mut known.uuid, &other.uuid), (&mut known.pci_address, &other.pci_address)]
                {
                    if known != other {
                        known.clear();
                    }
                }
            }
        }
        devices
    }
}

/// Maximum number of problems of one kind that are reported.
const MOST_TOLD: usize = 20;

/// Returns the values that have to be equal in all shards of a run, by name, with or without the device descriptions.
fn terms(part: &Part, with_devices: bool) -> BTreeMap<String, Value> {
    let asked = RequestRecord { shard: None, ..part.request().clone() };
    let mut terms = fields(&asked);
    terms.extend(fields(&part.document.environment.terms));
    // Both fronts run the same.
    terms.remove("front");
    let shards = part.request().shard.map(|shard| shard.of);
    terms.insert("number of shards".to_owned(), shards.into());
    terms.insert("skiplists".to_owned(), part.document.environment.skiplists.clone().into());
    terms.insert("devices".to_owned(), json!(ids(part)));
    for device in part.document.devices.iter().filter(|_| with_devices) {
        for (field, value) in fields(device) {
            // Each machine may have its own of a kind.
            if field != "uuid" && field != "pci_address" {
                terms.insert(format!("{field} of {}", device.id), value);
            }
        }
    }
    terms
}
