//! Tests by parts of their names.

use crate::skiplist::{Glob, meant_pattern};
use crate::suite::Suite;
use std::collections::BTreeSet;
use ur_ipc_report::counted;
use ur_ipc_report::suggestions::{did_you_mean, separated};

/// The separator between the parts of a name.
const SEPARATOR: &str = "::";

/// Whether a name is wanted by whole parts of it, one or several that follow each other, or by a pattern of it all.
/// `memory::open` is no part of `physical_memory::open`; `*open*` matches every name with these letters.
pub(super) fn matches(wanted: &str, name: &str, id: &str) -> bool {
    if wanted.contains('*') {
        let glob = Glob::new(wanted);
        return glob.matches(name) || glob.matches(id);
    }
    let parts: Vec<&str> = name.split(SEPARATOR).collect();
    let wanted: Vec<&str> = wanted.split(SEPARATOR).collect();
    parts.windows(wanted.len()).any(|window| window == wanted)
}

/// Suggests a name for a part of a name that none of these names has.
pub(super) fn suggestion<'n>(wanted: &str, exact: bool, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    if wanted.is_empty() {
        return String::new();
    }
    if exact {
        return without_exact(wanted, &names).unwrap_or_else(|| did_you_mean(wanted, names));
    }
    let holding = names.iter().filter(|name| name.contains(wanted)).count();
    if holding > 0 && !wanted.contains('*') {
        return format!("; did you mean '*{wanted}*' ({})?", counted(holding, "test"));
    }
    if wanted.contains('*') {
        return meant_pattern(wanted, SEPARATOR, names);
    }
    let parts = |text: &str| separated(text).split('.').filter(|part| !part.is_empty()).count();
    let length = parts(wanted).max(1);
    let parts: BTreeSet<String> = names
        .iter()
        .flat_map(|name| {
            let parts: Vec<&str> = name.split(SEPARATOR).collect();
            let windows = parts.windows(length).map(|window| window.join(SEPARATOR));
            windows.collect::<Vec<_>>()
        })
        .collect();
    did_you_mean(wanted, parts.iter().map(String::as_str))
}

/// Suggests to leave out `--exact` for parts of these names.
pub(super) fn without_exact(wanted: &str, names: &[&str]) -> Option<String> {
    let count = names.iter().filter(|name| matches(wanted, name, name)).count();
    let tests = counted(count, "test");
    (count > 0).then(|| format!("; --exact takes whole names: without it, this matches {tests}"))
}

/// Suggests an id or a pattern for one that matches none of these requirements.
pub(super) fn meant_requirement<'n>(wanted: &str, ids: impl IntoIterator<Item = &'n str> + Clone) -> String {
    let matching = |pattern: &str| {
        let glob = Glob::new(pattern);
        ids.clone().into_iter().filter(|id| glob.matches(id)).count()
    };
    // Names of tests have other separators.
    let dotted = wanted.replace(SEPARATOR, ".");
    if matching(&dotted) > 0 {
        return format!("; did you mean '{dotted}'?");
    }
    let wider = [format!("{dotted}.*"), format!("*{dotted}*")];
    for pattern in wider.iter().filter(|_| !dotted.is_empty() && !dotted.contains('*')) {
        let count = matching(pattern);
        if count > 0 {
            return format!("; `{pattern}` matches {count}");
        }
    }
    meant_pattern(&dotted, ".", ids)
}

/// Suggests a name for one that no test of the suite has. It may be a part of a name, with the device or without.
pub fn meant_test(suite: &Suite, wanted: &str, exact: bool) -> String {
    let device = wanted.match_indices(SEPARATOR).nth(1).map_or("", |(end, _)| &wanted[..end]);
    let is_device = device.split_once(SEPARATOR).is_some_and(|(_, alias)| alias.starts_with("dev"));
    let name = |id: &String| if is_device { format!("{device}{SEPARATOR}{id}") } else { id.clone() };
    let names: Vec<String> = suite.tests.iter().map(|test| name(&test.id)).collect();
    suggestion(wanted, exact, names.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const ID: &str = "memory::open::stale_handle";
    const NAME: &str = "host::dev1::memory::open::stale_handle";

    #[rstest]
    #[case::one_part("open", true)]
    #[case::the_last_part("stale_handle", true)]
    #[case::several_parts("memory::open", true)]
    #[case::with_the_device("dev1::memory", true)]
    #[case::the_id(ID, true)]
    #[case::the_name(NAME, true)]
    #[case::half_a_part("emory::open", false)]
    #[case::half_of_the_last_part("open::stale", false)]
    #[case::parts_with_a_gap("memory::stale_handle", false)]
    #[case::nothing_behind("memory::", false)]
    #[case::nothing("", false)]
    #[case::half_a_part_on_request("*stale*", true)]
    #[case::from_the_id_on("memory::*", true)]
    #[case::from_the_backend_on("host::*stale_handle", true)]
    #[case::not_from_the_middle("open::*", false)]
    fn parts_are_whole(#[case] wanted: &str, #[case] matched: bool) {
        assert_eq!(matches(wanted, NAME, ID), matched);
    }

    #[rstest]
    #[case::slip("memory::opne", false, "; did you mean 'memory::open'?")]
    #[case::half_a_part("stale", false, "; did you mean '*stale*' (1 test)?")]
    #[case::a_part_of_exact(
        "memory::open",
        true,
        "; --exact takes whole names: without it, this matches 1 test"
    )]
    #[case::empty("", false, "")]
    #[case::pattern("*stall*", false, "; did you mean '*stale*'?")]
    #[case::pattern_of_parts("memroy::opne::*", false, "; did you mean 'memory::open::*'?")]
    #[case::pattern_of_good_parts("open::*::memory", false, "")]
    #[case::pattern_like_nothing("*queue*", false, "")]
    #[case::exact("memory::open::stale_handel", true, "; did you mean 'memory::open::stale_handle'?")]
    #[case::nothing_like_it("queue", false, "")]
    fn what_was_meant_is_said(#[case] wanted: &str, #[case] exact: bool, #[case] said: &str) {
        assert_eq!(suggestion(wanted, exact, [ID, "event::get::a"].into_iter()), said);
    }

    #[rstest]
    #[case::slip("memory.opne.stale", "; did you mean 'memory.open.stale'?")]
    #[case::separators("memory::open::stale", "; did you mean 'memory.open.stale'?")]
    #[case::beginning("memory.open", "; `memory.open.*` matches 2")]
    #[case::part("stale", "; `*stale*` matches 1")]
    #[case::pattern("memory.opne.*", "; did you mean 'memory.open.*'?")]
    #[case::nothing_like_it("queue", "")]
    #[case::nothing("", "")]
    fn requirements_that_were_meant_are_said(#[case] wanted: &str, #[case] said: &str) {
        assert_eq!(meant_requirement(wanted, ["memory.open.stale", "memory.open.size", "event.one.a"]), said);
    }
}
