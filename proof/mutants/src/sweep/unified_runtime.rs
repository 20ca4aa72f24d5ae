//! A backend of which one call goes wrong.

use super::injected_fault::{EntryPoint, FaultKind, InjectedFault};
use super::ledger::Ledger;
use super::sycl::SyclFaultInjector;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::with_exposed_provenance_mut as place;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::sycl::SyclIpc;
use ur_ipc_api::*;

/// No result code of UR's has this value.
const CODE_OF_NOBODY: UrResult = UrResult(0x7f00_0000);

/// Whether a test can observe a fault of this kind at this entry point.
fn can_observe(entry_point: &ur_ipc_api::EntryPoint, kind: FaultKind) -> bool {
    let mut outputs =
        entry_point.parameters.iter().map(|parameter| parameter.role).filter(|role| role.is_output());
    match kind {
        FaultKind::Fails | FaultKind::Pretends | FaultKind::Leaks | FaultKind::LeaksMapping => true,
        FaultKind::Spoils => outputs.count() > 0,
        FaultKind::SpoilsLast => outputs.count() > 1,
        FaultKind::Repeats => outputs.any(Role::is_address),
    }
}

/// A backend that counts its calls, and of which one may go wrong.
pub(super) struct FaultInjector {
    inner: Arc<dyn UrIpc>,
    ledger: Arc<Ledger>,
    fault: Option<InjectedFault>,
    /// The address that the last call of the entry point with the fault gave.
    last: AtomicUsize,
}

impl FaultInjector {
    pub(super) fn new(
        inner: Arc<dyn UrIpc>,
        ledger: &Path,
        fault: Option<InjectedFault>,
    ) -> Result<Self, String> {
        let ledger = Ledger::open(ledger).map_err(|error| format!("{}: {error}", ledger.display()))?;
        Ok(Self { inner, ledger: Arc::new(ledger), fault, last: AtomicUsize::new(0) })
    }

    fn make(&self, entry: usize, call: impl FnOnce() -> UrResult, arguments: &[ArgValue]) -> UrResult {
        let number = self.ledger.count(entry);
        let Some(fault) = self.fault.filter(|fault| fault.entry == entry) else { return call() };
        let hit = fault.call == number;
        let result = match fault.kind {
            FaultKind::Fails if hit => return CODE_OF_NOBODY,
            FaultKind::Pretends if hit => return UrResult::SUCCESS,
            _ => call(),
        };
        let outputs = outputs(arguments, ur_ipc_api::EntryPoint::ALL[entry]);
        match (fault.kind, outputs.first(), outputs.last()) {
            (FaultKind::Spoils, Some(first), _) if hit => first.spoil(result.is_success()),
            (FaultKind::SpoilsLast, _, Some(last)) if hit => last.spoil(result.is_success()),
            (FaultKind::Repeats, Some(&Output::Address(place)), _) if result.is_success() => {
                // SAFETY: an output that the call has written, as large as a number.
                unsafe {
                    let last = self.last.swap(place.read_unaligned(), Ordering::Relaxed);
                    if hit {
                        place.write_unaligned(last);
                    }
                }
            }
            (FaultKind::Leaks | FaultKind::LeaksMapping, ..) if fault.call <= number => {
                fault.kind.leave_behind(number)
            }
            _ => {}
        }
        result
    }
}

macro_rules! define_injector {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// In the order of the contract.
        pub(super) const ENTRY_POINTS: &[EntryPoint] = &[$(
            EntryPoint { name: $ur, can_observe: |kind| can_observe(ur_ipc_api::EntryPoint::$name, kind) },
        )*];

        #[allow(non_camel_case_types, reason = "the names of the contract")]
        enum Index { $($name,)* }

        impl Layer for FaultInjector {
            fn inner(&self) -> &dyn UrIpc {
                &*self.inner
            }

            /// The Rust layer, of which one call goes wrong. What the suite asks of Unified Runtime by itself goes the way of
            /// other calls.
            fn sycl(&self) -> Option<Arc<dyn SyclIpc>> {
                let layer = ur_ipc_sycl_layer::over(Arc::clone(&self.inner));
                Some(Arc::new(SyclFaultInjector::new(layer, Arc::clone(&self.ledger), self.fault)))
            }

            $(unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                // SAFETY: the arguments of the caller, unchanged.
                let call = || unsafe { self.inner.$name($($arg),*) };
                self.make(Index::$name as usize, call, &[$(LogArg::value($arg)),*])
            })*
        }
    };
}

for_each_entry_point!(define_injector);

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

/// The places that a call was given for what it gives, but for lists.
fn outputs(arguments: &[ArgValue], entry_point: &ur_ipc_api::EntryPoint) -> Vec<Output> {
    let output = |(&argument, parameter): (&ArgValue, &Parameter)| match argument {
        _ if parameter.role == Role::Listed => None,
        ArgValue::OutHandle(_, at) | ArgValue::OutPointer(at) => Some(Output::Address(place(at))),
        ArgValue::OutNumber(at, 4) => Some(Output::Count(place(at))),
        ArgValue::OutNumber(at, _) => Some(Output::Size(place(at))),
        ArgValue::Pointer(at) if parameter.role.is_output() => Some(Output::Bytes(place(at))),
        _ => None,
    };
    let given = arguments.iter().zip(entry_point.parameters).filter_map(output);
    given.filter(|output| !output.is_null()).collect()
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
