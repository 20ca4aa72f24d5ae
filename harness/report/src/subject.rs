//! The subject of a suite, in the words of reports.

use std::sync::OnceLock;

/// The subject of a suite. A process has one: the first that took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The program that runs the suite, where messages name it.
    pub program: &'static str,
    /// The subject in headings, which conforms or does not.
    pub title: &'static str,
    /// The purpose of the program, for its help.
    pub about: &'static str,
    /// The API under test, as the word for crashes outside of calls.
    pub called: &'static str,
    /// The project whose own tests some of the suite's tests repeat.
    pub origin: &'static str,
    /// The selection of these, and the option that shows them.
    pub selection: &'static str,
    /// Letters of some tests and requirements, for the examples of the help.
    pub letters: &'static str,
    /// Whether random programs explore it: the model is of Unified Runtime.
    pub explored: bool,
}

impl Subject {
    /// Unified Runtime.
    pub const UNIFIED_RUNTIME: Self = Self {
        program: "ur-ipc-cts",
        title: "UR's inter-process part",
        about: "Tests whether an implementation of Unified Runtime's inter-process part conforms",
        called: "UR",
        origin: "UR",
        selection: "ur-cts",
        letters: "refcount",
        explored: true,
    };

    /// SYCL's extension.
    pub const SYCL: Self = Self {
        program: "ur-ipc-sycl-cts",
        title: "SYCL's inter-process communication",
        about: "Tests whether an implementation of sycl_ext_oneapi_inter_process_communication conforms",
        called: "SYCL",
        origin: "DPC++",
        selection: "dpcpp",
        letters: "overload",
        explored: false,
    };

    /// Has this process speak of it.
    pub fn take_effect(self) {
        let _ = SUBJECT.set(self);
    }
}

impl Default for Subject {
    fn default() -> Self {
        Self::UNIFIED_RUNTIME
    }
}

static SUBJECT: OnceLock<Subject> = OnceLock::new();

/// The subject of this process.
pub fn subject() -> Subject {
    SUBJECT.get().copied().unwrap_or_default()
}

/// The program, where messages name it.
pub fn program() -> &'static str {
    subject().program
}
