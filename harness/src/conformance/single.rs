//! One test, by its exact name, in this very process: how nextest runs each.

use super::settings::Settings;
use super::trials::completion;
use crate::backend::Suite;
use crate::call_ring::CallRing;
use crate::device::Device;
use crate::execution::{DeviceRunner, LocalRunner, in_flight};
use crate::options::ExecutionOptions;
use crate::outcome::Record;
use crate::plan::{Decision, Planned};
use crate::report::notice;
use crate::skiplist::Skiplist;
use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Once};
use std::time::Duration;
use ur_ipc_fixtures::{Test, describe_devices};

/// Exit code of a test run with failures, as libtest has it.
const FAILED: i32 = 101;

/// Whether a test is running: the process must not end now.
static RUNNING: AtomicBool = AtomicBool::new(false);

/// Runs the one test of this name. A name that is no test's is filtered out, as libtest does.
pub(super) fn run(suite: &Arc<Suite>, arguments: &Arguments, settings: &Settings, name: &str) -> ExitCode {
    let trials = find(suite, name)
        .filter(|(_, _, test)| settings.filter.wants(name, test, suite.requirements.level_of(test)))
        .map(|(label, index, test)| {
            let (suite, skiplists) = (Arc::clone(suite), settings.skiplists.clone());
            let (options, label, name) = (settings.options, label.to_owned(), name.to_owned());
            Trial::ignorable_test(name, move || {
                let record = run_here(&suite, &skiplists, options, &label, index, &test);
                completion(&record, &suite, options.seed)
            })
        })
        .into_iter()
        .collect();
    libtest_mimic::run(arguments, trials).exit_code()
}

/// The backend label, the device's number and the test of a full name.
fn find<'n>(suite: &Suite, name: &'n str) -> Option<(&'n str, usize, Test)> {
    let (label, rest) = name.split_once("::")?;
    let (alias, id) = rest.split_once("::")?;
    let index = alias.strip_prefix("dev")?.parse().ok()?;
    suite.resolve(label).ok()?;
    Some((label, index, *suite.test(id)?))
}

fn run_here(
    suite: &Suite,
    skiplists: &[Skiplist],
    options: ExecutionOptions,
    label: &str,
    index: usize,
    test: &Test,
) -> Record {
    let mut runner = LocalRunner::new(suite, label, index, options);
    let ring = runner.ring();
    let guard =
        ring.as_ref().ok().map(|ring| Guard::watch(ring, options.open_timeout(), "opening the device"));
    let description = runner.open().and_then(|environment| {
        let devices = describe_devices(environment.ur().backend()).map_err(|error| error.to_string())?;
        Ok(devices.into_iter().nth(index).unwrap_or_default())
    });
    drop(guard);
    let (opened, description) = (description.is_ok(), description.unwrap_or_default());
    let device = Device { label: label.to_owned(), index, description };
    let planned = Planned::new(suite, skiplists, test, &device, 0);
    if let Some(record) = planned.skipped() {
        return record;
    }
    let Some(ring) = ring.ok().filter(|_| opened) else {
        // Says again why the device cannot be opened.
        return planned.record(runner.run(test));
    };
    if planned.decision != Decision::Run {
        // It may be expected to crash, which this process could not report.
        return planned.record(DeviceRunner::new(label, index, options).run(test));
    }
    let guard = Guard::watch(&ring, options.timeout, "the test");
    let execution = runner.run(test);
    // The process belongs to the test to its end.
    drop(runner);
    drop(guard);
    planned.record(execution)
}

/// Ends the process as failed if what it watches hangs, or if something in it ends the process as if all were well.
struct Guard {
    /// Hung up, it lets the watching thread go.
    _done: Sender<()>,
}

impl Guard {
    fn watch(ring: &Arc<CallRing>, timeout: Duration, what: &'static str) -> Self {
        static AT_EXIT: Once = Once::new();
        AT_EXIT.call_once(|| {
            // SAFETY: the function is plain code without unwinding.
            unsafe { libc::atexit(ended_too_early) };
        });
        RUNNING.store(true, Ordering::SeqCst);
        let (done, wait) = channel::<()>();
        let ring = Arc::clone(ring);
        std::thread::spawn(move || {
            if wait.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                let calls = in_flight(&ring);
                notice(&format!("timeout: {what}: not done after {timeout:?}{calls}"));
                end_now(FAILED);
            }
        });
        Self { _done: done }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        RUNNING.store(false, Ordering::SeqCst);
    }
}

/// Runs when something calls `exit`.
extern "C" fn ended_too_early() {
    if RUNNING.load(Ordering::SeqCst) {
        notice("crash: the process was ended by `exit` while it opened its device, or inside the test");
        end_now(FAILED);
    }
}

fn end_now(code: i32) -> ! {
    // SAFETY: ends the process at once.
    unsafe { libc::_exit(code) }
}
