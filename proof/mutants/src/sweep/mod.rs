//! Checks that every assertion can fail. Each test runs again and again, each time with one wrong call of one entry
//! point. The call fails, pretends success, returns something else, or leaks from then on. An assertion that fails in
//! such a run, or on a mutant, can fail. Each other one needs a reason.

mod injected_fault;
mod ledger;
mod reasons;
mod sycl;
mod unified_runtime;

use crate::Suite;
use crate::matrix::side_by_side;
use crate::matrix::suite_run::{self, TestRecord};
use injected_fault::{ENTRY_POINTS, FaultKind::*};
pub use injected_fault::{FaultKind, InjectedFault};
use ledger::Ledger;
pub use ledger::MadeCall;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use unified_runtime::FaultInjector;
use ur_ipc_api::UrIpc;
use ur_ipc_cts::fixtures::Checked;
use ur_ipc_cts::harness::{Backend, BackendOption, BackendRequest, HostDependencies};
use ur_ipc_host::{HostBackend, Profile};

const NAME: &str = "sweep";
const FAULT: &str = "strike";
const LEDGER: &str = "ledger";
/// Seconds for a test, which may wait in vain for what a call was to bring: at first, when tests run side by side, and when
/// what nothing has made fail is struck again, one test at a time, as on a busy machine all takes longer.
const TIMEOUTS: (&str, [&str; 3]) = ("1", ["4", "8", "30"]);
/// So many calls before an assertion are struck.
const FURTHEST: isize = 24;
/// The most calls of a test of which all are struck, wherever its assertions stand.
const FEW: usize = 300;
/// Parts of a long test at the beginning of which is struck as well.
const PARTS: u32 = 8;
/// So many calls behind an assertion are struck, as what it is about may come after where it stands.
const BEHIND: isize = 6;

/// An assertion of the tests.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Assertion {
    /// Whether all it expects is that a call succeeds.
    pub success: bool,
    /// The tests that make it.
    pub tests: BTreeSet<String>,
    /// The cause of its failure: a mutant, or a call that went wrong.
    pub failed_on: Option<String>,
    /// Why nothing does, where that is known.
    pub reason: Option<&'static str>,
}

/// All assertions, by their places.
pub type Assertions = BTreeMap<String, Assertion>;

/// A test, where it passes.
struct Subject {
    suite: Suite,
    /// `sweep@profile::device::test`.
    name: String,
    label: String,
    /// The places of assertions that no subject before it makes.
    places: BTreeSet<String>,
}

/// The observations of a test in one run.
struct Observation {
    failed_at: Vec<String>,
    checked: Vec<Checked>,
    calls: Vec<MadeCall>,
}

/// The host backend, of which a call may go wrong.
#[must_use]
pub fn backend() -> Backend {
    let option = |flag, variable, help| BackendOption { flag, variable, value: "VALUE", help, text: false };
    Backend {
        name: NAME,
        description: "the host backend, of which one call goes wrong",
        profiles: Profile::NAMES.to_vec(),
        fallback_profile: None,
        requires: HostDependencies::default(),
        software: true,
        options: vec![
            option(FAULT, "UR_IPC_MUTANTS_STRIKE", "How, at which entry point, at which of its calls"),
            option(LEDGER, "UR_IPC_MUTANTS_LEDGER", "The file in which calls are counted"),
        ],
        make: Arc::new(make),
    }
}

fn make(request: &BackendRequest<'_>) -> Result<Arc<dyn UrIpc>, String> {
    let profile = request.profile.and_then(Profile::named).unwrap_or_default();
    let host = Arc::new(HostBackend::new(profile).map_err(|error| error.to_string())?);
    let Some(ledger) = request.options.get(LEDGER) else { return Ok(host) };
    let fault = request.options.get(FAULT).map(|fault| fault.to_string_lossy().parse()).transpose()?;
    Ok(Arc::new(FaultInjector::new(host, ledger.as_ref(), fault)?))
}

/// Finds the assertions of all tests of which the name has a part of `filter`, and makes them fail. `reached` are the places
/// at which tests failed on mutants, with the mutants. `done` is called after each test, with their number.
///
/// # Errors
/// Why a run gave no results.
pub fn run(
    program: &Path,
    suite: Suite,
    filter: &[String],
    reached: &BTreeMap<String, &str>,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Assertions, String> {
    let (subjects, mut assertions) = subjects(program, suite, filter)?;
    for (place, assertion) in &mut assertions {
        match reached.get(place) {
            Some(&mutant) => assertion.failed_on = Some(mutant.to_owned()),
            None => assertion.reason = reasons::of(place),
        }
    }
    if filter.is_empty() {
        reasons::ensure_all_match(suite, assertions.keys())?;
    }
    let sweep = Sweep { program, assertions: Mutex::new(assertions) };
    let (first, again) = TIMEOUTS;
    let tested = side_by_side(&subjects, |subject| {
        let tested = sweep.test(subject, first);
        done(subjects.len());
        tested
    });
    tested.into_iter().collect::<Result<(), String>>()?;
    // On a busy machine threads may have met otherwise than a fault needs.
    for timeout in again {
        subjects.iter().try_for_each(|subject| sweep.test(subject, timeout))?;
    }
    Ok(sweep.assertions.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Each test on the first profile on which it passes, and on others as far as it asserts more there; and all assertions.
fn subjects(program: &Path, suite: Suite, filter: &[String]) -> Result<(Vec<Subject>, Assertions), String> {
    let mut subjects = Vec::new();
    let mut assertions = Assertions::new();
    for (profile, _) in Profile::NAMES.iter().filter(|(profile, _)| *profile != "no-devices") {
        let label = format!("{NAME}@{profile}");
        let mut options = vec!["--checks"];
        options.extend(filter.iter().map(String::as_str));
        let results = suite_run::run(program, suite, &[&label], &options)?;
        for TestRecord { name, test, outcome, checked, .. } in results.tests {
            if outcome != "pass" {
                continue;
            }
            let mut places = BTreeSet::new();
            for check in checked {
                let assertion = assertions.entry(check.at.clone()).or_default();
                assertion.success |= check.success;
                if assertion.tests.insert(test.clone()) {
                    places.insert(check.at);
                }
            }
            if !places.is_empty() {
                subjects.push(Subject { suite, name, label: label.clone(), places });
            }
        }
    }
    Ok((subjects, assertions))
}

struct Sweep<'s> {
    program: &'s Path,
    assertions: Mutex<Assertions>,
}

impl Sweep<'_> {
    /// Makes what a test asserts fail, as far as no other test has.
    fn test(&self, subject: &Subject, timeout: &str) -> Result<(), String> {
        if !subject.places.iter().any(|place| self.is_open(place)) {
            return Ok(());
        }
        // In a process that runs other tests as well, the assertions would stand after other calls.
        let Observation { mut checked, calls, .. } = subject.run(self.program, timeout, None)?;
        checked.retain(|check| subject.places.contains(&check.at));
        let open = || checked.iter().filter(|check| self.is_open(&check.at));
        let mut injected = HashSet::new();
        let mut inject = |fault: InjectedFault| {
            let can_observe = (ENTRY_POINTS[fault.entry].can_observe)(fault.kind);
            if can_observe && injected.insert(fault) { self.inject(subject, timeout, fault) } else { Ok(()) }
        };
        let mut distances: Vec<isize> = (-BEHIND..=FURTHEST).collect();
        distances.sort_by_key(|distance| distance.abs());
        for distance in distances {
            for check in open() {
                // What fails is seen at once; what only seems to be done, later.
                let kinds: &[FaultKind] = match (check.success, distance) {
                    (true, 0) => &[Fails],
                    (false, 0) => &[Pretends, Fails, Spoils, SpoilsLast, Repeats],
                    _ => &[Pretends, Spoils, Fails, SpoilsLast, Repeats],
                };
                for MadeCall { entry, number, .. } in MadeCall::before(&calls, check.calls, distance) {
                    for &kind in kinds {
                        if self.is_open(&check.at) {
                            inject(InjectedFault { kind, entry, call: number })?;
                        }
                    }
                }
            }
        }
        // A process that has played another part before has made more calls than a check in it knows of.
        for &MadeCall { entry, number, .. } in calls.iter().filter(|_| calls.len() <= FEW) {
            for kind in [Fails, Spoils, SpoilsLast, Pretends] {
                if open().next().is_some() {
                    inject(InjectedFault { kind, entry, call: number })?;
                }
            }
        }
        // What shows in the long run only, and what threads call at another time in each run.
        for entry in 0..ENTRY_POINTS.len() {
            let count = calls.iter().filter(|call| call.entry == entry).count() as u32;
            for part in (0..PARTS).filter(|_| count > PARTS) {
                for kind in [Leaks, LeaksMapping, Fails, Repeats] {
                    if open().next().is_some() {
                        inject(InjectedFault { kind, entry, call: count / PARTS * part + 1 })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn inject(&self, subject: &Subject, timeout: &str, fault: InjectedFault) -> Result<(), String> {
        let Observation { failed_at, .. } = subject.run(self.program, timeout, Some(fault))?;
        let mut assertions = self.lock();
        for place in failed_at {
            if let Some(assertion) = assertions.get_mut(&place) {
                assertion.failed_on.get_or_insert_with(|| fault.to_string());
                assertion.reason = None;
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Assertions> {
        self.assertions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if the assertion at this place has not been seen to fail.
    fn is_open(&self, place: &str) -> bool {
        let assertion = &self.lock()[place];
        assertion.failed_on.is_none() && assertion.reason.is_none()
    }
}

impl Subject {
    /// Runs the test, with a call going wrong or to see what it asserts.
    fn run(
        &self,
        program: &Path,
        timeout: &str,
        fault: Option<InjectedFault>,
    ) -> Result<Observation, String> {
        let ledger = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        let path = ledger.path().to_string_lossy().into_owned();
        let fault = fault.map(|fault| fault.to_string());
        let mut options = vec!["--exact", &self.name, "--timeout", timeout, "--ledger", &path];
        match &fault {
            Some(fault) => options.extend(["--strike", fault]),
            None => options.push("--checks"),
        }
        let tests = match suite_run::run(program, self.suite, &[&self.label], &options) {
            Ok(results) => results.tests,
            // Where the fault leaves no device, there is nothing to see.
            Err(_) if fault.is_some() => Vec::new(),
            Err(problem) => return Err(problem),
        };
        let calls = Ledger::open(ledger.path()).map_err(|error| error.to_string())?.calls();
        let mut seen = Observation { failed_at: Vec::new(), checked: Vec::new(), calls };
        for test in tests {
            seen.failed_at.extend(test.failed_at);
            seen.checked.extend(test.checked);
        }
        Ok(seen)
    }
}
