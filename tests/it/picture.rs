//! The picture in the README is of a real run. `UPDATE_PICTURE=1 cargo test --test it picture` takes a new one.

use crate::support::{text, ur_ipc_cts};
use std::fmt::Write as _;
use std::path::Path;

const COMMAND: &str = "cargo run --release";
/// How many of the lines of tests are shown before the dots.
const TESTS: usize = 6;
/// How many characters a line has at most.
const COLUMNS: usize = 136;

/// What a terminal shows of a run on the host backend.
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
fn structure(svg: &str) -> Vec<String> {
    let of_line = |line: &str| {
        let line: String = line.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        let words: Vec<&str> = line.split([' ', '.', '0', '-']).filter(|word| !word.is_empty()).collect();
        words.join(" ")
    };
    svg.lines().filter(|line| line.starts_with("<text")).map(of_line).collect()
}

#[test]
fn the_picture_is_of_a_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/run.svg");
    let now = picture(&lines());
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&path, &now).expect("the picture can be written");
    }
    let known = std::fs::read_to_string(&path).expect("there is a picture");
    assert_eq!(
        structure(&known),
        structure(&now),
        "docs/run.svg shows another output than there is now: UPDATE_PICTURE=1 cargo test --test it picture"
    );
}
