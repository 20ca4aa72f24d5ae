//! What the documentation of the contract says of the entry points that are needed.

/// Where the contract is written down.
const CONTRACT: &str = include_str!("../../api/src/contract.rs");

/// The families of objects that processes share.
pub const FAMILIES: [&str; 3] = ["memory", "physical_memory", "event"];

/// Whether devices are found by this entry point.
pub fn to_find_devices(entry_point: &str) -> bool {
    names("to find devices", entry_point)
}

/// The families that need this entry point.
pub fn families(entry_point: &str) -> Vec<&'static str> {
    let needs = |family: &&'static str| names("every family", entry_point) || names(family, entry_point);
    FAMILIES.into_iter().filter(needs).collect()
}

/// Whether the point of the list that begins so names the entry point.
fn names(point: &str, entry_point: &str) -> bool {
    let lines = CONTRACT.lines().filter_map(|line| line.trim_start().strip_prefix("/// "));
    let mut points = lines.skip_while(|line| !line.starts_with(&format!("- {point}:")));
    let first = points.next().unwrap_or_else(|| panic!("the contract has no point '{point}'"));
    let rest = points.take_while(|line| line.starts_with("  "));
    std::iter::once(first).chain(rest).any(|line| line.contains(&format!("`{entry_point}`")))
}
