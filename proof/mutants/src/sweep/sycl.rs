//! An implementation of SYCL's extension of which one call goes wrong.

use super::injected_fault::{EntryPoint, FaultKind, InjectedFault, SYCL};
use super::ledger::Ledger;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
use ur_ipc_api::for_each_sycl_function;
use ur_ipc_api::sycl::*;

/// No exception has this code.
const CODE_OF_NOBODY: Errc = Errc(0x7f00_0000);

/// A value that a function returns.
trait Given: Clone + Send + 'static {
    /// In how many ways it can be spoiled.
    const WAYS: usize;

    /// The value of a call that does nothing.
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

fn can_observe<T: Given>(kind: FaultKind) -> bool {
    match kind {
        FaultKind::Fails | FaultKind::Pretends | FaultKind::Leaks | FaultKind::LeaksMapping => true,
        FaultKind::Spoils | FaultKind::Repeats => T::WAYS > 0,
        FaultKind::SpoilsLast => T::WAYS > 1,
    }
}

/// An implementation that counts its calls, and of which one may go wrong.
pub(super) struct SyclFaultInjector {
    inner: Arc<dyn SyclIpc>,
    ledger: Arc<Ledger>,
    fault: Option<InjectedFault>,
    /// The value of the last call of the function with the fault.
    last: Mutex<Option<Box<dyn Any + Send>>>,
}

impl SyclFaultInjector {
    pub(super) fn new(inner: Arc<dyn SyclIpc>, ledger: Arc<Ledger>, fault: Option<InjectedFault>) -> Self {
        Self { inner, ledger, fault, last: Mutex::default() }
    }

    fn make<T: Given>(&self, function: usize, call: impl FnOnce() -> Result<T>) -> Result<T> {
        let entry = SYCL + function;
        let number = self.ledger.count(entry);
        let Some(fault) = self.fault.filter(|fault| fault.entry == entry) else { return call() };
        let hit = fault.call == number;
        let mut result = match fault.kind {
            FaultKind::Fails if hit => {
                return Err(Error { errc: CODE_OF_NOBODY, message: "it was struck".to_owned(), ur: None });
            }
            FaultKind::Pretends if hit => return Ok(T::nothing()),
            _ => call(),
        };
        match (fault.kind, &mut result) {
            (FaultKind::Spoils, Ok(given)) if hit => given.spoil(0),
            (FaultKind::SpoilsLast, Ok(given)) if hit => given.spoil(1),
            (FaultKind::Repeats, Ok(given)) => {
                let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
                let before = last.replace(Box::new(given.clone()));
                if hit && let Some(before) = before.and_then(|before| before.downcast::<T>().ok()) {
                    *given = *before;
                }
            }
            (FaultKind::Leaks | FaultKind::LeaksMapping, _) if fault.call <= number => {
                fault.kind.leave_behind(number);
            }
            _ => {}
        }
        result
    }
}

macro_rules! define_injector {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        /// In the order of the contract, by the names of its methods.
        pub(super) const FUNCTIONS: &[EntryPoint] = &[$(
            EntryPoint { name: stringify!($name), can_observe: can_observe::<$out> },
        )*];

        #[allow(non_camel_case_types, reason = "the names of the contract")]
        enum Index { $($name,)* }

        impl SyclLayer for SyclFaultInjector {
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

for_each_sycl_function!(define_injector);
