//! Memory and events, shared by all their holders.

use super::{Access, Clock};
use crate::{Process, UsmKind};
use ur_ipc_api::Family;

/// The state of the first reference to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Held,
    /// Freed, or released for the last time.
    Released,
    /// Its process has ended.
    Died,
}

/// Memory, whoever holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Storage {
    pub family: Family,
    pub maker: Process,
    pub life: Life,
    /// The kind of USM memory.
    pub kind: UsmKind,
    /// It is on the second device.
    pub other: bool,
    /// Of a block; of physical memory 0, as the device alone knows.
    pub bytes: u32,
    pub blocks: Vec<Block>,
    /// A handle of it was made once.
    pub exported: bool,
    pub handle_size: Option<u64>,
}

impl Storage {
    /// Nothing has more bytes: what is run has to come to its end.
    pub(crate) const MOST_BYTES: u32 = 1 << 26;

    /// Makes the storage of a new object of this process, with so many blocks.
    pub(crate) fn of(family: Family, maker: Process, blocks: u32) -> Self {
        let blocks = vec![Block::default(); blocks as usize];
        let kind = UsmKind::Device;
        Self {
            family,
            maker,
            life: Life::Held,
            kind,
            other: false,
            bytes: 0,
            blocks,
            exported: false,
            handle_size: None,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    pub access: Access,
    /// Its contents, if known.
    pub value: Option<u32>,
    /// The process that wrote the value.
    pub writer: Option<Process>,
}

/// An event, whoever holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signals {
    pub maker: Process,
    pub life: Life,
    pub access: Access,
    /// When the last signal comes.
    pub last: Option<Clock>,
    pub signaller: Option<Process>,
    /// It is of the second device.
    pub other: bool,
    /// A queue of the second device has signalled it last.
    pub by_other: bool,
    /// A queue that takes times has signalled it once: it may have times since then, and be none that is exported.
    pub timed: bool,
    /// It is of a recording of a time, and nobody signals it again.
    pub recorded: bool,
    pub exported: bool,
}

impl Signals {
    /// One that this process has just made, on the first device or the other one.
    pub(crate) fn of(maker: Process, other: bool) -> Self {
        let access = Access::default();
        let (timed, recorded, exported) = (false, false, false);
        Self {
            maker,
            life: Life::Held,
            access,
            last: None,
            signaller: None,
            other,
            by_other: other,
            timed,
            recorded,
            exported,
        }
    }
}
