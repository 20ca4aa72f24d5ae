//! Mutants as tables of layers that make themselves.

use crate::mutant::{Kind, Manner, Mutant};
use std::sync::Arc;
use ur_ipc_api::UrIpc;

/// A backend that is broken in one way.
#[derive(Clone, Copy)]
pub struct Legacy {
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

impl Legacy {
    /// A mutant over the host backend's default profile that shows by what its calls do.
    #[must_use]
    pub const fn new(
        id: &'static str,
        description: &'static str,
        violates: &'static [&'static str],
        make: fn(Arc<dyn UrIpc>) -> Arc<dyn UrIpc>,
    ) -> Self {
        let (source, profile, manner) = (None, "default", Manner::Wrong);
        Self { id, description, violates, source, profile, manner, make }
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
}

impl From<&'static Legacy> for Mutant {
    fn from(from: &'static Legacy) -> Self {
        Self {
            id: from.id.to_owned(),
            description: from.description.to_owned(),
            violates: from.violates.to_vec(),
            source: from.source,
            profile: from.profile,
            manner: from.manner,
            kind: Kind::Made(from.make),
        }
    }
}
