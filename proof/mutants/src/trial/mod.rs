//! Conforming variants on trial: whether a suite or `explore` accuses one.

mod accusation;
mod bases;
mod explore;
mod suites;

pub use accusation::{Accusation, Accuser};

use crate::matrix::side_by_side;
use crate::{Suite, Variant};
use bases::Bases;
use serde::Serialize;
use std::collections::HashMap;
use std::path::Path;

/// The result of a variant's trial.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    /// [`Variant::id`].
    pub id: &'static str,
    /// [`Variant::description`].
    pub description: &'static str,
    /// [`Variant::allowed_by`].
    pub allowed_by: &'static str,
    /// [`Variant::of`].
    pub of: &'static [&'static str],
    /// Tests that are run on its base and skipped on it, as it lacks what they need.
    pub skipped: usize,
    /// The accusations against it.
    pub accused_by: Vec<Accusation>,
}

/// The findings of one accuser about a variant.
#[derive(Default)]
struct Found {
    skipped: usize,
    accusations: Vec<Accusation>,
}

/// A part of the work: processes take longer to start than most tests, so that a suite looks at some variants at a time.
enum Task {
    Suite(Suite, Vec<&'static Variant>),
    Explore(&'static Variant),
}

/// So many variants at most are looked at by one run of a suite.
const SIZE: usize = 6;

/// Puts the variants on trial, by both suites and by so many programs of `explore`. `program` is as in
/// [`matrix::run`](crate::matrix::run). `done` is called after each part of the work, with the number of parts.
///
/// # Errors
/// Why nothing can be said: a base that is not what it should be.
pub fn run(
    program: &Path,
    variants: &[&'static Variant],
    programs: u64,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Trial>, String> {
    let tasks = tasks(variants, programs);
    let bases = Bases::of(program, variants)?;
    let found = side_by_side(&tasks, |task| {
        let found = match task {
            Task::Suite(suite, batch) => suites::run(program, *suite, batch, &bases),
            Task::Explore(variant) => vec![(variant.id.as_str(), explore::run(program, variant, programs))],
        };
        done(tasks.len());
        found
    });
    let mut trials: HashMap<&str, Trial> =
        variants.iter().map(|variant| (variant.id.as_str(), Trial::of(variant))).collect();
    for (id, Found { skipped, accusations }) in found.into_iter().flatten() {
        let trial = trials.get_mut(id).expect("a variant on trial");
        trial.skipped += skipped;
        trial.accused_by.extend(accusations);
    }
    Ok(variants.iter().filter_map(|variant| trials.remove(variant.id.as_str())).collect())
}

fn tasks(variants: &[&'static Variant], programs: u64) -> Vec<Task> {
    let explored = variants.iter().filter(|variant| programs > 0 && !variant.is_for_sycl_alone());
    let explorations = explored.map(|variant| Task::Explore(variant));
    let runs = [Suite::UnifiedRuntime, Suite::Sycl].into_iter().flat_map(|suite| {
        let judged: Vec<_> =
            variants.iter().copied().filter(|variant| variant.suites().contains(&suite)).collect();
        judged.chunks(SIZE).map(|batch| Task::Suite(suite, batch.to_vec())).collect::<Vec<_>>()
    });
    // The longest first.
    explorations.chain(runs).collect()
}

impl Trial {
    fn of(variant: &'static Variant) -> Self {
        let Variant { id, description, allowed_by, of, .. } = variant;
        Self { id, description, allowed_by, of, skipped: 0, accused_by: Vec::new() }
    }

    /// Whether anything accuses the variant.
    #[must_use]
    pub fn is_accused(&self) -> bool {
        !self.accused_by.is_empty()
    }
}
