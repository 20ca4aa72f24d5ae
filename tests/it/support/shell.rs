//! Both programs, started by a shell: with odd streams, limits, and folders.

use super::cargo::CARGO_TEST;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program `ur-ipc-cts`.
const COMMAND: &str = env!("CARGO_BIN_EXE_ur-ipc-cts");

/// Runs a script, in which `$0` is the command, `$1` the front for `cargo test` and `$2` a folder.
pub fn script(commands: &str, folder: &Path) -> Output {
    start(["sh"], commands, folder).expect("there is a shell")
}

/// Starts the shell by these words.
pub fn start<const N: usize>(shell: [&str; N], commands: &str, folder: &Path) -> std::io::Result<Output> {
    let words = shell.map(OsStr::new);
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).args(["-euc", commands, COMMAND]).arg(&*CARGO_TEST).arg(folder);
    command.env("UR_IPC_CTS_BACKEND", "host").stdin(Stdio::null()).output()
}

/// Runs the command in a terminal of so many columns, and gives what is seen there, without colours and moves of the cursor,
/// and the exit code.
pub fn terminal(arguments: &str, columns: usize) -> (String, Option<i32>) {
    let commands = format!("stty rows 50 cols {columns}; exec '{COMMAND}' {arguments} --color never");
    let output = Command::new("script")
        .args(["-qec", &commands, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .expect("util-linux has `script`");
    (without_escapes(&String::from_utf8_lossy(&output.stdout)), output.status.code())
}

fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |seen, part| {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |at| at + 1);
        seen + &part[end..]
    })
}
