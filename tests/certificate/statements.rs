//! What a package says beside its results, forged with right hashes.

use crate::package::{copied, edit, seal, verify};
use rstest::rstest;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::{read, write};

#[rstest]
#[case::identity(|statement: &mut Value| statement["devices"]["host::dev0"]["identity"]["name"] = json!("another"))]
#[case::verdict(|statement: &mut Value| statement["devices"]["host::dev0"]["verdict"] = json!("CONFORMS"))]
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
