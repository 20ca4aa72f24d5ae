//! The reports of a run: all of them say the same, whether they are written by it or made of its results.

use crate::support::cargo::CARGO_TEST;
use crate::support::schema::{published, unlike};
use crate::support::{describe, results, shown, text, ur_ipc_cts};
use rstest::rstest;
use serde_json::{Value, json};
use std::fs::{read_to_string, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::{TempDir, tempdir};

const FORMATS: [&str; 3] = ["html", "junit", "markdown"];

/// A run that has passes, a skip and a failure, with all its reports.
static RUN: LazyLock<(TempDir, Output)> = LazyLock::new(|| {
    let folder = tempdir().expect("a temporary folder");
    let skiplist = "driver: { backend: host }\nentries:\n\
        - { test: \"event::open::null_out\", action: skip, reason: \"</script><img onerror=x>\" }\n\
        - { test: \"event::open::null_data\", action: expect-fail, reason: \"50%, </script>\" }\n";
    write(folder.path().join("skiplist"), skiplist).expect("it can be written");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (skiplist, json, lines) = (path("skiplist"), path("json"), path("lines"));
    let [html, junit, markdown] = FORMATS.map(path);
    let mut arguments =
        vec!["run", "--backend", "host", "--skiplist", &skiplist, "--annotations", "event::open"];
    arguments.extend(["--json", &json, "--json-lines", &lines]);
    arguments.extend(["--html", &html, "--junit", &junit, "--markdown", &markdown]);
    let output = ur_ipc_cts(&arguments, &[]);
    (folder, output)
});

fn of_the_run(name: &str) -> PathBuf {
    RUN.0.path().join(name)
}

fn report(arguments: &[&str]) -> Output {
    ur_ipc_cts(&[&["report"], arguments].concat(), &[])
}

#[test]
fn a_run_writes_all_reports_and_annotates_its_failures() {
    let output = &RUN.1;
    assert_eq!(output.status.code(), Some(1), "{}", describe(output));
    let annotation = "::error title=host%3A%3Adev0%3A%3Aevent%3A%3Aopen%3A%3Anull_data::unexpected-pass: \
                      it passes, but ";
    let reason = " expects it to fail: delete or narrow the entry (reason of the entry: 50%25, </script>)";
    let is_annotation = |line: &str| line.starts_with(annotation) && line.ends_with(reason);
    assert!(text(&output.stderr).lines().any(is_annotation), "{}", describe(output));
    for format in FORMATS {
        assert!(read_to_string(of_the_run(format)).expect("a report").contains("event::open::null_data"));
    }
}

#[rstest]
#[case("html", "<p class=\"software\">no hardware was tested, only software: host</p>")]
#[case("junit", "<property name=\"hardware\" value=\"none, the device is software\"/>")]
#[case("markdown", "\n⚠️ no hardware was tested, only software: `host`\n")]
#[case("json", "\"software\": true")]
fn reports_say_that_no_hardware_was_tested(#[case] format: &str, #[case] says: &str) {
    let written = read_to_string(of_the_run(format)).expect("a report");
    assert!(written.contains(says), "{written}");
}

#[rstest]
fn what_is_made_of_results_is_what_the_run_has_written(#[values("html", "junit", "markdown")] format: &str) {
    let written = read_to_string(of_the_run(format)).expect("a report");
    let json = shown(&of_the_run("json"));
    let output = report(&[format, &json]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    assert!(text(&output.stdout) == written, "the standard output");
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path().join("report");
    assert_eq!(report(&[format, &json, "-o", &shown(&path)]).status.code(), Some(0));
    assert!(read_to_string(path).expect("a report") == written, "a file");
}

#[rstest]
fn the_published_schemas_are_those_of_the_program(
    #[values("results", "events", "doctor", "list", "devices")] file: &str,
) {
    let generated: Value = serde_json::from_slice(&report(&["schema", file]).stdout).expect("JSON");
    let how = format!("cargo run -- report schema {file} > docs/{file}.schema.json");
    assert!(published(file) == generated, "docs/{file}.schema.json is out of date: {how}");
}

/// The schema by which Jenkins' xUnit plugin refuses files.
#[test]
fn junit_is_as_the_schema_of_jenkins_says() {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/schemas/junit-10.xsd");
    let lint = |file: &Path| Command::new("xmllint").args(["--noout", "--schema", schema]).arg(file).output();
    let Ok(output) = lint(&of_the_run("junit")) else {
        println!("skipped: there is no xmllint here (Debian's package libxml2-utils)");
        return;
    };
    assert!(output.status.success(), "{}", describe(&output));
    // It would refuse what it knows nothing of.
    let spoilt = of_the_run("spoilt");
    let text = read_to_string(of_the_run("junit")).expect("a report");
    write(&spoilt, text.replacen("<testcase ", "<testcase mood=\"good\" ", 1)).expect("it can be written");
    assert!(!lint(&spoilt).expect("it starts").status.success());
}

#[test]
fn results_are_as_their_schema_says() {
    let (schema, good) = (published("results"), results(&of_the_run("json")));
    assert_eq!(unlike(&schema, &good), None);
    let spoilt = |spoil: fn(&mut Value)| {
        let mut bad = good.clone();
        spoil(&mut bad);
        unlike(&schema, &bad)
    };
    assert!(spoilt(|bad| bad["schema"] = json!("ur-ipc-cts/results/1")).is_some());
    assert!(spoilt(|bad| bad["tests"][0]["outcome"] = json!("good")).is_some());
    assert!(spoilt(|bad| bad["tests"][0]["duration_us"] = json!(-1)).is_some());
    assert!(spoilt(|bad| bad["tests"][0]["mood"] = json!("good")).is_some());
    assert!(spoilt(|bad| bad["devices"][0]["ipc_event"] = json!("yes")).is_some());
    assert!(spoilt(|bad| drop(bad["summary"].as_object_mut().expect("an object").remove("ok"))).is_some());
}

#[test]
fn the_lines_tell_of_every_test_and_are_as_their_schema_says() {
    let (schema, results) = (published("events"), results(&of_the_run("json")));
    let lines = read_to_string(of_the_run("lines")).expect("lines");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for line in &lines {
        assert_eq!(unlike(&schema, line), None, "{line}");
    }
    let events = |name: &str| lines.iter().filter(|line| line["event"] == name).collect::<Vec<_>>();
    assert_eq!((&lines[0]["event"], lines.last()), (&json!("run-started"), events("run-ended").pop()));
    assert_eq!(lines[0]["devices"], results["devices"]);
    let tests = results["tests"].as_array().expect("tests");
    let records: Vec<&Value> = events("test-finished").into_iter().map(|line| &line["record"]).collect();
    assert_eq!(records, tests.iter().collect::<Vec<_>>());
    assert_eq!(events("test-started").len(), tests.len() - 1, "one is skipped by a skiplist");
    assert_eq!(events("run-ended")[0]["summary"], results["summary"]);
}

#[rstest]
#[case("--json", "\"schema\": \"ur-ipc-cts/results/3\"")]
#[case("--json-lines", "{\"event\":\"run-started\"")]
#[case("--html", "<!DOCTYPE html>")]
#[case("--junit", "<testsuites")]
#[case("--markdown", "## Conformance")]
fn no_report_is_mixed_with_lines_for_people(#[case] flag: &str, #[case] says: &str) {
    let output = ur_ipc_cts(&["--backend", "host", "event::open::null_out", flag, "-"], &[]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    assert!(out.contains(says) && !out.contains("test result:"), "{out}");
    assert!(
        err.contains("test host::dev0::event::open::null_out ... ok") && err.contains("test result: ok"),
        "{err}"
    );
}

#[rstest]
#[case::one_place_for_two(&["run", "--backend", "host", "--html", "-", "--json", "-"], "two reports cannot be written to one place: -")]
#[case::nowhere(&["run", "--backend", "host", "--junit", "/no/such/folder/r"], "/no/such/folder/r: No such file")]
#[case::no_results(&["report", "html", "/no/such.json"], "result file /no/such.json: no such file")]
#[case::no_json(&["report", "junit", "Cargo.toml"], "Cargo.toml:1:2: not a result file")]
#[case::another_document(&["report", "markdown", "docs/results.schema.json"], "not a result file: missing field `schema`")]
#[case::nothing_to_compare(&["report", "diff", "/no/such.json", "/no/such.json"], "result file /no/such.json: no such file")]
#[case::one_to_compare(&["report", "diff", "a.json"], "<AFTER.json>")]
#[case::no_report(&["report", "pdf", "a.json"], "unrecognized subcommand 'pdf'")]
fn mistakes_are_named_and_end_with_code_2(#[case] arguments: &[&str], #[case] says: &str) {
    let output = ur_ipc_cts(arguments, &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(err.contains(says), "{arguments:?} does not say '{says}': {err}");
}

#[test]
fn a_comparison_ends_with_what_it_comes_to() {
    let folder = tempdir().expect("a temporary folder");
    let (good, bad) = (folder.path().join("good"), of_the_run("json"));
    let mut document = results(&bad);
    for test in document["tests"].as_array_mut().expect("tests") {
        test["outcome"] = json!("pass");
    }
    write(&good, document.to_string()).expect("it can be written");
    let diff = |before: &Path, after: &Path| {
        let output = report(&["diff", &shown(before), &shown(after)]);
        (output.status.code(), describe(&output))
    };
    let (code, told) = diff(&good, &bad);
    assert!(
        code == Some(1) && told.contains("event::open::null_data: pass -> unexpected-pass (worse)"),
        "{told}"
    );
    let (code, told) = diff(&bad, &good);
    assert!(code == Some(0) && told.contains("0 newly failing, 2 newly passing"), "{told}");
    assert_eq!(
        diff(&bad, &bad),
        (Some(0), "0 newly failing, 0 newly passing, 0 changed otherwise, 0 added, 0 removed\n".into())
    );
    let elsewhere = document.to_string().replace("host::dev0", "gpu::dev0");
    write(&good, elsewhere).expect("it can be written");
    let (code, told) = diff(&bad, &good);
    assert!(code == Some(2) && told.starts_with("error: the runs have no device in common"), "{told}");
    document["summary"]["complete"] = json!(false);
    write(&good, document.to_string()).expect("it can be written");
    let (code, told) = diff(&bad, &good);
    assert!(code == Some(2) && told.contains("the second run has not come to its end"), "{told}");
}

#[test]
fn cargo_test_writes_the_same_reports() {
    let folder = tempdir().expect("a temporary folder");
    let mut command = Command::new(&*CARGO_TEST);
    command.env("UR_IPC_CTS_BACKEND", "host").arg("event::open::null_out");
    for name in ["JSON", "JSON_LINES", "HTML", "JUNIT", "MARKDOWN"] {
        command.env(format!("UR_IPC_CTS_{name}"), folder.path().join(name));
    }
    let output = command.output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let written = |name: &str| read_to_string(folder.path().join(name)).expect("a report");
    for format in FORMATS {
        let made = report(&[format, &shown(&folder.path().join("JSON"))]).stdout;
        assert!(text(&made) == written(&format.to_uppercase()), "{format}");
    }
    let output = command.env("UR_IPC_CTS_HTML", "-").output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(describe(&output).contains("a report cannot be written to `-` here"), "{}", describe(&output));
    assert!(written("JSON_LINES").lines().last().is_some_and(|line| line.contains("run-ended")));
}

/// An arrow leaves the call that gives the bytes of a handle in one process, and arrives at an Open in another.
#[rstest]
#[ignore = "takes seconds: CI runs it"]
#[case::ur(env!("CARGO_BIN_EXE_ur-ipc-cts"), "cross_process", "urIPCGet", "urIPCOpen")]
#[case::sycl(env!("CARGO_BIN_EXE_ur-ipc-sycl-cts"), "several_processes", "ipc::handle::data", "ipc::memory::open")]
fn a_trace_has_arrows_from_get_to_open(
    #[case] program: &str,
    #[case] topic: &str,
    #[case] get: &str,
    #[case] open: &str,
) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("trace.json");
    let words = ["run", "--backend", "host", "--family", "memory", "--topic", topic, "--trace"];
    let output = Command::new(program).args(words).arg(&path).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", describe(&output));
    let trace = results(&path);
    let events = trace["traceEvents"].as_array().unwrap();
    // The call around an end of an arrow.
    let call_at = |end: &Value| {
        let at = end["ts"].as_f64().unwrap();
        let around = events.iter().filter(|event| {
            let (from, of) = (event["ts"].as_f64().unwrap_or_default(), event["dur"].as_f64());
            event["cat"] == "call"
                && (&event["pid"], &event["tid"]) == (&end["pid"], &end["tid"])
                && of.is_some_and(|of| from <= at && at <= from + of)
        });
        around.map(|event| event["name"].as_str().unwrap().to_owned()).next().unwrap_or_default()
    };
    let ends = |ph: &str| events.iter().filter(|event| event["ph"] == ph).collect::<Vec<_>>();
    let (starts, arrivals) = (ends("s"), ends("f"));
    assert!(!starts.is_empty() && starts.len() == arrivals.len());
    assert!(starts.iter().all(|end| call_at(end).starts_with(get)), "{starts:#?}");
    assert!(arrivals.iter().all(|end| call_at(end).starts_with(open)), "{arrivals:#?}");
    let pid_of =
        |id: &Value, ends: &[&Value]| ends.iter().find(|end| end["id"] == *id).map(|end| end["pid"].clone());
    assert!(starts.iter().any(|end| pid_of(&end["id"], &arrivals) != Some(end["pid"].clone())));
}
