//! A backend of which one call goes wrong.

use super::ledger::Ledger;
use std::any::Any;
use std::ffi::c_void;
use std::fmt;
use std::path::Path;
use std::ptr::null_mut;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::*;

/// No result code of UR's has this value.
const CODE_OF_NOBODY: UrResult = UrResult(0x7f00_0000);

/// How a call goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Blow {
    /// It does nothing, and returns a code that is none of UR's.
    Fails,
    /// It does nothing, and says that it was done.
    Pretends,
    /// It is made, and what it gives first is changed; one that fails gives something nevertheless.
    Spoils,
    /// The same of what it gives last.
    SpoilsLast,
    /// It is made, and gives the handle or pointer that the call of this entry point before it gave.
    Repeats,
    /// From this call on, each of the entry point leaves a descriptor behind.
    Leaks,
    /// The same with a mapping.
    LeaksMapping,
}

impl Blow {
    const NAMES: [(Self, &str); 7] = [
        (Self::Fails, "fails"),
        (Self::Pretends, "pretends"),
        (Self::Spoils, "spoils"),
        (Self::SpoilsLast, "spoils-last"),
        (Self::Repeats, "repeats"),
        (Self::Leaks, "leaks"),
        (Self::LeaksMapping, "leaks-mapping"),
    ];
}

/// One call of an entry point by all processes of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Strike {
    pub blow: Blow,
    /// Index into [`ENTRY_POINTS`].
    pub entry: usize,
    /// From 1.
    pub call: u32,
}

impl fmt::Display for Strike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, blow) = Blow::NAMES[self.blow as usize];
        write!(f, "{blow}:{}:{}", ENTRY_POINTS[self.entry].name, self.call)
    }
}

impl FromStr for Strike {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not blow:entry point:call");
        let mut parts = text.split(':');
        let blow = parts.next().and_then(|name| Blow::NAMES.iter().find(|(_, known)| *known == name));
        let &(blow, _) = blow.ok_or_else(wrong)?;
        let name = parts.next().ok_or_else(wrong)?;
        let entry = ENTRY_POINTS.iter().position(|entry| entry.name == name).ok_or_else(wrong)?;
        let call = parts.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
        Ok(Self { blow, entry, call })
    }
}

/// An entry point.
pub(super) struct EntryPoint {
    pub name: &'static str,
    /// The types of its arguments.
    pub types: &'static [&'static str],
}

impl EntryPoint {
    /// Whether such a blow can be told from none.
    pub(super) fn feels(&self, blow: Blow) -> bool {
        let gives_bytes = gives_bytes(self.name);
        let outputs =
            self.types.iter().filter(|ty| ty.starts_with("* mut") && (gives_bytes || **ty != "* mut c_void"));
        match blow {
            Blow::Fails | Blow::Pretends | Blow::Leaks | Blow::LeaksMapping => true,
            Blow::Spoils => outputs.count() > 0,
            Blow::SpoilsLast => outputs.count() > 1,
            Blow::Repeats => {
                outputs.into_iter().any(|ty| ty.ends_with("Handle") || *ty == "* mut * mut c_void")
            }
        }
    }
}

/// A backend that counts its calls, and of which one may go wrong.
pub(super) struct Struck {
    inner: Arc<dyn UrIpc>,
    ledger: Ledger,
    strike: Option<Strike>,
    /// The address that the last call of the struck entry point gave.
    last: AtomicUsize,
}

impl Struck {
    pub(super) fn new(inner: Arc<dyn UrIpc>, ledger: &Path, strike: Option<Strike>) -> Result<Self, String> {
        let ledger = Ledger::open(ledger).map_err(|error| format!("{}: {error}", ledger.display()))?;
        Ok(Self { inner, ledger, strike, last: AtomicUsize::new(0) })
    }

    fn make(&self, entry: usize, call: impl FnOnce() -> UrResult, arguments: &[&dyn Any]) -> UrResult {
        let number = self.ledger.count(entry);
        let Some(strike) = self.strike.filter(|strike| strike.entry == entry) else { return call() };
        let hit = strike.call == number;
        let result = match strike.blow {
            Blow::Fails if hit => return CODE_OF_NOBODY,
            Blow::Pretends if hit => return UrResult::SUCCESS,
            _ => call(),
        };
        let outputs = outputs(arguments, gives_bytes(ENTRY_POINTS[entry].name));
        match (strike.blow, outputs.first(), outputs.last()) {
            (Blow::Spoils, Some(first), _) if hit => first.spoil(result.is_success()),
            (Blow::SpoilsLast, _, Some(last)) if hit => last.spoil(result.is_success()),
            (Blow::Repeats, Some(&Output::Address(place)), _) if result.is_success() => {
                // SAFETY: an output that the call has written, as large as a number.
                unsafe {
                    let last = self.last.swap(place.read_unaligned(), Ordering::Relaxed);
                    if hit {
                        place.write_unaligned(last);
                    }
                }
            }
            // SAFETY: a new descriptor of the standard input, which disturbs nobody.
            (Blow::Leaks, ..) if strike.call <= number => _ = unsafe { libc::dup(0) },
            (Blow::LeaksMapping, ..) if strike.call <= number => {
                // Two beside each other must differ, or they are one.
                let access = if number.is_multiple_of(2) { libc::PROT_READ } else { libc::PROT_NONE };
                let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
                // SAFETY: a new mapping, which disturbs nobody.
                unsafe { libc::mmap(null_mut(), 4096, access, kind, -1, 0) };
            }
            _ => {}
        }
        result
    }
}

macro_rules! define_struck {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// All of them, in the order of the contract.
        pub(super) const ENTRY_POINTS: &[EntryPoint] = &[$(
            EntryPoint { name: $ur, types: &[$(stringify!($ty)),*] },
        )*];

        #[allow(non_camel_case_types, reason = "the names of the contract")]
        enum Index { $($name,)* }

        impl Layer for Struck {
            fn inner(&self) -> &dyn UrIpc {
                &*self.inner
            }

            $(unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                // SAFETY: the arguments of the caller, unchanged.
                let call = || unsafe { self.inner.$name($($arg),*) };
                self.make(Index::$name as usize, call, &[$(&$arg as &dyn Any),*])
            })*
        }
    };
}

for_each_entry_point!(define_struck);

/// Whether an entry point writes where an untyped pointer points to.
fn gives_bytes(entry_point: &str) -> bool {
    ["Info", "Memcpy", "Fill"].iter().any(|end| entry_point.ends_with(end))
}

/// A place at which a call gives something.
#[derive(Clone, Copy)]
enum Output {
    /// An address: a handle or a pointer.
    Address(*mut usize),
    Size(*mut usize),
    Count(*mut u32),
    /// The first of some bytes.
    Bytes(*mut u8),
}

/// The places that a call was given, the first and the last of them. `gives_bytes` says that it writes where an untyped
/// pointer points to.
fn outputs(arguments: &[&dyn Any], gives_bytes: bool) -> Vec<Output> {
    fn address<T: 'static>(argument: &dyn Any) -> Option<Output> {
        argument.downcast_ref::<*mut T>().map(|place| Output::Address(place.cast()))
    }
    let output = |argument: &&dyn Any| {
        let argument = *argument;
        address::<*mut c_void>(argument)
            .or_else(|| address::<ContextHandle>(argument))
            .or_else(|| address::<QueueHandle>(argument))
            .or_else(|| address::<EventHandle>(argument))
            .or_else(|| address::<UsmPoolHandle>(argument))
            .or_else(|| address::<PhysicalMemHandle>(argument))
            .or_else(|| argument.downcast_ref().map(|&place| Output::Size(place)))
            .or_else(|| argument.downcast_ref().map(|&place| Output::Count(place)))
            .or_else(|| {
                Some(Output::Bytes(argument.downcast_ref::<*mut c_void>().filter(|_| gives_bytes)?.cast()))
            })
            .filter(|output| !output.is_null())
    };
    arguments.iter().filter_map(output).collect()
}

impl Output {
    fn is_null(self) -> bool {
        match self {
            Self::Address(place) | Self::Size(place) => place.is_null(),
            Self::Count(place) => place.is_null(),
            Self::Bytes(place) => place.is_null(),
        }
    }

    /// Changes what a call has written, or writes something although the call has failed.
    fn spoil(self, succeeded: bool) {
        // SAFETY: outputs, good for the value of the entry point; addresses are as large as numbers.
        unsafe {
            match self {
                Self::Address(place) => {
                    place.write_unaligned(if succeeded { 0 } else { place.read_unaligned() ^ 0x10 })
                }
                Self::Size(place) => place.write_unaligned(place.read_unaligned().wrapping_add(1)),
                Self::Count(place) => place.write_unaligned(place.read_unaligned().wrapping_add(1)),
                Self::Bytes(place) => place.write(place.read() ^ 1),
            }
        }
    }
}
