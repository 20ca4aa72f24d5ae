//! Audits tests against requirements.

use crate::suite::Suite;
use std::collections::{BTreeSet, HashSet};
use ur_ipc_fixtures::Depth;
use ur_ipc_report::requirements::family_of;
use ur_ipc_report::subject::subject;

/// Lists the errors of a suite; empty if all is well:
/// - a requirement that no usual test cites and that is not declared out of reach, or that is and has such a test;
/// - a requirement whose family is not that of its id;
/// - a test that cites an unknown requirement or none, mixes levels or chapters, or has a wrong or a duplicate id;
/// - tests of UR's own suite that a requirement does not name, that are unknown, or that no test repeats;
/// - skiplist patterns that match nothing.
#[must_use]
pub fn audit(suite: &Suite) -> Vec<String> {
    let mut problems = Vec::new();
    ids(suite, &mut problems);
    citations(suite, &mut problems);
    coverage(suite, &mut problems);
    twins(suite, &mut problems);
    problems.extend(suite.skiplists.iter().flat_map(|list| list.unmatched_patterns(&suite.tests)));
    problems
}

fn is_id(id: &str) -> bool {
    let parts: Vec<&str> = id.split("::").collect();
    let good = |part: &&str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    parts.len() == 3 && parts.iter().all(good)
}

fn ids(suite: &Suite, problems: &mut Vec<String>) {
    let mut seen = HashSet::new();
    for test in &suite.tests {
        if !is_id(&test.id) {
            problems
                .push(format!("test {}: an id is three parts of lowercase letters, digits and _", test.id));
        }
        if !seen.insert(&test.id) {
            problems.push(format!("test {}: another test has the same id", test.id));
        }
    }
}

fn citations(suite: &Suite, problems: &mut Vec<String>) {
    for test in &suite.tests {
        if test.requirements.is_empty() {
            problems.push(format!("test {}: it cites no requirement", test.id));
        }
        let (mut levels, mut chapters) = (BTreeSet::new(), BTreeSet::new());
        for id in &test.requirements {
            match suite.requirements.get(id) {
                Some(requirement) => {
                    levels.insert(requirement.level.name());
                    chapters.insert(requirement.chapter().about());
                }
                None => problems.push(format!("test {}: there is no requirement {id}", test.id)),
            }
        }
        for (what, mixed) in [("levels", levels), ("chapters", chapters)] {
            if mixed.len() > 1 {
                let mixed = Vec::from_iter(mixed).join(" and ");
                problems.push(format!("test {}: it mixes the {what} {mixed}", test.id));
            }
        }
    }
}

fn coverage(suite: &Suite, problems: &mut Vec<String>) {
    let requirements = &suite.requirements;
    let usual = suite.tests.iter().filter(|test| test.depth == Depth::Usual);
    let tested: HashSet<&str> = usual.flat_map(|test| &test.requirements).copied().collect();
    for requirement in requirements.all() {
        let id = requirement.id.as_str();
        if family_of(id) != requirement.family {
            let family = &requirement.family;
            problems.push(format!("requirement {id}: its id does not begin with its family {family}"));
        }
        match (tested.contains(id), &requirement.untested) {
            (false, None) => problems.push(format!("requirement {id} ({}): no test", requirement.level)),
            (true, Some(_)) => {
                problems.push(format!("requirement {id}: declared out of reach, but it has a test"));
            }
            _ => {}
        }
    }
}

fn twins(suite: &Suite, problems: &mut Vec<String>) {
    let mut repeated: HashSet<&str> = HashSet::new();
    for test in &suite.tests {
        repeated.extend(&test.twin_of);
    }
    let mut known = HashSet::new();
    for requirement in suite.requirements.all() {
        let names = requirement.twins();
        if requirement.ur_cts && names.is_empty() {
            problems.push(format!(
                "requirement {}: {}'s own tests of it are not named",
                requirement.id,
                subject().origin
            ));
        }
        for name in names {
            if !repeated.contains(name.as_str()) && requirement.untested.is_none() {
                problems.push(format!(
                    "requirement {}: no test repeats {}'s {name}",
                    requirement.id,
                    subject().origin
                ));
            }
            known.insert(name);
        }
    }
    for test in &suite.tests {
        for name in test.twin_of.iter().filter(|&&name| !known.contains(name)) {
            problems.push(format!("test {}: no requirement names {}'s {name}", test.id, subject().origin));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use ur_ipc_fixtures::Test;
    use ur_ipc_report::requirements::Requirements;
    use ur_ipc_report::samples::empty_test;

    const CATALOGUE: &str = "
- {id: a.get.x, family: a, entry_point: e, level: must, expect: x, source: s, ur_cts: true, ur_cts_test: T.X / Y}
- {id: a.get.y, family: a, entry_point: e, level: should, expect: x, source: s, ur_cts: false}
- {id: a.get.z, family: a, entry_point: e, level: may, expect: x, source: s, ur_cts: false, untested: nobody sees it}
- {id: sycl.a.get.q, family: a, entry_point: e, level: may, expect: x, source: s, ur_cts: false, untested: as well}
";

    fn test(id: &str, requirements: &[&'static str]) -> Arc<Test> {
        empty_test(id, requirements, &[])
    }

    fn suite(tests: Vec<Arc<Test>>) -> Suite {
        let requirements = Requirements::parse(CATALOGUE).unwrap();
        Suite { tests, requirements, ..Suite::default() }
    }

    #[test]
    fn ids_are_three_plain_words() {
        for good in ["a::b::c", "memory::get_2::x_1", "a::b::c9"] {
            assert!(is_id(good), "{good}");
        }
        for bad in
            ["", "a::b", "a::b::c::d", "a::b::", "a::B::c", "a::9b::c", "a::_b::c", "a::b-c::d", "a::bC::d"]
        {
            assert!(!is_id(bad), "{bad}");
        }
    }

    #[test]
    fn a_good_suite_has_no_problems() {
        let tests =
            vec![empty_test("a::get::x", &["a.get.x"], &["T.X", "T.Y"]), test("a::get::y", &["a.get.y"])];
        assert_eq!(audit(&suite(tests)), [""; 0]);
    }

    #[test]
    fn problems_are_found() {
        let tests = vec![
            empty_test("a::get::x", &["a.get.x", "a.get.y", "a.get.q"], &["T.X", "T.Q"]),
            test("a::get::x", &[]),
            test("a::Get", &["a.get.z"]),
        ];
        assert_eq!(
            audit(&suite(tests)),
            [
                "test a::get::x: another test has the same id",
                "test a::Get: an id is three parts of lowercase letters, digits and _",
                "test a::get::x: there is no requirement a.get.q",
                "test a::get::x: it mixes the levels must and should",
                "test a::get::x: it mixes the chapters expected behaviour and specified behaviour",
                "test a::get::x: it cites no requirement",
                "requirement a.get.z: declared out of reach, but it has a test",
                "requirement a.get.x: no test repeats UR's T.Y",
                "test a::get::x: no requirement names UR's T.Q",
            ]
        );
        assert!(audit(&suite(Vec::new())).contains(&"requirement a.get.y (should): no test".to_owned()));
    }

    #[test]
    fn ids_of_requirements_begin_with_their_families() {
        let catalogue = CATALOGUE.replace("sycl.a.get.q, family: a", "sycl.a.get.q, family: sycl");
        let suite = Suite { requirements: Requirements::parse(&catalogue).unwrap(), ..suite(Vec::new()) };
        let problem = "requirement sycl.a.get.q: its id does not begin with its family sycl";
        assert!(audit(&suite).contains(&problem.to_owned()), "{:?}", audit(&suite));
    }
}
