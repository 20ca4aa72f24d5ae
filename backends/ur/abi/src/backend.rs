//! The backend of this process.

use crate::adapters::Adapters;
use std::env::var;
use std::ffi::c_char;
use std::ptr::null;
use std::sync::OnceLock;
use ur_ipc_cts::built_in_backends;
use ur_ipc_cts::harness::{BackendOptions, Build, Requirements, Subject, Suite};

/// The backend, made at the first call. `None` if it cannot be, of which the reason is printed once.
pub(crate) fn backend() -> Option<&'static Adapters> {
    static BACKEND: OnceLock<Option<Adapters>> = OnceLock::new();
    let make = || make().map_err(|why| eprintln!("ur-ipc-abi: {why}")).ok();
    BACKEND.get_or_init(make).as_ref()
}

fn make() -> Result<Adapters, String> {
    let count = var("UR_IPC_ABI_ADAPTERS").unwrap_or_else(|_| "1".to_owned());
    let count =
        count.parse().map_err(|_| format!("UR_IPC_ABI_ADAPTERS: '{count}' is no number of adapters"))?;
    let inner = suite()
        .make_backend(&label(), &BackendOptions::default())
        .map_err(|why| format!("UR_IPC_ABI_BACKEND: {why}"))?;
    Ok(Adapters { inner, count })
}

/// The backends to choose from.
fn suite() -> Suite {
    Suite {
        tests: Vec::new(),
        requirements: Requirements::default(),
        backends: built_in_backends(),
        skiplists: Vec::new(),
        build: Build::default(),
        subject: Subject::default(),
    }
}

/// The name of the backend.
fn label() -> String {
    var("UR_IPC_ABI_BACKEND").unwrap_or_else(|_| "host".to_owned())
}

/// Says of a backend that is software that it stands in for hardware, for programs that report what they ran on. No words are
/// needed: the names of its devices say it. Null for the others.
#[unsafe(no_mangle)]
pub extern "C" fn hardware_stand_in() -> *const c_char {
    if suite().is_software(&label()) { c"".as_ptr() } else { null() }
}
