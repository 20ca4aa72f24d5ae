//! All mutants, a folder a family of requirements.

mod cross_process;
mod device_info;
mod event;
mod lifetime;
mod memory;
mod physical_memory;
mod tools;

use crate::Mutant;

/// Every mutant.
#[must_use]
pub fn all() -> Vec<&'static Mutant> {
    let families = [
        device_info::TABLES,
        memory::TABLES,
        physical_memory::TABLES,
        event::TABLES,
        lifetime::TABLES,
        cross_process::TABLES,
    ];
    families.into_iter().flatten().copied().flatten().collect()
}
