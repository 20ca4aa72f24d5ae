//! Statements of a package beside its results, forged with right hashes.

use super::package::{copied, edit, seal, verify};
use rstest::rstest;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::{read, read_to_string, write};

#[rstest]
#[case::identity(|statement: &mut Value| statement["devices"]["host@memory-only::dev0"]["identity"]["name"] = json!("another"))]
#[case::verdict(|statement: &mut Value| statement["devices"]["host@memory-only::dev0"]["verdict"] = json!("CONFORMS"))]
#[case::remarks(|statement: &mut Value| statement["remarks"] = json!(["it was tested on hardware"]))]
#[case::no_remarks(|statement: &mut Value| statement["remarks"] = json!([]))]
#[case::refused(|statement: &mut Value| statement["refused_for"] = json!(["nothing"]))]
#[case::commit(|statement: &mut Value| statement["suite_commit"] = json!("c0ffee"))]
fn another_statement_shows_even_with_right_hashes(#[case] change: fn(&mut Value)) {
    let folder = copied();
    edit(folder.path(), "certificate.json", change);
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("refused: certificate.json says something else than results.json"), "{told}");
}

#[rstest]
#[case::requirement("requirements.json", "requirements.json is not the requirements of this suite")]
#[case::test("tests.json", "tests.json is not the tests of this suite")]
fn another_list_shows_even_with_right_hashes(#[case] name: &str, #[case] reason: &str) {
    let folder = copied();
    edit(folder.path(), name, |list| {
        list.as_array_mut().expect("a list").pop();
    });
    let digest = Sha256::digest(read(folder.path().join(name)).expect("a file"));
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let key = format!("{}_sha256", name.trim_end_matches(".json"));
    edit(folder.path(), "certificate.json", |statement| statement[key] = json!(hash));
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains(reason) && told.contains("it was held against another list of"), "{told}");
}

#[test]
fn a_page_of_other_results_shows() {
    let folder = copied();
    write(folder.path().join("report.html"), "<p>CONFORMS</p>").expect("it can be written");
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("report.html is not what this suite makes of the results"), "{told}");
}

#[rstest]
#[case::commit(
    "suite_commit",
    "c0ffee",
    "report.html and summary.md were not compared with the results: commit c0ffee",
    0
)]
#[case::version(
    "suite_version",
    "0.0.9",
    "report.html, summary.md, requirements.json and tests.json were not compared: suite 0.0.9 wrote them",
    1
)]
fn what_another_suite_wrote_is_said_not_to_be_compared(
    #[case] key: &str,
    #[case] other: &str,
    #[case] remark: &str,
    #[case] expected: i32,
) {
    let folder = copied();
    let text = |name| read_to_string(folder.path().join(name)).expect("a file");
    let made: Value = serde_json::from_str(&text("results.json")).expect("JSON");
    let own = made["environment"][key].as_str().expect("a text");
    // It stays what it was: a clean tree's, or another's.
    let other = if own.ends_with("-dirty") { format!("{other}-dirty") } else { other.to_owned() };
    for name in ["results.json", "environment.json", "certificate.json"] {
        write(folder.path().join(name), text(name).replace(own, &other)).expect("it can be written");
    }
    write(folder.path().join("report.html"), "<p>another page</p>").expect("it can be written");
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(expected), "{told}");
    assert!(told.contains(remark), "{told}");
}
