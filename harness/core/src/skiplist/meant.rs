//! The pattern that was meant by one that matches nothing.

use super::Glob;
use std::collections::BTreeSet;
use ur_ipc_report::suggestions::{did_you_mean, find_close};

/// As many patterns are tried to find one that was meant.
const MOST_PATTERNS: usize = 256;

/// Suggests a name or a pattern for one that matches none of these names, whose parts stand between separators.
pub fn meant_pattern<'n>(
    wanted: &str,
    separator: &str,
    names: impl IntoIterator<Item = &'n str> + Clone,
) -> String {
    if !wanted.contains('*') {
        let group = format!("{wanted}{separator}");
        return match names.clone().into_iter().any(|name| name.starts_with(&group)) {
            true => format!("; did you mean '{group}*'?"),
            false => did_you_mean(wanted, names),
        };
    }
    // A pattern has parts of names, or parts of their words.
    let parts = names.clone().into_iter().flat_map(|name| name.split(separator));
    let known: BTreeSet<&str> = parts.flat_map(|part| part.split('_').chain([part])).collect();
    let choices = |part: &str| {
        let is_known = known.iter().any(|known| known.contains(part));
        let meant = if is_known { Vec::new() } else { find_close(part, known.iter().copied()) };
        let choices = if meant.is_empty() { vec![part] } else { meant };
        choices.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut patterns = vec![String::new()];
    for (number, piece) in wanted.split('*').enumerate() {
        let star = if number > 0 { "*" } else { "" };
        for (number, part) in piece.split(separator).enumerate() {
            let before = if number > 0 { separator } else { star };
            let choices = choices(part);
            let longer = |pattern: &String| {
                choices.iter().map(|part| format!("{pattern}{before}{part}")).collect::<Vec<_>>()
            };
            patterns = patterns.iter().flat_map(longer).take(MOST_PATTERNS).collect();
        }
    }
    let meant = patterns.iter().find(|pattern| {
        let glob = Glob::new(pattern);
        names.clone().into_iter().any(|name| glob.matches(name))
    });
    meant.map(|meant| format!("; did you mean '{meant}'?")).unwrap_or_default()
}
