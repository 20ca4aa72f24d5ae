//! The end of a run, in words.

use super::console::Detail;
use super::document::Document;
use super::enumeration::{FEW, first_of};
use super::environment::DeviceEntry;
use super::escape::{counted, indented, one_line};
use super::fold::folded;
use super::grouping::{Likeness, by_cause, checked_call};
use super::parts::part;
use super::reasons::{self, Reason, reason};
use super::rerun::Rerun;
use super::skiplists::applied;
use super::summary::Summary;
use super::verdict::Verdict;
use super::wrapped::wrapped;
use super::{call_log, coverage};
use crate::outcome::{Outcome, Record, Tries};
use crate::requirements::{Chapter, Requirements};
use std::fmt::{self, Write};
use std::time::Duration;

/// The report for people at the end of a run. No line begins with text from a driver. The printer handles escapes.
pub struct EndReport<'r> {
    /// The requirements that the tests check.
    pub requirements: &'r Requirements,
    /// The results.
    pub document: &'r Document,
    /// The command line that runs tests again.
    pub rerun: Rerun,
    /// The amount of output.
    pub detail: Detail,
    /// Maximum width of a line, in columns.
    pub columns: usize,
    /// The number of selected tests that only a thorough run has. A reader may want them.
    pub left_to_thorough: usize,
}

impl fmt::Display for EndReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failures(f)?;
        self.flaky(f)?;
        if self.detail == Detail::Brief {
            // Without a test that ran, these are all that there is to say.
            if self.document.tests.iter().all(|record| record.outcome() == Outcome::Skip) {
                self.reasons(f, "skipped", Outcome::Skip)?;
            }
            self.write_verdicts(f)?;
            // The cause of PARTIAL, where the requirements are verified by other tests.
            let skipped = self.document.tests.iter().filter(|record| record.is_skipped_by_list()).count();
            if skipped > 0 {
                writeln!(f, "\n{} skipped by a skiplist", counted(skipped, "test"))?;
            }
            return self.result(f);
        }
        self.deviations(f)?;
        self.notes(f)?;
        self.reasons(f, "expected failures", Outcome::ExpectedFail)?;
        self.reasons(f, "skipped", Outcome::Skip)?;
        self.reasons(f, "not run", Outcome::NotRun)?;
        f.write_str(&applied(&self.document.environment.skiplists, &self.document.tests))?;
        self.write_verdicts(f)?;
        if self.left_to_thorough > 0 {
            let tests = counted(self.left_to_thorough, "thorough test");
            let them = if self.left_to_thorough == 1 { "it" } else { "them" };
            writeln!(f, "\n{tests} did not run: add --thorough to run {them}, too")?;
        }
        self.result(f)
    }
}

impl EndReport<'_> {
    pub(super) fn failures(&self, f: &mut impl Write) -> fmt::Result {
        let failed = self.document.failures();
        if failed.is_empty() {
            return Ok(());
        }
        let brief = self.detail == Detail::Brief;
        let causes = by_cause(&failed, if brief { Likeness::Text } else { Likeness::Check });
        writeln!(f, "\nfailures:")?;
        for (_, records) in &causes {
            let (first, others) = records.split_first().expect("a cause has a record");
            writeln!(f, "\n---- {} ----", first.name)?;
            f.write_str(&failure_text(first, self.requirements, &self.rerun, self.columns))?;
            if !others.is_empty() {
                writeln!(f, "the same cause:")?;
            }
            others.iter().try_for_each(|record| writeln!(f, "    {}", record.name))?;
        }
        writeln!(f, "\nfailed tests, by cause:")?;
        for (cause, records) in &causes {
            match records[..] {
                [record] => {
                    let first_line = || reason(record).lines().next().unwrap_or_default().to_owned();
                    let why = checked_call(record.execution.cause.as_ref()).unwrap_or_else(first_line);
                    let why = format!("{}: {}", record.outcome(), one_line(&why));
                    self.line(f, &format!("    {} ({why})", record.name), 8)?;
                }
                _ => self.line(f, &format!("    {} tests ({})", records.len(), one_line(cause)), 8)?,
            }
        }
        Ok(())
    }

    /// Writes a line, which continues below itself where it is too long.
    fn line(&self, f: &mut impl Write, line: &str, back: usize) -> fmt::Result {
        writeln!(f, "{}", folded(line, back, self.columns))
    }

    fn notes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noted: Vec<&Record> =
            self.document.tests.iter().filter(|record| !record.execution.notes.is_empty()).collect();
        if noted.is_empty() {
            return Ok(());
        }
        if self.detail != Detail::Full {
            let tests = counted(noted.len(), "test");
            return writeln!(
                f,
                "\nnotes: {tests} left notes, such as on behaviour that UR leaves open: `run --verbose` shows them"
            );
        }
        writeln!(f, "\nnotes:")?;
        for record in noted {
            for note in &record.execution.notes {
                self.line(f, &format!("    {}: {}", record.name, indented(note, "        ")), 8)?;
            }
        }
        Ok(())
    }

    /// Tests that failed at some times and not at others.
    fn flaky(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut title = "\nflaky:\n";
        for record in &self.document.tests {
            if let Some(Tries { failed, of }) = record.flaky() {
                writeln!(
                    f,
                    "{title}    {}: failed {failed} of {of} times ({})",
                    record.name,
                    record.outcome()
                )?;
                title = "";
            }
        }
        Ok(())
    }

    /// Writes the tests that deviate, with their reasons: failures that would count if UR required something.
    fn deviations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut title = "\ndeviations that do not count (UR requires nothing here):\n";
        for record in self.document.tests.iter().filter(|record| record.outcome() == Outcome::Deviates) {
            let about = record.chapter.about();
            let told =
                format!("{title}    {} ({about}): {}", record.name, indented(reason(record), "        "));
            self.line(f, &told, 8)?;
            title = "";
        }
        Ok(())
    }

    /// Each reason once, with the number of tests.
    fn reasons(&self, f: &mut fmt::Formatter<'_>, title: &str, outcome: Outcome) -> fmt::Result {
        let mut reasons = reasons::of(&self.document.tests, outcome);
        // What failed has been told.
        reasons.retain(|reason| !reason.records[0].failed());
        if !reasons.is_empty() {
            writeln!(f, "\n{title}:")?;
        }
        reasons.iter().try_for_each(|Reason { device, text, records }| {
            let text = indented(text, "         ");
            self.line(f, &format!("    {:>4} on {device}: {text}", records.len()), 9)
        })
    }

    /// Returns the report of a run that has not ended, with this number of planned tests.
    pub fn partial(&self, planned: usize) -> String {
        let Summary { total, interrupted, .. } = &self.document.summary;
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.failures(&mut text);
        let by = interrupted.as_deref().map(|signal| format!(" by {signal}")).unwrap_or_default();
        let ended = self.document.tests.len();
        let _ = write!(
            text,
            "\nthe run was interrupted{by}: {ended} of {} ended ({}); {} failed\n",
            counted(planned, "test"),
            total.in_words(),
            self.document.failures().len()
        );
        text
    }

    /// Writes the verdict on each device, with its reasons.
    pub fn write_verdicts(&self, f: &mut impl Write) -> fmt::Result {
        for device in &self.document.devices {
            if let Some(verdict) = self.document.verdicts.get(&device.id) {
                self.device(f, device, verdict)?;
            }
        }
        for (why, ids) in self.document.devices_without_verdict() {
            writeln!(f, "\n{why} {}", ids.join(", "))?;
        }
        f.write_str(&part(self.document))?;
        self.document.only_software().iter().try_for_each(|only| writeln!(f, "\n{only}"))
    }

    fn device(&self, f: &mut impl Write, device: &DeviceEntry, verdict: &Verdict) -> fmt::Result {
        let id = &device.id;
        let Some(summary) = self.document.summary.devices.get(id) else {
            return Ok(());
        };
        let description = &device.description;
        write!(f, "\n{id} ({}", one_line(&description.name))?;
        for (what, value) in [("adapter", &description.adapter), ("driver", &description.driver_version)] {
            if !value.is_empty() {
                write!(f, ", {what} {}", one_line(value))?;
            }
        }
        writeln!(f, "): {verdict}")?;
        if self.detail == Detail::Brief {
            return f.write_str(&verdict.essentials(self.columns));
        }
        f.write_str(&coverage::table(self.requirements, &coverage::states(&self.document.tests, id)))?;
        writeln!(f, "    outcomes of tests")?;
        for (chapter, counts) in summary {
            let claimed = match chapter {
                Chapter::Arguments if !description.validates_arguments => ", as none is claimed",
                _ => "",
            };
            let title = format!("{}:", chapter.about());
            self.line(f, &format!("    {title:<21} {}{claimed}", counts.in_words()), 26)?;
        }
        f.write_str(&verdict.details(self.columns))
    }

    fn result(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = &self.document.summary;
        let total = &summary.total;
        let unreached = self.document.tests.iter().filter(|record| record.is_unreached()).count() as u64;
        let wall = Duration::from_micros(self.document.environment.wall_us.unwrap_or_default());
        let word = if summary.ok && summary.problems.is_empty() { "ok" } else { "FAILED" };
        writeln!(
            f,
            "\ntest result: {word}. {} passed; {} failed; {} ignored; 0 measured; {} filtered out; \
             finished in {:.2}s",
            [Outcome::Pass, Outcome::ExpectedFail, Outcome::Deviates]
                .map(|good| total.of(good))
                .iter()
                .sum::<u64>(),
            total.bad().saturating_sub(unreached),
            // Libtest's word for what was chosen and did not run.
            total.of(Outcome::Skip).saturating_add(unreached),
            summary.filtered_out,
            wall.as_secs_f64(),
        )?;
        // Programs read the line above, so that nothing may stand in it.
        if summary.ok && !summary.problems.is_empty() {
            writeln!(f, "no test failed: the exit code is 2")?;
        }
        let deviating: Vec<String> = self
            .document
            .tests
            .iter()
            .filter(|record| record.outcome() == Outcome::Deviates)
            .map(|record| record.name.clone())
            .collect();
        let known = total.of(Outcome::ExpectedFail) as usize;
        if known > 0 {
            writeln!(f, "counted as passed: {} (skiplist)", counted(known, "known failure"))?;
        }
        if deviating.is_empty() {
            return Ok(());
        }
        let (tests, names) = (counted(deviating.len(), "test"), first_of(FEW, &deviating));
        let line =
            format!("counted as passed: {tests} that deviated (failed where UR requires nothing): {names}");
        self.line(f, &line, 4)
    }
}

/// Everything about a test that did not go well, ending in a line end. Calls have so many columns.
pub fn failure_text(record: &Record, requirements: &Requirements, rerun: &Rerun, columns: usize) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_failure(&mut text, record, requirements, rerun, columns);
    text
}

fn write_failure(
    text: &mut String,
    record: &Record,
    requirements: &Requirements,
    rerun: &Rerun,
    columns: usize,
) -> fmt::Result {
    let reason = reason(record);
    writeln!(text, "{}", wrapped(&format!("{}: {}", record.outcome(), indented(reason, "    ")), columns))?;
    for id in &record.requirements {
        match requirements.get(id) {
            Some(known) => {
                writeln!(
                    text,
                    "requirement {id} ({}, {}): {}",
                    known.level,
                    known.chapter().about(),
                    known.expect
                )?;
                if let Some(ambiguity) = &known.ambiguity {
                    writeln!(text, "    sources and implementations: {ambiguity}")?;
                }
                if let Some(remark) = &known.remark {
                    writeln!(text, "    remark: {remark}")?;
                }
            }
            None => writeln!(text, "requirement {id}: not in the catalogue")?,
        }
    }
    for note in &record.execution.notes {
        writeln!(text, "note: {}", indented(note, "    "))?;
    }
    for crash in &record.execution.crashes {
        writeln!(text, "{crash}")?;
    }
    for stacks in &record.execution.stacks {
        writeln!(text, "{stacks}")?;
    }
    if !record.execution.call_log.is_empty() {
        writeln!(text, "{}", one_line(&call_log::heading(&record.execution.call_log)))?;
        for line in call_log::lines(&record.execution) {
            writeln!(text, "{}", wrapped(&format!("    {}", one_line(&line)), columns))?;
        }
    }
    if let Some(output) = &record.execution.output {
        writeln!(text, "output:")?;
        for line in output.lines() {
            writeln!(text, "    {line}")?;
        }
    }
    writeln!(text, "seed: {}", rerun.seed())?;
    writeln!(text, "run it again: {}", one_line(&rerun.command(record)))
}

#[cfg(test)]
mod tests {
    use super::super::fold::COLUMNS;
    use super::super::samples;
    use super::*;

    fn report(records: &[Record], detail: Detail) -> String {
        let mut document = samples::document_of(records.to_vec());
        document.environment.wall_us = Some(1_234_000);
        let requirements = samples::requirements();
        let rerun = Rerun::of(&document);
        EndReport {
            requirements: &requirements,
            document: &document,
            rerun,
            detail,
            columns: COLUMNS,
            left_to_thorough: 2,
        }
        .to_string()
    }

    #[test]
    fn a_bad_run_ends_with_everything_one_needs() {
        insta::assert_snapshot!(report(&samples::records(), Detail::Usual));
    }

    #[test]
    fn a_brief_report_has_failures_and_verdicts() {
        let told = report(&samples::records(), Detail::Brief);
        assert!(told.contains("---- host::dev0::memory::open::stale ----"), "{told}");
        assert!(told.contains("driver 1.2.3): DOES NOT CONFORM: 1 requirement of"), "{told}");
        let left_out = ["skipped:", "expected failures:", "notes:", "specified behaviour:"];
        assert!(!left_out.iter().any(|part| told.contains(&format!("{part}\n"))), "{told}");
    }

    #[test]
    fn a_good_run_ends_briefly() {
        insta::assert_snapshot!(report(&samples::records()[..1], Detail::Full));
    }
}
