//! What a mutant is.

use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_cts::harness::Backend;
use ur_ipc_host::{HostBackend, Profile};

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
        Self { id, description, violates, source: None, profile: "default", manner: Manner::Wrong, make }
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

    /// The mutant as a backend of the suite, under its id.
    #[must_use]
    pub fn backend(&'static self) -> Backend {
        Backend {
            name: self.id,
            description: self.description,
            profiles: Vec::new(),
            stand_in: None,
            options: Vec::new(),
            make: Arc::new(|_| {
                let profile = Profile::named(self.profile)
                    .ok_or_else(|| format!("the host backend has no profile '{}'", self.profile))?;
                let host = HostBackend::new(profile).map_err(|error| error.to_string())?;
                Ok((self.make)(Arc::new(host)))
            }),
        }
    }
}
