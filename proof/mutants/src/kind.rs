//! Kinds of changed backends: the layer that has the change, and its place.

use crate::layer::{ChangeLayer, Hooks, driver};
use crate::soft_driver;
use crate::sycl;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_cts::harness::{Backend, HostDependencies};
use ur_ipc_host::{HostBackend, Profile};

/// The profile of each changed backend that leaves its change out.
pub const UNCHANGED: &str = "unchanged";

/// The place of the change.
pub(crate) enum Kind {
    /// In a layer on the host backend.
    Layer(Box<Hooks>),
    /// Between the Level Zero backend, which stands in the place of the host backend, and its software driver.
    Driver(Box<driver::Hooks>),
    /// In functions of SYCL's, over the Rust layer on the host backend.
    Sycl(Box<sycl::Hooks>),
    /// In the backend below the Rust layer: that of another entry.
    Over(&'static Self),
}

/// The fields that all entries of the catalogues have, be they broken or another way to conform.
pub(crate) trait Entry {
    /// The description of the change, in a sentence.
    fn description(&mut self) -> &mut String;
    /// The profile of the host backend below.
    fn profile(&mut self) -> &mut &'static str;
    /// The change.
    fn kind(&mut self) -> &mut Kind;
}

impl Kind {
    /// The name of the implementation below the change, on this profile of the host backend. Changed backends of one
    /// base behave alike without their changes.
    pub(crate) fn base(&self, profile: &str) -> String {
        match self {
            Self::Driver(_) => "level-zero@soft".to_owned(),
            Self::Sycl(_) | Self::Over(_) => format!("the Rust layer over host@{profile}"),
            Self::Layer(_) => format!("host@{profile}"),
        }
    }

    /// Whether it changes SYCL's functions alone, or is for their suite alone.
    pub(crate) fn is_for_sycl(&self) -> bool {
        matches!(self, Self::Sycl(_) | Self::Over(_))
    }

    /// The changed backend for the suite, under this id. Its profile [`UNCHANGED`] is the same without the change.
    pub(crate) fn backend(
        &'static self,
        id: &'static str,
        description: &'static str,
        profile: &'static str,
    ) -> Backend {
        Backend {
            name: id,
            description,
            profiles: vec![(UNCHANGED, "without the change")],
            fallback_profile: None,
            software: true,
            options: Vec::new(),
            requires: HostDependencies::default(),
            make: Arc::new(move |request| self.make(profile, request.profile != Some(UNCHANGED))),
        }
    }

    fn make(&'static self, profile: &str, changed: bool) -> Result<Arc<dyn UrIpc>, String> {
        if let Self::Driver(hooks) = self {
            return Ok(Arc::new(soft_driver::backend(changed.then_some(hooks))?));
        }
        if let Self::Over(below) = self {
            return below.make(profile, changed);
        }
        let profile =
            Profile::named(profile).ok_or_else(|| format!("the host backend has no profile '{profile}'"))?;
        let host = Arc::new(HostBackend::new(profile).map_err(|error| error.to_string())?);
        Ok(match self {
            Self::Layer(hooks) if changed => Arc::new(ChangeLayer::new(host, hooks)),
            Self::Sycl(hooks) if changed => Arc::new(sycl::Backend::new(host, hooks)),
            _ => host,
        })
    }
}
