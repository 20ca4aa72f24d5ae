//! The suite against its own catalogue: no requirement without a test, no test without a requirement.

#[test]
fn tests_and_requirements_agree() {
    let problems = ur_ipc_cts::harness::audit(&ur_ipc_cts::suite(Vec::new()));
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}
