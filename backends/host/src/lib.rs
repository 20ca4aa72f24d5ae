//! The embedded default backend: a strict software model of UR IPC on Linux primitives.
//!
//! It is the executable reading of the requirements. Memory that can be shared is a sealed memory file. A handle names
//! such a file in the exporting process, and one entry in the file's table of exports. Open takes a copy of the file's
//! descriptor out of that process (`pidfd_getfd`), and checks the handle against the file. Events are two counters in
//! such a file and a futex.
//!
//! Device addresses are not host addresses: a dereference on the host faults, and only commands reach the bytes.
//! Every handle and pointer is looked up before it is used, so that bad ones are answered with an error.
//!
//! # Nothing of `backends/kit`
//! Tests, mutants, conforming variants and the model of `explore` have to agree with this backend before they judge
//! others. Among the others are the backends on drivers, which share `backends/kit`. So the parts of the kit are here a
//! second time: registry, address map, handles, exports, entry points. If the code were shared, a wrong reading of the
//! specification would be in the judge and in the judged, and no test could tell. Do not merge the two.
//!
//! They have in common the checks of arguments and of the sizes of answers (`ur_ipc_api::implement`), the Linux
//! primitives (`harness/sys`) and the parts of a GPU in software. A mistake there shows on other implementations only,
//! such as Intel's adapters.
//!
//! ```
//! use ur_ipc_api::UrIpc;
//! use ur_ipc_host::{HostBackend, Profile};
//!
//! let backend = HostBackend::new(Profile::default())?;
//! assert_eq!(backend.implementation().name, "host");
//! # Ok::<(), ur_ipc_host::HostError>(())
//! ```

mod address_space;
mod arena;
mod backend;
mod context;
mod device;
mod entry_points;
mod error;
mod event;
mod exports;
mod free_list;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
pub mod handle_data;
mod physical;
mod platform;
mod profile;
mod queue;
mod registry;
mod shared_object;
mod usm;

pub use error::HostError;
pub use profile::Profile;

use ur_ipc_api::Implementation;

/// An implementation of [`UrIpc`](ur_ipc_api::UrIpc) that needs no device and no driver.
///
/// Objects belong to the value that made them and end with it; dropping it does not wait for anything.
#[derive(Debug)]
pub struct HostBackend {
    core: backend::Core,
}

impl HostBackend {
    /// A backend whose devices are those of the profile.
    ///
    /// # Errors
    /// If the kernel, or a sandbox, denies sealed memory files or the copying of descriptors between processes,
    /// or if there is no address space left.
    pub fn new(profile: Profile) -> Result<Self, HostError> {
        Ok(Self { core: backend::Core::new(profile)? })
    }

    fn describe(&self) -> Implementation {
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        Implementation {
            name: "host".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            details: vec![
                ("profile".to_owned(), self.core.profile.name.clone()),
                ("kernel".to_owned(), kernel.trim_end().to_owned()),
            ],
        }
    }
}
