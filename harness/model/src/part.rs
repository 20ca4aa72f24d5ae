//! The parts of a call.

use crate::Name;
use crate::text::{Read, Words};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::slice::from_mut;
use ur_ipc_api::{QueueFlags, VirtualMemAccessFlags};

/// The bytes of a block of USM memory, if nothing else is said: less than a page, so that what goes on to the end of one is seen.
pub const BLOCK: u32 = 1024;

/// A part of a call, for what is done with it whatever the call is.
pub(crate) enum Piece<'v> {
    Name(&'v mut Name),
    /// Events that are waited for.
    Events(&'v mut Vec<Name>),
    Blocks(&'v mut Blocks),
    /// All of something, or some blocks of it.
    Span(&'v mut Span),
    /// Addresses, if they are said.
    Place(&'v mut Option<Blocks>),
    /// A block, by its number.
    Block(&'v mut u32),
    /// A number of blocks.
    Count(&'v mut u32),
    /// A number of rows, or of blocks from one row to the next.
    Lines(&'v mut u32),
    /// The size of each block, in bytes.
    Bytes(&'v mut u32),
    /// The alignment of its address in bytes, or 0.
    Align(&'v mut u32),
    /// A hint, which makes no difference.
    Hint(&'v mut bool),
    /// The second device, which is usually not said.
    Second(&'v mut bool),
    Kind(&'v mut QueueKind),
    Usm(&'v mut UsmKind),
    Number(u32),
    Word(&'static str),
    /// The words around it say all.
    Said,
}

impl<'v> Piece<'v> {
    pub(crate) fn names(self) -> &'v mut [Name] {
        match self {
            Self::Name(name) => from_mut(name),
            Self::Span(span) => from_mut(&mut span.of),
            Self::Events(names) => names,
            Self::Blocks(blocks) | Self::Place(Some(blocks)) => from_mut(&mut blocks.of),
            _ => &mut [],
        }
    }

    /// Other events to wait for.
    pub(crate) fn wait_for(self, events: &[Name]) {
        if let Self::Events(names) = self {
            *names = events.to_vec();
        }
    }

    /// Whether there was another block than the first, which is left, or something that is not usual.
    pub(crate) fn narrow(self) -> bool {
        match self {
            Self::Blocks(blocks) => std::mem::replace(&mut blocks.to, blocks.from + 1) > blocks.from + 1,
            Self::Block(number) => std::mem::take(number) > 0,
            Self::Lines(number) => std::mem::replace(number, 1) > 1,
            other => other.be_usual(),
        }
    }

    /// Whether blocks had not the usual size or alignment, there was a hint or a second device, addresses or a part of a
    /// mapping were said, or a queue or memory was not a usual one, as all are then.
    pub(crate) fn be_usual(self) -> bool {
        match self {
            Self::Bytes(size) => std::mem::replace(size, BLOCK) != BLOCK,
            Self::Span(span) => span.part.take().is_some(),
            Self::Place(place) => place.take().is_some(),
            Self::Align(align) => std::mem::take(align) != 0,
            Self::Hint(said) | Self::Second(said) => std::mem::take(said),
            Self::Kind(kind) => std::mem::take(kind) != QueueKind::InOrder,
            Self::Usm(kind) => std::mem::take(kind) != UsmKind::Device,
            _ => false,
        }
    }

    /// As few blocks as can be, of which the first is the first that there is.
    pub(crate) fn be_least(self) {
        match self {
            Self::Blocks(blocks) | Self::Place(Some(blocks)) => (blocks.from, blocks.to) = (0, 1),
            Self::Block(number) => *number = 0,
            Self::Count(count) | Self::Lines(count) => *count = 1,
            Self::Span(span) => span.part = None,
            _ => {}
        }
    }
}

/// Each behind a space.
impl fmt::Display for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, " {name}"),
            Self::Events(names) => (0..)
                .zip(names.iter())
                .try_for_each(|(at, name)| write!(f, "{} {name}", if at == 0 { "" } else { "," })),
            Self::Blocks(blocks) => write!(f, " {blocks}"),
            Self::Span(span) => write!(f, " {span}"),
            Self::Place(Some(blocks)) => write!(f, " {blocks}"),
            Self::Block(number)
            | Self::Count(number)
            | Self::Lines(number)
            | Self::Bytes(number)
            | Self::Align(number) => {
                write!(f, " {number}")
            }
            Self::Kind(kind) => write!(f, " {}", kind.words().join(" ")),
            Self::Usm(kind) => write!(f, " {}", kind.word()),
            Self::Number(number) => write!(f, " {number}"),
            Self::Word(word) => write!(f, " {word}"),
            Self::Said | Self::Hint(_) | Self::Second(_) | Self::Place(None) => Ok(()),
        }
    }
}

/// The form of a part: how it is read, and what it is.
pub(crate) trait Part {
    type Value: PartialEq;

    fn read(words: &mut Words<'_>) -> Read<Self::Value>;

    fn piece(value: &mut Self::Value) -> Piece<'_>;

    /// The value that is not said, neither are the words around it.
    fn usual() -> Option<Self::Value> {
        None
    }

    /// Writes it with the words around it.
    fn write(
        f: &mut fmt::Formatter<'_>,
        before: &[&str],
        value: &mut Self::Value,
        behind: &[&str],
    ) -> fmt::Result {
        if Self::usual().as_ref() == Some(value) {
            return Ok(());
        }
        before.iter().try_for_each(|word| write!(f, " {word}"))?;
        write!(f, "{}", Self::piece(value))?;
        behind.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

/// Forms, with how they are read, what they are, and the value that is not said.
macro_rules! forms {
    ($($Form:ty: $Value:ty = $read:expr, $piece:expr $(, $usual:expr)?;)*) => {$(
        impl Part for $Form {
            type Value = $Value;

            fn read(words: &mut Words<'_>) -> Read<$Value> {
                $read(words)
            }

            fn piece(value: &mut $Value) -> Piece<'_> {
                $piece(value)
            }

            $(fn usual() -> Option<$Value> {
                Some($usual)
            })?
        }
    )*};
}

/// A block by its number, usually the first.
pub(crate) struct Block;
/// Number of blocks.
pub(crate) struct Count;
/// Number of rows, or of blocks from one row to the next.
pub(crate) struct Lines;
/// Size of a block in bytes, usually [`BLOCK`].
pub(crate) struct Bytes;
/// Alignment of the address in bytes, usually none.
pub(crate) struct Align;
/// A hint, usually not given.
pub(crate) struct Hint;
/// The second device, usually not.
pub(crate) struct Second;
/// Value for the first block.
pub(crate) struct Value;
/// `shared`, usually not.
pub(crate) struct Shared;
/// A wait list, usually empty.
pub(crate) struct After;
/// Access rights of a mapping, usually to write.
pub(crate) struct Usable;

forms! {
    Name: Name = Words::name, Piece::Name;
    Vec<Name>: Vec<Name> = Words::names, Piece::Events;
    Blocks: Blocks = Words::blocks, Piece::Blocks;
    Span: Span = Words::span, Piece::Span;
    Option<Blocks>: Option<Blocks> = |words: &mut Words<'_>| words.blocks().map(Some), Piece::Place, None;
    Block: u32 = Words::block, Piece::Block, 0;
    Count: u32 = Words::count, Piece::Count;
    Lines: u32 = Words::lines, Piece::Lines;
    Bytes: u32 = Words::bytes, Piece::Bytes, BLOCK;
    Value: u32 = Words::value, |value: &mut u32| Piece::Number(*value);
    Align: u32 = Words::align, Piece::Align, 0;
    Hint: bool = |_: &mut Words<'_>| Ok(true), Piece::Hint, false;
    Second: bool = |_: &mut Words<'_>| Ok(true), Piece::Second, false;
    Shared: bool = |_: &mut Words<'_>| Ok(true), |_| Piece::Said, false;
    After: Vec<Name> = Words::names, Piece::Events, Vec::new();
    Usable: Rights = Rights::read, Rights::piece, Rights::Write;
    UsmKind: UsmKind = Words::usm_kind, Piece::Usm, UsmKind::Device;
    QueueKind: QueueKind = Words::queue_kind, Piece::Kind, QueueKind::InOrder;
}

/// Some blocks of something: of USM memory, an import, a mapping, physical memory, reserved addresses. Counted from its own start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

    /// Returns the number of blocks.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.to.saturating_sub(self.from)
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}..{}]", self.of, self.from, self.to)
    }
}

/// All of a mapping, or some blocks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Of what.
    pub of: Name,
    /// The first block and the one behind the last, if not all are meant.
    pub part: Option<(u32, u32)>,
}

impl Span {
    /// All of it.
    #[must_use]
    pub const fn whole(of: Name) -> Self {
        Self { of, part: None }
    }

    /// True if it is not all of so many blocks.
    pub(crate) const fn is_part(&self, of: usize) -> bool {
        matches!(self.part, Some((from, to)) if (to - from) as usize != of)
    }

    /// The blocks, of so many.
    #[must_use]
    pub fn blocks(&self, all: u32) -> Blocks {
        let (from, to) = self.part.unwrap_or((0, all));
        Blocks { of: self.of, from, to }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Some((from, to)) => write!(f, "{}[{from}..{to}]", self.of),
            None => write!(f, "{}", self.of),
        }
    }
}

/// Parts that are one of some words, with what is said where another one stands.
macro_rules! words {
    ($($(#[$meta:meta])* $Type:ident, $expected:literal { $($(#[$doc:meta])* $Word:ident = $word:literal,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $Type {
            $($(#[$doc])* $Word,)*
        }

        impl $Type {
            /// All of them.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$Word),*];

            /// As it is written.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$Word => $word,)*
                }
            }
        }

        impl Part for $Type {
            type Value = Self;

            fn read(words: &mut Words<'_>) -> Read<Self> {
                match words.word() {
                    $((_, $word) => Ok(Self::$Word),)*
                    (at, _) => words.error(at, $expected),
                }
            }

            fn piece(value: &mut Self) -> Piece<'_> {
                Piece::Word(value.word())
            }
        }
    )*};
}

words! {
    /// A size that is not that of a handle.
    WrongSize, "a wrong size: 0, -1, +1, +4GiB or max" {
        /// 0.
        Zero = "0",
        /// One byte less.
        OneLess = "-1",
        /// One byte more.
        OneMore = "+1",
        /// 4 GiB more, which is the same in 32 bits.
        FourGibMore = "+4GiB",
        /// The largest there is.
        Largest = "max",
    }
    /// A query about the command of an event, or the commands of a queue.
    CommandQuery, "what is asked for: queue, type or empty" {
        /// The queue of the event's command.
        Queue = "queue",
        /// The type of the event's command.
        Type = "type",
        /// Whether the queue has no commands.
        Empty = "empty",
    }
    /// The start of a process.
    Beginning, "how the process begins: forked or elsewhere" {
        /// Forked by a process that has called nothing, as a daemon is.
        Forked = "forked",
        /// With other folders in its environment.
        Elsewhere = "elsewhere",
    }
    /// The access rights of a mapping.
    #[derive(Default)]
    Rights, "what it is mapped for: read or write" {
        /// To read and write.
        #[default]
        Write = "write",
        /// To read alone.
        Read = "read",
    }
}

/// The kind of USM memory, by its location and origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UsmKind {
    /// On the device, as nothing else is said.
    #[default]
    Device,
    /// On the host.
    Host,
    /// On one or the other, by turns.
    Shared,
    /// On the device, from a pool.
    Pooled,
}

impl UsmKind {
    /// All that are written.
    pub const ALL: [Self; 3] = [Self::Host, Self::Shared, Self::Pooled];

    /// As it is written; what is usual is not.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Device => "",
            Self::Host => "host",
            Self::Shared => "shared",
            Self::Pooled => "pooled",
        }
    }

    /// True if it has handles.
    pub(crate) const fn is_on_device(self) -> bool {
        matches!(self, Self::Device | Self::Pooled)
    }
}

/// The kind of a queue, as it is created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum QueueKind {
    /// Its commands run in order, as nothing else is said.
    #[default]
    InOrder,
    /// Its commands run in any order, but for barriers.
    OutOfOrder,
    /// It submits commands late.
    Batched,
    /// It submits them at once.
    Immediate,
    /// It takes times.
    Profiling,
    /// Others come first.
    LowPriority,
    /// It comes first.
    HighPriority,
}

impl QueueKind {
    /// All that are written.
    pub const ALL: [Self; 6] = [
        Self::OutOfOrder,
        Self::Batched,
        Self::Immediate,
        Self::Profiling,
        Self::LowPriority,
        Self::HighPriority,
    ];

    /// As it is written; what is usual is not.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::InOrder => &[],
            Self::OutOfOrder => &["out", "of", "order"],
            Self::Batched => &["batched"],
            Self::Immediate => &["immediate"],
            Self::Profiling => &["profiling"],
            Self::LowPriority => &["low", "priority"],
            Self::HighPriority => &["high", "priority"],
        }
    }

    /// `UR_QUEUE_INFO_FLAGS`
    #[must_use]
    pub const fn flags(self) -> QueueFlags {
        match self {
            Self::InOrder => QueueFlags::NONE_SET,
            Self::OutOfOrder => QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE,
            Self::Batched => QueueFlags::SUBMISSION_BATCHED,
            Self::Immediate => QueueFlags::SUBMISSION_IMMEDIATE,
            Self::Profiling => QueueFlags::PROFILING_ENABLE,
            Self::LowPriority => QueueFlags::PRIORITY_LOW,
            Self::HighPriority => QueueFlags::PRIORITY_HIGH,
        }
    }
}

impl WrongSize {
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

impl Rights {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Write => Self::Read,
            Self::Read => Self::Write,
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
