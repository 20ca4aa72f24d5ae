//! An implementation of SYCL's extension of which one call goes wrong.

use super::ledger::Ledger;
use super::strike::{Blow, EntryPoint, SYCL, Strike};
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
use ur_ipc_api::for_each_sycl_function;
use ur_ipc_api::sycl::*;

/// No exception has this code.
const CODE_OF_NOBODY: Errc = Errc(0x7f00_0000);

/// What a function gives.
trait Given: Clone + Send + 'static {
    /// In how many ways it can be spoiled.
    const WAYS: usize;

    /// What a call gives that does nothing.
    fn nothing() -> Self;

    /// Changes it, in one of its ways.
    fn spoil(&mut self, way: usize);
}

impl Given for () {
    const WAYS: usize = 0;

    fn nothing() -> Self {}

    fn spoil(&mut self, _way: usize) {}
}

impl Given for bool {
    const WAYS: usize = 1;

    fn nothing() -> Self {
        false
    }

    fn spoil(&mut self, _way: usize) {
        *self = !*self;
    }
}

macro_rules! numbers {
    ($($name:ty)*) => {$(
        impl Given for $name {
            const WAYS: usize = 2;

            fn nothing() -> Self {
                0
            }

            fn spoil(&mut self, way: usize) {
                *self = if way == 0 { self.wrapping_add(1) } else { 0 };
            }
        }
    )*};
}
numbers!(u32 u64 usize);

macro_rules! objects {
    ($($name:ident)*) => {$(
        impl Given for $name {
            const WAYS: usize = 1;

            fn nothing() -> Self {
                Self(0)
            }

            /// An object that is nowhere.
            fn spoil(&mut self, _way: usize) {
                self.0 += 1 << 32;
            }
        }
    )*};
}
objects!(Context Queue PhysicalMem Event Handle);

impl Given for Vec<u8> {
    const WAYS: usize = 2;

    fn nothing() -> Self {
        Self::new()
    }

    /// Changes its first byte, or the last one.
    fn spoil(&mut self, way: usize) {
        let byte = if way == 0 { self.first_mut() } else { self.last_mut() };
        byte.into_iter().for_each(|byte| *byte ^= 1);
    }
}

impl Given for String {
    const WAYS: usize = 1;

    fn nothing() -> Self {
        Self::new()
    }

    fn spoil(&mut self, _way: usize) {
        self.push('?');
    }
}

impl Given for Option<UsmKind> {
    const WAYS: usize = 1;

    fn nothing() -> Self {
        None
    }

    fn spoil(&mut self, _way: usize) {
        *self = if *self == Some(UsmKind::Host) { Some(UsmKind::Device) } else { Some(UsmKind::Host) };
    }
}

impl Given for EventStatus {
    const WAYS: usize = 1;

    fn nothing() -> Self {
        Self::Complete
    }

    fn spoil(&mut self, _way: usize) {
        *self = if *self == Self::Complete { Self::Submitted } else { Self::Complete };
    }
}

fn feels<T: Given>(blow: Blow) -> bool {
    match blow {
        Blow::Fails | Blow::Pretends | Blow::Leaks | Blow::LeaksMapping => true,
        Blow::Spoils | Blow::Repeats => T::WAYS > 0,
        Blow::SpoilsLast => T::WAYS > 1,
    }
}

/// An implementation that counts its calls, and of which one may go wrong.
pub(super) struct StruckSycl {
    inner: Arc<dyn SyclIpc>,
    ledger: Arc<Ledger>,
    strike: Option<Strike>,
    /// What the last call of the struck function gave.
    last: Mutex<Option<Box<dyn Any + Send>>>,
}

impl StruckSycl {
    pub(super) fn new(inner: Arc<dyn SyclIpc>, ledger: Arc<Ledger>, strike: Option<Strike>) -> Self {
        Self { inner, ledger, strike, last: Mutex::default() }
    }

    fn make<T: Given>(&self, function: usize, call: impl FnOnce() -> Result<T>) -> Result<T> {
        let entry = SYCL + function;
        let number = self.ledger.count(entry);
        let Some(strike) = self.strike.filter(|strike| strike.entry == entry) else { return call() };
        let hit = strike.call == number;
        let mut result = match strike.blow {
            Blow::Fails if hit => {
                return Err(Error { errc: CODE_OF_NOBODY, message: "it was struck".to_owned(), ur: None });
            }
            Blow::Pretends if hit => return Ok(T::nothing()),
            _ => call(),
        };
        match (strike.blow, &mut result) {
            (Blow::Spoils, Ok(given)) if hit => given.spoil(0),
            (Blow::SpoilsLast, Ok(given)) if hit => given.spoil(1),
            (Blow::Repeats, Ok(given)) => {
                let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
                let before = last.replace(Box::new(given.clone()));
                if hit && let Some(before) = before.and_then(|before| before.downcast::<T>().ok()) {
                    *given = *before;
                }
            }
            (Blow::Leaks | Blow::LeaksMapping, _) if strike.call <= number => {
                strike.blow.leave_behind(number);
            }
            _ => {}
        }
        result
    }
}

macro_rules! define_struck {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        /// In the order of the contract, by the names of its methods.
        pub(super) const FUNCTIONS: &[EntryPoint] = &[$(
            EntryPoint { name: stringify!($name), feels: feels::<$out> },
        )*];

        #[allow(non_camel_case_types, reason = "the names of the contract")]
        enum Index { $($name,)* }

        impl SyclLayer for StruckSycl {
            fn inner(&self) -> &dyn SyclIpc {
                &*self.inner
            }

            $(unsafe fn $name(&self, $($arg: $ty,)*) -> Result<$out> {
                // SAFETY: the arguments of the caller, unchanged.
                let call = || unsafe { self.inner.$name($($arg),*) };
                self.make(Index::$name as usize, call)
            })*
        }
    };
}

for_each_sycl_function!(define_struck);
