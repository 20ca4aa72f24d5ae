//! Audits the suites against their catalogues: no requirement without a test, no test without a requirement, the
//! built-in files well-formed.

use ur_ipc_cts::api::EntryPoint;
use ur_ipc_cts::harness::Requirement;

#[test]
fn tests_and_requirements_agree() {
    let problems = ur_ipc_cts::harness::audit(&ur_ipc_cts::suite(Vec::new()));
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// The verdict compares them with the calls in which tests fail.
#[test]
fn requirements_are_about_entry_points_that_exist() {
    let requirements = ur_ipc_cts::requirements();
    let tested = requirements.all().iter().filter(|requirement| requirement.untested.is_none());
    for requirement in tested {
        for pattern in requirement.entry_point.split(", ") {
            let about = Requirement { entry_point: pattern.to_owned(), ..requirement.clone() };
            let is_known = EntryPoint::ALL.iter().any(|known| about.is_about(known.name));
            assert!(is_known, "{}: '{pattern}' is no entry point", requirement.id);
        }
    }
}

#[test]
fn few_requirements_are_out_of_reach() {
    let requirements = ur_ipc_cts::requirements();
    let untested: Vec<&str> =
        requirements.all().iter().filter(|r| r.untested.is_some()).map(|r| r.id.as_str()).collect();
    assert_eq!(
        untested,
        [
            "memory.open.other_commands",
            "event.imported.callback",
            "lifetime.pool_trim",
            "lifetime.validation_layer.imports_tracked",
            "cross_process.other_user",
            "cross_process.sub_device",
        ]
    );
}

#[test]
fn tests_and_requirements_of_sycl_agree() {
    let problems = ur_ipc_cts::harness::audit(&ur_ipc_cts::sycl_suite(Vec::new()));
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn few_requirements_of_sycl_are_out_of_reach() {
    let requirements = ur_ipc_cts::sycl_suite(Vec::new()).requirements;
    let untested: Vec<&str> =
        requirements.all().iter().filter(|r| r.untested.is_some()).map(|r| r.id.as_str()).collect();
    assert_eq!(
        untested,
        [
            "sycl.physical_memory.get.no_aspect",
            "sycl.event.make.event_mode",
            "sycl.event.deferred",
            "sycl.reusable_event.signal.no_aspect",
            "sycl.reusable_event.signal.graph",
            "sycl.reusable_event.depends_on",
        ]
    );
}

/// That something is robust is no source: a requirement names a text, a test, a change or code that it is taken from.
#[test]
fn each_requirement_names_its_source() {
    let of_sycl = ur_ipc_cts::sycl_suite(Vec::new()).requirements;
    let requirements = ur_ipc_cts::requirements();
    let all = requirements.all().iter().chain(of_sycl.all());
    let names_one = |source: &str| {
        source.split(';').any(|part| !part.trim().is_empty() && !part.trim_start().starts_with("robustness"))
    };
    let without: Vec<&str> = all
        .filter(|requirement| !names_one(&requirement.source))
        .map(|requirement| &*requirement.id)
        .collect();
    assert_eq!(without, [""; 0], "requirements without a source");
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
    let tests = ur_ipc_cts::sycl_suite(Vec::new()).tests;
    let missing: Vec<String> = end_to_end
        .into_iter()
        .chain(unit)
        .filter(|name| !tests.iter().any(|test| test.twin_of.contains(&name.as_str())))
        .collect();
    assert_eq!(missing, [""; 0], "tests of DPC++ that no test here repeats");
}
