//! `list` and `devices` for programs, and runs that leave tests out or print little.

use crate::support::schema::{published, unlike};
use crate::support::{describe, text, ur_ipc_cts};
use rstest::rstest;
use serde_json::{Value, json};

fn printed(arguments: &[&str]) -> Value {
    let output = ur_ipc_cts(arguments, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[rstest]
#[case::tests(&["list", "--backend", "host", "--thorough", "--json"], "list")]
#[case::devices(&["devices", "--backend", "host@two-devices", "--json"], "devices")]
fn what_is_listed_is_as_its_schema_says(#[case] arguments: &[&str], #[case] schema: &str) {
    assert_eq!(unlike(&published(schema), &printed(arguments)), None);
}

#[test]
fn a_listed_test_says_what_it_checks() {
    let list = printed(&["list", "--backend", "host", "--json", "--exact", "event::open::null_out"]);
    assert_eq!(
        list["tests"],
        json!([{
            "name": "host::dev0::event::open::null_out",
            "device": "host::dev0",
            "test": "event::open::null_out",
            "family": "event",
            "level": "must",
            "chapter": "arguments",
            "requirements": ["event.open.null_out"],
            "needs": ["ipc events"],
            "thorough": false,
            "several_processes": true,
        }])
    );
}

#[test]
fn devices_are_listed_with_backends_and_profiles() {
    let list = printed(&["devices", "--backend", "host@two-devices", "--json"]);
    let devices = list["devices"].as_array().expect("devices");
    let ids: Vec<&Value> = devices.iter().map(|device| &device["id"]).collect();
    assert_eq!(ids, ["host@two-devices::dev0", "host@two-devices::dev1"]);
    assert!(devices.iter().all(|device| device["software"] == true), "{list:#}");
    let host = list["built_in"].as_array().and_then(|all| all.iter().find(|known| known["name"] == "host"));
    let profiles = host.and_then(|host| host["profiles"].as_array()).expect("profiles");
    assert!(profiles.iter().any(|profile| profile["name"] == "no-ipc"), "{list:#}");
}

#[rstest]
#[case::nothing(&[], true, true)]
#[case::one(&["--skip", "null_out"], false, true)]
#[case::pattern(&["--skip", "*null_o*"], false, true)]
#[case::several(&["--skip", "null_out", "--skip", "event::open::null_data"], false, false)]
fn tests_are_left_out(#[case] skip: &[&str], #[case] first: bool, #[case] second: bool) {
    let output = ur_ipc_cts(&[&["list", "--backend", "host", "event::open"], skip].concat(), &[]);
    let listed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    assert_eq!(listed.contains("::null_out: test"), first, "{listed}");
    assert_eq!(listed.contains("::null_data: test"), second, "{listed}");
}

#[test]
fn results_say_what_was_left_out() {
    let arguments = ["run", "--backend", "host", "event::open", "--skip", "null_out", "--json", "-"];
    let results = printed(&arguments);
    assert_eq!(results["environment"]["selection"], json!(["filter 'event::open'", "--skip 'null_out'"]));
}

#[test]
fn a_quiet_run_says_failures_and_the_verdict() {
    let quiet = ["run", "--backend", "host", "event::open", "--quiet"];
    let output = ur_ipc_cts(&quiet, &[]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let lines: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
    assert!(lines.len() < 6, "{said}");
    assert!(lines[0].starts_with("host::dev0 (Host device 0, driver 0.1.0): PARTIAL: "), "{said}");
    assert!(lines.last().is_some_and(|line| line.starts_with("test result: ok.")), "{said}");
    let both = ur_ipc_cts(&[&quiet[..], &["--verbose"]].concat(), &[]);
    assert_eq!(both.status.code(), Some(2), "{}", describe(&both));
}
