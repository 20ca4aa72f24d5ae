//! The embedded software model.

use super::HOST;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::{Backend, Requisites};
use ur_ipc_host::{HostBackend, Profile};

/// `host`, with a profile for each lesser device.
pub(super) fn backend() -> Backend {
    Backend {
        name: HOST.backend,
        description: HOST.description,
        profiles: Profile::NAMES.to_vec(),
        stand_in: None,
        software: true,
        options: Vec::new(),
        requires: Requisites { descriptors: true, ..Requisites::default() },
        make: Arc::new(|request| {
            let profile = match request.profile {
                None => Profile::default(),
                Some(name) => Profile::named(name).ok_or_else(|| {
                    let known: Vec<&str> = Profile::NAMES.iter().map(|(name, _)| *name).collect();
                    format!("backend 'host' has no profile '{name}'; there are: {}", known.join(", "))
                })?,
            };
            let backend = HostBackend::new(profile).map_err(|error| error.to_string())?;
            Ok(Arc::new(backend) as Arc<dyn UrIpc>)
        }),
    }
}
