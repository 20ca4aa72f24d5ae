//! Can every assertion fail? Each test is run again and again, each time with one call of one entry point going wrong:
//! failing, pretending, or giving something else than it should. An assertion that fails in such a run, or on a mutant, can
//! fail; for the others there must be a reason.

mod ledger;
mod reasons;
mod strike;

use crate::matrix::suite_run::{self, Outcome};
use ledger::Ledger;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use strike::{Blow, ENTRY_POINTS, Strike, Struck};
use ur_ipc_api::UrIpc;
use ur_ipc_cts::harness::{Backend, BackendOption, BackendRequest};
use ur_ipc_host::{HostBackend, Profile};

const NAME: &str = "sweep";
const STRIKE: &str = "strike";
const LEDGER: &str = "ledger";
/// A test that waits for what a call was to bring waits in vain.
const TIMEOUT: &str = "0.5";

/// An assertion of the tests.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Assertion {
    /// Whether all it expects is that a call succeeds.
    pub success: bool,
    /// The tests that make it.
    pub tests: BTreeSet<String>,
    /// What has made it fail: a mutant, or a call that went wrong.
    pub failed_on: Option<String>,
    /// Why nothing does, where that is known.
    pub reason: Option<&'static str>,
}

/// All assertions, by their places.
pub type Assertions = BTreeMap<String, Assertion>;

/// A test, where it passes.
struct Subject {
    /// `sweep@profile::device::test`.
    name: String,
    label: String,
    places: Vec<String>,
}

/// The host backend, of which a call may go wrong.
#[must_use]
pub fn backend() -> Backend {
    let option = |flag, variable, help| BackendOption { flag, variable, value: "VALUE", help };
    Backend {
        name: NAME,
        description: "the host backend, of which one call goes wrong",
        profiles: Profile::NAMES.to_vec(),
        stand_in: None,
        options: vec![
            option(STRIKE, "UR_IPC_MUTANTS_STRIKE", "How, at which entry point, at which of its calls"),
            option(LEDGER, "UR_IPC_MUTANTS_LEDGER", "The file in which calls are counted"),
        ],
        make: Arc::new(make),
    }
}

fn make(request: &BackendRequest<'_>) -> Result<Arc<dyn UrIpc>, String> {
    let profile = request.profile.and_then(Profile::named).unwrap_or_default();
    let host = Arc::new(HostBackend::new(profile).map_err(|error| error.to_string())?);
    let Some(ledger) = request.options.get(LEDGER) else { return Ok(host) };
    let strike = request.options.get(STRIKE).map(|strike| strike.to_string_lossy().parse()).transpose()?;
    Ok(Arc::new(Struck::new(host, ledger.as_ref(), strike)?))
}

/// Finds the assertions of all tests of which the name has a part of `filter`, and makes them fail. `reached` are the places
/// at which tests failed on mutants, with the mutants. `done` is called after each test, with their number.
///
/// # Errors
/// Why a run gave no results.
pub fn run(
    program: &Path,
    filter: &[String],
    reached: &BTreeMap<String, &str>,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Assertions, String> {
    let (subjects, mut assertions) = subjects(program, filter)?;
    for (place, assertion) in &mut assertions {
        assertion.failed_on = reached.get(place).map(|&mutant| mutant.to_owned());
    }
    let sweep = Sweep { program, prelude: prelude(program, &subjects)?, assertions: Mutex::new(assertions) };
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let threads = 2 * thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = sweep.test(subject) {
                        *lock(&failed) = Some(error);
                        return;
                    }
                    done(subjects.len());
                }
            });
        }
    });
    if let Some(error) = lock(&failed).take() {
        return Err(error);
    }
    let mut assertions = sweep.assertions.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (place, assertion) in &mut assertions {
        if assertion.failed_on.is_none() {
            assertion.reason = reasons::of(place);
        }
    }
    Ok(assertions)
}

/// Each test on the first profile on which it passes, and what all of them assert.
fn subjects(program: &Path, filter: &[String]) -> Result<(Vec<Subject>, Assertions), String> {
    let mut seen = BTreeSet::new();
    let mut subjects = Vec::new();
    let mut assertions = Assertions::new();
    for (profile, _) in Profile::NAMES.iter().filter(|(profile, _)| *profile != "no-devices") {
        let label = format!("{NAME}@{profile}");
        let mut options = vec!["--checks"];
        options.extend(filter.iter().map(String::as_str));
        let results = suite_run::run(program, &label, &options)?;
        for Outcome { name, test, outcome, checked, .. } in results.tests {
            if outcome != "pass" || !seen.insert(test.clone()) {
                continue;
            }
            for check in &checked {
                let assertion = assertions.entry(check.at.clone()).or_default();
                assertion.success |= check.success;
                assertion.tests.insert(test.clone());
            }
            let places = checked.into_iter().map(|check| check.at).collect();
            subjects.push(Subject { name, label: label.clone(), places });
        }
    }
    Ok((subjects, assertions))
}

/// The calls of each entry point before any test.
fn prelude(program: &Path, subjects: &[Subject]) -> Result<Vec<u32>, String> {
    let mut least = vec![u32::MAX; ENTRY_POINTS.len()];
    for subject in subjects.iter().take(8).chain(subjects.iter().rev().take(2)) {
        for (least, count) in least.iter_mut().zip(subject.run(program, None)?.1) {
            *least = count.min(*least);
        }
    }
    Ok(least)
}

struct Sweep<'s> {
    program: &'s Path,
    prelude: Vec<u32>,
    assertions: Mutex<Assertions>,
}

impl Sweep<'_> {
    /// Makes what a test asserts fail, as far as no other test has.
    fn test(&self, subject: &Subject) -> Result<(), String> {
        if self.has_failed(subject) {
            return Ok(());
        }
        let (_, counts) = subject.run(self.program, None)?;
        for (entry, &count) in counts.iter().enumerate() {
            let before = self.prelude[entry].saturating_sub(1);
            for call in worthwhile(before, count) {
                for blow in [Blow::Fails, Blow::Pretends, Blow::Spoils] {
                    if blow == Blow::Spoils && !ENTRY_POINTS[entry].has_outputs {
                        continue;
                    }
                    if self.has_failed(subject) {
                        return Ok(());
                    }
                    let strike = Strike { blow, entry, call };
                    let (failed_at, _) = subject.run(self.program, Some(strike))?;
                    let mut assertions = lock(&self.assertions);
                    for place in failed_at {
                        if let Some(assertion) = assertions.get_mut(&place) {
                            assertion.failed_on.get_or_insert_with(|| strike.to_string());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn has_failed(&self, subject: &Subject) -> bool {
        let assertions = lock(&self.assertions);
        subject.places.iter().all(|place| {
            let assertion = &assertions[place];
            assertion.failed_on.is_some() || reasons::of(place).is_some()
        })
    }
}

/// Which calls to strike: the first of a test, the last, and some in the middle of what is done many times.
fn worthwhile(before: u32, count: u32) -> BTreeSet<u32> {
    let first = before + 1..=count.min(before + 12);
    let last = count.saturating_sub(3).max(before) + 1..=count;
    let middle = [before + (count.saturating_sub(before)) / 3, before + count.saturating_sub(before) * 2 / 3];
    first.chain(last).chain(middle).filter(|call| (before + 1..=count).contains(call)).collect()
}

impl Subject {
    /// Runs the test with a call going wrong: where it failed, and how many calls there were.
    fn run(&self, program: &Path, strike: Option<Strike>) -> Result<(Vec<String>, Vec<u32>), String> {
        let ledger = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        let path = ledger.path().to_string_lossy().into_owned();
        let strike = strike.map(|strike| strike.to_string());
        let mut options = vec!["--exact", &self.name, "--timeout", TIMEOUT, "--ledger", &path];
        if let Some(strike) = &strike {
            options.extend(["--strike", strike]);
        }
        // Where the strike leaves no device, there is nothing to see.
        let failed_at = match suite_run::run(program, &self.label, &options) {
            Ok(results) => results.tests.into_iter().flat_map(|test| test.failed_at).collect(),
            Err(_) if strike.is_some() => Vec::new(),
            Err(problem) => return Err(problem),
        };
        let counts = Ledger::open(ledger.path()).map_err(|error| error.to_string())?.counts();
        Ok((failed_at, counts))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strikes_survive_the_command_line() {
        let strike = Strike { blow: Blow::Spoils, entry: 3, call: 17 };
        assert_eq!(strike.to_string().parse(), Ok(strike));
        assert!("spoils:urNothing:1".parse::<Strike>().is_err());
        assert!("spoils".parse::<Strike>().is_err());
    }

    #[test]
    fn few_calls_of_many_are_struck() {
        assert_eq!(worthwhile(2, 5), BTreeSet::from([3, 4, 5]));
        assert_eq!(worthwhile(0, 0), BTreeSet::new());
        let many = worthwhile(4, 604);
        assert!(many.contains(&5) && many.contains(&604) && many.len() < 20, "{many:?}");
    }
}
