//! The command that runs a test once more.

use super::super::document::Document;
use crate::options::{DEFAULT_TIMEOUT, Isolation};
use crate::outcome::Record;
use std::path::Path;

/// The command for a shell. What the run was told of its backends otherwise is in its own command line.
pub(super) fn command(document: &Document, record: &Record) -> String {
    let device = document.devices.iter().find(|device| device.id == record.device);
    let label = device.map_or_else(
        || record.device.split("::").next().unwrap_or_default().to_owned(),
        |device| device.backend.clone(),
    );
    let (label, name, seed) = (quoted(&label), quoted(&record.name), document.seed());
    if under_cargo_test(document) {
        return format!("UR_IPC_CTS_BACKEND={label} UR_IPC_CTS_SEED={seed} cargo test -- --exact {name}");
    }
    let mut command = format!("ur-ipc-cts run --backend {label} --seed {seed}");
    if let Some(terms) = &document.environment.terms {
        if terms.isolation != Isolation::default().name() {
            command += &format!(" --isolation {}", quoted(&terms.isolation));
        }
        if u128::from(terms.timeout_ms) != DEFAULT_TIMEOUT.as_millis() {
            command += &format!(" --timeout {}.{:03}", terms.timeout_ms / 1000, terms.timeout_ms % 1000);
        }
    }
    format!("{command} --exact {name}")
}

/// Whether the run was started by `cargo test`, whose programs have a hash in their names.
fn under_cargo_test(document: &Document) -> bool {
    let program = document.environment.command_line.first().map(Path::new);
    let name = program.and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    name.rsplit_once('-').is_some_and(|(_, hash)| {
        hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    })
}

/// A word that a shell takes for one.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:@/,=".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::super::super::samples;
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::command("/x/ur-ipc-cts", "worker", 30_000, "ur-ipc-cts run --backend host --seed 7 --exact {}")]
    #[case::other_terms(
        "ur-ipc-cts",
        "process",
        1500,
        "ur-ipc-cts run --backend host --seed 7 --isolation process --timeout 1.500 --exact {}"
    )]
    #[case::cargo_test(
        "target/debug/deps/conformance-0123456789abcdef",
        "worker",
        30_000,
        "UR_IPC_CTS_BACKEND=host UR_IPC_CTS_SEED=7 cargo test -- --exact {}"
    )]
    fn a_test_runs_again_as_it_ran(
        #[case] program: &str,
        #[case] isolation: &str,
        #[case] timeout_ms: u64,
        #[case] expected: &str,
    ) {
        let mut document = samples::document();
        document.environment.command_line = vec![program.to_owned()];
        let terms = document.environment.terms.as_mut().unwrap();
        (terms.isolation, terms.timeout_ms) = (isolation.to_owned(), timeout_ms);
        let record = &document.tests[0];
        assert_eq!(command(&document, record), expected.replace("{}", &record.name));
    }

    #[rstest]
    #[case("host@two-devices", "host@two-devices")]
    #[case("", "''")]
    #[case("a b", "'a b'")]
    #[case("$(x)'", r"'$(x)'\'''")]
    fn words_stay_words(#[case] word: &str, #[case] expected: &str) {
        assert_eq!(quoted(word), expected);
    }
}
