//! All mutants, a folder a family of requirements.

mod cross_process;
mod device_info;
mod event;
mod level_zero;
mod lifetime;
mod memory;
mod physical_memory;
mod tools;

use crate::Mutant;

/// The mutants of a folder.
#[derive(Clone, Copy)]
pub struct Group {
    /// The folder's name.
    pub name: &'static str,
    tables: &'static [&'static [Mutant]],
}

impl Group {
    /// Its mutants, in the order of the tables.
    pub fn mutants(&self) -> impl Iterator<Item = &'static Mutant> + use<> {
        self.tables.iter().copied().flatten()
    }
}

/// The folders.
pub const GROUPS: &[Group] = &[
    Group { name: "device_info", tables: device_info::TABLES },
    Group { name: "memory", tables: memory::TABLES },
    Group { name: "physical_memory", tables: physical_memory::TABLES },
    Group { name: "event", tables: event::TABLES },
    Group { name: "lifetime", tables: lifetime::TABLES },
    Group { name: "cross_process", tables: cross_process::TABLES },
    Group { name: "level_zero", tables: level_zero::TABLES },
];

/// Every mutant.
#[must_use]
pub fn all() -> Vec<&'static Mutant> {
    GROUPS.iter().flat_map(Group::mutants).collect()
}
