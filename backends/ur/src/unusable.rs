//! Finds the reason for a loader without adapters. The loader gives it only in its log, so this module opens the
//! libraries once more.

use libloading::Library;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use ur_ipc_sys::libraries;

/// The adapters that UR's loader knows (`source/loader/ur_manifests.hpp`).
const KNOWN: &[&str] = &["opencl", "cuda", "hip", "level_zero", "level_zero_v2", "native_cpu", "offload"];

/// The message of the dynamic linker, which the error's own text leaves out.
pub(crate) fn reason(error: &libloading::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

/// A sentence or more for the libraries that this loader takes for adapters.
pub(crate) fn why(loader: &Path) -> String {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let folder = folder(loader);
    let mut told: Vec<String> = if let Some(forced) = set("UR_ADAPTERS_FORCE_LOAD") {
        listed(&forced).iter().map(|path| tried(path).unwrap_or_else(|| missing(path))).collect()
    } else {
        let search = set("UR_ADAPTERS_SEARCH_PATH").map(|value| listed(&value)).unwrap_or_default();
        let folders: Vec<PathBuf> = search.into_iter().chain(folder.clone()).collect();
        KNOWN.iter().filter_map(|name| first_tried(name, &folders)).collect()
    };
    if told.is_empty() {
        let place = folder.map_or_else(|| "beside it".to_owned(), |path| format!("in {}", path.display()));
        told.push(format!(
            "no libur_adapter_*.so.0 is {place} or where the system looks; \
             name the folder in UR_ADAPTERS_SEARCH_PATH, or the library in UR_ADAPTERS_FORCE_LOAD"
        ));
    }
    if let Some(selector) = set("ONEAPI_DEVICE_SELECTOR") {
        told.push(format!(
            "ONEAPI_DEVICE_SELECTOR is '{}', which may leave adapters out",
            selector.display()
        ));
    }
    told.join("; ")
}

/// The values of one of UR's variables: with commas between them, in quotes if need be.
fn listed(value: &OsStr) -> Vec<PathBuf> {
    let unquoted = |text: &str| PathBuf::from(text.trim_matches(['\'', '"']));
    value.to_string_lossy().split(',').filter(|text| !text.is_empty()).map(unquoted).collect()
}

/// The first folder that the loader searches: its own.
fn folder(loader: &Path) -> Option<PathBuf> {
    let name = loader.file_name()?.to_string_lossy().into_owned();
    let named =
        |path: &PathBuf| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(&name));
    let file = loader.canonicalize().ok().or_else(|| libraries::mapped().into_iter().find(named))?;
    file.parent().map(Path::to_owned)
}

/// Describes the state of an adapter, by its library in the first of these folders that has it, or in the system's.
fn first_tried(name: &str, folders: &[PathBuf]) -> Option<String> {
    let file = format!("libur_adapter_{name}.so.0");
    folders.iter().find_map(|folder| tried(&folder.join(&file))).or_else(|| by_name(&file))
}

/// Describes the state of the adapter in this file, if it is there.
fn tried(path: &Path) -> Option<String> {
    let file = path.canonicalize().ok()?;
    let taken = libraries::mapped().contains(&file);
    Some(match opened(path) {
        _ if taken => listless(path),
        Ok(()) => format!("{} can be opened, and the loader did not take it", path.display()),
        Err(reason) => unopened(path, &reason),
    })
}

/// The same for a library that the system may have. One that it has not is no reason for anything.
fn by_name(file: &str) -> Option<String> {
    match opened(Path::new(file)) {
        Ok(()) => Some(listless(Path::new(file))),
        Err(reason) if reason.starts_with(file) => None,
        Err(reason) => Some(unopened(Path::new(file), &reason)),
    }
}

fn listless(library: &Path) -> String {
    format!("{} was opened, and lists no adapter: it finds no driver or no device", library.display())
}

fn unopened(library: &Path, reason: &str) -> String {
    format!("{} cannot be opened ({reason})", library.display())
}

fn missing(path: &Path) -> String {
    format!("{}, named in UR_ADAPTERS_FORCE_LOAD, is not there", path.display())
}

/// Opens a library as the loader does, and leaves it open: an adapter need not bear to be closed.
fn opened(library: &Path) -> Result<(), String> {
    // SAFETY: the loader has just done the same.
    let library = unsafe { Library::new(library) }.map_err(|error| reason(&error))?;
    std::mem::forget(library);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_the_loader_reads_them() {
        let list = listed(OsStr::new("/a/x.so,'/b:c/y.so',\"/d/z.so\""));
        assert_eq!(list, ["/a/x.so", "/b:c/y.so", "/d/z.so"].map(PathBuf::from));
    }

    #[test]
    fn a_loader_is_found_by_path_and_by_name() {
        let libraries = libraries::mapped();
        let libc = libraries.iter().find(|path| path.ends_with("libc.so.6")).expect("it is loaded");
        assert_eq!(folder(libc).as_deref(), libc.parent());
        assert_eq!(folder(Path::new("libc.so.6")).as_deref(), libc.parent());
    }
}
