//! What the parts of a call are.

use crate::Name;
use crate::text::{Read, Words};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use std::slice::{from_mut, from_ref};
use ur_ipc_api::VirtualMemAccessFlags;

/// The form of a part: how it stands in the text, and what may be done with it whatever call it is of.
pub(crate) trait Part {
    type Value: PartialEq;

    fn read(words: &mut Words<'_>) -> Read<Self::Value>;

    /// Writes it, behind a space.
    fn write(value: &Self::Value, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The value that is not said, neither are the words around it.
    fn usual() -> Option<Self::Value> {
        None
    }

    fn names(_: &Self::Value) -> &[Name] {
        &[]
    }

    fn names_mut(_: &mut Self::Value) -> &mut [Name] {
        &mut []
    }

    /// Those of its names that are events to be waited for.
    fn awaited(_: &Self::Value) -> &[Name] {
        &[]
    }

    /// As few blocks as can be, of which the first is the first that there is.
    fn be_least(_: &mut Self::Value) {}

    /// Leaves something out that need not be there. Whether it was there.
    fn leave_out(_: &mut Self::Value) -> bool {
        false
    }

    /// Leaves the first of several blocks. Whether there were several.
    fn narrow(_: &mut Self::Value) -> bool {
        false
    }
}

/// A part that is said where it is not as usual.
pub(crate) struct Maybe<P>(PhantomData<P>);

impl<P: Part<Value: Default>> Part for Maybe<P> {
    type Value = P::Value;

    fn read(words: &mut Words<'_>) -> Read<Self::Value> {
        P::read(words)
    }

    fn write(value: &Self::Value, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        P::write(value, f)
    }

    fn usual() -> Option<Self::Value> {
        Some(P::Value::default())
    }

    fn names(value: &Self::Value) -> &[Name] {
        P::names(value)
    }

    fn names_mut(value: &mut Self::Value) -> &mut [Name] {
        P::names_mut(value)
    }

    fn awaited(value: &Self::Value) -> &[Name] {
        P::awaited(value)
    }

    fn be_least(value: &mut Self::Value) {
        P::be_least(value);
    }

    fn leave_out(value: &mut Self::Value) -> bool {
        std::mem::take(value) != P::Value::default()
    }
}

/// `shared`, or nothing: the word before it says all.
pub(crate) struct Said;

impl Part for Said {
    type Value = bool;

    fn read(_: &mut Words<'_>) -> Read<bool> {
        Ok(true)
    }

    fn write(_: &bool, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn usual() -> Option<bool> {
        Some(false)
    }
}

impl Part for Name {
    type Value = Self;

    fn read(words: &mut Words<'_>) -> Read<Self> {
        words.name()
    }

    fn write(name: &Self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {name}")
    }

    fn names(name: &Self) -> &[Name] {
        from_ref(name)
    }

    fn names_mut(name: &mut Self) -> &mut [Name] {
        from_mut(name)
    }
}

/// Events that are waited for.
impl Part for Vec<Name> {
    type Value = Self;

    fn read(words: &mut Words<'_>) -> Read<Self> {
        let mut names = vec![words.name()?];
        while words.has(",") {
            names.push(words.name()?);
        }
        Ok(names)
    }

    fn write(names: &Self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = |at| if at == 0 { "" } else { "," };
        names.iter().enumerate().try_for_each(|(at, name)| write!(f, "{} {name}", between(at)))
    }

    fn names(names: &Self) -> &[Name] {
        names
    }

    fn names_mut(names: &mut Self) -> &mut [Name] {
        names
    }

    fn awaited(names: &Self) -> &[Name] {
        names
    }

    fn leave_out(names: &mut Self) -> bool {
        let several = names.len() > 1;
        names.truncate(1);
        several
    }
}

/// Some blocks of something: of USM memory, of an import, of a mapping, of physical memory. Counted from its own start.
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

    /// How many there are.
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

impl Part for Blocks {
    type Value = Self;

    fn read(words: &mut Words<'_>) -> Read<Self> {
        let of = words.name()?;
        words.sign('[')?;
        let from = Block::read(words)?;
        words.sign('.')?;
        words.sign('.')?;
        let at = words.at;
        let to = Block::read(words)?;
        if to <= from {
            return words.error(at, format!("a block above {from}"));
        }
        words.sign(']')?;
        Ok(Self { of, from, to })
    }

    fn write(blocks: &Self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {blocks}")
    }

    fn names(blocks: &Self) -> &[Name] {
        from_ref(&blocks.of)
    }

    fn names_mut(blocks: &mut Self) -> &mut [Name] {
        from_mut(&mut blocks.of)
    }

    fn be_least(blocks: &mut Self) {
        (blocks.from, blocks.to) = (0, 1);
    }

    fn narrow(blocks: &mut Self) -> bool {
        let several = blocks.count() > 1;
        blocks.to = blocks.to.min(blocks.from + 1);
        several
    }
}

/// Forms of numbers: what they are called where one is expected, the most that they are, and, of blocks, the least.
macro_rules! numbers {
    ($($(#[$doc:meta])* $Form:ident: $what:literal, $most:expr $(, $least:literal)?;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $Form;

        impl Part for $Form {
            type Value = u32;

            fn read(words: &mut Words<'_>) -> Read<u32> {
                words.number($what, $most)
            }

            fn write(value: &u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, " {value}")
            }

            $(fn be_least(value: &mut u32) {
                *value = $least;
            })?
        }
    )*};
}

numbers! {
    /// A block, by its number.
    Block: "a block", Blocks::MOST, 0;
    /// What the first block gets.
    Value: "a value", u32::MAX;
}

/// How many blocks something has.
pub(crate) struct Count;

impl Part for Count {
    type Value = u32;

    fn read(words: &mut Words<'_>) -> Read<u32> {
        let at = words.next();
        match words.number("how many blocks", Blocks::MOST)? {
            0 => words.error(at, "at least one block"),
            blocks => Ok(blocks),
        }
    }

    fn write(value: &u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {value}")
    }

    fn be_least(value: &mut u32) {
        *value = 1;
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

            fn write(value: &Self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, " {}", value.word())
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
    /// What an event may be asked of the command that it is of.
    Asked, "what is asked for: queue or type" {
        /// Its queue.
        Queue = "queue",
        /// Its type.
        Type = "type",
    }
    /// What a mapping is for.
    #[derive(Default)]
    Rights, "what it is mapped for: read or write" {
        /// To read and write.
        #[default]
        Write = "write",
        /// To read alone.
        Read = "read",
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
    /// `UR_VIRTUAL_MEM_INFO_ACCESS_MODE`
    #[must_use]
    pub const fn flags(self) -> VirtualMemAccessFlags {
        match self {
            Self::Write => VirtualMemAccessFlags::READ_WRITE,
            Self::Read => VirtualMemAccessFlags::READ_ONLY,
        }
    }
}
