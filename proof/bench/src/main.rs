//! `cargo run --release -p ur-ipc-bench`: measures the cost of isolation.
//!
//! 1. The cost of one isolated test, from the difference between many tests and few. It is measured for trivial tests in
//!    this suite's workers, and under `cargo nextest`, each in its own worker. For comparison, plain tests under `cargo
//!    nextest` open the backend in their own process.
//! 2. The cost of one call to UR with its log entry, without and with a trace.
//! 3. The wall time of the full suite on the host backend, and the share of it spent outside test bodies.
//! 4. One start-up of the backend, which process-per-test pays for each test.
//!
//! With `--soak RUNS` it runs the suite many times under pressure instead, and compares the verdicts.
//! With `--suite PATH --backend cuda` only 3 and 4, for a machine with a GPU and no cargo.
//!
//! Everything is measured in one run on one machine, so the ratios stand; the times are of that machine.

mod arguments;
mod measure;
mod soak;

use arguments::Arguments;
use clap::Parser;
use measure::{Problem, Seconds};
use std::path::Path;
use std::process::ExitCode;

/// Trivial tests in the large and in the small run; the difference cancels what is paid once.
const MANY: usize = 1000;
const FEW: usize = 10;
/// Calls in the large run; in the small one it is [`FEW`].
const CALLS: usize = 300_000;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, Problem> {
    if let Some(role) = &arguments.role {
        return role.play();
    }
    let program = match &arguments.suite {
        Some(program) => program.clone(),
        None => {
            // Backends are features of the same name.
            let feature = arguments.backend.split('@').next().unwrap_or_default();
            let what = ["build", "-p", "ur-ipc-cts", "--bin", "ur-ipc-cts", "--features", feature];
            measure::build(&what, "ur-ipc-cts")?
        }
    };
    if let Some(soak) = arguments.soak(program.clone()) {
        let deviating = soak.run()?;
        return Ok(if deviating == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if arguments.suite.is_none() {
        one_test()?;
    }
    suite(&program, &arguments.backend)?;
    Ok(ExitCode::SUCCESS)
}

fn one_test() -> Result<(), Problem> {
    let trivial =
        measure::build(&["test", "-p", "ur-ipc-bench", "--no-run", "--test", "trivial"], "trivial")?;
    println!("cost of one isolated test ({MANY} trivial tests less {FEW}):");
    let worker = each(MANY, |count| measure::run_trivial(&trivial, count))?;
    let told = |what: &str, seconds: Seconds| {
        println!("  {what:<44} {:>9.1} us {:>6.1} times", seconds * 1e6, seconds / worker);
    };
    told("ur-ipc-cts, persistent worker", worker);
    for (target, what) in [
        ("plain", "cargo nextest, plain tests in its processes"),
        ("trivial", "cargo nextest, ur-ipc-cts with its workers"),
    ] {
        match each(MANY, |count| measure::run_nextest(target, count)) {
            Ok(seconds) => told(what, seconds),
            Err(Problem::NoNextest) => println!("  cargo nextest is not installed: nothing to compare with"),
            Err(other) => return Err(other),
        }
    }
    println!("cost of one call to UR ({CALLS} calls less {FEW}):");
    for (trace, what) in [(false, "noted"), (true, "noted, and traced")] {
        let seconds = each(CALLS, |count| measure::run_calls(&trivial, count, trace))?;
        println!("  {what:<44} {:>9.2} us", seconds * 1e6);
    }
    Ok(())
}

/// Measures the time for one of many things, without the costs that are paid once.
fn each(many: usize, mut time: impl FnMut(usize) -> Result<Seconds, Problem>) -> Result<Seconds, Problem> {
    // The best of three of each: what disturbs a run only ever adds to it.
    let mut best = |count| -> Result<Seconds, Problem> {
        (0..3).map(|_| time(count)).try_fold(f64::INFINITY, |least, next| Ok(least.min(next?)))
    };
    Ok((best(many)? - best(FEW)?) / (many - FEW) as f64)
}

fn suite(program: &Path, backend: &str) -> Result<(), Problem> {
    let start_up = measure::start_up(program, backend)?;
    let run = measure::full_suite(program, backend)?;
    println!("full suite, {backend}: {} tests", run.tests);
    println!("  wall time                       {:>9.2} s", run.wall);
    println!("  outside test bodies             {:>9.1} %", 100.0 * (run.wall - run.bodies) / run.wall);
    println!("  one start-up of the backend     {start_up:>9.3} s");
    println!(
        "  the suite in start-ups          {:>9.1}   (process per test: at least {})",
        run.wall / start_up,
        run.tests
    );
    Ok(())
}
