//! A user of the backend: looks at every answer, and releases all objects.

use crate::journal::Journal;
use std::fmt::Debug;
use ur_ipc_api::{AdapterHandle, DeviceHandle, DeviceType, PlatformHandle, UrIpc, UrResult};
use ur_ipc_level_zero::LevelZeroBackend;

/// The outcome of one step.
pub type Step<T = ()> = Result<T, UrResult>;

/// The user's way to release objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Releases it, the newest first.
    Tidy,
    /// Leaves it to the end of the backend.
    Careless,
}

/// A user.
pub struct User<'j> {
    /// The backend.
    pub ur: LevelZeroBackend,
    journal: &'j Journal,
    manner: Manner,
}

/// An address that no call writes.
const UNTOUCHED: usize = 0x5a5a_5a50;

/// The first value of an output, of which every change is seen.
pub trait Output: Copy + PartialEq + Debug {
    /// A value that no call writes.
    fn untouched() -> Self;
}

macro_rules! outputs {
    ($($type:ty: $untouched:expr;)*) => {$(
        impl Output for $type {
            fn untouched() -> Self {
                $untouched
            }
        }
    )*};
}

outputs! {
    u32: 0x5a5a_5a5a;
    u64: 0x5a5a_5a5a_5a5a_5a5a;
    usize: UNTOUCHED;
    u8: 0x5a;
    [u8; 256]: [0x5a; 256];
    *mut std::ffi::c_void: std::ptr::without_provenance_mut(UNTOUCHED);
    AdapterHandle: Self::from_address(UNTOUCHED);
    PlatformHandle: Self::from_address(UNTOUCHED);
    DeviceHandle: Self::from_address(UNTOUCHED);
    [DeviceHandle; 2]: [DeviceHandle::untouched(); 2];
    ur_ipc_api::ContextHandle: Self::from_address(UNTOUCHED);
    ur_ipc_api::QueueHandle: Self::from_address(UNTOUCHED);
    ur_ipc_api::UsmPoolHandle: Self::from_address(UNTOUCHED);
    ur_ipc_api::PhysicalMemHandle: Self::from_address(UNTOUCHED);
    // In one call this is an input too, and null asks for a new event.
    ur_ipc_api::EventHandle: Self::NULL;
}

impl<'j> User<'j> {
    /// Opens the backend, and has it try what the device can do.
    pub fn open(journal: &'j Journal, manner: Manner) -> Option<Self> {
        match LevelZeroBackend::new() {
            Ok(ur) => {
                journal.describes_itself(ur.implementation().details);
                Some(Self { ur, journal, manner })
            }
            Err(error) => {
                journal.not_opened(error.to_string());
                None
            }
        }
    }

    /// Notes the answer of a call.
    pub fn call(&self, name: &'static str, result: UrResult) -> Step {
        self.journal.answered(name, result);
        if result.is_success() { Ok(()) } else { Err(result) }
    }

    /// Makes a call with an output, which a failure must leave alone.
    pub fn output<T: Output>(&self, name: &'static str, call: impl FnOnce(*mut T) -> UrResult) -> Step<T> {
        let mut output = T::untouched();
        let result = call(&raw mut output);
        self.call(name, result).inspect_err(|_| {
            if output != T::untouched() {
                self.journal.wrong(format!("{name} failed and wrote {output:?}"));
            }
        })?;
        Ok(output)
    }

    /// Notes that two things which have to be equal are not.
    pub fn expect<T: PartialEq + Debug>(&self, what: &str, found: T, expected: T) {
        if found != expected {
            self.journal.wrong(format!("{what}: {found:?} is not {expected:?}"));
        }
    }

    /// Something that is released by a call when it goes out of scope.
    pub fn made<'u, T: Copy>(
        &'u self,
        handle: T,
        name: &'static str,
        release: impl Fn(&LevelZeroBackend, T) -> UrResult + 'u,
    ) -> Made<'u, T> {
        let release = Box::new(move |handle| {
            if self.manner == Manner::Tidy {
                self.journal.answered(name, release(&self.ur, handle));
            }
        });
        Made { handle, release }
    }

    /// The one adapter, its platform and the device of that.
    pub fn first_device(&self) -> Step<(AdapterHandle, PlatformHandle, DeviceHandle)> {
        let ur = &self.ur;
        // SAFETY: one output each, and no count is asked for.
        unsafe {
            let adapter = self.output("urAdapterGet", |out| ur.adapter_get(1, out, std::ptr::null_mut()))?;
            let platform =
                self.output("urPlatformGet", |out| ur.platform_get(adapter, 1, out, std::ptr::null_mut()))?;
            let device = self.output("urDeviceGet", |out| {
                ur.device_get(platform, DeviceType::ALL, 1, out, std::ptr::null_mut())
            })?;
            Ok((adapter, platform, device))
        }
    }

    /// Two devices of a platform.
    pub fn two_devices(&self, platform: PlatformHandle) -> Step<[DeviceHandle; 2]> {
        // SAFETY: two outputs, and no count is asked for.
        self.output("urDeviceGet", |out: *mut [DeviceHandle; 2]| unsafe {
            self.ur.device_get(platform, DeviceType::ALL, 2, out.cast(), std::ptr::null_mut())
        })
    }
}

/// Something that a user made.
pub struct Made<'u, T: Copy> {
    /// Its handle.
    pub handle: T,
    release: Box<dyn Fn(T) + 'u>,
}

impl<T: Copy> Drop for Made<'_, T> {
    fn drop(&mut self) {
        (self.release)(self.handle);
    }
}
