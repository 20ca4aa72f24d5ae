//! Findings of `explore`, and the commands for them.

use crate::support::{describe, text, ur_ipc_cts};
use tempfile::tempdir;

#[test]
#[ignore = "takes seconds: CI runs it"]
fn a_finding_comes_with_the_commands_for_it() {
    let folder = tempdir().expect("a temporary folder");
    let out = folder.path().display().to_string();
    let small = ["--threads", "0", "--processes", "1", "--steps", "30", "--findings", "1"];
    let of_backend = ["explore", "--backend", "host@broken-leak", "--out", &out];
    let output = ur_ipc_cts(&[&of_backend[..], &small].concat(), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    let file = format!("{out}/finding-0-1.txt");
    let told = text(&output.stdout);
    assert!(told.contains(&format!(" replay --backend host@broken-leak {file}\nwrite it in C: ")), "{told}");
    assert!(told.contains(&format!(" reproduce {file}\n")), "{told}");
    let replayed = |backend: &str| {
        let output = ur_ipc_cts(&["replay", "--backend", backend, &file], &[]);
        (output.status.code(), text(&output.stdout))
    };
    let (code, told) = replayed("host@broken-leak");
    assert!(code == Some(1) && told.starts_with(&format!("{file}, on host@broken-leak::dev0: ")), "{told}");
    let (code, told) = replayed("host");
    assert!(
        code == Some(0) && told.contains(": no violation in ") && told.ends_with(" on host::dev0\n"),
        "{told}"
    );
}
