//! A backend of which one call goes wrong.

use super::ledger::Ledger;
use super::strike::{Blow, EntryPoint, Strike};
use super::sycl::StruckSycl;
use std::any::Any;
use std::ffi::c_void;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::sycl::SyclIpc;
use ur_ipc_api::*;

/// No result code of UR's has this value.
const CODE_OF_NOBODY: UrResult = UrResult(0x7f00_0000);

/// Whether an entry point with arguments of these types feels a blow.
fn feels(name: &str, types: &[&str], blow: Blow) -> bool {
    let gives_bytes = gives_bytes(name);
    let outputs =
        types.iter().filter(|ty| ty.starts_with("* mut") && (gives_bytes || **ty != "* mut c_void"));
    match blow {
        Blow::Fails | Blow::Pretends | Blow::Leaks | Blow::LeaksMapping => true,
        Blow::Spoils => outputs.count() > 0,
        Blow::SpoilsLast => outputs.count() > 1,
        Blow::Repeats => outputs.into_iter().any(|ty| ty.ends_with("Handle") || *ty == "* mut * mut c_void"),
    }
}

/// A backend that counts its calls, and of which one may go wrong.
pub(super) struct Struck {
    inner: Arc<dyn UrIpc>,
    ledger: Arc<Ledger>,
    strike: Option<Strike>,
    /// The address that the last call of the struck entry point gave.
    last: AtomicUsize,
}

impl Struck {
    pub(super) fn new(inner: Arc<dyn UrIpc>, ledger: &Path, strike: Option<Strike>) -> Result<Self, String> {
        let ledger = Ledger::open(ledger).map_err(|error| format!("{}: {error}", ledger.display()))?;
        Ok(Self { inner, ledger: Arc::new(ledger), strike, last: AtomicUsize::new(0) })
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
            (Blow::Leaks | Blow::LeaksMapping, ..) if strike.call <= number => {
                strike.blow.leave_behind(number)
            }
            _ => {}
        }
        result
    }
}

macro_rules! define_struck {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// In the order of the contract.
        pub(super) const ENTRY_POINTS: &[EntryPoint] = &[$(
            EntryPoint { name: $ur, feels: |blow| feels($ur, &[$(stringify!($ty)),*], blow) },
        )*];

        #[allow(non_camel_case_types, reason = "the names of the contract")]
        enum Index { $($name,)* }

        impl Layer for Struck {
            fn inner(&self) -> &dyn UrIpc {
                &*self.inner
            }

            /// The Rust layer, of which one call goes wrong. What the suite asks of Unified Runtime by itself goes the way of
            /// other calls.
            fn sycl(&self) -> Option<Arc<dyn SyclIpc>> {
                let layer = ur_ipc_sycl_layer::over(Arc::clone(&self.inner));
                Some(Arc::new(StruckSycl::new(layer, Arc::clone(&self.ledger), self.strike)))
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
    ["Info", "Memcpy", "Memcpy2D", "Fill"].iter().any(|end| entry_point.ends_with(end))
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
