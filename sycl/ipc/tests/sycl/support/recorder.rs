//! A host backend that remembers its calls, and fails where it is told to.

use std::ffi::c_void;
use std::sync::Mutex;
use ur_ipc_api::*;
use ur_ipc_host::{HostBackend, Profile};

/// A fault in the next call of an entry point.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// It is not made, and answers this: with success, it writes nothing.
    Instead(UrResult),
    /// It is made, and answers this.
    After(UrResult),
}

pub struct Recorder {
    host: HostBackend,
    calls: Mutex<Vec<(&'static str, UrResult)>>,
    fault: Mutex<Option<(&'static str, Fault)>>,
}

/// The entry points that begin something, with those that end it.
const PAIRS: [(&[&str], &[&str]); 12] = [
    (&["urContextCreate"], &["urContextRelease"]),
    (&["urQueueCreate"], &["urQueueRelease"]),
    (&["urEventCreateExp", "urIPCOpenEventHandleExp"], &["urEventRelease"]),
    (&["urUSMDeviceAlloc", "urUSMHostAlloc", "urUSMSharedAlloc"], &["urUSMFree"]),
    (&["urPhysicalMemCreate"], &["urPhysicalMemRelease"]),
    (&["urVirtualMemReserve"], &["urVirtualMemFree"]),
    (&["urVirtualMemMap"], &["urVirtualMemUnmap"]),
    (&["urIPCGetMemHandleExp"], &["urIPCPutMemHandleExp"]),
    (&["urIPCOpenMemHandleExp"], &["urIPCCloseMemHandleExp"]),
    (&["urIPCGetPhysMemHandleExp"], &["urIPCPutPhysMemHandleExp"]),
    (&["urIPCOpenPhysMemHandleExp"], &["urIPCClosePhysMemHandleExp"]),
    (&["urIPCGetEventHandleExp"], &["urIPCPutEventHandleExp"]),
];

impl Recorder {
    pub fn new(profile: &str) -> Self {
        let profile = Profile::named(profile).unwrap_or_default();
        let host = HostBackend::new(profile).expect("the kernel has what the host backend needs");
        Self { host, calls: Mutex::default(), fault: Mutex::default() }
    }

    /// The next call of an entry point fails.
    pub fn fail(&self, entry_point: &'static str, fault: Fault) {
        *self.fault.lock().expect("no panic") = Some((entry_point, fault));
    }

    /// The number of calls of an entry point, with any result.
    pub fn count(&self, entry_point: &str) -> usize {
        self.calls.lock().expect("no panic").iter().filter(|(name, _)| *name == entry_point).count()
    }

    /// The calls since the last time this was asked, by their names.
    pub fn take(&self) -> Vec<&'static str> {
        let calls = std::mem::take(&mut *self.calls.lock().expect("no panic"));
        calls.into_iter().map(|(name, _)| name).collect()
    }

    /// The things that were begun and not ended, by the number of calls that succeeded.
    pub fn left(&self) -> Vec<String> {
        let calls = self.calls.lock().expect("no panic");
        let succeeded = |names: &[&str]| {
            calls.iter().filter(|(name, result)| names.contains(name) && result.is_success()).count()
        };
        let counts = PAIRS.iter().map(|(begin, end)| (begin, succeeded(begin), succeeded(end)));
        counts
            .filter(|(_, begun, ended)| begun != ended)
            .map(|(begin, begun, ended)| format!("{begin:?}: {begun} begun, {ended} ended"))
            .collect()
    }

    fn call(&self, name: &'static str, make: impl FnOnce() -> UrResult) -> UrResult {
        let fault = self.fault.lock().expect("no panic").take_if(|(entry_point, _)| *entry_point == name);
        let (result, noted) = match fault {
            None => {
                let result = make();
                (result, result)
            }
            // Nothing has begun, even where it answers success.
            Some((_, Fault::Instead(result))) => (result, UrResult::ERROR_UNKNOWN),
            Some((_, Fault::After(result))) => (result, make()),
        };
        self.calls.lock().expect("no panic").push((name, noted));
        result
    }
}

macro_rules! record {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        impl UrIpc for Recorder {
            fn implementation(&self) -> Implementation {
                self.host.implementation()
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    // SAFETY: the caller keeps the contract of this very method.
                    self.call($ur, || unsafe { self.host.$name($($arg,)*) })
                }
            )*
        }
    };
}
for_each_entry_point!(record);
