//! What a mutant is.

use crate::soft_driver;
use level_zero_sys::Functions;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_cts::harness::Backend;
use ur_ipc_host::{HostBackend, Profile};

/// The profile of each mutant's backend that leaves its defect out.
pub const UNBROKEN: &str = "unbroken";

/// A backend that is broken in one way.
#[derive(Clone, Copy)]
pub struct Mutant {
    /// Unique, in snake case: what it does wrong.
    pub id: &'static str,
    /// The same in a sentence.
    pub description: &'static str,
    /// The requirements that it violates; the first is the one it was made for.
    pub violates: &'static [&'static str],
    /// Where it really happened, if it did: a pull request, a commit, a file.
    pub source: Option<&'static str>,
    /// The profile of the host backend below.
    pub profile: &'static str,
    /// For a mutant of the Level Zero backend, which stands in the place of the host backend then: the layer between it
    /// and the software driver, which puts the defect into the table of entry points.
    pub driver: Option<fn(&mut Functions)>,
    /// How it shows.
    pub manner: Manner,
    /// Puts the defect on top of a backend.
    pub make: fn(Arc<dyn UrIpc>) -> Arc<dyn UrIpc>,
}

/// How a mutant may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// By what its calls do: a test must fail. A crash or a time-out would be an accident, and does not count.
    Wrong,
    /// By a crash or an end of the process, which counts.
    Crash,
    /// By a call that does not return, which counts.
    Hang,
}

impl Mutant {
    /// A mutant over the host backend's default profile that shows by what its calls do.
    #[must_use]
    pub const fn new(
        id: &'static str,
        description: &'static str,
        violates: &'static [&'static str],
        make: fn(Arc<dyn UrIpc>) -> Arc<dyn UrIpc>,
    ) -> Self {
        let (source, profile, driver, manner) = (None, "default", None, Manner::Wrong);
        Self { id, description, violates, source, profile, driver, manner, make }
    }

    /// A mutant of the Level Zero backend on the software driver, with the defect between the two, that shows by what
    /// its calls do.
    #[must_use]
    pub const fn of_driver(
        id: &'static str,
        description: &'static str,
        violates: &'static [&'static str],
        layer: fn(&mut Functions),
    ) -> Self {
        Self { driver: Some(layer), ..Self::new(id, description, violates, |backend| backend) }
    }

    /// With the place where it really happened.
    #[must_use]
    pub const fn seen_in(self, source: &'static str) -> Self {
        Self { source: Some(source), ..self }
    }

    /// Over another profile of the host backend.
    #[must_use]
    pub const fn on(self, profile: &'static str) -> Self {
        Self { profile, ..self }
    }

    /// Shows in another manner.
    #[must_use]
    pub const fn by(self, manner: Manner) -> Self {
        Self { manner, ..self }
    }

    /// What is below the defect: mutants of one base behave alike without theirs.
    #[must_use]
    pub fn base(&self) -> String {
        if self.driver.is_some() { "level-zero@soft".to_owned() } else { format!("host@{}", self.profile) }
    }

    /// The mutant as a backend of the suite, under its id. Its profile [`UNBROKEN`] is the same without the defect.
    #[must_use]
    pub fn backend(&'static self) -> Backend {
        Backend {
            name: self.id,
            description: self.description,
            profiles: vec![(UNBROKEN, "without the defect")],
            stand_in: None,
            options: Vec::new(),
            make: Arc::new(|variant| {
                let unbroken = variant == Some(UNBROKEN);
                let below = self.below(unbroken)?;
                Ok(if unbroken { below } else { (self.make)(below) })
            }),
        }
    }

    /// What its layer lies on. The driver has its defect in it, unless it is to be unbroken.
    fn below(&self, unbroken: bool) -> Result<Arc<dyn UrIpc>, String> {
        if let Some(layer) = self.driver {
            return Ok(Arc::new(soft_driver::backend((!unbroken).then_some(layer))?));
        }
        let profile = Profile::named(self.profile)
            .ok_or_else(|| format!("the host backend has no profile '{}'", self.profile))?;
        Ok(Arc::new(HostBackend::new(profile).map_err(|error| error.to_string())?))
    }
}
