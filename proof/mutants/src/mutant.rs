//! What a mutant is.

use crate::layer::{DefectLayer, Hooks, driver};
use crate::soft_driver;
use crate::suite::Suite;
use crate::sycl;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_cts::harness::{Backend, Requisites};
use ur_ipc_host::{HostBackend, Profile};

/// The profile of each mutant's backend that leaves its defect out.
pub const UNBROKEN: &str = "unbroken";

/// A backend that is broken in one way.
pub struct Mutant {
    /// Unique, in snake case: what it does wrong.
    pub id: String,
    /// The same in a sentence.
    pub description: String,
    /// The requirements that it violates; the first is the one it was made for.
    pub violates: Vec<&'static str>,
    /// Where it really happened, if it did: a pull request, a commit, a file.
    pub source: Option<&'static str>,
    /// The profile of the host backend below.
    pub profile: &'static str,
    /// How it shows.
    pub manner: Manner,
    pub(crate) kind: Kind,
}

/// Where the defect is.
pub(crate) enum Kind {
    /// In a layer on the host backend.
    Layer(Box<Hooks>),
    /// Between the Level Zero backend, which stands in the place of the host backend, and its software driver.
    Driver(Box<driver::Hooks>),
    /// In functions of SYCL's, over the Rust layer on the host backend.
    Sycl(Box<sycl::Hooks>),
    /// In the backend below the Rust layer: that of this mutant.
    Over(&'static Mutant),
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
    /// What is below the defect: mutants of one base behave alike without theirs.
    #[must_use]
    pub fn base(&self) -> String {
        match self.kind {
            Kind::Driver(_) => "level-zero@soft".to_owned(),
            Kind::Sycl(_) | Kind::Over(_) => format!("the Rust layer over host@{}", self.profile),
            Kind::Layer(_) => format!("host@{}", self.profile),
        }
    }

    /// The suite that it is for.
    #[must_use]
    pub fn suite(&self) -> Suite {
        match self.kind {
            Kind::Sycl(_) | Kind::Over(_) => Suite::Sycl,
            Kind::Layer(_) | Kind::Driver(_) => Suite::UnifiedRuntime,
        }
    }

    /// The mutant as a backend of the suite, under its id. Its profile [`UNBROKEN`] is the same without the defect.
    #[must_use]
    pub fn backend(&'static self) -> Backend {
        Backend {
            name: &self.id,
            description: &self.description,
            profiles: vec![(UNBROKEN, "without the defect")],
            stand_in: None,
            software: true,
            options: Vec::new(),
            requires: Requisites::default(),
            make: Arc::new(|request| self.make(request.profile != Some(UNBROKEN))),
        }
    }

    fn make(&'static self, broken: bool) -> Result<Arc<dyn UrIpc>, String> {
        if let Kind::Driver(hooks) = &self.kind {
            return Ok(Arc::new(soft_driver::backend(broken.then_some(hooks))?));
        }
        if let Kind::Over(backend) = self.kind {
            return backend.make(broken);
        }
        let profile = Profile::named(self.profile)
            .ok_or_else(|| format!("the host backend has no profile '{}'", self.profile))?;
        let host = Arc::new(HostBackend::new(profile).map_err(|error| error.to_string())?);
        Ok(match &self.kind {
            Kind::Layer(hooks) if broken => Arc::new(DefectLayer::new(host, hooks)),
            Kind::Sycl(hooks) if broken => Arc::new(sycl::Backend::new(host, hooks)),
            _ => host,
        })
    }
}
