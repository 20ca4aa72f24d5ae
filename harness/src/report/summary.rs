//! Counting outcomes.

use crate::outcome::{Outcome, Record};
use crate::requirements::Level;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// Counts of outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(BTreeMap<Outcome, u64>);

impl Counts {
    pub(crate) fn add(&mut self, outcome: Outcome) {
        *self.0.entry(outcome).or_default() += 1;
    }

    pub(crate) fn of(&self, outcome: Outcome) -> u64 {
        self.0.get(&outcome).copied().unwrap_or_default()
    }

    /// Those after which a run cannot be called good.
    pub(crate) fn bad(&self) -> u64 {
        self.0.iter().filter(|(outcome, _)| !outcome.is_good()).map(|(_, count)| count).sum()
    }

    /// "3 pass, 1 skip".
    pub(crate) fn in_words(&self) -> String {
        let words: Vec<String> = self.0.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Outcome::ALL.len()))?;
        for outcome in Outcome::ALL {
            map.serialize_entry(outcome.name(), &self.of(outcome))?;
        }
        map.end()
    }
}

/// What a device's tests amount to.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) struct DeviceSummary {
    /// Whether no must-level test went wrong, expected or not, and at least one passed.
    pub conforms: bool,
    pub must: Counts,
    pub should: Counts,
    pub may: Counts,
}

/// The `summary` of a result file.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Summary {
    /// Whether the run came to its end.
    pub complete: bool,
    /// Whether no record spoils the run.
    pub ok: bool,
    /// How many tests of the suite were not asked for.
    pub filtered_out: usize,
    pub total: Counts,
    pub devices: BTreeMap<String, DeviceSummary>,
}

impl DeviceSummary {
    pub(crate) fn level(&self, level: Level) -> &Counts {
        match level {
            Level::Must => &self.must,
            Level::Should => &self.should,
            Level::May => &self.may,
        }
    }

    fn add(&mut self, record: &Record) {
        let counts = match record.level {
            Level::Must => &mut self.must,
            Level::Should => &mut self.should,
            Level::May => &mut self.may,
        };
        counts.add(record.outcome);
        self.conforms =
            self.must.bad() + self.must.of(Outcome::ExpectedFail) == 0 && self.must.of(Outcome::Pass) > 0;
    }
}

impl Summary {
    pub(crate) fn new(filtered_out: usize) -> Self {
        Self { ok: true, filtered_out, ..Self::default() }
    }

    /// Whether no test ran: all were skipped.
    pub(crate) fn nothing_ran(&self) -> bool {
        self.total.bad() + self.total.of(Outcome::Pass) + self.total.of(Outcome::ExpectedFail) == 0
    }

    pub(crate) fn add(&mut self, record: &Record) {
        self.total.add(record.outcome);
        self.devices.entry(record.device.clone()).or_default().add(record);
        self.ok &= !record.spoils_the_run();
    }
}
