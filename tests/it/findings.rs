//! Skiplists refer to existing places of this repository.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The part of a link after `#` that leads to this heading of whatever level, by GitHub's rule.
fn anchor(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn skiplists_lead_to_findings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = BTreeSet::new();
    for list in ur_ipc_cts::skiplists().into_iter().chain(ur_ipc_cts::sycl_skiplists()) {
        for issue in list.entries.iter().filter_map(|entry| entry.issue.clone()) {
            if !issue.contains("://") {
                links.insert((list.file_name.clone(), issue));
            }
        }
    }
    assert!(!links.is_empty());
    for (list, link) in links {
        let (file, wanted) = link.split_once('#').unwrap_or((&link, ""));
        let text =
            fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{list}: {file}: {error}"));
        let found = text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == wanted);
        assert!(found, "{list}: {file} has no heading for #{wanted}");
    }
}
