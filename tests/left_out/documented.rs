//! Needed entry points, as the contract's documentation shows them.

use ur_ipc_cts::api::{EntryPoint, Family, Role};

/// The families of objects that processes share.
pub const FAMILIES: [&str; 3] = ["memory", "physical_memory", "event"];

fn row(entry_point: &str) -> &'static EntryPoint {
    EntryPoint::named(entry_point).expect("an entry point")
}

/// True if devices are found by this entry point.
pub fn to_find_devices(entry_point: &str) -> bool {
    row(entry_point).position(Role::Listed).is_some()
}

/// True if it is one of those by which shared objects are made or shared.
pub fn is_promised(entry_point: &str) -> bool {
    row(entry_point).promised_with().is_some()
}

/// The families that need this entry point.
pub fn families(entry_point: &str) -> Vec<&'static str> {
    let needs = |family: &Family| FAMILIES[*family as usize - Family::Memory as usize];
    row(entry_point).needed_by.iter().map(needs).collect()
}
