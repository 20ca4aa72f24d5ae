//! A backend of which one call goes wrong.

use super::ledger::Ledger;
use std::any::Any;
use std::ffi::c_void;
use std::fmt;
use std::path::Path;
use std::ptr::without_provenance_mut;
use std::str::FromStr;
use std::sync::Arc;
use ur_ipc_api::*;

/// How a call goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blow {
    /// It does nothing, and returns an error.
    Fails,
    /// It does nothing, and says that it was done.
    Pretends,
    /// It is made, and what it gives is changed; one that fails gives something nevertheless.
    Spoils,
}

/// One call of an entry point by all processes of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strike {
    pub blow: Blow,
    /// Index into [`ENTRY_POINTS`].
    pub entry: usize,
    /// From 1.
    pub call: u32,
}

impl fmt::Display for Strike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blow = match self.blow {
            Blow::Fails => "fails",
            Blow::Pretends => "pretends",
            Blow::Spoils => "spoils",
        };
        write!(f, "{blow}:{}:{}", ENTRY_POINTS[self.entry].name, self.call)
    }
}

impl FromStr for Strike {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not blow:entry point:call");
        let mut parts = text.split(':');
        let blow = match parts.next() {
            Some("fails") => Blow::Fails,
            Some("pretends") => Blow::Pretends,
            Some("spoils") => Blow::Spoils,
            _ => return Err(wrong()),
        };
        let name = parts.next().ok_or_else(wrong)?;
        let entry = ENTRY_POINTS.iter().position(|entry| entry.name == name).ok_or_else(wrong)?;
        let call = parts.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
        Ok(Self { blow, entry, call })
    }
}

/// An entry point.
pub(super) struct EntryPoint {
    pub name: &'static str,
    /// Whether it takes pointers to what it may write.
    pub has_outputs: bool,
}

/// A backend that counts its calls, and of which one may go wrong.
pub(super) struct Struck {
    inner: Arc<dyn UrIpc>,
    ledger: Ledger,
    strike: Option<Strike>,
}

impl Struck {
    pub(super) fn new(inner: Arc<dyn UrIpc>, ledger: &Path, strike: Option<Strike>) -> Result<Self, String> {
        let ledger = Ledger::open(ledger).map_err(|error| format!("{}: {error}", ledger.display()))?;
        Ok(Self { inner, ledger, strike })
    }

    fn make(&self, entry: usize, call: impl FnOnce() -> UrResult, arguments: &[&dyn Any]) -> UrResult {
        let number = self.ledger.count(entry);
        let blow = self.strike.filter(|strike| (strike.entry, strike.call) == (entry, number));
        match blow.map(|strike| strike.blow) {
            None => call(),
            Some(Blow::Fails) => UrResult::ERROR_UNKNOWN,
            Some(Blow::Pretends) => UrResult::SUCCESS,
            Some(Blow::Spoils) => {
                let result = call();
                let gives_bytes = gives_bytes(ENTRY_POINTS[entry].name);
                arguments.iter().for_each(|argument| spoil(*argument, gives_bytes, result.is_success()));
                result
            }
        }
    }
}

macro_rules! define_struck {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// All of them, in the order of the contract.
        pub(super) const ENTRY_POINTS: &[EntryPoint] = &[$(
            EntryPoint { name: $ur, has_outputs: is_written(&[$(stringify!($ty)),*]) },
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

const fn is_written(types: &[&str]) -> bool {
    let mut at = 0;
    while at < types.len() {
        let bytes = types[at].as_bytes();
        if bytes.len() > 4 && bytes[0] == b'*' && bytes[1] == b'm' {
            return true;
        }
        at += 1;
    }
    false
}

/// Changes what a call has written by this argument, or writes something although the call has failed. `gives_bytes` says
/// that the call writes where an untyped pointer points to.
fn spoil(argument: &dyn Any, gives_bytes: bool, succeeded: bool) {
    /// Writes something else, where the caller has given a place for such a thing.
    fn change<T: Copy + 'static>(argument: &dyn Any, other: impl FnOnce(T) -> T) {
        if let Some(place) = argument.downcast_ref::<*mut T>().filter(|place| !place.is_null()) {
            // SAFETY: an output, good for the value of the entry point.
            unsafe { place.write_unaligned(other(place.read_unaligned())) };
        }
    }
    let address = |address: usize| if succeeded { 0 } else { address ^ 0x10 };
    change(argument, |size: usize| size.wrapping_add(1));
    change(argument, |number: u32| number.wrapping_add(1));
    change(argument, |pointer: *mut c_void| without_provenance_mut(address(pointer.addr())));
    change(argument, |context: ContextHandle| ContextHandle::from_address(address(context.address())));
    change(argument, |queue: QueueHandle| QueueHandle::from_address(address(queue.address())));
    change(argument, |event: EventHandle| EventHandle::from_address(address(event.address())));
    change(argument, |pool: UsmPoolHandle| UsmPoolHandle::from_address(address(pool.address())));
    change(argument, |object: PhysicalMemHandle| PhysicalMemHandle::from_address(address(object.address())));
    if gives_bytes && let Some(place) = argument.downcast_ref::<*mut c_void>() {
        change(&place.cast::<u8>(), |byte: u8| byte ^ 1);
    }
}
