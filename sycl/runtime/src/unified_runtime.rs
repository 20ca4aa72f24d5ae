//! Unified Runtime below SYCL, by its C ABI.

use std::path::PathBuf;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_sys::libraries;
use ur_ipc_ur::{Options, UrBackend};

/// Unified Runtime's loader over the adapters that SYCL has in this process, if it can be called.
pub(crate) fn open() -> Option<Arc<dyn UrIpc>> {
    let options = Options { library: loader()?, layers: Vec::new() };
    Some(Arc::new(UrBackend::open(options).ok()?))
}

/// The loader in this process. A libsycl that has one built in exports nothing of it, and takes adapters from where a loader of
/// the same build lies beside them: as a library is in a process once, that loader finds the very same adapters.
fn loader() -> Option<PathBuf> {
    let mapped = libraries::mapped();
    let named = |beginning| {
        let is_so = move |path: &&PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(beginning))
        };
        mapped.iter().find(is_so)
    };
    let beside = || Some(named("libur_adapter_")?.with_file_name("libur_loader.so.0"));
    named("libur_loader").cloned().or_else(beside).filter(|path| path.exists())
}
