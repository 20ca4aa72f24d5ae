//! The suite against its own catalogue: no requirement without a test, no test without a requirement, the built-in
//! files well-formed.

#[test]
fn tests_and_requirements_agree() {
    let problems = ur_ipc_cts::harness::audit(&ur_ipc_cts::suite(Vec::new()));
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
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
            "lifetime.pool_trim",
            "lifetime.validation_layer.imports_tracked",
            "cross_process.other_user",
            "cross_process.sub_device",
        ]
    );
}
