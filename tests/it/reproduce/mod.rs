//! `ur-ipc-cts reproduce`: the C files of programs, compiled and run on the host backend behind UR's C ABI.

use crate::support::cargo::built;
use crate::support::{describe, shown, text, ur_ipc_cts};
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The host backend behind UR's C ABI.
static LOADER: LazyLock<PathBuf> = LazyLock::new(|| built(&["-p", "ur-ipc-abi", "--lib"], "ur_ipc_abi"));

/// The C file that is written for a program.
fn written(program: &Path, options: &[&str]) -> String {
    let output = ur_ipc_cts(&[&["reproduce", "--lang", "c", &shown(program)][..], options].concat(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}: {}", program.display(), text(&output.stderr));
    text(&output.stdout)
}

/// Compiles C files with the loader. What is undefined ends the program, where the compiler can see to that.
fn compiled(sources: &[&Path], program: &Path) {
    let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    compiler.args(["-std=c11", "-pthread", "-Wall", "-Wextra", "-Werror"]);
    compiler.args(["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-I"]);
    compiler.arg(Path::new(ROOT).join("tests/it/reproduce/include")).args(sources).arg(&*LOADER);
    let output =
        compiler.arg("-o").arg(program).output().expect("a C compiler starts, as it does to link Rust");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Runs what a program becomes, with more C beside it.
fn run(program: &str, options: &[&str], beside: &str, backend: &str) -> Output {
    run_on(&[], program, options, beside, backend)
}

/// The same with arguments, which name a device.
fn run_on(device: &[&str], program: &str, options: &[&str], beside: &str, backend: &str) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [text, source, other, bug] =
        ["bug.txt", "bug.c", "other.c", "bug"].map(|name| folder.path().join(name));
    fs::write(&text, program).expect("the folder is writable");
    fs::write(&source, written(&text, options)).expect("the folder is writable");
    fs::write(&other, beside).expect("the folder is writable");
    compiled(&[&source, &other], &bug);
    let mut command = Command::new(&bug);
    command
        .args(device)
        .env("UR_IPC_ABI_BACKEND", backend)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// The programs of a folder.
fn programs(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(Path::new(ROOT).join(folder)).expect("the folder is there");
    let files = files.map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|it| it == "txt")).collect();
    files.sort();
    files
}

/// Splits the words that stand behind a phrase in the first lines of a finding's program.
fn said(text: &str, words: &str) -> Vec<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("# ")?.strip_prefix(words)?.strip_prefix(": "));
    line.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

/// `UPDATE_REPRODUCERS=1 cargo test --test it reproduce` writes them anew.
#[test]
fn the_files_of_findings_are_what_is_made_of_their_programs() {
    let all = programs("docs/findings");
    assert!(all.len() > 5, "{all:?}");
    for program in all {
        let text = fs::read_to_string(&program).expect("it can be read");
        let options = said(&text, "written with");
        let now = written(&program, &options.iter().map(String::as_str).collect::<Vec<_>>());
        let file = program.with_extension("c");
        if std::env::var_os("UPDATE_REPRODUCERS").is_some() {
            fs::write(&file, &now).expect("the file can be written");
        }
        let before = fs::read_to_string(&file).unwrap_or_default();
        let update = "UPDATE_REPRODUCERS=1 cargo test --test it reproduce";
        assert!(before == now, "{} is not what is made of its program: {update} writes it", file.display());
    }
}

#[test]
fn no_file_of_a_finding_is_without_its_program_and_the_list_has_all() {
    let folder = Path::new(ROOT).join("docs/findings");
    let list = fs::read_to_string(folder.join("README.md")).expect("there is a list");
    for entry in fs::read_dir(&folder).expect("the folder is there") {
        let file = entry.expect("a file").path();
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        if name != "README" {
            assert!(file.with_extension("txt").is_file(), "{} has no program", file.display());
            assert!(list.contains(&format!("[{name}]({name}.c)")), "the list lacks {name}");
        }
    }
}

/// One of so many programs runs in `cargo test`.
const SAMPLED: usize = 5;

#[rstest]
#[case::a_sample(SAMPLED)]
#[ignore = "compiles and runs each program: CI does"]
#[case::all(1)]
fn no_defect_shows_on_the_host_backend(#[case] every: usize) {
    let programs = programs("docs/findings").into_iter().chain(programs("harness/model/corpus"));
    for program in programs.step_by(every) {
        let text_ = fs::read_to_string(&program).expect("it can be read");
        let steps: Vec<&str> =
            text_.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        let Some((_, before_last)) = steps.split_last() else { continue };
        let has_no_c = |line: &&str| {
            *line == "together" || line.ends_with(": stop") || line.ends_with(" although undefined")
        };
        let may_fail = |line: &&str| line.ends_with(" without descriptors");
        if steps.iter().any(has_no_c) || before_last.iter().any(may_fail) {
            continue;
        }
        let options = said(&text_, "written with");
        let backend = said(&text_, "fine with").get(1).cloned().unwrap_or_else(|| "host".to_owned());
        let options: Vec<_> = options.iter().map(String::as_str).collect();
        let output = run(&text_, &options, "", &backend);
        assert_eq!(output.status.code(), Some(0), "{}: {}", program.display(), describe(&output));
        let out = text(&output.stdout);
        let taken = out.lines().filter(|line| line.get(1..3) == Some(": ")).count();
        assert!(taken == steps.len() || out.contains("refused, as it may be"), "{out}");
    }
}

const MEMORY: &str = "a: c1 = context
a: q1 = queue in c1
a: m1 = alloc 2 in c1
a: fill m1[0..2] with 7 by q1
a: finish q1
a: h1 = get m1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
b: read i1[0..2] by q2
b: close i1
a: put h1
";
const STARVED: &str = "a: c1 = context
a: m1 = alloc 1 in c1
a: h1 = get m1
b: c2 = context
b: i1 = open h1 in c2 without descriptors
";
const LEAK: &str =
    "# descriptors held after each run of the program: 9, 10, 11 (lifetime.fd.memory_cycles)\n";
const MORE: &str = "#include <stddef.h>\n#include <stdlib.h>\n#include <unistd.h>\n";

/// A function of UR's that stands before that of the host backend, which is broken so.
#[rstest]
#[case::good(MEMORY, "", 0, "no defect shows")]
#[case::wrong_code(
    MEMORY,
    "int urIPCCloseMemHandleExp(void *c, void *m) { (void)c; return m ? 4 : 0; }",
    1,
    "DEFECT: expected result == UR_RESULT_SUCCESS (memory.close.success), seen: 0x4, ERROR_INVALID_VALUE"
)]
#[case::crash(
    MEMORY,
    "int urIPCPutMemHandleExp(void *c, void *h) { (void)c; (void)h; abort(); }",
    1,
    "a: put h1\nDEFECT: process a was ended by signal 6, Aborted"
)]
#[case::exit(
    MEMORY,
    "int urIPCPutMemHandleExp(void *c, void *h) { (void)c; (void)h; _exit(0); }",
    1,
    "a: put h1\nDEFECT: process a ended by itself with 0"
)]
#[case::wrong_contents(
    MEMORY,
    "int urEnqueueUSMFill(void) { return 0; }",
    1,
    "DEFECT: expected word[0] == 7 (cross_process.memory.read, "
)]
#[case::cannot_go_on(
    MEMORY,
    "int urUSMDeviceAlloc(void) { return 40; }",
    2,
    "    seen: 0x28, ERROR_OUT_OF_RESOURCES\ninconclusive: the program cannot go on"
)]
#[case::refused_as_it_may_be(
    STARVED,
    "int urIPCOpenMemHandleExp(void) { int fd = dup(0); if (fd < 0) return 40; close(fd); return 4; }",
    0,
    "    refused, as it may be: 0x28, ERROR_OUT_OF_RESOURCES\nno defect shows"
)]
#[case::success_without_descriptors_and_without_an_import(
    STARVED,
    "int urIPCOpenMemHandleExp(void) { return 0; }",
    1,
    "DEFECT: expected i1 != NULL ("
)]
#[case::no_device(MEMORY, "int urAdapterGet(void) { return 37; }", 2, "inconclusive: no adapter")]
#[case::lacking(
    MEMORY,
    "int urDeviceGetInfo(void) { return 4; }",
    2,
    "the device lacks UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP"
)]
#[case::no_leak(&[LEAK, MEMORY].concat(), "", 0, "b: descriptors after 24 rounds\n    as expected: grown < 23")]
#[case::no_leak_where_the_first_is_the_last(
    &[LEAK, "a: c1 = context\nb: c2 = context\na: e1 = event in c1 shared\na: h1 = get e1\n"].concat(), "", 0,
    "b: descriptors after 24 rounds\n    as expected: grown < 23"
)]
#[case::address(
    "a: c1 = context\na: e1 = event in c1 shared\na: h1 = get e1\nb: c2 = context\nb: e2 = event in c2\nb: i1 = open h1 in c2\n",
    "",
    0,
    "as expected: i1 != NULL"
)]
#[case::leak(&[LEAK, MEMORY].concat(), "int urUSMFree(void *c, void *m) { (void)c; (void)m; return dup(0) < 0; }", 1,
    "DEFECT: expected grown < 23 (lifetime.fd.memory_cycles), seen: ")]
fn a_broken_backend_shows(
    #[case] program: &str,
    #[case] broken: &str,
    #[case] code: i32,
    #[case] says: &str,
) {
    let output = run(program, &[], &[MORE, broken].concat(), "host");
    assert_eq!(output.status.code(), Some(code), "{}", describe(&output));
    assert!(text(&output.stdout).contains(says), "{}", describe(&output));
}

#[rstest]
#[case::any(&[], 0, ": Host device 0\n")]
#[case::by_its_name(&["device 1"], 0, ": Host device 1\n")]
#[case::by_its_platform(&["Host"], 0, ": Host device 0\n")]
#[case::none(&["Arc"], 2, "no device has 'Arc' in its names; there are\n    ")]
#[case::two(&["Intel", "Arc"], 2, "usage: bug [DEVICE], a part of the name of a device\n")]
fn a_device_is_named(#[case] device: &[&str], #[case] code: i32, #[case] says: &str) {
    let output = run_on(device, "a: c1 = context\n", &[], "", "host@two-devices");
    assert_eq!(output.status.code(), Some(code), "{}", describe(&output));
    assert!(text(&output.stdout).contains(says), "{}", describe(&output));
}

/// Drivers take descriptors from processes that are not their children, which Linux may allow for those alone that say so.
#[test]
fn each_process_lets_others_take_its_descriptors() {
    let beside = "#include <sys/prctl.h>
static int allowed;
int prctl(int option, ...) { return allowed |= option == PR_SET_PTRACER, 0; }
int urContextCreate(unsigned n, void *d, void *p, void **c) { (void)n; (void)d; (void)p; *c = c; return allowed ? 0 : 4; }";
    let output = run("a: c1 = context\nb: c2 = context\n", &[], beside, "host");
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
}

#[rstest]
#[case::mistake("a: c1 = context\na: q1 = queu in c1\n", ":2:9: expected what is made: context,")]
#[case::not_defined(
    "a: c1 = context\na: put h1\n",
    ":2: a: put h1: not defined here: h1 was released or never made"
)]
#[case::at_once("together\na.1: c1 = context\nend\n", ":1: steps at once cannot be said in C")]
#[case::stopped("a: c1 = context\na: stop\n", ":2: a process that stops cannot be said in C")]
#[case::starved(
    "a: c1 = context\na: m1 = alloc 1 in c1\na: h1 = get m1 without descriptors\na: free m1\n",
    ":3: 'without descriptors' can be said in C of the last step alone"
)]
#[case::starved_in_rounds(
    &[LEAK, "a: c1 = context\na: m1 = alloc 1 in c1\na: h1 = get m1 without descriptors\n"].concat(),
    ":4: 'without descriptors' can be said in C of the last step alone"
)]
#[case::undefined("a: release c1 although undefined\n", ":1: nothing is required of what is undefined")]
#[case::thread("a.2: c1 = context\n", ":1:1: expected ")]
#[case::children(
    "# children held after each run of the program: 1, 2\na: c1 = context\n",
    ":1: processes that stay behind"
)]
#[case::nothing("# no step\n", ":1: there is no step")]
#[case::counted_to_the_end(&[LEAK, "a: c1 = context\na: kill\n"].concat(), ":1: nothing is counted in a process that ends")]
fn what_is_no_program_is_refused_with_its_place(#[case] program: &str, #[case] says: &str) {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(file.path(), program).expect("it can be written");
    let output = ur_ipc_cts(&["reproduce", &shown(file.path())], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    let place = format!("error: {}{says}", file.path().display());
    assert!(text(&output.stderr).starts_with(&place), "{}", describe(&output));
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = ur_ipc_cts(&["reproduce", "/no/such/program.txt"], &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: /no/such/program.txt: "), "{}", describe(&output));
}

/// A record of a run on a backend whose Close refuses everything becomes a C file. This shows the defect on such a
/// backend, and none on the host backend.
#[test]
fn a_test_that_failed_is_reproduced_from_its_record() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("results.json");
    fs::write(&results, include_str!("failed.json")).expect("the folder is writable");
    let test = format!("{}#physical_memory::close::success", shown(&results));
    let program = ur_ipc_cts(&["reproduce", "--lang", "program", &test], &[]);
    assert_eq!(program.status.code(), Some(0), "{}", describe(&program));
    let program = text(&program.stdout);
    let source = written(Path::new(&test), &[]);
    assert!(source.contains("-I UR/include physical_memory-close-success.c -o bug"), "{source}");
    let output = run(&program, &[], "", "host");
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let broken = "int urIPCClosePhysMemHandleExp(void *c, void *m) { (void)c; return m ? 4 : 0; }";
    let output = run(&program, &[], broken, "host");
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    assert!(
        text(&output.stdout)
            .contains("DEFECT: expected result == UR_RESULT_SUCCESS (physical_memory.close.success"),
        "{}",
        describe(&output)
    );
}

#[rstest]
#[case::no_name("", "name a test, as ", "#TEST; these went wrong: ")]
#[case::unknown(
    "#physical_memory::close::sucess",
    "there is no test",
    "did you mean 'physical_memory::close::success'?"
)]
fn a_test_that_is_not_named_right_is_an_error(#[case] suffix: &str, #[case] says: &str, #[case] asks: &str) {
    let file = Path::new(ROOT).join("tests/it/reproduce/failed.json");
    let output = ur_ipc_cts(&["reproduce", &format!("{}{suffix}", shown(&file))], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    let error = text(&output.stderr);
    assert!(error.contains(says) && error.contains(asks), "{error}");
}
