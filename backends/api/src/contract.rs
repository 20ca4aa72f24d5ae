//! `trait UrIpc`, generated from the table of entry points.

use crate::sycl::SyclIpc;
use crate::*;
use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

/// The implementation under test, as it describes itself. For reports; no verdict depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Implementation {
    /// Short name: "host", "cuda", "level-zero".
    pub name: String,
    /// Version of the implementation.
    pub version: String,
    /// Further facts in reading order: libraries with their versions, layers, profile.
    pub details: Vec<(String, String)>,
}

macro_rules! define_contract {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal $(: $sharing:ident of $family:ident)? $(; needed by $($need:ident)+)?)
        ($($arg:ident ($c:literal $(, $role:ident)?): $ty:ty,)*);)*) => {
        /// An implementation of Unified Runtime's inter-process part, and of what is needed to use it.
        ///
        /// One method for each entry point, named after it, with UR's meaning and order of parameters. A
        /// method that is left out answers `UR_RESULT_ERROR_UNSUPPORTED_FEATURE`, and what needs it is skipped
        /// with that reason, so a partial implementation is a few lines. A method that is there and answers the same
        /// is judged: it fails where the device says that it supports what the method is for. A device of which tests were
        /// skipped so is `PARTIAL` at best. One that says that it shares a kind of objects
        /// (`UR_DEVICE_INFO_IPC_*_SUPPORT_EXP`) while one of that kind's own `urIPC` methods is left out, or so
        /// much else that none of its requirements can be verified, claims what it cannot do: its tests are skipped as well, and
        /// the run ends with exit code 2.
        ///
        /// # What needs what
        /// Without one of these, most tests of a family are skipped, and without one that lists adapters, platforms or
        /// devices nothing runs at all:
        ///
        /// | entry point | needed by |
        /// |---|---|
        $($(#[doc = concat!("| `", $ur, "` | ", $(stringify!($need), " ",)+ "|")])?)*
        ///
        /// Each of the others is called by a few tests or none, or by descriptions of devices.
        ///
        /// # Safety
        /// All methods take what UR's C functions take: pointers are null or point to memory that is valid for
        /// the access and size which the entry point describes, for as long as it describes. Handles may be
        /// null or of another kind, and values out of range: the suite passes them, each in a process that may
        /// crash.
        #[expect(clippy::too_many_arguments, reason = "UR's signatures")]
        pub trait UrIpc: Send + Sync {
            /// The implementation under test, for reports.
            fn implementation(&self) -> Implementation;

            /// Whether this claims to answer arguments that make no sense, such as null handles, with the errors that UR
            /// names for them.
            ///
            /// UR does not ask that of an adapter (`INTRO.rst`): what only its validation layer has to answer is judged
            /// where it is claimed, and observed elsewhere.
            fn validates_arguments(&self) -> bool {
                false
            }

            /// A SYCL runtime, where this is one that only lists its devices here. Of all others the suite for SYCL's
            /// extension takes the layer in Rust above them.
            fn sycl(&self) -> Option<Arc<dyn SyclIpc>> {
                None
            }

            $(
                $(#[$doc])*
                ///
                /// # Safety
                #[doc = concat!("As UR's `", $ur, "`; see the trait.")]
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    $(let _ = $arg;)*
                    left_out($ur)
                }
            )*
        }
    };
}

table_of_entry_points!({ define_contract });

impl fmt::Debug for dyn UrIpc + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UrIpc").field(&self.implementation().name).finish()
    }
}
