//! The suite against its own catalogue: no requirement without a test, no test without a requirement, and each test of DPC++'s
//! repeated.

use ur_ipc_harness::{Build, Requirements, Suite, audit};

const CATALOGUE: &str = include_str!("../../../spec/requirements-sycl.yaml");

fn requirements() -> Requirements {
    Requirements::parse(CATALOGUE).expect("the catalogue is well-formed")
}

#[test]
fn tests_and_requirements_agree() {
    let suite = Suite {
        tests: ur_ipc_sycl_suites::all_tests(),
        requirements: requirements(),
        backends: Vec::new(),
        skiplists: Vec::new(),
        build: Build::default(),
    };
    let problems = audit(&suite);
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn few_requirements_are_out_of_reach() {
    let requirements = requirements();
    let untested: Vec<&str> =
        requirements.all().iter().filter(|r| r.untested.is_some()).map(|r| r.id.as_str()).collect();
    assert_eq!(untested, ["sycl.physical_memory.get.no_aspect", "sycl.event.deferred"]);
}

/// The tests of DPC++ for these functions, by their names there.
#[test]
fn each_test_of_dpcpp_has_a_twin() {
    let end_to_end = [
        "memory",
        "put_after_free",
        "physical_memory",
        "physical_memory_multi_range",
        "event_basic",
        "event_negative",
        "event_lifetime",
        "event_round_trip",
        "event_multi_process",
        "event_consumer_signal",
        "event_repeated_signal",
        "event_deferred_rejection",
    ]
    .map(|name| format!("e2e::ipc_{name}"));
    let unit = [
        ("IPCTests", &["IPCGetPutImplicit", "IPCGetPutExplicit", "IPCOpenClose", "IPCOpenCloseView"][..]),
        ("IPCPhysMemTests", &["IPCGetPut", "IPCOpenClose", "IPCOpenCloseView"]),
        (
            "IPCEventTests",
            &[
                "MakeEventIPCFlagSet",
                "DefaultEventNotIPC",
                "MakeEventNoIPCFlag",
                "GetCallsURAndReturnsHandle",
                "GetOnNonIPCEventThrows",
                "PutCallsUR",
                "OpenCallsURAndImportedEventNotIPC",
                "OpenViewCallsUR",
                "OpenWrongSizeThrows",
                "MakeEventNoAspectThrows",
                "MakeEventIPCAndProfilingThrows",
                "OpenNoAspectThrows",
            ],
        ),
    ];
    let unit = unit.iter().flat_map(|(suite, names)| names.iter().map(move |name| format!("{suite}.{name}")));
    let tests = ur_ipc_sycl_suites::all_tests();
    let missing: Vec<String> = end_to_end
        .into_iter()
        .chain(unit)
        .filter(|name| !tests.iter().any(|test| test.twin_of.contains(&name.as_str())))
        .collect();
    assert_eq!(missing, [""; 0], "tests of DPC++ that no test here repeats");
}
