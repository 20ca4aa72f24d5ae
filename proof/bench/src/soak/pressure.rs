//! Kinds of pressure, and the runs under each.

use clap::ValueEnum;
use std::fmt;
use std::ops::Range;

/// What a run has to bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pressure {
    /// Nothing but its own disorder
    None,
    /// Four times as many busy threads as cores, half of them blocking and waking all the time
    Cpu,
    /// A memory cgroup with hardly more than the suite needs, kept full of file pages; else memory kept dirty
    Memory,
    /// As few descriptors as the suite needs, at sparse numbers, while others are opened and closed
    Descriptors,
    /// All of these at once
    All,
}

impl Pressure {
    /// Each of them.
    pub const ALL: [Self; 5] = [Self::None, Self::Cpu, Self::Memory, Self::Descriptors, Self::All];

    /// True if this is pressure of that kind.
    pub fn includes(self, kind: Self) -> bool {
        self == kind || self == Self::All
    }
}

impl fmt::Display for Pressure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Cpu => "cpu",
            Self::Memory => "memory",
            Self::Descriptors => "descriptors",
            Self::All => "all",
        })
    }
}

/// Shares the runs out evenly, the first pressures getting what is left over. Each run has a seed of its own.
pub fn share(runs: u64, first_seed: u64, pressures: &[Pressure]) -> Vec<(Pressure, Range<u64>)> {
    let mut different: Vec<Pressure> = Vec::new();
    for &pressure in pressures {
        if !different.contains(&pressure) {
            different.push(pressure);
        }
    }
    let kinds = different.len() as u64;
    let mut seed = first_seed;
    let mut shares = Vec::new();
    for (pressure, index) in different.into_iter().zip(0..) {
        let count = runs / kinds + u64::from(index < runs % kinds);
        if count > 0 {
            shares.push((pressure, seed..seed + count));
        }
        seed += count;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_shared_out_evenly_with_a_seed_each() {
        assert_eq!(
            share(7, 10, &[Pressure::Cpu, Pressure::None, Pressure::All]),
            [(Pressure::Cpu, 10..13), (Pressure::None, 13..15), (Pressure::All, 15..17)]
        );
        let thousand = share(1000, 1, &Pressure::ALL);
        assert!(thousand.iter().all(|(_, seeds)| seeds.end - seeds.start == 200));
        assert_eq!(thousand.last().unwrap().1.end, 1001);
    }

    #[test]
    fn a_pressure_named_twice_counts_once_and_one_without_runs_is_left_out() {
        assert_eq!(share(3, 1, &[Pressure::Cpu, Pressure::Cpu]), [(Pressure::Cpu, 1..4)]);
        assert_eq!(share(1, 1, &[Pressure::Cpu, Pressure::All]), [(Pressure::Cpu, 1..2)]);
    }

    #[test]
    fn all_includes_each() {
        assert!(Pressure::ALL.into_iter().all(|kind| Pressure::All.includes(kind)));
        assert!(!Pressure::Cpu.includes(Pressure::Memory) && Pressure::Cpu.includes(Pressure::Cpu));
    }
}
