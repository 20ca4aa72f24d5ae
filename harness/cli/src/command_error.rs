//! Errors of the command alone: options that do not fit, names that are not there, files that are no programs.

use std::path::PathBuf;
use ur_ipc_explore::reproduce::{NoProgram, NotChosen, Unsayable};
use ur_ipc_model::SyntaxError;
use ur_ipc_report::subject::program;

#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("--jobs needs --isolation process")]
    Jobs,
    #[error("certify uses no skiplist, not even the built-in ones: leave out --skiplist")]
    CertifySkiplist,
    #[error("certify keeps tests apart from the harness: --isolation is worker or process")]
    CertifyInProcess,
    #[error("certify runs all tests: leave {0} out; only --device may be chosen")]
    CertifyChosen(String),
    #[error("no requirement has '{text}' in its id, its text or its source{meant}")]
    NoRequirement { text: String, meant: String },
    #[error("no requirement is left by the filters together")]
    NoRequirements,
    #[error("there is no test '{test}': `{} list` lists the tests{meant}", program())]
    NoTest { test: String, meant: String },
    #[error("--programs 0 runs the programs of --known alone, and there is no --known")]
    NothingToExplore,
    #[error("there is no device")]
    NoDevice,
    #[error("{}: there is no program in it, no file that ends with .txt", .0.display())]
    NoPrograms(PathBuf),
    #[error("{file}:{why}")]
    Program { file: String, why: SyntaxError },
    #[error(
        "{0}:1: no finding is recorded in it: --known takes files that `explore` wrote, with comments '# STEP' and, below, \
         '# WHAT: seen VALUE, allowed VALUE (REQUIREMENT)'"
    )]
    NoRecord(String),
    #[error(
        "{}: {}; coverage reads the file that UR_IPC_CTS_SITUATIONS named in a run or an exploration of this version",
        .file.display(),
        if *.is_results { "it has the results of a run, and no situations" } else { "it has no situations" }
    )]
    NoSituations { file: PathBuf, is_results: bool },
    #[error("--call: no entry point with classes has '{0}' in its name: without --call, all are listed")]
    NoEntryPoint(String),
    #[error("{file}:{why}")]
    Unsayable { file: String, why: Unsayable },
    #[error("{file}: {why}")]
    NotChosen { file: String, why: NotChosen },
    #[error("{file}: {test} cannot be written as a program: {why}")]
    NoProgram { file: String, test: String, why: Box<NoProgram> },
    #[error("{file}: name a test, as {file}#TEST; {failing}")]
    TestToName { file: String, failing: String },
    #[error(
        "{file}: its run stopped before {tests}, which may fail as well: continue it with --resume {file}"
    )]
    Unreached { file: String, tests: String },
    /// A run of no tests is a success for who runs again what failed. Fronts ask for this cause.
    #[error("no test failed in {file}; nothing to run")]
    NoneFailed { file: String },
    /// Such a run is no success, and running tests again does not make it one.
    #[error("{file}: no test failed, but the run did not succeed: run all of it again{problems}")]
    FailedOutsideTests { file: String, problems: String },
}
