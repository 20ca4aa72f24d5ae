//! All reasons why results do not certify, in words.

mod completeness;
mod consistency;
mod outcomes;
mod terms;

pub(super) use terms::on_unknown_backends;

use ur_ipc_report::{Catalogue, Document, UNKNOWN, VERSION, counted, first_of, one_line};

/// Maximum number of names that a reason lists.
const SHOWN: usize = 10;

/// The objections to results, and remarks on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Why they certify nothing.
    pub refusals: Vec<String>,
    /// Questions that the results leave open, and facts that their reader needs.
    pub remarks: Vec<String>,
}

impl Findings {
    /// Holds results against a suite: that of who made them, or of who verifies them.
    pub fn of(document: &Document, suite: &dyn Catalogue) -> Self {
        Self::at(suite.commit().unwrap_or(UNKNOWN), document, suite)
    }

    /// Returns the findings that the maker of the results had, with a suite of the commit that they name.
    pub(super) fn of_maker(document: &Document, suite: &dyn Catalogue) -> Self {
        Self::at(&document.environment.suite_commit, document, suite)
    }

    fn at(commit: &str, document: &Document, suite: &dyn Catalogue) -> Self {
        let mut findings = Self::default();
        if findings.is_comparable(document, commit) {
            terms::check_lists(document, suite, &mut findings);
            completeness::check(document, suite, &mut findings);
            outcomes::check_skips(document, suite, &mut findings);
            consistency::check_judgement(document, suite, &mut findings);
        }
        terms::check(document, suite, &mut findings);
        outcomes::check(document, &mut findings);
        consistency::check(document, &mut findings);
        findings
    }

    /// True if they are of a suite of the same version: else nothing can be held against its lists.
    fn is_comparable(&mut self, document: &Document, own: &str) -> bool {
        let (version, commit) = (&document.environment.suite_version, &document.environment.suite_commit);
        if version != VERSION {
            self.refuse(format!(
                "version {} of the suite made this, and this is {VERSION}: whether all tests ran, and whether the verdict is \
                 right, can only be said by that version",
                one_line(version)
            ));
            return false;
        }
        if commit != own || own == UNKNOWN || own.ends_with("-dirty") {
            let (commit, own) = (one_line(commit), one_line(own));
            self.remark(if commit == own {
                format!("made by a suite of commit {commit}, and so is this one: their tests may differ all the same")
            } else {
                format!("made by a suite of commit {commit}, and this one is of commit {own}: their tests may differ")
            });
        }
        true
    }

    pub(super) fn refuse(&mut self, why: String) {
        self.refusals.push(why);
    }

    pub(super) fn remark(&mut self, what: String) {
        self.remarks.push(what);
    }

    /// Refuses for tests, if there are any.
    fn refuse_tests(&mut self, names: &[&str], why: &str) {
        if !names.is_empty() {
            self.refuse(format!("{why}: {}: {}", counted(names.len(), "test"), listed(names)));
        }
    }

    /// Refuses for fields of a file that nobody reads, if there are any.
    pub(super) fn refuse_fields(&mut self, file: &str, paths: &[String]) {
        if !paths.is_empty() {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            self.refuse(format!("{file} says what this suite does not write: {}", listed(&paths)));
        }
    }
}

/// Names with commas between them, the first of many.
fn listed(names: &[&str]) -> String {
    one_line(&first_of(SHOWN, names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::Lists;
    use crate::statement::Statement;
    use rstest::rstest;
    use std::sync::Arc;
    use ur_ipc_fixtures::{Depth, Test};
    use ur_ipc_report::outcome::{Outcome, Record};
    use ur_ipc_report::requirements::Requirements;
    use ur_ipc_report::samples;
    use ur_ipc_report::samples::empty_test;

    /// The suite that the sample results are of, but for a test that they lack.
    struct Suite {
        tests: Vec<Arc<Test>>,
        requirements: Requirements,
    }

    impl Catalogue for Suite {
        fn tests(&self) -> &[Arc<Test>] {
            &self.tests
        }

        fn requirements(&self) -> &Requirements {
            &self.requirements
        }

        fn commit(&self) -> Option<&'static str> {
            None
        }

        fn knows(&self, _: &str) -> bool {
            false
        }

        fn is_software(&self, _: &str) -> bool {
            false
        }
    }

    fn suite() -> Suite {
        let ids = ["fine", "twice", "event_a", "event_b", "known", "stale", "stail"];
        let tests = ids.map(|name| match name {
            "twice" => empty_test("memory::open::twice", &["memory.get.twice"], &[]),
            name => empty_test(&format!("memory::open::{name}"), &["memory.open.stale"], &[]),
        });
        Suite { tests: tests.to_vec(), requirements: samples::requirements() }
    }

    fn describe(document: &Document) -> String {
        let Findings { refusals, remarks } = Findings::of(document, &suite());
        format!("{}\n--\n{}\n", refusals.join("\n"), remarks.join("\n"))
    }

    #[test]
    fn all_reasons_are_told() {
        insta::assert_snapshot!(describe(&samples::document()));
    }

    #[test]
    fn a_failure_that_is_made_a_success_shows() {
        let mut document = samples::document();
        for record in &mut document.tests {
            record.execution.outcome = Outcome::Pass;
        }
        insta::assert_snapshot!(describe(&document));
    }

    #[test]
    fn of_another_version_nothing_is_held_against_the_lists() {
        let mut document = samples::document();
        document.environment.suite_version = "0.0.9".to_owned();
        document.tests.retain(|record: &Record| record.outcome() == Outcome::Pass);
        let told = describe(&document);
        assert!(told.starts_with("version 0.0.9 of the suite made this, and this is "), "{told}");
        assert!(!told.contains("missing on"), "{told}");
    }

    /// A run may have left out all that only thorough ones have, and no part of it.
    #[rstest]
    #[case::all(&["stail"], Some("1 thorough test did not run (--usual)"), None)]
    #[case::a_part(&["stail", "fine"], None, Some("1 test of the list: memory::open::stail"))]
    fn what_only_thorough_runs_have_may_be_left_out(
        #[case] thorough: &[&str],
        #[case] remark: Option<&str>,
        #[case] refusal: Option<&str>,
    ) {
        let mut suite = suite();
        for test in &mut suite.tests {
            let test = Arc::get_mut(test).expect("nobody else has it");
            if thorough.iter().any(|name| test.id.ends_with(&format!("::{name}"))) {
                test.depth = Depth::Thorough;
            }
        }
        let mut document = samples::document();
        document.environment.suite_version = VERSION.to_owned();
        let found = Findings::of(&document, &suite);
        let says = |list: &[String], what: &str| list.iter().any(|said| said.contains(what));
        assert_eq!(remark.is_some(), says(&found.remarks, "thorough test did not run"), "{found:?}");
        assert!(remark.is_none_or(|remark| says(&found.remarks, remark)), "{found:?}");
        assert_eq!(refusal.is_some(), says(&found.refusals, "of the list: memory::open::stail"), "{found:?}");
        assert!(refusal.is_none_or(|refusal| says(&found.refusals, refusal)), "{found:?}");
    }

    #[rstest]
    #[case::of_a_build_without_it(
        Some("whether host is hardware is not known here: backend and profile are not in this build"),
        true
    )]
    #[case::of_a_build_with_it(Some("no hardware was tested on host: it is software"), true)]
    #[case::of_hardware(None, true)]
    #[case::made_up(Some("host is hardware"), false)]
    fn what_another_build_knows_of_a_backend_is_left_open(#[case] remark: Option<&str>, #[case] same: bool) {
        let (mut document, suite) = (samples::document(), suite());
        document.environment.suite_version = VERSION.to_owned();
        let mut found = Findings::of_maker(&document, &suite);
        let unknown = found.remarks.pop();
        assert!(unknown.is_some_and(|last| last.starts_with("whether host is hardware")));
        found.remarks.extend(remark.map(str::to_owned));
        let stated = Statement::new(&document, &found, &Lists::of(&suite).unwrap());
        assert_eq!(stated.is_of(&document, &suite), Ok(same));
    }

    #[test]
    fn what_is_many_is_cut_short() {
        let names: Vec<String> = (0..12).map(|number| format!("t{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(listed(&names), "t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 2 more");
    }
}
