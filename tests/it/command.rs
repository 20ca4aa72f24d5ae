//! The program as its users call it: what the README promises, exit codes, results, mistakes.

use crate::support::cargo::features;
use crate::support::{results, text, ur_ipc_cts};
use rstest::rstest;
use std::io::Write;

/// The last line of `requirements`, with the figures of the catalogue.
fn requirements() -> String {
    let requirements = ur_ipc_cts::requirements();
    let tested = requirements.all().iter().filter(|requirement| requirement.untested.is_none()).count();
    format!("{} requirements, {tested} of them with tests", requirements.all().len())
}

#[rstest]
#[case::devices(&["devices"], "host::dev0")]
#[case::list(&["list"], "host::dev0::memory::get::success: test")]
#[case::requirements(&["requirements"], &requirements())]
#[case::requirements_of_a_family(&["requirements", "--family", "lifetime", "--level", "must"], "\n1 requirement, 1 of them with tests")]
#[case::requirements_by_text(&["requirements", "REFCOUNT", "*.refcount"], "source: ")]
#[case::requirements_ur_cts(&["requirements", "--ur-cts"], "urIPCEventExpTest.GetReturnsBuffer -> event::")]
#[case::run_a_part(&["run", "--backend", "host", "event::open"], "PARTIAL: no violation in the tests that ran, ")]
#[case::run_is_the_default(&["--backend", "host", "event::open::null_out"], "1 passed")]
#[case::selection(&["run", "--backend", "host", "--selection", "ur-cts"], "0 failed")]
#[case::list_selection(&["list", "--backend", "host", "--selection", "ur-cts"], "event::open::success_same_process: test")]
#[case::family(&["run", "--backend", "host", "--family", "device_info"], "0 failed")]
#[case::level(&["run", "--backend", "host", "--level", "may"], "0 failed")]
#[case::nothing_that_binds(&["run", "--backend", "host", "--level", "may"], "nothing verified: no test that counts ran")]
#[case::requirement(&["run", "--backend", "host", "--requirement", "event.open.refcount"], "event::open::refcount")]
#[case::seed(&["run", "--backend", "host", "--seed", "77", "--shuffle", "memory::open::corrupt*"], "(seed 77)")]
#[case::in_process(&["run", "--backend", "host", "--isolation", "in-process", "event::get"], "0 failed")]
#[case::process(&["run", "--backend", "host", "--isolation", "process", "event::put"], "0 failed")]
#[case::profile(&["run", "--backend", "host@no-event", "event::get"], "the device answers false to UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP")]
#[case::jobs(&["run", "--backend", "host", "--isolation", "process", "--jobs", "3", "event::put"], "0 failed")]
#[case::reproduce(&["reproduce", "harness/model/corpus/refusals.txt", "--lang", "c"], "int main(int count, char **arguments)")]
#[case::version(&["--version"], "ur-ipc-cts 0.1.0")]
fn what_is_documented_works(#[case] arguments: &[&str], #[case] says: &str) {
    let output = ur_ipc_cts(arguments, &[]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(out.contains(says), "{arguments:?} does not say '{says}':\n{out}{err}");
    // Where everything asked for is skipped, nothing is certified.
    let expected = if arguments.contains(&"host@no-event") { 2 } else { 0 };
    assert_eq!(output.status.code(), Some(expected), "{out}{err}");
}

#[rstest]
#[case::unknown_flag(&["--bogus"], "unexpected argument '--bogus'")]
#[case::unknown_backend(&["run", "--backend", "nope"], "there is no backend 'nope'")]
#[case::unknown_profile(&["run", "--backend", "host@nope"], "no profile 'nope'")]
#[case::unknown_selection(&["run", "--selection", "nope"], "invalid value 'nope' for '--selection <NAME>'")]
#[case::misspelt_selection(&["run", "--selection", "ur-ct"], "a similar value exists: 'ur-cts'")]
#[case::misspelt_backend(&["run", "--backend", "hots"], "--backend: there is no backend 'hots': this build has host")]
#[case::misspelt_backend_of_devices(&["devices", "--backend", "hots"], "did you mean 'host'?")]
#[case::misspelt_profile(&["run", "--backend", "host@no-evnt"], "did you mean 'host@no-event'?")]
#[case::misspelt_family(&["run", "--family", "memroy"], "a similar value exists: 'memory'")]
#[case::family_of_requirements_alone(&["run", "--family", "lifetime"], "invalid value 'lifetime' for '--family <FAMILY>'")]
#[case::topic_as_a_family(&["run", "--family", "lifetime"], "tip: --requirement 'lifetime.*' selects the tests of these requirements")]
#[case::count_behind_a_space(&["run", "--fail-fast", "2"], "'2' after --fail-fast is taken as a FILTER, not as a count")]
#[case::misspelt_level(&["run", "--level", "mus"], "a similar value exists: 'must'")]
#[case::misspelt_topic(&["run", "--topic", "opne"], "--topic: there is no topic 'opne'")]
#[case::misspelt_requirement(&["run", "--requirement", "memory.opne.stale"], "did you mean 'memory.open.stale'?")]
#[case::misspelt_device(&["run", "--device", "host::dev9"], "--device: there is no device 'host::dev9'")]
#[case::misspelt_test(&["run", "memory::opne"], "did you mean 'memory::open'?")]
#[case::misspelt_name(&["run", "--exact", "memory::get::sucess"], "did you mean 'memory::get::success'?")]
#[case::part_of_a_word(&["run", "memory::get::succ"], "did you mean '*memory::get::succ*' (2 tests)?")]
#[case::a_beginning_of_profiles(&["--backend", "host@broken"], "'host@broken-hang' or 'host@broken-crash'?")]
#[case::misspelt_pattern(&["--backend", "host", "memroy::*"], "did you mean 'memory::*'?")]
#[case::misspelt_pattern_to_skip(&["--backend", "host", "--skip", "*lifetme*"], "did you mean '*lifetime*'?")]
#[case::misspelt_requirements(&["--backend", "host", "--requirement", "memory.opne.*"], "did you mean 'memory.open.*'?")]
#[case::misspelt_test_of_a_list(&["skiplist", "explain", "memory::get::sucess"], "did you mean 'memory::get::success'?")]
#[case::another_separator(&["run", "memory:open"], "did you mean 'memory::open'?")]
#[case::nothing_to_explore(&["explore", "--programs", "0"], "there is no --known")]
#[case::no_such_requirement(&["requirements", "memory.opne.stale"], "did you mean 'memory.open.stale'?")]
#[case::no_devices(&["run", "--backend", "host@no-devices"], "has no devices")]
#[case::software_alone(&["run", "--backend", "host", "--require-hardware"], "no hardware would be tested: host is software; ")]
#[case::a_backend_of_another_program(&["run", "--backend", "sycl"], "`ur-ipc-sycl-cts` is the program that tests it")]
#[case::nothing_to_share(&["run", "--backend", "host@no-ipc"], "nothing to verify: no device can share memory")]
#[case::no_such_device(&["run", "--backend", "host", "--device", "7"], "no device")]
#[case::no_such_test(&["run", "--backend", "host", "no::such::test"], "filter 'no::such::test' matches no test")]
#[case::missing_skiplist(&["run", "--skiplist", "/no/such/file.yaml"], "/no/such/file.yaml")]
#[case::negative_seed(&["run", "--seed", "-1"], "invalid value '-1' for '--seed <NUMBER>'")]
#[case::bad_seed(&["run", "--seed", "x"], "invalid value 'x'")]
#[case::bad_timeout(&["run", "--timeout", "0"], "--timeout")]
#[case::jobs_in_one_process(&["run", "--backend", "host", "--jobs", "2"], "--isolation process")]
#[case::json_nowhere(&["run", "--backend", "host", "--json", "/no/such/folder/r.json"], "/no/such/folder/r.json")]
fn mistakes_are_named_and_end_with_code_2(#[case] arguments: &[&str], #[case] says: &str) {
    let output = ur_ipc_cts(arguments, &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}\n{}{err}", text(&output.stdout));
    assert!(err.contains(says), "{arguments:?} does not say '{says}': {err}");
}

#[rstest]
#[case::command(&["list", "--backend", "host"])]
#[case::without_a_run(&["requirements"])]
fn a_variable_that_nobody_reads_is_an_error(#[case] arguments: &[&str]) {
    let output = ur_ipc_cts(arguments, &[("UR_IPC_CTS_BACKND", "host")]);
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    assert!(
        err.starts_with("error: UR_IPC_CTS_BACKND: ") && err.contains("did you mean 'UR_IPC_CTS_BACKEND'?"),
        "{err}"
    );
}

/// Each of them, where its feature is not built.
#[rstest]
fn a_backend_that_is_not_built_names_its_feature(#[values("cuda", "level-zero", "ur")] backend: &str) {
    if !features().contains(&backend) {
        let output = ur_ipc_cts(&["run", "--backend", backend], &[]);
        let says = format!("rebuild with `--features {backend}`");
        assert!(text(&output.stderr).contains(&says), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn names_are_matched_by_whole_parts() {
    let listed = |filter| text(&ur_ipc_cts(&["list", "--backend", "host", filter], &[]).stdout);
    let (parts, letters) = (listed("memory::open"), listed("*memory::open*"));
    assert!(
        parts.contains("host::dev0::memory::open::") && !parts.contains("physical_memory::open"),
        "{parts}"
    );
    assert!(letters.contains("physical_memory::open::"), "{letters}");
}

#[rstest]
#[case::unknown_key(
    "driver: { backend: host }\nentries:\n  - tset: x\n    action: skip\n    reason: r\n",
    ":3:"
)]
#[case::wrong_type("driver: { backend: host }\nentries: 7\n", ":2:")]
#[case::bad_action("driver: { backend: host }\nentries:\n  - { test: x, action: hop, reason: r }\n", ":3:")]
#[case::bad_version("driver: { backend: host, version: \">=banana\" }\nentries: []\n", ":1:")]
#[case::not_yaml("driver: [\n", ":")]
fn a_malformed_skiplist_is_an_error_with_its_place(#[case] yaml: &str, #[case] place: &str) {
    let mut file = tempfile::Builder::new().suffix(".yaml").tempfile().expect("a temporary file");
    file.write_all(yaml.as_bytes()).expect("it can be written");
    let path = file.path().to_string_lossy().into_owned();
    let output = ur_ipc_cts(&["run", "--backend", "host", "--skiplist", &path, "event::open"], &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains(&format!("{path}{place}")), "{err}");
}

#[rstest]
#[case::mistyped("backend: hots", &["run"], "list.yaml:1:9: there is no backend 'hots'")]
#[case::mistyped_for_a_list("backend: hots", &["list"], "did you mean 'host'?")]
#[case::other_profile("backend: \"host@no-event\"", &["run"], "this skiplist is for backend host@no-event, which this run does not test")]
#[case::other_device("backend: host, name: GPU", &["run"], "this skiplist is for backend host, name 'GPU', which this run does not test")]
fn a_skiplist_about_no_device_is_an_error(
    #[case] driver: &str,
    #[case] command: &[&str],
    #[case] says: &str,
) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("list.yaml");
    std::fs::write(&path, format!("driver: {{ {driver} }}\nentries: []\n")).expect("it can be written");
    let path = path.to_string_lossy();
    let output =
        ur_ipc_cts(&[command, &["--backend", "host", "event::open", "--skiplist", &path]].concat(), &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains(says), "{err}");
    // Built-in lists are about other machines, and say nothing of it.
    assert!(!err.contains("skiplists/"), "{err}");
}

#[test]
fn a_skiplist_decides_outcomes() {
    let mut file = tempfile::Builder::new().suffix(".yaml").tempfile().expect("a temporary file");
    let yaml = "driver: { backend: host, version: \">=0.1, <1000\" }\nentries:\n\
        - { test: \"event::open::null_out\", action: skip, reason: known to hang }\n\
        - { test: \"event::open::null_data\", action: expect-fail, reason: known bug, issue: \"https://example.com/1\" }\n\
        - { test: \"event::no::such\", action: skip, reason: stale }\n";
    file.write_all(yaml.as_bytes()).expect("it can be written");
    let results_file = tempfile::NamedTempFile::new().expect("a temporary file");
    let output = ur_ipc_cts(
        &[
            "run",
            "--backend",
            "host",
            "--skiplist",
            &file.path().to_string_lossy(),
            "--json",
            &results_file.path().to_string_lossy(),
            "event::open::null*",
        ],
        &[],
    );
    assert_eq!(output.status.code(), Some(1), "an expected failure that passes fails the run");
    let everything = text(&output.stdout) + &text(&output.stderr);
    assert!(everything.contains("event::no::such"), "a pattern without a test is reported: {everything}");
    let name = file.path().to_string_lossy();
    assert!(
        everything.contains(&format!("skiplists:\n    {name}: 2 tests, by lines 3, 4\n")),
        "{everything}"
    );
    let found = results(results_file.path());
    assert_eq!(found["environment"]["skiplists"], serde_json::json!([name]));
    let entry = |id: &str| {
        let tests = found["tests"].as_array().expect("a list of tests");
        tests.iter().find(|test| test["test"] == id).and_then(|test| test["entry"].as_str())
    };
    assert_eq!(entry("event::open::null_out"), Some(&*format!("{name}:3")));
    assert_eq!(entry("event::open::null_context"), None);
    let outcome = |id: &str| {
        let tests = found["tests"].as_array().expect("a list of tests");
        tests.iter().find(|test| test["test"] == id).map(|test| test["outcome"].clone())
    };
    assert_eq!(outcome("event::open::null_out"), Some("skip".into()));
    assert_eq!(outcome("event::open::null_data"), Some("unexpected-pass".into()));
    assert_eq!(outcome("event::open::null_context"), Some("pass".into()));
}

#[test]
fn results_have_the_documented_shape() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let path = file.path().to_string_lossy().into_owned();
    let output = ur_ipc_cts(&["run", "--backend", "host", "--json", &path, "--family", "memory"], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let found = results(file.path());
    assert_eq!(found["schema"], "ur-ipc-cts/results/3");
    assert_eq!(found["devices"][0]["id"], "host::dev0");
    assert_eq!(found["devices"][0]["backend"], "host");
    for key in ["name", "driver_version"] {
        assert!(found["devices"][0][key].is_string(), "{key}");
    }
    assert_eq!(found["requirements"]["host::dev0"]["memory.open.multiple"], "pass");
    let test = &found["tests"][0];
    for key in ["name", "test", "device", "level", "outcome"] {
        assert!(test[key].is_string(), "{key}");
    }
    assert!(test["requirements"].is_array() && test["duration_us"].is_u64());
    assert_eq!(found["summary"]["complete"], true);
    let verdict = &found["verdicts"]["host::dev0"];
    assert_eq!(verdict["verdict"], "conforms-as-far-as-asked");
    assert!(verdict["verified"]["memory"].as_u64().is_some_and(|count| count > 30), "{verdict}");
    assert!(verdict["unverified"]["filter"].as_array().is_some_and(|ids| ids.len() > 100), "{verdict}");
}

#[cfg(feature = "cuda")]
#[test]
fn a_machine_without_the_driver_is_told_what_is_missing() {
    let output = ur_ipc_cts(&["run", "--backend", "cuda", "memory::get::success"], &[]);
    let err = text(&output.stderr);
    // On a machine with such a GPU the test simply runs.
    let missing = output.status.code() == Some(2) && (err.contains("libcuda.so.1") || err.contains("cuInit"));
    assert!(missing || output.status.code() == Some(0), "{}{err}", text(&output.stdout));
}
