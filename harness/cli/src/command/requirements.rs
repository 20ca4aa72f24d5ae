//! `ur-ipc-cts requirements`.

use super::arguments::level;
use crate::command_error::CommandError;
use crate::error::Error;
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use ur_ipc_harness::skiplist::Glob;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::requirements::{Level, Requirement};
use ur_ipc_report::suggestions::did_you_mean;
use ur_ipc_report::{WriteError, counted, print, print_data};

#[derive(Debug, Args)]
pub(super) struct RequirementsArguments {
    /// Part of a requirement's id, text or source (upper and lower case are the same), or a pattern of its id with `*` (several: any of them)
    #[arg(value_name = "TEXT")]
    pub texts: Vec<String>,
    /// List only requirements of this family (repeatable)
    #[arg(long, value_name = "FAMILY")]
    pub family: Vec<String>,
    /// List only requirements of this level (repeatable)
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    pub level: Vec<Level>,
    /// Print JSON
    #[arg(long, conflicts_with = "ur_cts")]
    pub json: bool,
    /// Print which tests repeat which tests of UR's own conformance suite
    #[arg(long)]
    pub ur_cts: bool,
}

#[derive(Serialize)]
struct RequirementEntry<'r> {
    #[serde(flatten)]
    requirement: &'r Requirement,
    tests: Vec<&'r str>,
    ur_cts_twins: Vec<String>,
}

pub(super) fn requirements(suite: &Suite, arguments: &RequirementsArguments) -> Result<u8, Error> {
    let entries: Vec<RequirementEntry<'_>> = chosen(suite, arguments)?
        .into_iter()
        .map(|requirement| RequirementEntry {
            requirement,
            tests: suite
                .tests
                .iter()
                .filter(|test| test.requirements.contains(&requirement.id.as_str()))
                .map(|test| test.id.as_str())
                .collect(),
            ur_cts_twins: requirement.twins(),
        })
        .collect();
    if arguments.json {
        print_data(&(serde_json::to_string_pretty(&entries).map_err(WriteError::from)? + "\n"))?;
    } else if arguments.ur_cts {
        print(&twins(suite, &entries))?;
    } else {
        print(&table(&entries))?;
    }
    Ok(0)
}

fn table(entries: &[RequirementEntry<'_>]) -> String {
    let mut text = String::new();
    for entry in entries {
        let Requirement { id, level, expect, source, .. } = entry.requirement;
        let about = entry.requirement.chapter().about();
        let _ = writeln!(text, "{level:<6} {id} ({about})\n       {expect}\n       source: {source}");
        for test in &entry.tests {
            let _ = writeln!(text, "       test: {test}");
        }
        match (entry.tests.is_empty(), &entry.requirement.untested) {
            (true, Some(why)) => {
                let _ = writeln!(text, "       out of reach: {why}");
            }
            (true, None) => text.push_str("       no test\n"),
            _ => {}
        }
    }
    let tested = entries.iter().filter(|entry| !entry.tests.is_empty()).count();
    let _ = writeln!(text, "\n{}, {tested} of them with tests", counted(entries.len(), "requirement"));
    text
}

/// Each test of UR's own suite with the tests that repeat it.
fn twins(suite: &Suite, entries: &[RequirementEntry<'_>]) -> String {
    let mut text = String::new();
    let mut names: Vec<&str> =
        entries.iter().flat_map(|entry| &entry.ur_cts_twins).map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let tests: Vec<&str> = suite
            .tests
            .iter()
            .filter(|test| test.twin_of.contains(&name))
            .map(|test| test.id.as_str())
            .collect();
        let tests = if tests.is_empty() { "no test".to_owned() } else { tests.join(", ") };
        let _ = writeln!(text, "{name} -> {tests}");
    }
    text
}

/// The requirements that were asked for.
///
/// # Errors
/// Which condition none fulfils, or that none fulfils all.
fn chosen<'s>(suite: &'s Suite, arguments: &RequirementsArguments) -> Result<Vec<&'s Requirement>, Error> {
    let all = suite.requirements.all();
    for text in &arguments.texts {
        if !all.iter().any(|requirement| has(requirement, text)) {
            let meant = did_you_mean(text, all.iter().map(|requirement| requirement.id.as_str()));
            return Err(CommandError::NoRequirement { text: text.clone(), meant }.into());
        }
    }
    let RequirementsArguments { texts, family, level, .. } = arguments;
    let wanted = |requirement: &&Requirement| {
        (texts.is_empty() || texts.iter().any(|text| has(requirement, text)))
            && (family.is_empty() || family.contains(&requirement.family))
            && (level.is_empty() || level.contains(&requirement.level))
    };
    let chosen: Vec<&Requirement> = all.iter().filter(wanted).collect();
    if chosen.is_empty() { Err(CommandError::NoRequirements.into()) } else { Ok(chosen) }
}

/// Whether a requirement has this text, in whatever case, or an id of this pattern.
fn has(requirement: &Requirement, text: &str) -> bool {
    if text.contains('*') {
        return Glob::new(text).matches(&requirement.id);
    }
    let Requirement { id, entry_point, expect, source, .. } = requirement;
    let text = text.to_lowercase();
    [id, entry_point, expect, source].into_iter().any(|part| part.to_lowercase().contains(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_report::requirements::Level;
    use ur_ipc_report::samples::catalogue;

    fn ids(texts: &[&str], family: &[&str], level: &[Level]) -> Result<Vec<String>, Error> {
        let requirements = catalogue(&[
            ("memory.open.stale", "must", ""),
            ("memory.get.a", "should", ""),
            ("event.get.a", "must", ""),
        ]);
        let suite = Suite { requirements, ..Suite::default() };
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let (texts, family, level) = (owned(texts), owned(family), level.to_vec());
        let arguments = RequirementsArguments { texts, family, level, json: false, ur_cts: false };
        chosen(&suite, &arguments)
            .map(|chosen| chosen.iter().map(|requirement| requirement.id.clone()).collect())
    }

    #[rstest]
    #[case::all(&[], &[], &[], &["memory.open.stale", "memory.get.a", "event.get.a"])]
    #[case::text_in_any_case(&["OPEN"], &[], &[], &["memory.open.stale"])]
    #[case::several_texts(&["stale", "event.get"], &[], &[], &["memory.open.stale", "event.get.a"])]
    #[case::pattern(&["*.get.*"], &[], &[], &["memory.get.a", "event.get.a"])]
    #[case::family(&[], &["memory"], &[], &["memory.open.stale", "memory.get.a"])]
    #[case::level(&[], &[], &[Level::Should], &["memory.get.a"])]
    #[case::together(&["get"], &["memory", "event"], &[Level::Must], &["event.get.a"])]
    fn requirements_are_chosen(
        #[case] texts: &[&str],
        #[case] family: &[&str],
        #[case] level: &[Level],
        #[case] expected: &[&str],
    ) {
        assert_eq!(ids(texts, family, level).unwrap(), expected);
    }

    #[rstest]
    #[case::text(
        &["stale", "memory.get.b"],
        &[],
        "no requirement has 'memory.get.b' in its id, its text or its source; did you mean 'memory.get.a'?"
    )]
    #[case::together(&["stale"], &["event"], "no requirement is left by the filters together")]
    fn what_chooses_nothing_is_an_error(
        #[case] texts: &[&str],
        #[case] family: &[&str],
        #[case] error: &str,
    ) {
        assert_eq!(ids(texts, family, &[]).unwrap_err().to_string(), error);
    }
}
