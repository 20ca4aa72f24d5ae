//! The files of a package: all of them, no others, and each as it was sealed.

use super::package::{PACKAGE, copied, seal, verify};
use rstest::rstest;
use std::fs::{File, read, read_to_string, remove_file, write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

#[test]
fn all_files_are_needed_and_no_others() {
    let folder = copied();
    remove_file(folder.path().join("tests.json")).expect("it is there");
    write(folder.path().join("notes.txt"), "").expect("it can be written");
    write(folder.path().join("MANIFEST.asc"), "").expect("it can be written");
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("refused: tests.json: No such file"), "{told}");
    assert!(told.contains("refused: notes.txt does not belong to the package"), "{told}");
    assert!(told.contains("remark: MANIFEST.asc looks like a signature"), "{told}");
}

#[rstest]
fn an_altered_byte_shows(
    #[values(
        "certificate.json",
        "environment.json",
        "report.html",
        "requirements.json",
        "results.json",
        "summary.md"
    )]
    name: &str,
) {
    let folder = copied();
    let mut bytes = read(folder.path().join(name)).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    write(folder.path().join(name), bytes).expect("it can be written");
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains(&format!("refused: {name} has been altered")), "{told}");
}

#[test]
fn a_file_more_shows_even_with_its_hash() {
    let folder = copied();
    write(folder.path().join("notes.txt"), "").expect("it can be written");
    let path = folder.path().join("MANIFEST");
    let hashes = read_to_string(&path).expect("the hashes");
    write(&path, format!("{hashes}{}  notes.txt\n", "0".repeat(64))).expect("it can be written");
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("refused: notes.txt is in MANIFEST, and no file of a package has this name"),
        "{told}"
    );
}

#[rstest]
#[case::pipe(|path: &Path| {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("coreutils").success());
}, "this is no regular file")]
#[case::link(|path: &Path| symlink(PACKAGE.0.path().join(path.file_name().expect("a name")), path).expect("a link"), "this is no regular file")]
#[case::large(|path: &Path| File::create(path).and_then(|file| file.set_len((256 << 20) + 1)).expect("a file with a hole"), "it has more than 256 MiB")]
fn what_is_no_file_of_its_own_is_not_read(
    #[case] make: fn(&Path),
    #[case] reason: &str,
    #[values(("MANIFEST", 2), ("summary.md", 1))] file: (&str, i32),
) {
    let folder = copied();
    let path = folder.path().join(file.0);
    remove_file(&path).expect("it is there");
    make(&path);
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(file.1), "{told}");
    assert!(told.contains(&format!("{}: {reason}", file.0)), "{told}");
}

#[test]
fn what_is_no_package_is_told_apart_from_a_bad_one() {
    let folder = copied();
    let expect = |path: &Path, says: &str| {
        let (code, told) = verify(path);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(says), "'{says}' is not in: {told}");
    };
    write(folder.path().join("results.json"), "{}").expect("it can be written");
    seal(folder.path());
    expect(folder.path(), "results.json:1:2: not a result file");
    write(folder.path().join("MANIFEST"), "0123  results.json\n").expect("it can be written");
    expect(folder.path(), "MANIFEST:1: 64 hexadecimal digits");
    remove_file(folder.path().join("MANIFEST")).expect("it is there");
    expect(folder.path(), "not a package, or `certify` did not finish it");
    expect(Path::new("/no/such/folder"), "/no/such/folder/MANIFEST: No such file");
}
