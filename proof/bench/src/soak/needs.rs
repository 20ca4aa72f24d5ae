//! Measures how much memory and how many descriptors the suite needs.

use super::Pressure;
use super::cgroup::Group;
use super::compare;
use super::launch::{DescriptorLimit, Launch};
use super::suite::{Order, Results, Suite};
use crate::measure::Problem;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// No process can be started with fewer descriptors.
const FEWEST: u64 = 8;
/// The suite gets along with as many.
const MOST: u64 = 1024;
/// The harness gets along with as many.
const MOST_FREE: u64 = 64;
/// Orders of the tests in which memory is measured, beside the listed one.
const MEMORY_SEEDS: Range<u64> = 1..4;

/// The resources that the suite needs.
pub struct Needs {
    /// The suite's program, whose pages can be forgotten.
    pub program: PathBuf,
    /// Bytes of memory; where there is no cgroup to measure them in, the reason.
    pub memory: Option<Result<u64, String>>,
    /// The fewest descriptors.
    pub descriptors: Option<DescriptorLimit>,
}

impl Needs {
    /// Measures what those pressures have to know.
    pub fn measure<T>(
        suite: &Suite,
        reference: &Results,
        keep: &Path,
        pressures: &[(Pressure, T)],
    ) -> Result<Self, Problem> {
        let any = |kind| pressures.iter().any(|(pressure, _)| pressure.includes(kind));
        let file = keep.join(format!("{}-needs.json", suite.backend));
        let runs = Runs { suite, reference, file: &file };
        let memory = any(Pressure::Memory).then(|| runs.memory()).transpose()?;
        let descriptors = any(Pressure::Descriptors).then(|| runs.descriptors()).transpose()?;
        // The last run may have left nothing.
        let _ = std::fs::remove_file(&file);
        match &memory {
            Some(Ok(bytes)) => println!("needs memory_mib={}", bytes >> 20),
            Some(Err(reason)) => println!("needs memory_mib=unknown: {reason}"),
            None => {}
        }
        if let Some(DescriptorLimit { limit, free }) = descriptors {
            println!("needs descriptors={limit} harness_descriptors={}", free + 3);
        }
        Ok(Self { program: suite.program.clone(), memory, descriptors })
    }
}

/// Runs that try something out.
struct Runs<'s> {
    suite: &'s Suite,
    reference: &'s Results,
    file: &'s Path,
}

impl Runs<'_> {
    fn deviation(&self, launch: &Launch, order: Order) -> Option<String> {
        match self.suite.run(launch, order, self.file) {
            Ok(results) => {
                let first =
                    compare::deviations(&self.reference.verdicts, &results.verdicts).into_iter().next();
                first.map(|deviation| deviation.to_string())
            }
            Err(reason) => Some(reason),
        }
    }

    fn memory(&self) -> Result<Result<u64, String>, Problem> {
        let group = match Group::create() {
            Ok(group) => group,
            Err(reason) => return Ok(Err(reason)),
        };
        let launch = Launch { group: Some(group.path().to_owned()), ..Launch::default() };
        for order in std::iter::once(Order::Listed).chain(MEMORY_SEEDS.map(Order::Shuffled)) {
            if let Some(deviation) = self.deviation(&launch, order) {
                return Err(Problem::Unexpected(format!("in a cgroup without a limit: {deviation}")));
            }
        }
        Ok(group.peak())
    }

    fn descriptors(&self) -> Result<DescriptorLimit, Problem> {
        let fits = |limit, free| {
            let launch = Launch { descriptors: Some(DescriptorLimit { limit, free }), ..Launch::default() };
            self.deviation(&launch, Order::Listed).is_none()
        };
        let too_few = |what: &str| Problem::Unexpected(format!("the suite fails with {what}"));
        let limit = least(FEWEST, MOST, |limit| fits(limit, limit))
            .ok_or_else(|| too_few(&format!("{MOST} descriptors")))?;
        let free = least(1, MOST_FREE.min(limit), |free| fits(limit, free))
            .ok_or_else(|| too_few(&format!("{MOST_FREE} free descriptors of {limit}")))?;
        Ok(DescriptorLimit { limit, free })
    }
}

/// The least number above `low`, up to `high`, that fits, where all above one that fits do.
fn least(mut low: u64, high: u64, mut fits: impl FnMut(u64) -> bool) -> Option<u64> {
    if !fits(high) {
        return None;
    }
    let mut fitting = high;
    while fitting - low > 1 {
        let middle = low + (fitting - low) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            low = middle;
        }
    }
    Some(fitting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_that_fits_is_found() {
        for need in 9..=1024 {
            let mut tries = 0;
            let found = least(FEWEST, MOST, |number| {
                tries += 1;
                number >= need
            });
            assert_eq!(found, Some(need));
            assert!(tries <= 12, "{tries}");
        }
        assert_eq!(least(FEWEST, MOST, |_| false), None);
    }
}
