//! The picture and the text in the README are of real runs. `UPDATE_PICTURE=1 cargo test --test it picture -- --include-ignored`
//! takes new ones; that of a run that fails takes `--features level-zero`.

use crate::support::{text, ur_ipc_cts};
use std::fmt::Write as _;
use std::path::Path;

const COMMAND: &str = "cargo run --release";
/// The number of test lines that are shown before the dots.
const TESTS: usize = 6;
/// The number of characters in a line, at most.
const COLUMNS: usize = 136;

/// The lines that a terminal shows of a run on the host backend.
fn lines() -> Vec<String> {
    let output = ur_ipc_cts(&["run", "--backend", "host", "--color", "always"], &[]);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| text(&bytes));
    assert_eq!(output.status.code(), Some(0), "{err}");
    let is_test = |line: &str| line.starts_with("test host::");
    let last = out.lines().filter(|line| is_test(line)).count() - 1;
    let mut lines = vec![format!("$ {COMMAND}"), String::new()];
    let mut tests = 0;
    for line in out.trim().lines() {
        match is_test(line).then_some(tests) {
            Some(TESTS) => lines.push("...".to_owned()),
            Some(number) if number > TESTS && number < last => {}
            // What the kernel of this machine is called behind its version is nobody's business.
            _ if line.starts_with("    kernel ") => {
                lines.push(line.split('-').next().unwrap_or_default().to_owned())
            }
            _ => lines.push(line.to_owned()),
        }
        tests += usize::from(is_test(line));
    }
    lines
}

/// The parts of a line that have a colour of their own, each with that.
fn parts(line: &str) -> Vec<(&'static str, String)> {
    let mut parts = Vec::new();
    let mut colour = "#c9d1d9";
    let mut room = COLUMNS;
    for (number, piece) in line.split('\x1b').enumerate() {
        let text = if number == 0 {
            piece
        } else {
            let (code, text) = piece.split_once('m').expect("a colour has an end");
            colour = match code {
                "[0" => "#c9d1d9",
                "[31" => "#f85149",
                "[32" => "#3fb950",
                "[33" => "#d29922",
                other => panic!("another colour: {other}"),
            };
            text
        };
        let shown: String = text.chars().take(room).collect();
        let cut = if shown.len() < text.len() { "…" } else { "" };
        room -= shown.chars().count();
        if !shown.is_empty() {
            parts.push((colour, shown + cut));
        }
    }
    parts
}

fn picture(lines: &[String]) -> String {
    let (width, height) = (1110, 30 + 18 * lines.len());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"Output of {COMMAND}: the host backend conforms\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#0d1117\"/>\n\
         <g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace\" font-size=\"13\">\n"
    );
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        // Writing to a string cannot fail.
        let _ = write!(svg, "<text x=\"16\" y=\"{}\" xml:space=\"preserve\">", 30 + 18 * number);
        for (colour, text) in parts(line) {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let _ = write!(svg, "<tspan fill=\"{colour}\">{text}</tspan>");
        }
        svg.push_str("</text>\n");
    }
    svg + "</g>\n</svg>\n"
}

/// Without what differs from machine to machine and from day to day: numbers, and how wide they are.
fn structure<'l>(lines: impl Iterator<Item = &'l str>) -> Vec<String> {
    let of_line = |line: &str| {
        let line: String = line.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        let words: Vec<&str> = line.split([' ', '.', '0', '-']).filter(|word| !word.is_empty()).collect();
        words.join(" ")
    };
    lines.map(of_line).collect()
}

/// The lines of a picture.
fn texts(svg: &str) -> impl Iterator<Item = &str> {
    svg.lines().filter(|line| line.starts_with("<text"))
}

#[test]
#[ignore = "runs the whole suite: CI does"]
fn the_picture_is_of_a_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/run.svg");
    let now = picture(&lines());
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&path, &now).expect("the picture can be written");
    }
    let known = std::fs::read_to_string(&path).expect("there is a picture");
    assert_eq!(
        structure(texts(&known)),
        structure(texts(&now)),
        "docs/run.svg shows another output than there is now: UPDATE_PICTURE=1 cargo test --test it picture -- --include-ignored"
    );
}

/// A run on a driver that fails, as far as the README shows it.
#[cfg(feature = "level-zero")]
mod red {
    use super::*;

    const MARKS: [&str; 2] = ["```text\n", "```\n"];

    /// The failure with the calls of the peer that saw it, and the verdict.
    fn lines() -> Vec<String> {
        let output = ur_ipc_cts(
            &["--backend", "level-zero@soft", "memory::open::usable_in_enqueue"],
            &[("LEVEL_ZERO_SOFT_FAIL", "zeMemOpenIpcHandle:2")],
        );
        let out = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{out}");
        // The bytes of a handle are other ones each time.
        let mut handles = out.split("handle:");
        let first = handles.next().unwrap_or_default().to_owned();
        let out = handles.fold(first, |out, rest| out + "handle:1f2e" + &rest[4..]);
        let program = env!("CARGO_BIN_EXE_ur-ipc-cts");
        let out = out.replace(program, "ur-ipc-cts");
        let part = |from: &str, to: &str| {
            let lines = out.lines().skip_while(|line| !line.starts_with(from));
            let end = lines.clone().skip(1).position(|line| line.trim_start().starts_with(to));
            let lines = lines.take(end.expect("a later line") + 1).filter(|line| !line.is_empty());
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        [
            part("---- ", "last calls"),
            part("last calls", "worker"),
            vec!["    ...".to_owned()],
            part("    consumer ", "clean-up"),
            vec!["    ...".to_owned()],
            part("run it again", "failed tests"),
            vec!["...".to_owned()],
            part("level-zero@soft::dev0 (", "verified "),
            vec!["    ...".to_owned()],
            part("    violated", "requirements not verified"),
        ]
        .concat()
    }

    #[test]
    fn the_readme_shows_a_run_that_fails() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
        let readme = std::fs::read_to_string(&path).expect("there is a README");
        let (before, rest) = readme.split_once(MARKS[0]).expect("the README has a text");
        let (known, after) = rest.split_once(MARKS[1]).expect("it has an end");
        let now = lines().join("\n") + "\n";
        if std::env::var_os("UPDATE_PICTURE").is_some() {
            let [begin, end] = MARKS;
            std::fs::write(&path, format!("{before}{begin}{now}{end}{after}")).expect("it can be written");
        } else {
            assert_eq!(
                structure(known.lines()),
                structure(now.lines()),
                "README.md shows another output than there is now: UPDATE_PICTURE=1 cargo test --features level-zero --test it picture"
            );
        }
    }
}
