//! The sweeps: every call of a program fails once or always, and descriptors run out at every point.

use crate::exporter;
use crate::process::{DESCRIPTORS, LASTING};
use crate::subject::{Subject, Variable, expect_none};
use rstest::rstest;

const REFUSE: &str = "LEVEL_ZERO_SOFT_REFUSE";

/// One of so many faults is tried by `cargo test`. Has no divisor in common with the number of answers, so that each comes.
const SAMPLED: usize = 13;

#[rstest]
#[case::a_sample(SAMPLED)]
#[ignore = "tries each fault: CI does"]
#[case::all(1)]
fn every_call_may_fail(
    #[case] every: usize,
    #[values(
        "start_up",
        "queues",
        "memory",
        "memory_between",
        "physical_memory",
        "physical_memory_between",
        "events_between",
        "host_tasks"
    )]
    program: &'static str,
    #[values("tidy", "careless")] manner: &'static str,
) {
    Subject::new(program, manner).sweep(every);
}

#[rstest]
#[case::a_sample(SAMPLED)]
#[ignore = "tries each fault: CI does"]
#[case::all(1)]
fn every_call_of_an_importer_may_fail(
    #[case] every: usize,
    #[values("tidy", "careless")] manner: &'static str,
) {
    let (_exporter, offer) = exporter::start();
    Subject::new("importer", manner).with_offer(&offer).sweep(every);
}

#[rstest]
#[ignore = "takes as long as all others: CI runs it"]
#[case::oldest_start_up("start_up", &[("LEVEL_ZERO_SOFT_API_VERSION", "1.6")])]
#[ignore = "is like the others: CI runs it"]
#[case::memory_before_physical_memory("memory_between", &[("LEVEL_ZERO_SOFT_API_VERSION", "1.14")])]
#[ignore = "is like the others: CI runs it"]
#[case::events_by_name("queues", &[(REFUSE, "zeEventCounterBasedCreate")])]
#[ignore = "is like the others: CI runs it"]
#[case::shared_events_by_name("events_between", &[(REFUSE, "zeEventCounterBasedCreate")])]
#[ignore = "is like the others: CI runs it"]
#[case::events_of_pools("plain_queue", &[(REFUSE, "zeEventCounterBasedCreate,zexCounterBasedEventCreate2")])]
#[ignore = "is like the others: CI runs it"]
#[case::free_without_a_policy("memory", &[(REFUSE, "zeMemFreeExt")])]
#[ignore = "is like the others: CI runs it"]
#[case::contexts_without_devices("queues", &[(REFUSE, "zeContextCreateEx")])]
#[ignore = "is like the others: CI runs it"]
#[case::host_functions_by_name("host_tasks", &[("LEVEL_ZERO_SOFT_API_VERSION", "1.16")])]
#[ignore = "is like the others: CI runs it"]
#[case::two_devices("peers", &[("LEVEL_ZERO_SOFT_DEVICES", "2")])]
fn every_call_may_fail_on_another_driver(
    #[case] program: &'static str,
    #[case] settings: &[Variable<'_>],
    #[values("tidy", "careless")] manner: &'static str,
) {
    Subject::new(program, manner).with(settings).sweep(1);
}

#[rstest]
#[ignore = "takes as long as all others: CI runs it"]
fn every_entry_point_may_fail_always(
    #[values(
        "start_up",
        "queues",
        "memory",
        "memory_between",
        "physical_memory",
        "physical_memory_between",
        "events_between",
        "host_tasks"
    )]
    program: &'static str,
) {
    Subject::new(program, "tidy").sweep_lasting();
}

/// More descriptors than any of the programs needs.
const ENOUGH: usize = 24;

#[rstest]
fn the_process_may_run_out_of_descriptors(
    #[values("start_up", "memory_between", "physical_memory_between", "events_between", "importer")]
    program: &'static str,
    #[values("tidy", "careless")] manner: &'static str,
) {
    let (_exporter, offer) = exporter::start();
    let subject = Subject::new(program, manner).with_offer(&offer);
    expect_none((0..ENOUGH).filter_map(|number| {
        let outcome = subject.run(None, &[(DESCRIPTORS, &number.to_string())]);
        outcome.err().map(|problem| format!("{number} descriptors: {problem}"))
    }));
}

#[rstest]
fn the_driver_may_run_out_of_descriptors(
    #[values("memory_between", "physical_memory_between", "events_between", "importer")]
    program: &'static str,
    #[values("tidy", "careless")] manner: &'static str,
) {
    let (_exporter, offer) = exporter::start();
    let subject = Subject::new(program, manner).with_offer(&offer);
    expect_none((0..ENOUGH).filter_map(|number| {
        let limit = ("LEVEL_ZERO_SOFT_DESCRIPTOR_LIMIT", &*number.to_string());
        let outcome = subject.run(None, &[limit, (LASTING, "ERROR_OUT_OF_,ERROR_UNSUPPORTED_FEATURE")]);
        outcome.err().map(|problem| format!("{number} descriptors: {problem}"))
    }));
}

/// A driver that leaks what was closed: the backend has closed it nevertheless, and the test sees the leak.
#[rstest]
#[case::memory("memory_between")]
#[ignore = "is like the one before: CI runs it"]
#[case::physical_memory("physical_memory_between")]
#[ignore = "is like the one before: CI runs it"]
#[case::events("events_between")]
fn the_driver_may_keep_what_was_closed(
    #[case] program: &'static str,
    #[values("tidy", "careless")] manner: &'static str,
) {
    let subject = Subject::new(program, manner);
    subject.run(None, &[("LEVEL_ZERO_SOFT_KEEP_IMPORTS", "1"), (LASTING, "nothing")]).expect("all is closed");
}
