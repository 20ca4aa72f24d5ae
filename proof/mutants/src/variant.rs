//! Conforming variants.

use crate::kind::{Entry, Kind};
use crate::suite::Suite;
use std::collections::BTreeSet;
use ur_ipc_cts::harness::Backend;

/// A backend that uses a freedom which a text leaves, and conforms.
pub struct Variant {
    /// Unique, in snake case: what it does otherwise.
    pub id: String,
    /// The same in a sentence.
    pub description: String,
    /// The sentence that allows it, or what is not said, with the place.
    pub allowed_by: String,
    /// The requirements whose freedom it uses.
    pub of: Vec<&'static str>,
    /// The profile of the host backend below.
    pub profile: &'static str,
    /// The needs of tests that it does not meet and its base does, by their names.
    pub lacks: BTreeSet<String>,
    /// Whether SYCL's text leaves no such freedom, so that the Rust layer over it is not conforming.
    pub forbidden_by_sycl: bool,
    pub(crate) kind: Kind,
}

impl Variant {
    /// The name of the implementation below the change.
    #[must_use]
    pub fn base(&self) -> String {
        self.kind.base(self.profile)
    }

    /// The suites that may not accuse it. Over a backend of Unified Runtime the Rust layer is SYCL's extension.
    #[must_use]
    pub fn suites(&self) -> &'static [Suite] {
        match (self.is_for_sycl_alone(), self.forbidden_by_sycl) {
            (true, _) => &[Suite::Sycl],
            (false, true) => &[Suite::UnifiedRuntime],
            (false, false) => &[Suite::UnifiedRuntime, Suite::Sycl],
        }
    }

    /// True if the freedom is one of SYCL's functions, which nothing but their suite calls.
    #[must_use]
    pub fn is_for_sycl_alone(&self) -> bool {
        self.kind.is_for_sycl()
    }

    /// The variant as a backend of the suites, under its id.
    #[must_use]
    pub fn backend(&'static self) -> Backend {
        self.kind.backend(&self.id, &self.description, self.profile)
    }
}

impl Entry for Variant {
    fn description(&mut self) -> &mut String {
        &mut self.description
    }

    fn profile(&mut self) -> &mut &'static str {
        &mut self.profile
    }

    fn kind(&mut self) -> &mut Kind {
        &mut self.kind
    }
}
