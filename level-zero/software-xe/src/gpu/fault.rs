//! Faults: reasons for an engine to stop for good.

use crate::gpu::PageFault;
use crate::gpu::kernels::KernelError;

/// A fault that bans a queue: the command that could not be executed, its address, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{command} at {address:#x}: {reason}")]
pub struct EngineFault {
    /// The command's name.
    pub command: &'static str,
    /// The address of the command.
    pub address: u64,
    /// The error in the command.
    pub reason: Reason,
}

/// Why a command could not be executed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// No command of this engine begins so.
    #[error("no command of a {engine} engine begins with {header:#010x}")]
    Unknown {
        /// The command's first dword.
        header: u32,
        /// The engine's class.
        engine: &'static str,
    },
    /// The command has fewer or more dwords than its kind can have.
    #[error("{found} dwords long, {expected} expected")]
    Length {
        /// Dwords, by the command's own length field.
        found: usize,
        /// The lengths that the kind allows, in words.
        expected: String,
    },
    /// A field has a value that means nothing.
    #[error("{0}")]
    Invalid(String),
    /// Something that the device can do, and this one does not.
    #[error("{0} is not emulated")]
    NotEmulated(String),
    /// An access outside of what is mapped.
    #[error(transparent)]
    Page(#[from] PageFault),
    /// An address that is not a multiple of the size of what is there.
    #[error("{address:#x} is not a multiple of {size}")]
    Misaligned {
        /// The address.
        address: u64,
        /// Bytes of the access.
        size: u64,
    },
    /// More commands or more work than any batch has between two waits.
    #[error("no end after {commands} commands and {work} bytes: the batch loops")]
    Endless {
        /// Commands since the batch started or last waited.
        commands: u64,
        /// Bytes and work items since then.
        work: u64,
    },
    /// A walker whose kernel cannot be run.
    #[error(transparent)]
    Kernel(#[from] KernelError),
}

impl Reason {
    /// A field that means nothing.
    pub(super) fn invalid(what: impl Into<String>) -> Self {
        Self::Invalid(what.into())
    }

    /// Something that is left out.
    pub(super) fn not_emulated(what: impl Into<String>) -> Self {
        Self::NotEmulated(what.into())
    }
}
