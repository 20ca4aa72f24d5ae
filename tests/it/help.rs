//! The command's help and error messages. If they should differ: `INSTA_UPDATE=always cargo test --test it help`.

use crate::support::text;
use std::ffi::OsStr;
use std::process::Output;

fn ur_ipc_cts<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    crate::support::ur_ipc_cts(arguments, &[("COLUMNS", "120")])
}

#[test]
fn the_help_has_commands_options_and_examples() {
    insta::assert_snapshot!("help", text(&ur_ipc_cts(&["-h"]).stdout));
    insta::assert_snapshot!("help_requirements", text(&ur_ipc_cts(&["requirements", "--help"]).stdout));
}

#[test]
fn help_fits_the_terminal() {
    for arguments in [&["--help"][..], &["run", "-h"], &["run", "--help"], &["explore", "--help"]] {
        let help = text(&crate::support::ur_ipc_cts(arguments, &[("COLUMNS", "80")]).stdout);
        // What cannot be broken: an option with its value.
        let long: Vec<&str> = help.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{arguments:?}: {long:#?}");
    }
}

#[test]
fn mistakes_are_told_in_full() {
    let mistakes: [&[&str]; 11] = [
        &["rnu"],
        &["lst", "--backend", "host"],
        &["run", "--family", "memroy"],
        &["run", "--level", "mus"],
        &["run", "--backend", "hots"],
        &["run", "--backend", "host", "--device", "host::dev9"],
        &["run", "--topic", "opne"],
        &["run", "--requirement", "memory.opne.stale"],
        &["run", "--backend", "host", "memory::opne"],
        &["requirements", "memory.opne.stale"],
        &["completions", "bsh"],
    ];
    let told = mistakes.map(|arguments| {
        let output = ur_ipc_cts(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        format!("$ ur-ipc-cts {}\n{}", arguments.join(" "), of_any_build(&text(&output.stderr)))
    });
    insta::assert_snapshot!("mistakes", told.join("\n"));
}

/// The text without the backends that this build happens to have.
fn of_any_build(text: &str) -> String {
    const HAS: &str = "this build has ";
    let Some((before, after)) = text.split_once(HAS) else { return text.to_owned() };
    let (_, behind) = after.split_once(';').expect("more is said behind the backends");
    format!("{before}{HAS}...;{behind}")
}

/// The commands of the help, each once.
pub fn commands() -> Vec<String> {
    let help = text(&ur_ipc_cts(&["-h"]).stdout);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // What is said of a command may go on below it.
    let lines = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

/// Each example of the help names a command and options that there are: the program comes as far as its work.
#[test]
fn the_examples_are_right() {
    let help = text(&ur_ipc_cts(&["-h"]).stdout);
    let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  ur-ipc-cts ")).collect();
    assert!(examples.len() > 4, "{help}");
    for example in examples {
        let words = example.split("  ").next().unwrap_or_default().split_whitespace();
        let arguments: Vec<&str> = words.map(|word| word.trim_matches('\'')).collect();
        // To list what a run would run is to choose it, and takes no time.
        let listed: Vec<&str> = match arguments[..] {
            ["run", "--html", _] => vec!["list"],
            ["run", ..] => [&["list"], &arguments[1..]].concat(),
            _ if arguments.is_empty() => vec!["list"],
            _ => arguments.clone(),
        };
        let output = ur_ipc_cts(&listed);
        assert_eq!(output.status.code(), Some(0), "{listed:?}: {}", text(&output.stderr));
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = text(&ur_ipc_cts(&["man"]).stdout);
    assert!(page.contains(".TH ur-ipc-cts 1"), "{page}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    // It makes what there is not yet.
    let folder = folder.path().join("share/man1");
    let path = folder.to_string_lossy().into_owned();
    assert_eq!(ur_ipc_cts(&["man", "--output", &path]).status.code(), Some(0));
    for command in commands().iter().filter(|command| *command != "help") {
        let page = folder.join(format!("ur-ipc-cts-{command}.1"));
        assert!(page.exists(), "{}", page.display());
    }
    let has = |name: &str, title: &str| {
        let page = std::fs::read_to_string(folder.join(name)).unwrap();
        page.lines().any(|line| line.starts_with(".SH") && line.contains(title))
    };
    for title in ["EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"] {
        assert!(has("ur-ipc-cts.1", title) && has("ur-ipc-cts-run.1", title), "{title}");
    }
    assert!(has("ur-ipc-cts-report-diff.1", "EXIT STATUS") && !has("ur-ipc-cts-list.1", "FILES"));
    assert!(page.contains("ur\\-ipc\\-cts\\-verify(1)"), "{page}");
    let nowhere = ur_ipc_cts(&["man", "--output", "/dev/null/folder"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(text(&nowhere.stderr).starts_with("error: /dev/null/folder: "), "{}", text(&nowhere.stderr));
}
