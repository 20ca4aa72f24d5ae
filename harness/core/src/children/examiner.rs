//! The examiner: opens a backend's libraries one by one, and tries operations between processes. It has its own process,
//! where a crash does no harm.

use super::{ChildStart, channel_lost};
use crate::backend_options::BackendOptions;
use crate::host_dependencies::LibraryDependency;
use crate::suite::Suite;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use ur_ipc_report::machine::Library;
use ur_ipc_sys::libraries::Opened;
use ur_ipc_sys::process::{PAGE, allows_reading};
use ur_ipc_sys::{memfd, trial};

/// The findings of an examiner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examined {
    /// The attempts to open libraries, in the order of the backend's dependencies.
    pub libraries: Vec<Attempt>,
    /// The trials of what the kernel lets processes do: a name, and the error if there was one.
    pub trials: Vec<(String, Option<Refusal>)>,
}

/// An attempt to open a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// By which name.
    pub name: String,
    /// The library, and which of the symbols it lacks; or what the dynamic linker says.
    pub opened: Result<(Library, Vec<String>), String>,
}

/// Why the kernel refused something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The system's number for it; 0 where there is none.
    pub errno: i32,
    /// The error in words.
    pub text: String,
}

pub(super) fn main(suite: &Suite, start: &ChildStart) -> ExitCode {
    let trials = trials();
    let dependencies = suite.resolve(&start.address.label).map(|(backend, _)| &backend.requires.libraries);
    let libraries = dependencies.map(|libraries| attempts(libraries, &start.address.options));
    let examined = Examined { libraries: libraries.unwrap_or_default(), trials };
    match start.channel.send(&examined, Instant::now() + Duration::from_secs(10)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the examiner cannot answer: {error}");
            channel_lost()
        }
    }
}

fn trials() -> Vec<(String, Option<Refusal>)> {
    let tried: [(&str, io::Result<()>); 3] = [
        ("pidfd_getfd", trial::take_descriptor()),
        ("memfd_create", memfd::create(c"ur-ipc-doctor", PAGE).map(drop)),
        ("process_vm_readv", allows_reading()),
    ];
    let refusal =
        |error: io::Error| Refusal { errno: error.raw_os_error().unwrap_or(0), text: error.to_string() };
    tried.into_iter().map(|(name, tried)| (name.to_owned(), tried.err().map(refusal))).collect()
}

fn attempts(libraries: &[LibraryDependency], options: &BackendOptions) -> Vec<Attempt> {
    let mut folder = None;
    let mut attempts = Vec::new();
    for library in libraries {
        let attempt = attempt(library, &chosen(library, options), folder.as_deref());
        if let Ok((found, _)) = &attempt.opened {
            folder = folder.or_else(|| Path::new(&found.path).parent().map(Path::to_path_buf));
        }
        attempts.push(attempt);
    }
    attempts
}

/// Returns the file to open. An option goes before a variable, and a variable before the usual name.
fn chosen(library: &LibraryDependency, options: &BackendOptions) -> OsString {
    let option = library.option.and_then(|flag| options.get(flag)).map(OsString::from);
    let variable = || library.variable.and_then(std::env::var_os);
    let set = |value: OsString| Some(value).filter(|value| !value.is_empty());
    option.and_then(set).or_else(|| variable().and_then(set)).unwrap_or_else(|| library.name.into())
}

/// Opens a library: beside the first that was found, as loaders look for what they load, or where the system has it.
fn attempt(library: &LibraryDependency, name: &OsString, folder: Option<&Path>) -> Attempt {
    let beside = folder.map(|folder| folder.join(name)).filter(|path| path.is_file());
    let asked = beside.map_or_else(|| name.clone(), PathBuf::into_os_string);
    // SAFETY: the backend opens it, too; and this process does nothing else.
    let opened = unsafe { Opened::new(&asked) }.map(|opened| {
        let lacking = library.symbols.iter().filter(|symbol| !opened.has(symbol));
        let lacking = lacking.map(|symbol| (*symbol).to_owned()).collect();
        let path = opened.path().unwrap_or_else(|| PathBuf::from(&asked));
        (Library::of(&path), lacking)
    });
    Attempt { name: asked.to_string_lossy().into_owned(), opened }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBC: LibraryDependency = LibraryDependency {
        name: "libc.so.6",
        what: "the C library",
        variable: None,
        option: Some("x-library"),
        symbols: &["getpid", "no_such_symbol"],
        optional: false,
        advice: "",
    };

    #[test]
    fn a_library_is_opened_and_what_it_lacks_is_named() {
        let attempts = attempts(&[LIBC], &BackendOptions::default());
        let (library, lacking) = attempts[0].opened.as_ref().unwrap();
        assert!(library.path.contains("libc.so"), "{library:?}");
        assert_eq!(lacking, &["no_such_symbol"]);
    }

    #[test]
    fn an_option_names_another_and_what_is_wrong_with_it_is_told() {
        let mut options = BackendOptions::default();
        options.set("x-library", "/no/such/lib.so".into());
        let attempts = attempts(&[LIBC, LIBC], &options);
        assert_eq!(attempts[0].name, "/no/such/lib.so");
        assert!(attempts[1].opened.as_ref().unwrap_err().contains("/no/such/lib.so"), "{attempts:?}");
    }
}
