//! Checks that exploration finds defects without a test of the suite, each with a requirement that the mutant violates.

use rstest::rstest;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use ur_ipc_mutants::catalogue;

/// Explores a backend, and writes what is found into a folder.
fn explored(backend: &str, arguments: &[&str], out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ur-ipc-mutants"))
        .args(["explore", "--backend", backend])
        .args(arguments)
        .arg("--out")
        .arg(out)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

#[rstest]
#[ignore = "takes longer than the next: CI runs it"]
#[case("event_create_counts_two")]
#[case("event_get_gives_size_zero")]
#[ignore = "is like those before: CI runs it"]
#[case("event_status_of_source_always_complete")]
#[case("physical_info_import_properties_stype")]
#[ignore = "is like those before: CI runs it"]
#[case("physical_map_access_none")]
fn a_defect_is_found(#[case] id: &str) {
    let program = found_small(id);
    assert!(!program.contains("together"), "{program}");
}

/// Those that only a second device shows, beside the first one in a context.
#[rstest]
#[case("cross_memory_open_on_second_device_refused")]
#[ignore = "is like the one before: CI runs it"]
#[case("cross_physical_get_on_second_device_refused")]
#[ignore = "takes longer than the first: CI runs it"]
#[case("physical_info_import_on_first_device")]
fn a_defect_of_a_second_device_is_found(#[case] id: &str) {
    let program = found_small(id);
    assert!(program.contains(" = context of both\n"), "{program}");
}

/// Objects are opened, and events signalled, across devices or not, as nothing that binds says more.
#[rstest]
#[ignore = "takes seconds: CI runs it"]
#[case("event_signals_of_its_device_alone")]
#[ignore = "takes seconds: CI runs it"]
#[case("memory_opens_on_its_device_alone")]
#[ignore = "takes seconds: CI runs it"]
#[case("physical_opens_on_its_device_alone")]
fn a_device_that_keeps_to_its_own_conforms(#[case] id: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = explored(id, &["--programs", "150"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Those that only several threads show which call at once, and that one after the other hides.
#[rstest]
#[ignore = "takes as long as ten others: CI runs it"]
#[case("memory_open_fails_beside_another")]
#[ignore = "takes as long as ten others: CI runs it"]
#[case("event_open_at_once_refused")]
#[ignore = "takes as long as two others: CI runs it"]
#[case("physical_concurrent_get_refused")]
fn a_defect_at_once_is_found(#[case] id: &str) {
    let program = found(id);
    assert!(program.contains("together"), "{program}");
    let folder = tempfile::tempdir().unwrap();
    let output = explored(id, &["--programs", "60", "--threads", "1"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The program that exploration finds.
fn found(id: &str) -> String {
    let mutant = catalogue::all().into_iter().find(|mutant| mutant.id == id).expect("a mutant of this id");
    let folder = tempfile::tempdir().unwrap();
    let output = explored(id, &["--programs", "400", "--findings", "1"], folder.path());
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{}: {told}", mutant.description);
    assert!(mutant.violates.iter().any(|requirement| told.contains(requirement)), "{told}");
    // The program stands in a file of its own.
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let program = std::fs::read_to_string(file).unwrap();
    let steps: String =
        program.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    assert_ne!(steps, "", "{program}");
    steps
}

/// The same, which is small: what each run shows is shrunk as far as it goes. A finding that hangs on threads is not, on a
/// busy machine where few runs show it again.
fn found_small(id: &str) -> String {
    let steps = found(id);
    assert!(steps.lines().count() <= 14, "{steps}");
    steps
}

/// State that a process kept of one program spoils a later one. Both come back as one program, with more steps than any
/// has.
#[test]
#[ignore = "takes seconds: CI runs it"]
fn a_defect_that_takes_several_programs_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (id, most) = ("cross_memory_cached_by_number", 10);
    let few = ["--steps", &most.to_string(), "--processes", "2", "--threads", "0"];
    let arguments = [&few[..], &["--programs", "1000", "--seed", "2", "--findings", "1"]].concat();
    let output = explored(id, &arguments, folder.path());
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("seen again in 3 of 3 runs in fresh processes"), "{told}");
    let program = std::fs::read_to_string(folder.path().join("finding-2-1.txt")).unwrap();
    let steps = program.lines().filter(|line| !line.starts_with('#')).count();
    assert!((most + 1..=20).contains(&steps), "{program}");
}

/// Nothing is required of a backend that is given a handle that was put, but what comes of it is told.
#[test]
#[ignore = "takes as long as all others: CI runs it"]
fn a_crash_after_misuse_is_told_and_decides_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let id = "event_open_of_stale_bytes_crashes";
    let output = explored(id, &["--programs", "20", "--seed", "1", "--misuse"], folder.path());
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let line = told.lines().find(|line| line.trim_start().starts_with("open: a handle of an event that"));
    assert!(line.is_some_and(|line| line.contains("the process was lost: SIGABRT")), "{told}");
    let file = folder.path().join("misuse-1-1.txt");
    let program = std::fs::read_to_string(&file).unwrap();
    assert!(program.trim_end().ends_with("although undefined"), "{program}");
    let again = Command::new(env!("CARGO_BIN_EXE_ur-ipc-mutants"))
        .args(["replay", "--backend", id])
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&again.stdout).into_owned();
    assert_eq!(again.status.code(), Some(0), "{told}");
    assert!(told.contains("nothing is required here: open: a handle of an event that"), "{told}");
}

#[test]
fn a_cause_that_is_known_is_not_told_again() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let id = "event_create_counts_two";
    let few = ["--programs", "6", "--threads", "0", "--steps", "20"];
    let first = explored(id, &few, folder.path());
    assert_eq!(first.status.code(), Some(1));
    let known = [&few[..], &["--known", folder.path().to_str().unwrap()]].concat();
    let told = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let again = explored(id, &known, &other.path().join("again"));
    assert_eq!((again.status.code(), &again.stderr[..]), (Some(0), &b""[..]), "{}", told(&again));
    let another = explored("event_get_gives_size_zero", &known, &other.path().join("another"));
    assert_eq!(another.status.code(), Some(1), "{}", told(&another));
    let note = String::from_utf8_lossy(&another.stderr).into_owned();
    assert!(note.contains("finding-0-1.txt: what it records is not seen any more"), "{note}");
    let empty = explored(id, &["--known", other.path().to_str().unwrap()], other.path());
    assert_eq!(empty.status.code(), Some(2));
}

/// A known program excuses what its file records, and nothing else that it may come to show: the same step of the same program
/// shows another thing, or another code, of which the file knows nothing.
#[rstest]
#[case::another_thing("event_get_gives_size_zero", "size of the handle: seen 0")]
#[case::another_code("event_get_needs_signal", "result: seen UR_RESULT_ERROR_INVALID_ARGUMENT")]
fn what_a_known_program_shows_besides_is_new(#[case] id: &str, #[case] says: &str) {
    let [recorded, new, again] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let path = |folder: &tempfile::TempDir| folder.path().to_str().unwrap().to_owned();
    let first = explored("event_get_gives_null", &["--programs", "400", "--findings", "1"], recorded.path());
    let first = String::from_utf8_lossy(&first.stdout).into_owned();
    assert!(first.contains("handle or pointer: seen null"), "{first}");

    let (recorded, told) =
        (path(&recorded), |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned());
    let output = explored(id, &["--programs", "0", "--known", &recorded], new.path());
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(told(&output).contains(says), "{}", told(&output));
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(note.contains("finding-0-1.txt: what it records is not seen any more"), "{note}");

    // Its own file excuses it.
    let output =
        explored(id, &["--programs", "0", "--known", &recorded, "--known", &path(&new)], again.path());
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
}

#[test]
fn a_known_program_that_records_nothing_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("known.txt");
    std::fs::write(&file, "# Finding 7.\na: c1 = context\n").unwrap();
    let output = explored("event_get_gives_null", &["--known", file.to_str().unwrap()], folder.path());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains(&format!("{}:1: no finding is recorded in it", file.display())), "{error}");
}

/// A resource that the machine lacks is a reason not to explore, and no finding.
#[test]
fn a_machine_that_lacks_something_shows_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    let limited =
        "ulimit -n 100 && exec \"$0\" explore --backend event_create_counts_two --programs 20 --out \"$1\"";
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_ur-ipc-mutants")])
        .arg(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("a shell starts");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("ulimit -n"), "{error}");
}
