//! Command line arguments.

use crate::soak::{Pressure, Role, Soak};
use clap::Parser;
use std::path::PathBuf;

/// Measures what isolation costs, in one run; or runs the suite many times under pressure.
#[derive(Debug, Parser)]
#[command(name = "ur-ipc-bench")]
pub struct Arguments {
    /// Measure only the full suite, with this `ur-ipc-cts` program (for a machine without cargo).
    #[arg(long, value_name = "PATH")]
    pub suite: Option<PathBuf>,
    /// Backend of the full suite.
    #[arg(long, default_value = "host")]
    pub backend: String,
    /// Instead of measuring, run the full suite this many times, shuffled, and compare every verdict with those of
    /// an undisturbed run. Exit code 1 if any deviates.
    #[arg(long, value_name = "RUNS", value_parser = clap::value_parser!(u64).range(1..))]
    soak: Option<u64>,
    /// What the runs have to bear (repeatable, or with commas). The runs are shared out evenly, one pressure after
    /// the other.
    #[arg(long, value_enum, value_delimiter = ',', requires = "soak", default_values_t = Pressure::ALL)]
    pressure: Vec<Pressure>,
    /// Runs at the same time.
    #[arg(long, value_name = "NUMBER", requires = "soak", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=64))]
    jobs: u64,
    /// Seed of the first run; those after it count up.
    #[arg(long, value_name = "SEED", requires = "soak", default_value_t = 1)]
    first_seed: u64,
    /// Where the results of deviating runs are kept.
    #[arg(long, value_name = "FOLDER", requires = "soak", default_value_os_t = std::env::temp_dir().join("ur-ipc-soak"))]
    keep: PathBuf,
    #[command(subcommand)]
    pub role: Option<Role>,
}

impl Arguments {
    /// The soak that is asked for, of this program.
    pub fn soak(&self, program: PathBuf) -> Option<Soak> {
        Some(Soak {
            program,
            backend: self.backend.clone(),
            runs: self.soak?,
            pressures: self.pressure.clone(),
            jobs: self.jobs,
            first_seed: self.first_seed,
            keep: self.keep.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_pressure_is_the_default() {
        let arguments = Arguments::try_parse_from(["ur-ipc-bench", "--soak", "1000"]).unwrap();
        assert_eq!(arguments.soak(PathBuf::new()).unwrap().pressures, Pressure::ALL);
    }

    #[test]
    fn pressures_come_with_commas_or_one_by_one() {
        let both = ["ur-ipc-bench", "--soak", "3", "--pressure", "cpu,memory", "--pressure", "none"];
        let soak = Arguments::try_parse_from(both).unwrap().soak(PathBuf::new()).unwrap();
        assert_eq!(soak.pressures, [Pressure::Cpu, Pressure::Memory, Pressure::None]);
    }

    #[test]
    fn pressure_without_a_soak_is_refused() {
        assert!(Arguments::try_parse_from(["ur-ipc-bench", "--pressure", "cpu"]).is_err());
        assert!(Arguments::try_parse_from(["ur-ipc-bench", "--soak", "0"]).is_err());
    }
}
