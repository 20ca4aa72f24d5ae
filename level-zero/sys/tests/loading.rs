//! Opening a library finds its entry points, or says readably why it is no loader.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use level_zero_sys::{LOADER_VARIABLE, Library, LoadError, Origin, ze_init_flags_t, ze_result_t};
use rstest::rstest;

fn failure(path: &str) -> LoadError {
    // SAFETY: the files are missing or have harmless initialisers, and export no name of the API.
    unsafe { Library::open(Some(Path::new(path))) }.expect_err("this is no Level Zero loader")
}

#[test]
fn a_missing_library_is_named_with_what_to_install() {
    let error = failure("/nonexistent/libze_loader.so.1");
    let text = error.to_string();
    assert_eq!(error.library(), Path::new("/nonexistent/libze_loader.so.1"));
    assert_eq!(error.origin(), Origin::Argument);
    for part in ["/nonexistent/libze_loader.so.1", "path given by the caller", "libze1", LOADER_VARIABLE] {
        assert!(text.contains(part), "{part} is missing in: {text}");
    }
    assert!(!error.reason().is_empty());
}

#[rstest]
#[case::another_library("libc.so.6", "exports neither zeInit nor zeInitDrivers")]
#[case::not_a_library("/dev/null", "/dev/null")]
fn another_file_is_refused(#[case] path: &str, #[case] reason: &str) {
    let error = failure(path);
    assert!(error.reason().contains(reason), "{error}");
}

#[test]
fn a_loader_offers_what_it_exports() {
    let Some(path) = compile("unsigned zeInit(unsigned flags) { return flags ? 0x78000004u : 0u; }") else {
        return eprintln!("not tried: no C compiler");
    };
    // SAFETY: the library has no initialisers and its one function has the signature of its name.
    let library = unsafe { Library::open(Some(&path)) }.expect("the library was just made");
    assert_eq!(library.path(), path);
    fs::remove_dir_all(path.parent().expect("a file is in a directory")).expect("the directory is there");
    assert!(library.has("zeInit"));
    assert!(!library.has("zeInitDrivers"));
    let init = library.functions().zeInit.expect("the library exports it");
    drop(library);
    // SAFETY: the library stays mapped, and the function takes any flags.
    let results = unsafe { [init(ze_init_flags_t(0)), init(ze_init_flags_t(8))] };
    assert_eq!(results, [ze_result_t::ZE_RESULT_SUCCESS, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT]);
}

/// Makes a shared library in a directory of its own; `None` without a C compiler.
fn compile(code: &str) -> Option<PathBuf> {
    let directory = env::temp_dir().join(format!("level-zero-sys-loader-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("the directory for temporary files is writable");
    let (source, library) = (directory.join("loader.c"), directory.join("libze_loader.so.1"));
    fs::write(&source, code).expect("the directory for temporary files is writable");
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let status = Command::new(compiler).args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    match status {
        Ok(status) => {
            assert!(status.success(), "the compiler ends with {status}");
            Some(library)
        }
        Err(_) => {
            fs::remove_dir_all(&directory).expect("the directory was just made");
            None
        }
    }
}
