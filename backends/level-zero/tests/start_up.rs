//! The backend without a loader or with something else in its place: an answer in words.

use rstest::rstest;
use std::path::PathBuf;
use ur_ipc_level_zero::{LevelZeroBackend, LevelZeroError, Options};

fn open(loader: &str) -> LevelZeroError {
    let mut options = Options::default();
    options.loader = Some(PathBuf::from(loader));
    LevelZeroBackend::open(&options).err().expect("no loader of Level Zero")
}

#[rstest]
#[case::no_such_file("/nonexistent/libze_loader.so.1")]
#[case::no_library("/proc/self/status")]
#[case::another_library("libc.so.6")]
fn what_is_no_loader_is_named_with_what_to_install(#[case] loader: &str) {
    let error = open(loader);
    assert!(matches!(error, LevelZeroError::LoaderNotFound(_)), "{error}");
    let text = error.to_string();
    assert!(text.contains(loader) && text.contains("libze1"), "{text}");
}
