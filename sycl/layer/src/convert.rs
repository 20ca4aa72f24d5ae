//! Between the types of `ur_ipc` and those of the contract.

use ur_ipc_api::sycl::{Access, Aspect, Errc, Error, EventStatus, ProfilingTime, Result, UsmKind};

/// The exception that an error stands for.
pub(crate) fn thrown<T>(result: ur_ipc::Result<T>) -> Result<T> {
    result.map_err(|error| {
        let errc = match error.errc() {
            ur_ipc::Errc::Invalid => Errc::INVALID,
            ur_ipc::Errc::FeatureNotSupported => Errc::FEATURE_NOT_SUPPORTED,
            ur_ipc::Errc::MemoryAllocation => Errc::MEMORY_ALLOCATION,
            ur_ipc::Errc::Runtime => Errc::RUNTIME,
            _ => Errc::NONE,
        };
        Error { errc, message: error.to_string(), ur: error.ur_result() }
    })
}

/// That a caller has not kept to the contract: no exception of SYCL's.
pub(crate) fn misuse(message: impl Into<String>) -> Error {
    Error { errc: Errc::NONE, message: message.into(), ur: None }
}

pub(crate) const fn aspect(aspect: Aspect) -> ur_ipc::Aspect {
    match aspect {
        Aspect::IpcMemory => ur_ipc::Aspect::ExtOneapiIpcMemory,
        Aspect::IpcPhysicalMemory => ur_ipc::Aspect::ExtOneapiIpcPhysicalMemory,
        Aspect::IpcEvent => ur_ipc::Aspect::ExtOneapiIpcEvent,
        Aspect::PerEventProfiling => ur_ipc::Aspect::ExtOneapiPerEventProfiling,
        Aspect::VirtualMem => ur_ipc::Aspect::ExtOneapiVirtualMem,
    }
}

pub(crate) const fn kind(kind: ur_ipc::UsmKind) -> UsmKind {
    match kind {
        ur_ipc::UsmKind::Host => UsmKind::Host,
        ur_ipc::UsmKind::Device => UsmKind::Device,
        ur_ipc::UsmKind::Shared => UsmKind::Shared,
    }
}

pub(crate) const fn access(access: Access) -> ur_ipc::AddressAccessMode {
    match access {
        Access::None => ur_ipc::AddressAccessMode::None,
        Access::Read => ur_ipc::AddressAccessMode::Read,
        Access::ReadWrite => ur_ipc::AddressAccessMode::ReadWrite,
    }
}

pub(crate) const fn status(status: ur_ipc::EventCommandStatus) -> EventStatus {
    match status {
        ur_ipc::EventCommandStatus::Submitted => EventStatus::Submitted,
        ur_ipc::EventCommandStatus::Running => EventStatus::Running,
        ur_ipc::EventCommandStatus::Complete => EventStatus::Complete,
    }
}

pub(crate) const fn time(time: ProfilingTime) -> ur_ipc::EventProfiling {
    match time {
        ProfilingTime::Submit => ur_ipc::EventProfiling::CommandSubmit,
        ProfilingTime::Start => ur_ipc::EventProfiling::CommandStart,
        ProfilingTime::End => ur_ipc::EventProfiling::CommandEnd,
    }
}
