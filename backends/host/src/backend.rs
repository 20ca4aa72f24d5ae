//! The backend: the state behind all entry points.

use crate::address_space::AddressSpace;
use crate::arena::Arena;
use crate::context::Context;
use crate::device::Device;
use crate::error::HostError;
use crate::event::Event;
use crate::exports::Exports;
use crate::physical::PhysicalMemory;
use crate::profile::Profile;
use crate::queue::Queue;
use crate::queue::command::Command;
use crate::registry::{ObjectKind, Registry, lock, new_handle};
use crate::usm::pool::Pool;
use std::collections::HashMap;
use std::os::fd::AsRawFd;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, Weak};
use ur_ipc_api::{AdapterHandle, DeviceHandle, PlatformHandle};
use ur_ipc_soft_gpu::Engine;
use ur_ipc_sys::{memfd, pidfd, process, yama};

/// The state of a backend. Its methods are the entry points; the error is the result code.
#[derive(Debug)]
pub struct Core {
    pub(crate) profile: Profile,
    pub(crate) namespace: u64,
    pub(crate) adapter: AdapterHandle,
    pub(crate) adapter_references: AtomicU32,
    pub(crate) platform: PlatformHandle,
    pub(crate) devices: Vec<Arc<Device>>,
    pub(crate) contexts: Registry<Context>,
    pub(crate) released_contexts: Mutex<HashMap<usize, Weak<Context>>>,
    pub(crate) queues: Registry<Queue>,
    pub(crate) engines: Mutex<Vec<Weak<Engine<Command>>>>,
    pub(crate) events: Registry<Event>,
    pub(crate) pools: Registry<Pool>,
    pub(crate) physical: Registry<PhysicalMemory>,
    pub(crate) space: AddressSpace,
    pub(crate) exports: Exports,
}

impl Core {
    /// # Errors
    /// If the system lacks what the model is built on.
    pub fn new(profile: Profile) -> Result<Self, HostError> {
        probe()?;
        process::allow_inspection();
        Self::unprobed(profile)
    }

    /// As [`new`](Self::new), whether or not the system has what sharing is built on.
    pub(crate) fn unprobed(profile: Profile) -> Result<Self, HostError> {
        let arena = Arc::new(Arena::new().map_err(HostError::AddressSpace)?);
        let device =
            |index| Arc::new(Device::new(DeviceHandle::from_address(new_handle(ObjectKind::Device)), index));
        Ok(Self {
            namespace: process::pid_namespace(),
            adapter: AdapterHandle::from_address(new_handle(ObjectKind::Adapter)),
            adapter_references: AtomicU32::new(0),
            platform: PlatformHandle::from_address(new_handle(ObjectKind::Platform)),
            devices: (0..profile.devices).map(device).collect(),
            contexts: Registry::new(ObjectKind::Context),
            released_contexts: Mutex::default(),
            queues: Registry::new(ObjectKind::Queue),
            engines: Mutex::default(),
            events: Registry::new(ObjectKind::Event),
            pools: Registry::new(ObjectKind::Pool),
            physical: Registry::new(ObjectKind::PhysicalMem),
            space: AddressSpace::new(arena),
            exports: Exports::default(),
            profile,
        })
    }

    /// True if a device has all that the profile has.
    pub(crate) fn is_full(&self, device: &Device) -> bool {
        self.profile.alike || device.index == 0
    }

    /// Nothing to do: what is left ends with the backend.
    pub fn loader_tear_down(&self) -> crate::error::CallResult {
        Ok(())
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        for engine in lock(&self.engines).iter().filter_map(Weak::upgrade) {
            engine.abandon();
        }
    }
}

/// Tries what sharing is built on, on this process.
fn probe() -> Result<(), HostError> {
    let missing = |what| move |source| HostError::MissingFeature { what, source };
    let file = memfd::create(c"ur-ipc-probe", process::PAGE)
        .map_err(missing("sealed memory files (memfd_create)"))?;
    let pid = nix::unistd::getpid().as_raw();
    pidfd::copy_through_pidfd(pid, file.as_raw_fd())
        .map_err(missing("copying descriptors between processes (pidfd_open, pidfd_getfd)"))?;
    match yama::forbidding_scope() {
        Some(scope) => Err(HostError::Yama { scope }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::command::Work;
    use std::time::{Duration, Instant};
    use ur_ipc_soft_gpu::{Dependency, EventPage, Order};

    #[test]
    fn what_waits_is_given_up_with_the_backend() {
        let core = Core::unprobed(Profile::default()).expect("addresses");
        let engine = Arc::new(Engine::new(true));
        lock(&core.engines).push(Arc::downgrade(&engine));
        let never = Arc::new(EventPage::local());
        never.append();
        let command = Command { work: Work::Nothing, event: None, queued: 0 };
        engine.submit(command, vec![Dependency::on(&never)], Order::Free, None, || ()).expect("a thread");
        assert!(!engine.is_idle());
        drop(core);
        assert!(engine.finish_by(Some(Instant::now() + Duration::from_secs(30))), "it still waits");
    }
}
