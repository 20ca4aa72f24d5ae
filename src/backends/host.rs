//! The embedded software model.

use super::HOST;
use super::broken::{Broken, Defect, PROFILES};
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::{Backend, HostDependencies};
use ur_ipc_host::{HostBackend, Profile};

/// `host`, with a profile for each lesser device, and for each broken one.
pub(super) fn backend() -> Backend {
    Backend {
        name: HOST.backend,
        description: HOST.description,
        profiles: [Profile::NAMES, &PROFILES].concat(),
        fallback_profile: None,
        software: true,
        options: Vec::new(),
        requires: HostDependencies { descriptors: true, ..HostDependencies::default() },
        make: Arc::new(|request| {
            let defect = request.profile.and_then(Defect::named);
            let profile = match request.profile.filter(|_| defect.is_none()) {
                None => Profile::default(),
                Some(name) => Profile::named(name).ok_or_else(|| {
                    let known: Vec<&str> = Profile::NAMES.iter().map(|(name, _)| *name).collect();
                    format!("backend 'host' has no profile '{name}'; there are: {}", known.join(", "))
                })?,
            };
            let backend = HostBackend::new(profile).map_err(|error| error.to_string())?;
            Ok(match defect {
                Some(defect) => Arc::new(Broken::new(backend, defect)) as Arc<dyn UrIpc>,
                None => Arc::new(backend),
            })
        }),
    }
}
