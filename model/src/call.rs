//! What a step does.

use crate::Name;
use ur_ipc_api::VirtualMemAccessFlags;

/// Some blocks of something: of USM memory, of an import, of a mapping, of physical memory. Counted from its own start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blocks {
    /// Of what.
    pub of: Name,
    /// The first.
    pub from: u32,
    /// The one behind the last.
    pub to: u32,
}

impl Blocks {
    /// Nothing has more blocks: what is run has to come to its end.
    pub const MOST: u32 = 1 << 16;

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.to.saturating_sub(self.from)
    }
}

/// A size that is not that of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrongSize {
    /// 0.
    Zero,
    /// One byte less.
    OneLess,
    /// One byte more.
    OneMore,
    /// 4 GiB more, which is the same in 32 bits.
    FourGibMore,
    /// The largest there is.
    Largest,
}

impl WrongSize {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Zero, Self::OneLess, Self::OneMore, Self::FourGibMore, Self::Largest];

    /// As it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::OneLess => "-1",
            Self::OneMore => "+1",
            Self::FourGibMore => "+4GiB",
            Self::Largest => "max",
        }
    }

    /// The size, in bytes, where that of the handle is `size`.
    #[must_use]
    pub const fn of(self, size: usize) -> usize {
        match self {
            Self::Zero => 0,
            Self::OneLess => size.wrapping_sub(1),
            Self::OneMore => size.wrapping_add(1),
            Self::FourGibMore => size.wrapping_add(1 << 32),
            Self::Largest => usize::MAX,
        }
    }
}

/// What an event may be asked of the command that it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// Its queue.
    Queue,
    /// Its type.
    Type,
}

impl Asked {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Queue, Self::Type];

    /// As it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Type => "type",
        }
    }
}

/// What a mapping is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rights {
    /// To read and write.
    #[default]
    Write,
    /// To read alone.
    Read,
}

impl Rights {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Write, Self::Read];

    /// As it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Read => "read",
        }
    }

    /// `UR_VIRTUAL_MEM_INFO_ACCESS_MODE`
    #[must_use]
    pub const fn flags(self) -> VirtualMemAccessFlags {
        match self {
            Self::Write => VirtualMemAccessFlags::READ_WRITE,
            Self::Read => VirtualMemAccessFlags::READ_ONLY,
        }
    }
}

/// What a process does in a step. What is made gets a new name; `after` are events of a wait list. Whether `Get`, `Open` and
/// the like are about USM memory, physical memory or an event shows in what they are given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the words of the text, which each variant shows")]
pub enum Call {
    /// `c1 = context`
    Context { new: Name },
    /// `q1 = queue in c1`: an in-order queue.
    Queue { new: Name, context: Name },
    /// `finish q1`
    Finish { queue: Name },
    /// `hold q1`: a host function that does not end before `let`.
    Hold { queue: Name },
    /// `let q1`
    Let { queue: Name },
    /// `busy q1`: a host function that takes a while, and ends by itself.
    Busy { queue: Name },
    /// `m1 = alloc 4 in c1`: USM device memory, in blocks.
    Alloc { new: Name, blocks: u32, context: Name },
    /// `free m1`
    Free { memory: Name },
    /// `fill m1[0..2] with 7 by q1 after e1`: the blocks get 7 and 8, in all of their words of 32 bits.
    Fill { at: Blocks, value: u32, queue: Name, after: Vec<Name> },
    /// `copy m1[0..2] to m2[1..3] by q1`
    Copy { from: Blocks, to: Blocks, queue: Name, after: Vec<Name> },
    /// `read m1[0..2] by q1`: a copy to the host, waited for.
    Read { at: Blocks, queue: Name, after: Vec<Name> },
    /// `p1 = physical 4 in c1 shared`: physical memory, in blocks of the granularity; `shared` is `ENABLE_IPC`.
    Physical { new: Name, blocks: u32, context: Name, shared: bool },
    /// `physical in c1 with size 1`: a byte, which no granule is.
    PhysicalWrong { context: Name },
    /// `v1 = map p1[0..4] to read`: reserves addresses and maps into them; to read and write, if nothing is said.
    Map { new: Name, blocks: Blocks, access: Rights },
    /// `change v1 to write`: the access of a mapping; to write is to read and write.
    Change { mapping: Name, access: Rights },
    /// `unmap v1`: and gives the addresses back.
    Unmap { mapping: Name },
    /// `e1 = event in c1 shared`: a reusable event; `shared` is `IPC_EXP`.
    Event { new: Name, context: Name, shared: bool },
    /// `signal e1 by q1 after e2`: a barrier that signals.
    Signal { event: Name, queue: Name, after: Vec<Name> },
    /// `wait e1, e2`: on the host.
    Wait { events: Vec<Name> },
    /// `status e1`
    Status { event: Name },
    /// `ask i1 for queue`: of the command of an event that was opened.
    Ask { event: Name, what: Asked },
    /// `info i1`: the queries about memory that was opened, physical memory, an event.
    Info { of: Name },
    /// `retain p1`: of a context, physical memory, an event.
    Retain { object: Name },
    /// `release p1`: of a context, a queue, physical memory, an event.
    Release { object: Name },
    /// `h1 = get m1 at 2`: the handle of USM memory, from this block on, of physical memory, or of an event.
    Get { new: Name, of: Name, at: u32 },
    /// `put h1`
    Put { handle: Name },
    /// `i1 = open h1 in c2`
    Open { new: Name, handle: Name, context: Name },
    /// `open h1 in c2 with size +1`: which nobody may do.
    OpenWrong { handle: Name, context: Name, size: WrongSize },
    /// `close i1`: of USM memory or physical memory.
    Close { import: Name },
    /// `stop`: the process stands still from now on.
    Stop,
    /// `resume`: and goes on.
    Resume,
    /// `kill`: the process is killed.
    Kill,
    /// `exit`: the process ends by itself, whatever it holds.
    Exit,
}

impl Call {
    /// What it makes, if it makes something.
    #[must_use]
    pub const fn makes(&self) -> Option<Name> {
        match self {
            Self::Context { new }
            | Self::Queue { new, .. }
            | Self::Alloc { new, .. }
            | Self::Physical { new, .. }
            | Self::Map { new, .. }
            | Self::Event { new, .. }
            | Self::Get { new, .. }
            | Self::Open { new, .. } => Some(*new),
            _ => None,
        }
    }

    /// What it is about in the first place.
    #[must_use]
    pub fn subject(&self) -> Option<Name> {
        match self {
            Self::Queue { context: name, .. }
            | Self::Alloc { context: name, .. }
            | Self::Physical { context: name, .. }
            | Self::PhysicalWrong { context: name }
            | Self::Event { context: name, .. }
            | Self::Finish { queue: name }
            | Self::Hold { queue: name }
            | Self::Let { queue: name }
            | Self::Busy { queue: name }
            | Self::Free { memory: name }
            | Self::Unmap { mapping: name }
            | Self::Change { mapping: name, .. }
            | Self::Signal { event: name, .. }
            | Self::Status { event: name }
            | Self::Ask { event: name, .. }
            | Self::Info { of: name }
            | Self::Retain { object: name }
            | Self::Release { object: name }
            | Self::Get { of: name, .. }
            | Self::Put { handle: name }
            | Self::Open { handle: name, .. }
            | Self::OpenWrong { handle: name, .. }
            | Self::Close { import: name } => Some(*name),
            Self::Fill { at: blocks, .. }
            | Self::Read { at: blocks, .. }
            | Self::Copy { from: blocks, .. }
            | Self::Map { blocks, .. } => Some(blocks.of),
            Self::Wait { events } => events.first().copied(),
            Self::Context { .. } | Self::Stop | Self::Resume | Self::Kill | Self::Exit => None,
        }
    }

    /// Everything that it is given.
    #[must_use]
    pub fn names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = self.subject().into_iter().collect();
        match self {
            Self::Fill { queue, after, .. }
            | Self::Read { queue, after, .. }
            | Self::Signal { queue, after, .. } => {
                names.push(*queue);
                names.extend(after);
            }
            Self::Copy { to, queue, after, .. } => {
                names.extend([to.of, *queue]);
                names.extend(after);
            }
            Self::Wait { events } => names.extend(events.iter().skip(1)),
            Self::Open { context, .. } | Self::OpenWrong { context, .. } => names.push(*context),
            _ => {}
        }
        names
    }

    /// Whether it is done to the process as a whole, from outside.
    #[must_use]
    pub const fn is_done_to_process(&self) -> bool {
        matches!(self, Self::Stop | Self::Resume | Self::Kill | Self::Exit)
    }

    /// The word that it is written with.
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Context { .. } => "context",
            Self::Queue { .. } => "queue",
            Self::Finish { .. } => "finish",
            Self::Hold { .. } => "hold",
            Self::Let { .. } => "let",
            Self::Busy { .. } => "busy",
            Self::Alloc { .. } => "alloc",
            Self::Free { .. } => "free",
            Self::Fill { .. } => "fill",
            Self::Copy { .. } => "copy",
            Self::Read { .. } => "read",
            Self::Physical { .. } | Self::PhysicalWrong { .. } => "physical",
            Self::Map { .. } => "map",
            Self::Unmap { .. } => "unmap",
            Self::Change { .. } => "change",
            Self::Event { .. } => "event",
            Self::Signal { .. } => "signal",
            Self::Wait { .. } => "wait",
            Self::Status { .. } => "status",
            Self::Ask { .. } => "ask",
            Self::Info { .. } => "info",
            Self::Retain { .. } => "retain",
            Self::Release { .. } => "release",
            Self::Get { .. } => "get",
            Self::Put { .. } => "put",
            Self::Open { .. } | Self::OpenWrong { .. } => "open",
            Self::Close { .. } => "close",
            Self::Stop => "stop",
            Self::Resume => "resume",
            Self::Kill => "kill",
            Self::Exit => "exit",
        }
    }
}
