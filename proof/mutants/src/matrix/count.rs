//! Counts killed mutants: in all, by family, by folder of the catalogue.

use super::Row;
use crate::Suite;
use serde::Serialize;
use std::collections::BTreeMap;
use ur_ipc_cts::harness::Requirements;

/// The number of mutants, and of those that are killed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// All.
    pub mutants: usize,
    /// Those that a test killed which cites what they violate.
    pub killed: usize,
    /// Those on which any test ended otherwise than on the unbroken backend.
    pub noticed: usize,
}

/// Counts of one set of rows.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    /// Over all.
    pub all: Count,
    /// By the family of the first requirement that a mutant violates.
    pub families: BTreeMap<String, Count>,
    /// By the folder of the catalogue.
    pub groups: BTreeMap<&'static str, Count>,
}

impl Count {
    fn add(&mut self, row: &Row) {
        self.mutants += 1;
        self.killed += usize::from(!row.survived());
        self.noticed += usize::from(row.was_noticed());
    }
}

/// Counts rows.
#[must_use]
pub fn count(rows: &[Row], requirements: &Requirements) -> Total {
    let mut total = Total { all: Count::default(), families: BTreeMap::new(), groups: BTreeMap::new() };
    let groups: BTreeMap<&str, &'static str> = [Suite::UnifiedRuntime, Suite::Sycl]
        .into_iter()
        .flat_map(Suite::groups)
        .flat_map(|group| group.mutants.iter().map(|mutant| (mutant.id.as_str(), group.name)))
        .collect();
    for row in rows {
        total.all.add(row);
        let first = row.violates.first().and_then(|id| requirements.get(id));
        let family = first.map_or_else(String::new, |requirement| requirement.family.clone());
        total.families.entry(family).or_default().add(row);
        total.groups.entry(groups.get(row.id).copied().unwrap_or_default()).or_default().add(row);
    }
    total
}
