//! The two suites that run on mutants.

use crate::catalogue::{self, Group};
use crate::{Mutant, Variant, variants};
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};
use ur_ipc_cts::fixtures::Test;
use ur_ipc_cts::harness::{Backend, Requirements};

/// The environment variable that tells the processes of a run the suite.
const VARIABLE: &str = "UR_IPC_MUTANTS_SUITE";

/// A suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suite {
    /// That of Unified Runtime.
    #[default]
    UnifiedRuntime,
    /// That of SYCL's extension.
    Sycl,
}

impl Suite {
    /// That of this process, which its parent has told.
    #[must_use]
    pub fn of_process() -> Self {
        match std::env::var_os(VARIABLE) {
            Some(name) if name == "sycl" => Self::Sycl,
            _ => Self::UnifiedRuntime,
        }
    }

    /// The variable with its value that tells a process that its suite is this one.
    pub(crate) const fn variable(self) -> (&'static str, &'static str) {
        match self {
            Self::UnifiedRuntime => (VARIABLE, ""),
            Self::Sycl => (VARIABLE, "sycl"),
        }
    }

    /// The folders of its mutants.
    #[must_use]
    pub fn groups(self) -> &'static [Group] {
        static OF_SYCL: LazyLock<Vec<Group>> = LazyLock::new(crate::sycl::groups);
        match self {
            Self::UnifiedRuntime => &catalogue::GROUPS,
            Self::Sycl => &OF_SYCL,
        }
    }

    /// Its mutants.
    #[must_use]
    pub fn mutants(self) -> Vec<&'static Mutant> {
        self.groups().iter().flat_map(|group| &group.mutants).collect()
    }

    /// The mutants and variants that the command line of this process is about, or all, as backends.
    #[must_use]
    pub fn backends(self) -> Vec<Backend> {
        let (mut mutants, mut variants) = match self {
            Self::UnifiedRuntime => (catalogue::named(), variants::named()),
            Self::Sycl => (self.mutants(), variants::named()),
        };
        if mutants.is_empty() && variants.is_empty() {
            (mutants, variants) = (self.mutants(), variants::all());
        }
        mutants.into_iter().map(Mutant::backend).chain(variants.into_iter().map(Variant::backend)).collect()
    }

    /// Its tests.
    #[must_use]
    pub fn tests(self) -> Vec<Arc<Test>> {
        match self {
            Self::UnifiedRuntime => ur_ipc_cts::suite(Vec::new()).tests,
            Self::Sycl => ur_ipc_cts::sycl_suite(Vec::new()).tests,
        }
    }

    /// Its requirements.
    #[must_use]
    pub fn requirements(self) -> Requirements {
        match self {
            Self::UnifiedRuntime => ur_ipc_cts::requirements(),
            Self::Sycl => ur_ipc_cts::sycl_requirements(),
        }
    }

    /// Its command over these backends.
    #[must_use]
    pub fn command(self, backends: Vec<Backend>) -> ExitCode {
        match self {
            Self::UnifiedRuntime => ur_ipc_cts::command(backends),
            Self::Sycl => ur_ipc_cts::sycl_command(backends),
        }
    }
}
