//! Reasons, each once with the tests that have it.

use crate::outcome::{Outcome, Record};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A reason on a device.
pub(super) struct Reason<'d> {
    pub device: &'d str,
    pub text: &'d str,
    pub records: Vec<&'d Record>,
}

/// The reasons of the tests with this outcome, the most frequent first.
pub(super) fn of(records: &[Record], outcome: Outcome) -> Vec<Reason<'_>> {
    let mut found: BTreeMap<(&str, &str), Vec<&Record>> = BTreeMap::new();
    for record in records.iter().filter(|record| record.outcome() == outcome) {
        found.entry((&record.device, reason(record))).or_default().push(record);
    }
    let reason = |((device, text), records)| Reason { device, text, records };
    let mut reasons: Vec<Reason<'_>> = found.into_iter().map(reason).collect();
    reasons.sort_by_key(|reason| Reverse(reason.records.len()));
    reasons
}

/// The reason of an outcome.
pub(super) fn reason(record: &Record) -> &str {
    record.execution.reason.as_deref().unwrap_or("no reason given")
}
