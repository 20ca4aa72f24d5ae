//! Many full runs, shuffled and under pressure: verdicts must depend neither on order nor on load.

mod cgroup;
mod compare;
mod launch;
mod load;
mod needs;
mod pressure;
mod report;
mod role;
mod suite;
mod usage;

pub use pressure::Pressure;
pub use role::Role;

use crate::measure::Problem;
use load::Load;
use needs::Needs;
use report::Tally;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use suite::{Order, Suite};
use usage::Usage;

/// The plan of a soak.
#[derive(Debug)]
pub struct Soak {
    /// The suite.
    pub program: PathBuf,
    /// The backend that the suite runs on.
    pub backend: String,
    /// Runs in all.
    pub runs: u64,
    /// The pressures under which the suite runs, one after the other.
    pub pressures: Vec<Pressure>,
    /// Runs at the same time.
    pub jobs: u64,
    /// Seed of the first run.
    pub first_seed: u64,
    /// Folder for the results of deviating runs.
    pub keep: PathBuf,
}

impl Soak {
    /// Runs everything, and says how many runs deviate.
    pub fn run(&self) -> Result<u64, Problem> {
        let suite = Suite { program: self.program.clone(), backend: self.backend.clone() };
        let reference = suite.reference(&self.keep)?;
        println!("reference {}", reference.describe());
        let shares = pressure::share(self.runs, self.first_seed, &self.pressures);
        let needs = Needs::measure(&suite, &reference, &self.keep, &shares)?;
        let begin = Instant::now();
        let mut deviating = 0;
        for (pressure, seeds) in &shares {
            deviating += self.bear(*pressure, seeds.clone(), &suite, &reference, &needs)?;
        }
        println!(
            "soak backend={} runs={} jobs={} deviating={deviating} wall_s={:.1}",
            self.backend,
            self.runs,
            self.jobs,
            begin.elapsed().as_secs_f64()
        );
        // Fails where it holds results, which then stay.
        let _ = std::fs::remove_dir(&self.keep);
        Ok(deviating)
    }

    /// The runs under one pressure.
    fn bear(
        &self,
        pressure: Pressure,
        seeds: Range<u64>,
        suite: &Suite,
        reference: &suite::Results,
        needs: &Needs,
    ) -> Result<u64, Problem> {
        let load = Load::start(pressure, needs, self.jobs)?;
        let (begin, before) = (Instant::now(), Usage::of_children()?);
        let next = Mutex::new(seeds);
        let tally = Mutex::new(Tally::new(pressure));
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    loop {
                        let Some(seed) = report::locked(&next).next() else { break };
                        let file = self.keep.join(format!("{}-{pressure}-{seed}.json", self.backend));
                        let ran = suite.run(load.launch(), Order::Shuffled(seed), &file);
                        report::locked(&tally).add(reference, seed, ran, &file);
                    }
                });
            }
        });
        let tally = tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let used = Usage::of_children()?.since(&before);
        println!("{}", tally.line(begin.elapsed(), &used, &load.evidence()?));
        Ok(tally.deviating())
    }
}
