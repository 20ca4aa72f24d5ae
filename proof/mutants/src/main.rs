//! `cargo run --release -p ur-ipc-mutants`: the kill matrix, printed.

mod table;

use clap::{Parser, ValueEnum};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_mutants::matrix::{Row, Scope, count};
use ur_ipc_mutants::trial::{self, Trial};
use ur_ipc_mutants::{Suite, matrix, sweep, variants};

/// Runs the suite on backends that are broken in one way each, and shows which tests notice.
///
/// With --assertions, shows whether every assertion of the tests can fail: on a mutant, or in a run of its test in which a
/// single call of one entry point goes wrong. Lists those that were not seen to, with the reason where one is known.
///
/// With --variants, runs both suites and `explore` on backends that conform in other ways, each by a sentence that allows it,
/// and shows what accuses one.
///
/// Exit code 1 if a mutant survives the whole suite, no mutant makes a test of Unified Runtime fail, an assertion has not been seen
/// to fail for no known reason, or a variant is accused; 2 for wrong usage.
#[derive(Parser)]
struct Arguments {
    /// Only mutants, or variants, whose id has this part (several: any of them); with --assertions, only tests
    filter: Vec<String>,
    /// Run every test on every mutant, not only those that cite a requirement which it violates
    #[arg(long)]
    full: bool,
    /// Judge by a selection of tests alone, which mutants may survive: ur-cts, those that repeat tests of UR's own suite
    #[arg(long, value_name = "NAME", conflicts_with = "full")]
    selection: Option<Selection>,
    /// Judge by the whole suite and by the selection ur-cts, and print both numbers by family and folder
    #[arg(long, conflicts_with_all = ["full", "selection"])]
    compare: bool,
    /// Show whether each assertion of the tests can fail: on a mutant, or where a single call goes wrong (some minutes)
    #[arg(long, conflicts_with_all = ["full", "selection", "compare"])]
    assertions: bool,
    /// Run both suites and `explore` on conforming variants, which nothing may accuse
    #[arg(long, conflicts_with_all = ["full", "selection", "compare", "assertions", "suite"])]
    variants: bool,
    /// So many programs of `explore` on each variant; 0 for none
    #[arg(long, value_name = "N", default_value_t = 600, requires = "variants")]
    programs: u64,
    /// Only every Nth variant
    #[arg(long, value_name = "N", default_value = "1", requires = "variants")]
    every: NonZeroUsize,
    /// Leave out so many variants first
    #[arg(long, value_name = "N", default_value_t = 0, requires = "every")]
    from: usize,
    /// The suite, with the mutants that are for it
    #[arg(long, value_name = "NAME", default_value = "ur")]
    suite: Of,
    /// Write the matrix as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Whose tests they are.
#[derive(Clone, Copy, ValueEnum)]
enum Of {
    /// Those of Unified Runtime
    Ur,
    /// Those of SYCL's extension, on implementations of it
    Sycl,
}

/// A selection of tests that has a name.
#[derive(Clone, Copy, ValueEnum)]
enum Selection {
    UrCts,
}

impl Arguments {
    /// Whether the filters leave this id.
    fn wants(&self, id: &str) -> bool {
        self.filter.is_empty() || self.filter.iter().any(|part| id.contains(part))
    }
}

fn main() -> ExitCode {
    let first = std::env::args().nth(1);
    // The process that supervises a run needs no mutants.
    if first.as_deref().is_some_and(matrix::is_command)
        && let Some(code) = ur_ipc_cts::harness::supervise()
    {
        return code;
    }
    if matrix::is_for_the_suite(first.as_deref()) {
        let suite = Suite::of_process();
        let mut backends = suite.backends();
        backends.push(sweep::backend());
        return suite.command(backends);
    }
    let arguments = Arguments::parse();
    match report(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn report(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.variants {
        return variants(arguments);
    }
    let suite = match arguments.suite {
        Of::Ur => Suite::UnifiedRuntime,
        Of::Sycl if arguments.compare || arguments.selection.is_some() => {
            return Err("--compare and --selection are about the suite of Unified Runtime".to_owned());
        }
        Of::Sycl => Suite::Sycl,
    };
    let mut mutants = suite.mutants();
    mutants.retain(|mutant| arguments.wants(&mutant.id));
    if mutants.is_empty() && !arguments.assertions {
        return Err("no mutant is left by the filters".to_owned());
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let run = |scope, what| {
        let progress = Progress::new(mutants.len(), what);
        matrix::run(&program, &mutants, scope, &|| progress.step())
    };
    let scope = match arguments {
        Arguments { full: true, .. } => Scope::Full,
        Arguments { selection: Some(Selection::UrCts), .. } => Scope::UrCts,
        _ => Scope::Citing,
    };
    let rows = run(scope, "mutants");
    if arguments.assertions {
        return assertions(&program, suite, arguments, &rows);
    }
    rows.iter().for_each(|row| println!("{}", table::line(row)));
    let requirements = suite.requirements();
    let total = count(&rows, &requirements);
    let mut document = serde_json::json!({ "mutants": rows });
    if arguments.compare {
        let by_selection = run(Scope::UrCts, "mutants, by UR's tests");
        let of_selection = count(&by_selection, &requirements);
        print!("\n{}", table::comparison(&total, &of_selection));
        document["ur_cts"] = serde_json::json!(by_selection);
        document["counts"] = serde_json::json!({ "suite": total, "ur_cts": of_selection });
    }
    if let Some(file) = &arguments.json {
        write_json(file, &document)?;
    }
    let survivors = rows.iter().filter(|row| row.survived()).count();
    if scope == Scope::UrCts {
        println!("\n{}", table::of_selection(&total));
        return Ok(ExitCode::SUCCESS);
    }
    println!("\n{} mutants, {} killed, {survivors} survived", rows.len(), rows.len() - survivors);
    let idle = if arguments.filter.is_empty() { idle(suite, &rows) } else { Vec::new() };
    if !idle.is_empty() {
        println!("no mutant makes these tests fail, so nothing shows that they can: {}", idle.join(", "));
    }
    Ok(if survivors == 0 && idle.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The tests that no mutant makes fail. Of those of SYCL's extension some fail by a call that goes wrong alone: `--assertions`.
fn idle(suite: Suite, rows: &[Row]) -> Vec<String> {
    if suite == Suite::Sycl {
        return Vec::new();
    }
    let killers: BTreeSet<&str> = rows.iter().flat_map(|row| &row.killed_by).map(String::as_str).collect();
    suite.tests().iter().map(|test| test.id.clone()).filter(|id| !killers.contains(id.as_str())).collect()
}

/// Prints the assertions of all tests, and whether each has been seen to fail.
fn assertions(program: &Path, suite: Suite, arguments: &Arguments, rows: &[Row]) -> Result<ExitCode, String> {
    let reached =
        rows.iter().flat_map(|row| row.failed_at.iter().map(|place| (place.clone(), row.id))).collect();
    let progress = Progress::new(0, "tests");
    let all = sweep::run(program, suite, &arguments.filter, &reached, &|total| progress.step_of(total))?;
    drop(progress);
    if let Some(file) = &arguments.json {
        write_json(file, &serde_json::json!({ "assertions": all }))?;
    }
    print!("{}", table::assertions(&all));
    let open = all.values().filter(|assertion| assertion.failed_on.is_none() && assertion.reason.is_none());
    Ok(if open.count() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the accusations against conforming variants.
fn variants(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut variants = variants::all();
    variants.retain(|variant| arguments.wants(&variant.id));
    let variants: Vec<_> = variants.into_iter().skip(arguments.from).step_by(arguments.every.get()).collect();
    if variants.is_empty() {
        return Err("no variant is left by the filters".to_owned());
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let progress = Progress::new(0, "parts of the trial");
    let trials = trial::run(&program, &variants, arguments.programs, &|total| progress.step_of(total))?;
    drop(progress);
    if let Some(file) = &arguments.json {
        write_json(file, &serde_json::json!({ "variants": trials }))?;
    }
    print!("{}", table::trials(&trials));
    Ok(if trials.iter().any(Trial::is_accused) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn write_json(file: &Path, document: &serde_json::Value) -> Result<(), String> {
    let text = serde_json::to_string_pretty(document).map_err(|error| error.to_string())?;
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Progress of a long run, shown if stderr is a terminal.
struct Progress {
    done: AtomicUsize,
    total: usize,
    what: &'static str,
    shown: bool,
}

impl Progress {
    fn new(total: usize, what: &'static str) -> Self {
        Self { done: AtomicUsize::new(0), total, what, shown: io::stderr().is_terminal() }
    }

    fn step(&self) {
        self.step_of(self.total);
    }

    fn step_of(&self, total: usize) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shown {
            // A terminal that has gone away is no reason to stop.
            let _ = write!(io::stderr().lock(), "\r{done} of {total} {}", self.what);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }
}
