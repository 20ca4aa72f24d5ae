//! Opening the loader at run time.

use core::error::Error;
use core::ffi::{CStr, c_void};
use core::mem;
use std::env;
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};

use crate::{Functions, LoadError, Origin};

/// File name of the loader that is opened when nobody names another one.
pub const DEFAULT_LOADER: &str = "libze_loader.so.1";

/// Environment variable with the path of the loader, used when the caller gives none; empty means unset.
pub const LOADER_VARIABLE: &str = "LEVEL_ZERO_LOADER";

/// An opened Level Zero loader.
///
/// The library stays mapped until the process ends, since drivers keep threads and thread-local data that must
/// not lose their code. Function pointers may therefore be copied out of [`Library::functions`] and outlive this
/// value.
#[derive(Clone, Debug)]
pub struct Library {
    path: PathBuf,
    functions: Functions,
}

impl Library {
    /// Opens the library at `path`, else the one that [`LOADER_VARIABLE`] names, else [`DEFAULT_LOADER`], and
    /// looks up all entry points. Initialises nothing: call `zeInitDrivers` or `zeInit` next.
    ///
    /// # Errors
    /// [`LoadError`] when the library cannot be opened, or exports neither `zeInit` nor `zeInitDrivers`.
    ///
    /// # Safety
    /// The library is a Level Zero loader, or another library whose initialisers are sound to run and whose
    /// symbols with names of [`ENTRY_POINTS`](crate::ENTRY_POINTS) have the signatures of the specification.
    pub unsafe fn open(path: Option<&Path>) -> Result<Self, LoadError> {
        let (path, origin) = choose(path, env::var_os(LOADER_VARIABLE).map(PathBuf::from));
        let fail = |reason: String| LoadError { library: path.clone(), origin, reason };
        // SAFETY: the caller vouches for the initialisers of the library.
        let handle = unsafe { Handle::open(Some(&path), RTLD_NOW | RTLD_LOCAL) }
            .map_err(|error| fail(explain(&error)))?;
        // SAFETY: the caller vouches for the signatures, and the library is never closed once it is accepted.
        let functions = unsafe { Functions::load(|name| find(&handle, name)) };
        if functions.zeInit.is_none() && functions.zeInitDrivers.is_none() {
            return Err(fail("it exports neither zeInit nor zeInitDrivers".to_owned()));
        }
        mem::forget(handle);
        Ok(Self { path, functions })
    }

    /// The entry points.
    #[must_use]
    pub fn functions(&self) -> &Functions {
        &self.functions
    }

    /// Whether the loader exports the entry point; false for names that this crate does not know.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.functions.has(name)
    }

    /// The path or file name that was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Picks the library to open.
fn choose(argument: Option<&Path>, environment: Option<PathBuf>) -> (PathBuf, Origin) {
    match (argument, environment) {
        (Some(path), _) => (path.to_path_buf(), Origin::Argument),
        (None, Some(path)) if !path.as_os_str().is_empty() => (path, Origin::Environment),
        (None, _) => (PathBuf::from(DEFAULT_LOADER), Origin::Default),
    }
}

/// The dynamic linker's message, which is the source of the error, not its text.
fn explain(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

/// Address of a symbol, null when the library has none of that name.
fn find(library: &Handle, name: &CStr) -> *const c_void {
    // SAFETY: the symbol is only turned into an address here; `Functions::load` gives it a type.
    match unsafe { library.get::<*const c_void>(name.to_bytes_with_nul()) } {
        Ok(symbol) => symbol.as_raw_ptr().cast_const(),
        Err(_) => core::ptr::null(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::argument_wins(Some("/a"), Some("/b"), "/a", Origin::Argument)]
    #[case::then_environment(None, Some("/b"), "/b", Origin::Environment)]
    #[case::empty_is_unset(None, Some(""), DEFAULT_LOADER, Origin::Default)]
    #[case::then_default(None, None, DEFAULT_LOADER, Origin::Default)]
    fn choice_of_the_library(
        #[case] argument: Option<&str>,
        #[case] environment: Option<&str>,
        #[case] path: &str,
        #[case] origin: Origin,
    ) {
        let chosen = choose(argument.map(Path::new), environment.map(PathBuf::from));
        assert_eq!(chosen, (PathBuf::from(path), origin));
    }
}
