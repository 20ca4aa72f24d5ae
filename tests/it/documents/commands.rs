//! Commands of README and guide: the program knows its own, CI runs each other one, or a list has the reason why not.

use super::{page, pages_in};
use crate::support::{text, ur_ipc_cts};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

/// The commands that `.ci/run` does not have as they are written, by their beginnings, and why.
const NOT_IN_CI: &[(&str, &str)] = &[
    ("cargo doc -p ur-ipc-api --open", "opens a browser; CI builds the documentation of all crates"),
    ("cargo run --example physical_memory_diagnostic", "tests/it/diagnostic.rs runs it"),
    ("cargo run --example two_processes", "tests/it/two_processes.rs runs it"),
    ("cargo test --test sycl", "a target of `cargo test --workspace`"),
    ("gdb ", "a debugger is no part of CI"),
    ("pgrep ", "looks for the processes of a run that goes on"),
    ("tools/build-sycl-shim.sh --sycl DIR", "tools/certify-sycl.sh runs it"),
    ("tools/build-ur.sh", "tools/certify-ur.sh --source pinned runs it"),
    ("tools/certify-level-zero.sh --driver system", "needs a GPU"),
    ("tools/certify-ur.sh --adapter cuda", "needs a GPU"),
    ("tools/certify-ur.sh --source DIR", "takes a tree of the user's"),
];

/// Options of backends, which a build has with the backend alone. Each takes a value.
const OF_BACKENDS: &[(&str, bool)] = &[
    ("--ur-library", cfg!(feature = "ur")),
    ("--ur-layers", cfg!(feature = "ur")),
    ("--sycl-shim", cfg!(feature = "sycl")),
];

/// The commands of README and guide: each page with the lines of its blocks, and what it has of them in its text.
fn commands() -> Vec<(String, String)> {
    let readme = Path::new(super::ROOT).join("README.md");
    let mut commands = Vec::new();
    for path in [readme].into_iter().chain(pages_in("docs/guide")) {
        let page = page(&path);
        let is_command = |span: &String| {
            let begins = ["cargo ", "tools/", "ur-ipc-cts ", "ur-ipc-sycl-cts "];
            begins.iter().any(|begin| span.starts_with(begin))
        };
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let spans = page.code_spans().into_iter().filter(is_command);
        commands.extend(page.shell_lines().into_iter().chain(spans).map(|line| (name.clone(), line)));
    }
    commands
}

/// The words of a line, up to where its output goes. What is set before the command is not among them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote, mut open) = (vec![String::new()], None, false);
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => (quote, open) = (Some(c), true),
            (c, Some(q)) if c == q => quote = None,
            (' ', None) if open || words.last().is_some_and(|word| !word.is_empty()) => {
                words.push(String::new());
                open = false;
            }
            (' ', None) => {}
            (c, _) => words.last_mut().expect("a word").push(c),
        }
    }
    let end = words.iter().position(|word| ["|", ">", ">>"].contains(&word.as_str()));
    words.truncate(end.unwrap_or(words.len()));
    let is_variable = |word: &String| {
        let name = word.split('=').next().unwrap_or_default();
        word.contains('=') && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    };
    let words = words.into_iter().skip_while(is_variable);
    // A word that stands for several.
    words.map(|word| word.trim_end_matches("...").to_owned()).filter(|word| !word.is_empty()).collect()
}

/// The program and its arguments, if a command runs it.
fn own(words: &[String]) -> Option<(&'static str, &[String])> {
    let is = |word: &str| Path::new(word).file_name().and_then(|name| name.to_str()).map(str::to_owned);
    let named = |word: &str| match is(word)?.as_str() {
        "ur-ipc-cts" => Some("ur-ipc-cts"),
        "ur-ipc-sycl-cts" => Some("ur-ipc-sycl-cts"),
        _ => None,
    };
    if words.len() > 1 && words[0] == "cargo" && words[1] == "run" {
        let (of_cargo, rest) =
            words.split_at(words.iter().position(|word| word == "--").unwrap_or(words.len()));
        if of_cargo.iter().any(|word| ["-p", "--example", "--manifest-path"].contains(&word.as_str())) {
            return None;
        }
        let program = of_cargo.iter().find_map(|word| named(word)).unwrap_or("ur-ipc-cts");
        return Some((program, rest.get(1..).unwrap_or_default()));
    }
    let at = words.iter().position(|word| named(word).is_some())?;
    Some((named(&words[at])?, &words[at + 1..]))
}

/// Whether the program understands these arguments; what it says if not.
fn understood(program: &str, arguments: &[String]) -> Result<(), String> {
    let mut known = Vec::new();
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        match OF_BACKENDS.iter().find(|(option, _)| option == word) {
            Some((_, false)) => drop(rest.next()),
            _ => known.push(word.as_str()),
        }
    }
    known.push("--help");
    let program = match program {
        "ur-ipc-cts" => env!("CARGO_BIN_EXE_ur-ipc-cts"),
        _ => env!("CARGO_BIN_EXE_ur-ipc-sycl-cts"),
    };
    let output =
        Command::new(program).args(&known).stdin(Stdio::null()).output().expect("the program starts");
    if output.status.success() { Ok(()) } else { Err(text(&output.stderr)) }
}

#[test]
fn the_program_knows_its_own_commands() {
    let mut wrong = Vec::new();
    for (page, line) in commands() {
        let words = words(&line);
        if let Some((program, arguments)) = own(&words)
            && let Err(why) = understood(program, arguments)
        {
            wrong.push(format!("{page}: {line}\n{why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The tests and requirements that commands choose by names exist.
#[test]
fn commands_choose_tests() {
    let mut chosen = 0;
    for (page, line) in commands() {
        let words = words(&line);
        let Some(("ur-ipc-cts", arguments)) = own(&words) else { continue };
        let Some(filters) = filters(arguments) else { continue };
        let output = ur_ipc_cts(&[&["list", "--backend", "host"], &filters[..]].concat(), &[]);
        assert!(output.status.success(), "{page}: {line}: {}", text(&output.stderr));
        chosen += 1;
    }
    assert!(chosen > 5, "{chosen} commands");
}

/// The names of tests, requirements and the like, if a run is asked for and reads no file.
fn filters(arguments: &[String]) -> Option<Vec<&str>> {
    const FILES: &[&str] = &["--tests-from", "--rerun-failed", "--resume", "--skiplist", "--durations"];
    let mut rest = arguments.iter().map(String::as_str).peekable();
    match rest.peek() {
        Some(&"run" | &"list") => drop(rest.next()),
        Some(word) if !word.starts_with('-') && !word.contains("::") => return None,
        _ => {}
    }
    let mut filters = Vec::new();
    while let Some(word) = rest.next() {
        match word {
            "--exact" | "--thorough" => filters.push(word),
            "--family" | "--topic" | "--level" | "--requirement" | "--selection" => {
                filters.extend([Some(word), rest.next()].into_iter().flatten());
            }
            "--verbose" | "--quiet" | "--require-hardware" | "--long" | "--annotations" | "--shuffle" => {}
            file if FILES.contains(&file) => return None,
            option if option.starts_with('-') => drop(rest.next()),
            filter => filters.push(filter),
        }
    }
    (!filters.is_empty()).then_some(filters)
}

#[test]
fn other_commands_are_run_by_ci_or_say_why_not() {
    let [ci, manifest] = [".ci/run", "Cargo.toml"].map(|file| {
        std::fs::read_to_string(Path::new(super::ROOT).join(file)).expect("a file of the project")
    });
    let ci = ci.replace("\\\n", " ").replace("--locked ", "").replace("--target-dir target/third-party ", "");
    let ci = ci.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    for (page, line) in commands() {
        let all = words(&line);
        let words = match own(&all) {
            // Its own arguments are another test's.
            Some(_) if all[0] == "cargo" => &all[..2],
            Some((_, arguments)) => &all[..all.len() - arguments.len() - 1],
            None => &all[..],
        };
        let command = words.join(" ");
        let listed = NOT_IN_CI.iter().find(|(begin, _)| command.starts_with(begin));
        used.extend(listed.map(|(begin, _)| *begin));
        if listed.is_none() && !ci.contains(&command) {
            wrong.push(format!("{page}: {line}"));
        }
        let features = all.windows(2).filter(|two| two[0] == "--features").flat_map(|two| two[1].split(','));
        for feature in features {
            assert!(manifest.contains(&format!("\n{feature} = [")), "{page}: {line}: no feature {feature}");
        }
        let tool = words.first().filter(|word| word.starts_with("tools/"));
        assert!(tool.is_none_or(|tool| Path::new(super::ROOT).join(tool).exists()), "{page}: {line}");
    }
    assert!(wrong.is_empty(), "neither in .ci/run nor in this test's list:\n{}", wrong.join("\n"));
    let unused: Vec<_> = NOT_IN_CI.iter().filter(|(begin, _)| !used.contains(begin)).collect();
    assert!(unused.is_empty(), "no page has these any more: {unused:?}");
}

#[test]
fn a_line_is_read_as_a_shell_reads_it() {
    let read = |line| words(line).join("|");
    assert_eq!(read("A_B=1 x 'a b' \"c\" d... > out"), "x|a b|c|d");
    assert_eq!(read("x --key=value | head"), "x|--key=value");
}
