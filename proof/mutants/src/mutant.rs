//! Mutants.

use crate::kind::{Entry, Kind};
use crate::suite::Suite;
use ur_ipc_cts::fixtures::Depth;
use ur_ipc_cts::harness::Backend;

/// A backend that is broken in one way.
pub struct Mutant {
    /// Unique, in snake case: what it does wrong.
    pub id: String,
    /// The same in a sentence.
    pub description: String,
    /// The requirements that it violates; the first is the one it was made for.
    pub violates: Vec<&'static str>,
    /// The place where it really happened, if it did: a pull request, a commit, a file.
    pub source: Option<&'static str>,
    /// The profile of the host backend below.
    pub profile: &'static str,
    /// The way in which it shows.
    pub manifestation: Manifestation,
    /// The runs in which it has to be killed: thorough ones, if usual ones need not.
    pub depth: Depth,
    pub(crate) kind: Kind,
}

/// A way in which a mutant may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manifestation {
    /// By what its calls do: a test must fail. A crash or a time-out would be an accident, and does not count.
    Wrong,
    /// By a crash or an end of the process, which counts.
    Crash,
    /// By a call that does not return, which counts.
    Hang,
}

impl Mutant {
    /// The name of the implementation below the defect. Mutants of one base behave alike without theirs.
    #[must_use]
    pub fn base(&self) -> String {
        self.kind.base(self.profile)
    }

    /// The suite that it is for.
    #[must_use]
    pub fn suite(&self) -> Suite {
        if self.kind.is_for_sycl() { Suite::Sycl } else { Suite::UnifiedRuntime }
    }

    /// The mutant as a backend of the suite, under its id.
    #[must_use]
    pub fn backend(&'static self) -> Backend {
        self.kind.backend(&self.id, &self.description, self.profile)
    }
}

impl Entry for Mutant {
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
