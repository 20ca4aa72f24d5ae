//! Many full runs, shuffled, with every core busy: verdicts must not depend on order or load.

use crate::measure::{self, Problem};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Runs the suite `runs` times and says how many runs deviate from the first.
pub fn soak(program: &Path, backend: &str, runs: u64) -> Result<usize, Problem> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let counted = count_deviations(program, backend, runs);
        stop.store(true, Ordering::Relaxed);
        counted
    })
    .inspect(|deviating| {
        println!("{runs} shuffled runs on {backend} with {cores} cores busy: {deviating} deviate");
    })
}

fn count_deviations(program: &Path, backend: &str, runs: u64) -> Result<usize, Problem> {
    let mut first: Option<BTreeMap<String, String>> = None;
    let mut deviating = 0;
    for seed in 1..=runs {
        let verdicts = measure::shuffled_verdicts(program, backend, seed)?;
        let expected = first.get_or_insert_with(|| verdicts.clone());
        if verdicts != *expected {
            deviating += 1;
            println!("the run with seed {seed} deviates:");
            for (test, outcome) in
                verdicts.iter().filter(|(test, outcome)| expected.get(*test) != Some(outcome))
            {
                println!(
                    "    {test}: {outcome}, not {}",
                    expected.get(test).map_or("missing", String::as_str)
                );
            }
        }
    }
    Ok(deviating)
}
