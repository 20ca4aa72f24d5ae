//! A conformance test suite for the inter-process part of oneAPI's Unified Runtime (UR).
//!
//! To certify a backend, implement [`UrIpc`](api::UrIpc) and write this as `tests/conformance.rs` of your
//! crate, with `harness = false` for that test in your `Cargo.toml`:
//!
//! ```no_run
//! # struct MyBackend;
//! # impl MyBackend { fn new() -> Result<Self, String> { Ok(Self) } }
//! # impl ur_ipc_cts::api::UrIpc for MyBackend {
//! #     fn implementation(&self) -> ur_ipc_cts::api::Implementation { Default::default() }
//! # }
//! ur_ipc_cts::conformance_main!("mine", MyBackend::new);
//! ```
//!
//! Then `cargo test` (or `cargo nextest run`) runs every test on every device that the backend lists. A crash fails one
//! test. Tests of entry points that the backend lacks are skipped, with the reason.
//!
//! - [`api`]: the contract;
//! - [`fixtures`]: building blocks for tests of your own;
//! - [`harness`]: plan, workers, reports, with a map of the crates behind it;
//! - [`suite`]: the tests with their requirements;
//! - [`sycl_suite`]: those of SYCL's extension above Unified Runtime, with [`sycl_command`] and [`sycl_conformance`].

pub use ur_ipc_api as api;
pub use ur_ipc_fixtures as fixtures;

/// The harness: suites, backends and skiplists, and the programs that run them.
///
/// A suite runs in many processes, so that a crash or a hang of a driver fails one test only. The
/// harness has eight crates below `harness/`, and the fixtures. A newcomer reads them from top to bottom:
///
/// | crate | task | modules to begin with |
/// |---|---|---|
/// | [`ur_ipc_cli`] | the fronts: the command, and the target of `cargo test` | `command` has a file for each subcommand, `libtest` is the other front, `supervisor` has the two processes of a run, `doctor` diagnoses the machine |
/// | [`ur_ipc_harness`] | plans and runs tests | `pipeline` names the stages. `discover`, `plan`, `execute` and `judge` are stages; `children` has probe, worker, peer and examiner; `skiplist` has the known failures; `filter`, `shard` and `resume` choose tests |
/// | `ur_ipc_explore` | runs programs and compares them with the model | `explorer` makes them, `runner` runs one, `perform` executes a step in an actor, `confirm` and `shrink` treat a finding, `reproduce` writes it in C |
/// | `ur_ipc_model` | the specification as a state machine | `state`, `calls` with the rules of each call, `generate`, `text` |
/// | `ur_ipc_report` | results and reports | `document` is the result file, `outcome` and `cause` are the record of a test, `verdict` judges a device, `formats` has the reports, `merge` joins shards |
/// | `ur_ipc_certificate` | packages of runs that decide conformance | `findings` has the reasons why results do not certify, `verify` checks packages of others |
/// | [`ur_ipc_fixtures`](crate::fixtures) | the process of a test | `run` runs a body, `ur` and `calls` record its calls, `scenario` connects processes |
/// | `ur_ipc_isolated` | child processes that may crash | `spawn` and `worker` start them, `channel` has the messages, `ring` the last calls, `crash` the backtraces, `strays` the processes left behind |
/// | `ur_ipc_sys` | Linux primitives | `memfd`, `pidfd`, `futex`, `yama` |
///
/// A run goes through them in this order. `ur_ipc_cli` reads the command line and starts a second process of the same program.
/// `ur_ipc_harness` finds the devices, makes the plan, and starts a worker for each device. The worker runs each test by
/// `ur_ipc_fixtures`, and sends its result back through `ur_ipc_isolated`. `ur_ipc_report` writes the record and makes the
/// verdict. `docs/architecture.md` has more, with a drawing of the crates and the meanings of the words.
///
/// This module exports the types that a program needs to run a suite. [`Suite`](harness::Suite) and
/// [`Backend`](harness::Backend) are the first two.
pub mod harness {
    #[cfg(feature = "command")]
    pub use ur_ipc_cli::command_main;
    pub use ur_ipc_cli::{child_main, conformance_main, is_child, supervise};
    pub use ur_ipc_harness::{
        Action, Backend, BackendOption, BackendOptions, BackendRequest, Binds, Build, Chapter, Date, Driver,
        Entry, ExtensionError, Failure, Glob, HostDependencies, Level, LibraryDependency, MakeBackend,
        NodeDependency, NotBuilt, Rate, Requirement, Requirements, RequirementsError, Skiplist,
        SkiplistError, Subject, Suite, TestPattern, Version, VersionRange, audit,
    };
}

mod backends;
mod builtin;

#[cfg(feature = "sycl-suite")]
pub use backends::sycl_backends;
pub use backends::{backend, built_in_backends};
#[cfg(feature = "sycl-suite")]
pub use builtin::sycl::{sycl_requirements, sycl_skiplists, sycl_suite};
pub use builtin::{requirements, skiplists, suite};

use std::process::ExitCode;

/// The program `ur-ipc-cts` over these backends: reads the command line, runs, reports.
///
/// Exit codes: 0 the backends conform, 1 a test failed, 2 nothing can be said: usage, environment, all skipped.
#[cfg(feature = "command")]
#[must_use]
pub fn command(backends: Vec<harness::Backend>) -> ExitCode {
    front(&UNIFIED_RUNTIME, backends, harness::command_main)
}

/// The body of a `harness = false` test over these backends, with the command line of `cargo test`.
///
/// Exit codes are libtest's, 0 or 101, and 2 where nothing can be said: usage, environment, all skipped.
#[must_use]
pub fn conformance(backends: Vec<harness::Backend>) -> ExitCode {
    front(&UNIFIED_RUNTIME, backends, harness::conformance_main)
}

/// The program `ur-ipc-sycl-cts` over these backends: [`command`] for SYCL's extension. A backend that implements the extension
/// itself says so by [`UrIpc::sycl`](api::UrIpc::sycl); over any other, the Rust layer is under test.
#[cfg(all(feature = "command", feature = "sycl-suite"))]
#[must_use]
pub fn sycl_command(backends: Vec<harness::Backend>) -> ExitCode {
    front(&SYCL, backends, harness::command_main)
}

/// The body of a `harness = false` test over these backends: [`conformance`] for SYCL's extension.
#[cfg(feature = "sycl-suite")]
#[must_use]
pub fn sycl_conformance(backends: Vec<harness::Backend>) -> ExitCode {
    front(&SYCL, backends, harness::conformance_main)
}

/// As [`command`], for a suite that was put together from [`suite`] and tests of your own
/// ([`extended`](harness::Suite::extended)).
#[cfg(feature = "command")]
#[must_use]
pub fn command_of(suite: harness::Suite) -> ExitCode {
    harness::child_main(&suite).unwrap_or_else(|| harness::command_main(suite))
}

/// As [`conformance`], for a suite that was put together from [`suite`] and tests of your own
/// ([`extended`](harness::Suite::extended)).
#[must_use]
pub fn conformance_of(suite: harness::Suite) -> ExitCode {
    harness::child_main(&suite).unwrap_or_else(|| harness::conformance_main(suite))
}

/// A suite over some backends, with and without what judges its tests.
struct SuiteKind {
    tests_only: fn(Vec<harness::Backend>) -> harness::Suite,
    whole: fn(Vec<harness::Backend>) -> harness::Suite,
}

const UNIFIED_RUNTIME: SuiteKind = SuiteKind { tests_only: builtin::tests_only, whole: suite };
#[cfg(feature = "sycl-suite")]
const SYCL: SuiteKind = SuiteKind { tests_only: builtin::sycl::sycl_tests_only, whole: sycl_suite };

/// Plays a child's role if this process was started as one, else hands the whole suite to `main`. No process makes more than it
/// needs: children run tests and judge nothing, and the first of the two processes of a run only watches the second.
fn front(
    kind: &SuiteKind,
    backends: Vec<harness::Backend>,
    main: fn(harness::Suite) -> ExitCode,
) -> ExitCode {
    if harness::is_child() {
        let bare = (kind.tests_only)(backends);
        return harness::child_main(&bare).expect("this is a child");
    }
    harness::supervise().unwrap_or_else(|| main((kind.whole)(backends)))
}

/// Defines `main` of a `harness = false` test that certifies one backend.
///
/// Takes a constructor `fn() -> Result<B, E>` with `B: UrIpc + 'static` and `E: Display`; the backend is named
/// after your crate, or by a literal before the constructor: `conformance_main!("mine", MyBackend::new)`.
#[macro_export]
macro_rules! conformance_main {
    ($constructor:expr $(,)?) => {
        $crate::conformance_main!(env!("CARGO_PKG_NAME"), $constructor);
    };
    ($name:expr, $constructor:expr $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::conformance(vec![$crate::backend($name, $constructor)])
        }
    };
}
