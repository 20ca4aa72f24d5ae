//! The verbs of programs, and their common parts: text, names, data, and simpler forms.

use crate::calls::{Row, Verb};
use crate::part::{
    After, Align, Block, Bytes, Count, Hint, Lines, Part, Piece, Second, Shared, Usable, Value,
};
use crate::state::{Kind, Origin};
use crate::text::{Read, Words};
use crate::{Beginning, Blocks, CommandQuery, Name, QueueKind, Rights, Span, UsmKind, WrongSize};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::BitOr;

/// The form of a part in the text: by default that of its type.
macro_rules! part {
    ($type:ty) => {
        $type
    };
    ($type:ty, $part:ty) => {
        $part
    };
}

/// The name of the object that a verb makes, as a pattern or as an expression.
macro_rules! made {
    () => { None };
    ($($new:tt)+) => { Some($($new)+) };
}

/// The generator's candidate of a verb: one with an object of a kind, or the verb's own candidate.
macro_rules! candidate {
    ($Verb:ident [$field:ident] $kind:pat) => {
        |draft, process| {
            let $field = draft.own(process, |kind| matches!(kind, $kind))?;
            Some(verb::$Verb { $field }.into())
        }
    };
    ($Verb:ident [$($field:ident)*]) => {
        |draft, process| verb::$Verb::candidate(draft, process).map(Call::$Verb)
    };
}

/// The table of verbs. A row has, in this order:
/// - the name of the type;
/// - how often the generator thinks of it, which is never for 0, and of what, if it is given nothing but one thing;
/// - `new =`, if it makes something;
/// - its word;
/// - the parts behind it, each with the words before it, its field and type, its form, if that is not the one of the type, and
///   the words behind it.
macro_rules! verbs {
    (($d:tt) $(
        $(#[$doc:meta])*
        $Verb:ident ($weight:literal $(of $kind:pat)?) $($new:ident =)? $word:literal
        $([$($before:literal)* $field:ident: $type:ty $(as $form:ty)? $(; $($behind:literal)*)?])*
    )*) => {
        /// The arguments of each call. A new object gets a new name; `after` are events of a wait list.
        pub mod verb {
            #![expect(missing_docs, reason = "the fields are the words of the text, which each verb shows")]

            use super::*;

            $(
                $(#[$doc])*
                #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
                pub struct $Verb {
                    $(pub $new: Name,)?
                    $(pub $field: $type,)*
                }
            )*
        }

        /// The call of a process in a step. Whether `Get`, `Open` and the like are about USM memory, physical memory or
        /// an event shows in their arguments.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Call {
            $($(#[$doc])* $Verb(verb::$Verb),)*
        }

        $(impl From<verb::$Verb> for Call {
            fn from(call: verb::$Verb) -> Self {
                Self::$Verb(call)
            }
        })*

        /// The verbs for the generator.
        pub(crate) const ROWS: &[Row] = &[$(Row {
            word: $word,
            weight: $weight,
            makes: !<[&str]>::is_empty(&[$(stringify!($new))?]),
            candidate: candidate!($Verb [$($field)*] $($kind)?),
        }),*];

        impl Call {
            /// The words of all verbs; some have the same.
            pub const VERBS: &[&str] = &[$($word),*];

            /// Returns the name of the object that it makes, if it makes one.
            #[must_use]
            pub const fn makes(&self) -> Option<Name> {
                match self {
                    $(Self::$Verb(verb::$Verb { $($new,)? .. }) => made!($(*$new)?),)*
                }
            }

            /// Lists its arguments, to read or to change them.
            pub(crate) fn pieces(&mut self) -> Vec<Piece<'_>> {
                match self {
                    $(Self::$Verb(verb::$Verb { $($field,)* .. }) => {
                        vec![$(<part!($type $(, $form)?)>::piece($field)),*]
                    })*
                }
            }

            fn new_name(&mut self) -> Option<&mut Name> {
                match self {
                    $(Self::$Verb(verb::$Verb { $($new,)? .. }) => made!($($new)?),)*
                }
            }

            /// The word that it is written with.
            #[must_use]
            pub const fn verb(&self) -> &'static str {
                match self {
                    $(Self::$Verb(_) => $word,)*
                }
            }

            /// Reads what stands behind the word, which begins there, of a call that makes this, if it makes something.
            pub(crate) fn read(words: &mut Words<'_>, made: Option<Name>, (at, word): (usize, &str)) -> Read<Self> {
                match (made, word) {
                    $((made!($($new)?), $word) => Ok(Self::$Verb(verb::$Verb {
                        $($new,)?
                        $($field: words.part::<part!($type $(, $form)?)>(&[$($before),*], &[$($($behind),*)?])?,)*
                    })),)*
                    (Some(_), _) => words.error(at, format!("what is made: {}", words_that_make())),
                    (None, _) => words.error(at, "what is done, such as fill or put, or the name of what is made"),
                }
            }
        }

        impl fmt::Display for Call {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if let Some(new) = self.makes() {
                    write!(f, "{new} = ")?;
                }
                f.write_str(self.verb())?;
                match self.clone() {
                    $(Self::$Verb(verb::$Verb { $(mut $field,)* .. }) => {
                        $(<part!($type $(, $form)?)>::write(f, &[$($before),*], &mut $field, &[$($($behind),*)?])?;)*
                    })*
                }
                Ok(())
            }
        }

        /// Does something with the verb of a call, whichever it is: `dispatch!(call, verb => verb.perform(actor))`, where each
        /// verb has a method of that name.
        #[macro_export]
        macro_rules! dispatch {
            ($d call:expr, $d verb:ident => $d body:expr) => {
                match $d call {
                    $($crate::Call::$Verb($d verb) => $d body,)*
                }
            };
        }
    };
}

verbs! {
    ($)
    /// `c1 = context`, `c1 = context of both`: of the first device, or of the first and the second.
    Context (2) new = "context" ["of" "both" both: bool as Second]
    /// `q1 = queue in c1 batched on the other device`: in order, without properties and on the first device, if nothing is said.
    Queue (3) new = "queue" ["in" context: Name] [kind: QueueKind] ["on" "the" "other" "device" other: bool as Second]
    /// `finish q1`
    Finish (6 of Kind::Queue { .. }) "finish" [queue: Name]
    /// `hold q1`: a host function that does not end before `let`.
    Hold (2 of Kind::Queue { .. }) "hold" [queue: Name]
    /// `let q1`
    Unblock (4 of Kind::Queue { .. }) "let" [queue: Name]
    /// `busy q1`: a host function that takes a while, and ends by itself.
    Busy (3 of Kind::Queue { .. }) "busy" [queue: Name]
    /// `m1 = alloc 4 of 60 aligned 512 in c1 host`: USM memory, on the device, in blocks of 1024 bytes and at any address, if
    /// nothing is said. `m1 = alloc 4 in c1 pooled on the other device`: from the pool of the process for the context, and on the
    /// second device.
    Alloc (4) new = "alloc" [blocks: u32 as Count] ["of" size: u32 as Bytes] ["aligned" align: u32 as Align] ["in" context: Name]
        [kind: UsmKind] ["on" "the" "other" "device" other: bool as Second]
    /// `free m1`, `free r1`
    Free (3 of Kind::Memory { imported: false, .. } | Kind::Reserved { .. }) "free" [memory: Name]
    /// `fill m1[0..2] with 7 by q1 after e1`: the blocks get 7 and 8, in all of their words of 32 bits.
    Fill (9) "fill" [at: Blocks] ["with" value: u32 as Value] ["by" queue: Name] ["after" after: Vec<Name> as After]
    /// `copy m1[0..2] to m2[1..3] by q1`
    Copy (4) "copy" [from: Blocks] ["to" to: Blocks] ["by" queue: Name] ["after" after: Vec<Name> as After]
    /// `copy2d m1[0..2] pitch 3 to m2[1..3] pitch 2 height 2 by q1`: of rows, which begin a pitch apart, in blocks; the first is said.
    CopyRows (5) "copy2d" [from: Blocks] ["pitch" from_pitch: u32 as Lines] ["to" to: Blocks] ["pitch" to_pitch: u32 as Lines]
        ["height" height: u32 as Lines] ["by" queue: Name] ["after" after: Vec<Name> as After]
    /// `read m1[0..2] by q1`: a copy to the host, waited for.
    Read (10) "read" [at: Blocks] ["by" queue: Name] ["after" after: Vec<Name> as After]
    /// `p1 = physical 4 in c1 shared`: physical memory, in blocks of the granularity; `shared` is `ENABLE_IPC`.
    Physical (3) new = "physical" [blocks: u32 as Count] ["in" context: Name] ["shared" shared: bool as Shared]
        ["on" "the" "other" "device" other: bool as Second]
    /// `physical in c1 with size 1`: a byte, which no granule is.
    PhysicalWrong (0) "physical" ["in" context: Name; "with" "size" "1"]
    /// `r1 = reserve 4 in c1`: addresses, in blocks of the granularity.
    Reserve (2) new = "reserve" [blocks: u32 as Count] ["in" context: Name]
    /// `v1 = map p1[0..2] to read at r1[1..3]`: to read and write, if nothing is said, and into addresses of its own.
    Map (5) new = "map" [blocks: Blocks] ["to" access: Rights as Usable] ["at" place: Option<Blocks>]
    /// `unmap v1`: and gives the addresses back, if they are its own. `unmap v1[0..2]`: some blocks of what is mapped into others.
    Unmap (4) "unmap" [span: Span]
    /// `change v1 to write`, `change v1[0..1] to read`: the access of a mapping, or of a part; to write is to read and write.
    Change (3) "change" [span: Span] ["to" access: Rights]
    /// `e1 = event in c1 shared`: a reusable event; `shared` is `IPC_EXP`.
    Event (4) new = "event" ["in" context: Name] ["shared" shared: bool as Shared]
        ["on" "the" "other" "device" other: bool as Second]
    /// `signal e1 by q1 at low power after e2`: a barrier that signals, with no hint if nothing is said.
    Signal (9) "signal" [event: Name] ["by" queue: Name] ["at" "low" "power" low_power: bool as Hint]
        ["after" after: Vec<Name> as After]
    /// `e1 = timestamp by q1 after e2`: a recording of a time, and its event, which nobody signals again.
    Timestamp (3) new = "timestamp" ["by" queue: Name] ["after" after: Vec<Name> as After]
    /// `wait e1, e2`: on the host.
    Wait (6) "wait" [events: Vec<Name>]
    /// `status e1`
    Status (5 of Kind::Event { .. }) "status" [event: Name]
    /// `info i1 at 2`: the queries about memory that was opened, by the address of this block, physical memory, an event, a queue.
    Info (5) "info" [of: Name] ["at" at: u32 as Block]
    /// `ask i1 for queue`: of the command of an event that was opened. `ask q1 for empty`: whether a queue has no commands.
    Ask (2) "ask" [of: Name] ["for" what: CommandQuery]
    /// `retain p1`: of a context, a queue, physical memory, an event.
    Retain (2) "retain" [object: Name]
    /// `release p1`: of a context, a queue, physical memory, an event.
    Release (6 of
        Kind::Context { .. } | Kind::Queue { .. } | Kind::Physical { .. } | Kind::Event { .. })
        "release" [object: Name]
    /// `h1 = get m1 at 2`: the handle of USM memory, from this block on, of physical memory, or of an event.
    Get (8) new = "get" [of: Name] ["at" at: u32 as Block]
    /// `put h1`
    Put (4 of Kind::Handle(_)) "put" [handle: Name]
    /// `i1 = open h1 in c2 on the other device`: on the first one, if nothing is said. An event is opened for all of a context.
    Open (12) new = "open" [handle: Name] ["in" context: Name] ["on" "the" "other" "device" other: bool as Second]
    /// `open h1 in c2 with size +1`: which nobody may do.
    OpenWrong (1) "open" [handle: Name] ["in" context: Name] ["with" "size" size: WrongSize]
    /// `close i1`: of USM memory or physical memory.
    Close (6 of
        Kind::Memory { imported: true, .. } | Kind::Physical { origin: Origin::Imported, .. })
        "close" [import: Name]
    /// `adapters`: gets the adapters once more, as a second user of the process does, and releases these references.
    Adapters (1) "adapters"
    /// `fork`: a child that calls nothing and ends.
    Fork (1) "fork"
    /// `begin forked`: the first step of a process that was started in an unusual way.
    Begin (0) "begin" [how: Beginning]
    /// `stop`: the process stands still from now on.
    Stop (0) "stop"
    /// `resume`: and goes on.
    Resume (0) "resume"
    /// `kill`: the process is killed.
    Kill (0) "kill"
    /// `exit`: the process ends by itself, whatever it holds.
    Exit (0) "exit"
}

/// The words of what makes something, one or another.
fn words_that_make() -> String {
    let words: Vec<&str> = ROWS.iter().filter(|row| row.makes).map(|row| row.word).collect();
    match words.split_last() {
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

impl Call {
    /// Everything that it is given.
    #[must_use]
    pub fn names(&self) -> Vec<Name> {
        self.clone().pieces().into_iter().flat_map(|piece| piece.names().to_vec()).collect()
    }

    /// Returns the name that it is mainly about: the first among its arguments.
    #[must_use]
    pub fn subject(&self) -> Option<Name> {
        self.names().first().copied()
    }

    /// The events that it waits for.
    pub(crate) fn awaited(&self) -> Vec<Name> {
        let mut call = self.clone();
        let events = call.pieces().into_iter().filter(|piece| matches!(piece, Piece::Events(_)));
        events.flat_map(|piece| piece.names().to_vec()).collect()
    }

    /// The bytes of the blocks that it makes.
    pub(crate) fn bytes_of_block(&self) -> Option<u32> {
        self.clone().pieces().into_iter().find_map(|piece| match piece {
            Piece::Bytes(size) => Some(*size),
            _ => None,
        })
    }

    /// Returns the kind of USM memory that it makes, if it makes some.
    #[must_use]
    pub fn kind_of_memory(&self) -> Option<UsmKind> {
        self.clone().pieces().into_iter().find_map(|piece| match piece {
            Piece::Usm(kind) => Some(*kind),
            _ => None,
        })
    }

    /// Whether the second device is said.
    pub(crate) fn says_second(&self) -> bool {
        self.clone().pieces().into_iter().any(|piece| matches!(piece, Piece::Second(true)))
    }

    /// Returns the kind of queue that it makes, if it makes one.
    pub(crate) fn kind_of_queue(&self) -> Option<QueueKind> {
        self.clone().pieces().into_iter().find_map(|piece| match piece {
            Piece::Kind(kind) => Some(*kind),
            _ => None,
        })
    }

    /// Gives other names to all that it makes and is given.
    pub fn map_names(&mut self, map: impl Fn(Name) -> Name) {
        self.new_name().into_iter().for_each(|name| *name = map(*name));
        let given = self.pieces().into_iter().flat_map(Piece::names);
        given.for_each(|name| *name = map(*name));
    }

    /// Leaves it with as few blocks as can be, of which the first is the first that there is.
    pub fn be_least(&mut self) {
        self.pieces().into_iter().for_each(Piece::be_least);
    }

    /// Leaves it with blocks of the usual size, with addresses of its own, and as a usual queue.
    pub fn be_usual(&mut self) {
        for piece in self.pieces() {
            piece.be_usual();
        }
    }

    /// Leaves it with the first device alone.
    pub fn be_on_first(&mut self) {
        let second = self.pieces().into_iter().filter(|piece| matches!(piece, Piece::Second(_)));
        second.for_each(|piece| _ = piece.be_usual());
    }

    /// Simpler forms, the simplest first: those that wait for fewer events, and with one block, of the usual size, or as a
    /// usual queue, if that is another. What is mapped stays, as commands reach it. Rows are one, or stay as many as they are.
    /// What is on the second device and unusual otherwise loses one or the other as well.
    #[must_use]
    pub fn simpler(&self) -> Vec<Self> {
        let mut call = self.clone();
        let narrow = if matches!(self, Self::Map(_)) { Piece::be_usual } else { Piece::narrow };
        let narrows = call.pieces().into_iter().map(narrow).fold(false, BitOr::bitor);
        let mut rows = self.clone();
        let lines = rows.pieces().into_iter().any(|piece| matches!(piece, Piece::Lines(_)));
        let across = |piece| !matches!(piece, Piece::Lines(_)) && Piece::narrow(piece);
        let thinner = lines && rows.pieces().into_iter().map(across).fold(false, BitOr::bitor);
        let (mut nearer, mut usual) = (self.clone(), self.clone());
        nearer.be_on_first();
        let beside = |piece| !matches!(piece, Piece::Second(_)) && narrow(piece);
        let both = self.says_second() && usual.pieces().into_iter().map(beside).fold(false, BitOr::bitor);
        let fewer = self.fewer().into_iter().map(|events| {
            let mut call = self.clone();
            call.pieces().into_iter().for_each(|piece| piece.wait_for(&events));
            call
        });
        let some =
            [narrows.then_some(call), thinner.then_some(rows), both.then_some(nearer), both.then_some(usual)];
        fewer.chain(some.into_iter().flatten()).collect()
    }

    /// Shorter lists of the events that it waits for: as short as can be, then without some, with many at first.
    fn fewer(&self) -> Vec<Vec<Name>> {
        let least = usize::from(matches!(self, Self::Wait(_)));
        let all = self.awaited();
        if all.len() <= least {
            return Vec::new();
        }
        let mut lists = vec![all[..least].to_vec()];
        let sizes = std::iter::successors(Some(all.len() / 2), |size| Some(size / 2));
        for size in sizes.take_while(|size| *size > 0) {
            for at in (0..all.len()).step_by(size) {
                let mut fewer = all.clone();
                fewer.drain(at..(at + size).min(all.len()));
                lists.push(fewer);
            }
        }
        lists
    }

    /// The handle that it opens, which may be of any process.
    #[must_use]
    pub const fn opens(&self) -> Option<Name> {
        match self {
            Self::Open(verb::Open { handle, .. }) | Self::OpenWrong(verb::OpenWrong { handle, .. }) => {
                Some(*handle)
            }
            _ => None,
        }
    }

    /// Whether it makes or ends a handle or what is opened of one.
    pub(crate) fn shares(&self) -> bool {
        ["get", "put", "open", "close"].contains(&self.verb())
    }

    /// How the process begins, if it says that.
    #[must_use]
    pub const fn beginning(&self) -> Option<Beginning> {
        match self {
            Self::Begin(verb::Begin { how }) => Some(*how),
            _ => None,
        }
    }

    /// True if it is done to the process as a whole, from outside.
    #[must_use]
    pub const fn is_done_to_process(&self) -> bool {
        self.ends_process() || matches!(self, Self::Begin(_) | Self::Stop(_) | Self::Resume(_))
    }

    /// True if the process is over after it.
    #[must_use]
    pub const fn ends_process(&self) -> bool {
        matches!(self, Self::Kill(_) | Self::Exit(_))
    }
}
