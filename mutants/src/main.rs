//! `cargo run --release -p ur-ipc-mutants`: the kill matrix, printed.

mod table;

use clap::{Parser, ValueEnum};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_mutants::matrix::{Scope, count};
use ur_ipc_mutants::{Mutant, catalogue, matrix};

/// Runs the suite on backends that are broken in one way each, and shows which tests notice.
///
/// Exit code 1 if a mutant survives the whole suite, 2 for wrong usage.
#[derive(Parser)]
struct Arguments {
    /// Only mutants whose id has this part (several: any of them)
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
    /// Write the matrix as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A selection of tests that has a name.
#[derive(Clone, Copy, ValueEnum)]
enum Selection {
    UrCts,
}

fn main() -> ExitCode {
    if matrix::is_for_the_suite(std::env::args().nth(1).as_deref()) {
        return ur_ipc_cts::command(catalogue::all().into_iter().map(Mutant::backend).collect());
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
    let mut mutants = catalogue::all();
    let filter = &arguments.filter;
    mutants.retain(|mutant| filter.is_empty() || filter.iter().any(|part| mutant.id.contains(part)));
    if mutants.is_empty() {
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
    rows.iter().for_each(|row| println!("{}", table::line(row)));
    let requirements = ur_ipc_cts::requirements();
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
        let text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let survivors = rows.iter().filter(|row| row.survived()).count();
    if scope == Scope::UrCts {
        println!("\n{}", table::of_selection(&total));
        return Ok(ExitCode::SUCCESS);
    }
    println!("\n{} mutants, {} killed, {survivors} survived", rows.len(), rows.len() - survivors);
    Ok(if survivors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How far the matrix is, on a terminal.
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
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shown {
            // A terminal that has gone away is no reason to stop.
            let _ = write!(io::stderr().lock(), "\r{done} of {} {}", self.total, self.what);
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
