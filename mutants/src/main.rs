//! `cargo run --release -p ur-ipc-mutants`: the kill matrix, printed.

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;
use ur_ipc_mutants::{Mutant, catalogue, matrix};

/// Runs the suite on backends that are broken in one way each, and shows which tests notice.
///
/// Exit code 1 if a mutant survives, 2 for wrong usage.
#[derive(Parser)]
struct Arguments {
    /// Only mutants whose id has this part (several: any of them)
    filter: Vec<String>,
    /// Run every test on every mutant, not only those that cite a requirement which it violates
    #[arg(long)]
    full: bool,
    /// Write the matrix as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
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
    let scope = if arguments.full { matrix::Scope::Full } else { matrix::Scope::Citing };
    let rows = matrix::run(&program, &mutants, scope);
    for row in &rows {
        let by = match (&row.problem, row.killed_by.as_slice()) {
            (Some(problem), _) => format!("no results: {problem}"),
            (None, []) => format!("SURVIVED; other outcomes: {:?}", row.outcomes),
            (None, [first]) => first.clone(),
            (None, [first, rest @ ..]) => format!("{first} and {} more", rest.len()),
        };
        println!("{:<60} {by}", row.id);
    }
    if let Some(file) = &arguments.json {
        let text = serde_json::to_string_pretty(&serde_json::json!({ "mutants": rows }))
            .map_err(|error| error.to_string())?;
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let survivors = rows.iter().filter(|row| row.survived()).count();
    println!("\n{} mutants, {} killed, {survivors} survived", rows.len(), rows.len() - survivors);
    Ok(if survivors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
