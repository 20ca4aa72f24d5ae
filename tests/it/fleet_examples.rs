//! The examples of `examples/fleet/`, run with what each scheduler would set: their shards are the whole.

use crate::support::cargo::features;
use crate::support::{describe, results, text, ur_ipc_cts};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::{TempDir, tempdir};

const SHARDS: usize = 4;
/// A backend on which the whole suite is short.
const BACKEND: &str = "host@memory-only";

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fleet").join(name)
}

/// A command in this folder, with the program where it would be installed.
fn command(program: &str, folder: &Path) -> Command {
    let program_folder = Path::new(env!("CARGO_BIN_EXE_ur-ipc-cts")).parent().expect("it is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(program);
    command.current_dir(folder).env("PATH", format!("{}:{path}", program_folder.display()));
    command
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{command:?}{}", describe(&output));
    output
}

/// That these results are those of a whole run on this backend.
fn is_whole(file: &Path, backend: &str) {
    let document = results(file);
    assert_eq!(document["verdicts"][format!("{backend}::dev0")]["verdict"], "conforms");
    let listed = text(&ur_ipc_cts(&["list", "--backend", backend], &[]).stdout);
    let count = listed.lines().filter(|line| line.ends_with(": test")).count();
    assert_eq!(document["tests"].as_array().map(Vec::len), Some(count));
    assert_eq!(document["environment"]["parts"].as_array().map(Vec::len), Some(SHARDS));
}

fn yaml(name: &str) -> Value {
    let text = read_to_string(example(name)).expect("the example can be read");
    serde_yaml::from_str(&text).expect("it is YAML")
}

/// The command of a job's one container.
fn container(name: &str, folder: &Path) -> Command {
    let job = yaml(name);
    let container = &job["spec"]["template"]["spec"]["containers"][0];
    let mut words = container["command"].as_array().expect("a command").iter();
    let mut word = || words.next().and_then(Value::as_str);
    let mut command = command(word().expect("a program"), folder);
    while let Some(argument) = word() {
        command.arg(argument);
    }
    for variable in container["env"].as_array().expect("variables") {
        let [name, value] = ["name", "value"].map(|key| variable[key].as_str().expect("a text"));
        command.env(name, value);
    }
    command.env("RESULTS", folder).env("BACKEND", BACKEND);
    command
}

#[test]
#[ignore = "takes seconds: CI runs it"]
fn kubernetes_runs_an_indexed_job() {
    let folder = tempdir().expect("a temporary folder");
    let job = yaml("kubernetes/job.yaml");
    assert_eq!(job["spec"]["completions"], SHARDS);
    for index in 0..SHARDS {
        let mut pod = container("kubernetes/job.yaml", folder.path());
        run(pod.env("JOB_COMPLETION_INDEX", index.to_string()));
    }
    run(&mut container("kubernetes/merge.yaml", folder.path()));
    is_whole(&folder.path().join("whole.json"), BACKEND);
}

#[test]
#[ignore = "takes seconds: CI runs it"]
fn a_pod_that_was_ended_goes_on() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("shard-2.json");
    let pod = || {
        let mut pod = container("kubernetes/job.yaml", folder.path());
        pod.env("JOB_COMPLETION_INDEX", "1");
        pod
    };
    run(&mut pod());
    let mut document = results(&file);
    document["tests"].as_array_mut().expect("tests").truncate(9);
    document["summary"]["complete"] = false.into();
    std::fs::write(&file, document.to_string()).expect("it can be written");
    let out = text(&run(&mut pod()).stdout);
    assert!(out.contains("shard-2.json: 9 tests taken over"), "{out}");
    // One that was ended before it began has nothing to take over.
    document.as_object_mut().expect("an object")["environment"].as_object_mut().expect("one").remove("asked");
    std::fs::write(&file, document.to_string()).expect("it can be written");
    let out = text(&run(&mut pod()).stdout);
    assert!(!out.contains("taken over") && results(&file)["summary"]["complete"] == true, "{out}");
}

#[test]
#[ignore = "takes seconds: CI runs it"]
fn slurm_runs_an_array() {
    let folder = tempdir().expect("a temporary folder");
    let script = |name: &str| {
        let mut script = command("sh", folder.path());
        script.arg(example(name));
        script
    };
    let array = read_to_string(example("slurm/array.sbatch")).expect("the example can be read");
    assert!(array.contains(&format!("\n#SBATCH --array=1-{SHARDS}\n")), "{array}");
    for index in 1..=SHARDS {
        let mut job = script("slurm/array.sbatch");
        job.env("SLURM_ARRAY_TASK_ID", index.to_string()).env("SLURM_ARRAY_TASK_COUNT", SHARDS.to_string());
        run(job.env("BACKEND", BACKEND));
    }
    run(&mut script("slurm/merge.sbatch"));
    is_whole(&folder.path().join("results/whole.json"), BACKEND);
}

/// Has a step of a job of the workflow run in this folder.
fn step(job: &Value, name: &str, variables: &BTreeMap<&str, String>, folder: &TempDir) -> Output {
    let steps = job["steps"].as_array().expect("steps");
    let step = steps.iter().find(|step| step["name"] == name).expect("there is such a step");
    let mut shell = command("bash", folder.path());
    shell.args(["-e", "-c", step["run"].as_str().expect("it runs something")]).envs(variables);
    run(&mut shell)
}

#[test]
#[ignore = "takes seconds: CI runs it"]
fn github_runs_a_matrix() {
    let folder = tempdir().expect("a temporary folder");
    let workflow = yaml("github/conformance.yml");
    let (shard, whole) = (&workflow["jobs"]["shard"], &workflow["jobs"]["whole"]);
    let matrix = shard["strategy"]["matrix"]["shard"].as_array().expect("shards");
    assert_eq!(matrix.len(), SHARDS);
    // What GitHub puts in the places of expressions.
    let environment = |index: &Value| {
        let variables = shard["env"].as_object().expect("variables").iter();
        let value = |value: &Value| match value.as_str() {
            Some("${{ matrix.shard }}") => index.to_string(),
            Some("${{ strategy.job-total }}") => matrix.len().to_string(),
            Some("host") => BACKEND.to_owned(),
            other => panic!("an expression that is not known here: {other:?}"),
        };
        variables.map(|(name, said)| (name.as_str(), value(said))).collect::<BTreeMap<_, _>>()
    };
    for index in matrix {
        step(shard, "run a shard", &environment(index), &folder);
    }
    step(whole, "put the shards together", &BTreeMap::new(), &folder);
    is_whole(&folder.path().join("whole.json"), BACKEND);
    let summary = folder.path().join("summary.md");
    let variables = BTreeMap::from([("GITHUB_STEP_SUMMARY", summary.to_string_lossy().into_owned())]);
    step(whole, "show the summary", &variables, &folder);
    assert!(read_to_string(summary).expect("a summary").contains("CONFORMS"));
}

#[test]
#[ignore = "builds the suite anew: CI runs it"]
fn nextest_carries_the_suite_in_an_archive() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !Command::new(&cargo)
        .args(["nextest", "--version"])
        .output()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: cargo-nextest is not installed");
        return;
    }
    let folder = tempdir().expect("a temporary folder");
    let path = |name: String| folder.path().join(name);
    let archive = path("suite.tar.zst".to_owned());
    let mut build = command(&cargo, here);
    // The archive has the command, too: built otherwise, it would take the place of the one that other tests run.
    run(build
        .args(["nextest", "archive", "--locked", "--features", &features().join(",")])
        .args(["--test", "conformance", "--archive-file"])
        .arg(&archive));
    let on_machine = |script: &str, shard: usize, more: &[PathBuf]| {
        let mut machine = command("sh", here);
        machine.arg(example(script)).arg(&archive).args([shard.to_string(), SHARDS.to_string()]).args(more);
        run(machine.env("UR_IPC_CTS_BACKEND", "host"))
    };
    let files: Vec<PathBuf> = (1..=SHARDS).map(|shard| path(format!("shard-{shard}.json"))).collect();
    for (file, shard) in files.iter().zip(1..) {
        on_machine("nextest/shard.sh", shard, std::slice::from_ref(file));
    }
    let whole = path("whole.json".to_owned());
    let mut merge = command("ur-ipc-cts", folder.path());
    run(merge.args(["report", "merge"]).args(&files).arg("--json").arg(&whole));
    is_whole(&whole, "host");
    // Each test is a process there, so one of the four will do.
    let said = text(&on_machine("nextest/partition.sh", 2, &[]).stderr);
    assert!(said.contains(" passed") && !said.contains(" failed"), "{said}");
}
