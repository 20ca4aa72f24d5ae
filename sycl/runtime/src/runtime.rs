//! SYCL's contract, passed on to the shim.

use crate::error::SyclError;
use crate::pass::{Answer, Argument};
use crate::shim::{AnyFunction, BytesOf, NumberOf, Shim};
use crate::status;
use crate::unified_runtime::{UnifiedRuntime, begins};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use ur_ipc_api::sycl::*;
use ur_ipc_api::{Implementation, UrIpc, for_each_sycl_function};
use ur_ipc_sys::libraries;

/// A SYCL runtime.
pub(crate) struct Runtime {
    shim: Shim,
    below: OnceLock<Option<Arc<UnifiedRuntime>>>,
}

impl Runtime {
    pub(crate) fn open(shim: &Path) -> std::result::Result<Self, SyclError> {
        Ok(Self { shim: Shim::open(shim)?, below: OnceLock::new() })
    }

    /// The number of devices.
    pub(crate) fn count(&self) -> Result<u32> {
        // SAFETY: takes nothing.
        unsafe { self.devices() }
    }

    /// Unified Runtime below it, if that can be called.
    pub(crate) fn below(&self) -> Option<&Arc<UnifiedRuntime>> {
        self.below.get_or_init(|| UnifiedRuntime::below(self).map(Arc::new)).as_ref()
    }

    /// The number of a device's platform among all.
    pub(crate) fn platform(&self, device: Device) -> Result<u32> {
        self.number(self.shim.device_platform, device)
    }

    /// `device::get_backend`
    pub(crate) fn backend(&self, device: Device) -> Result<u32> {
        self.number(self.shim.device_backend, device)
    }

    /// `info::device::vendor`
    pub(crate) fn vendor(&self, device: Device) -> Result<Vec<u8>> {
        self.bytes(self.shim.device_vendor, device)
    }

    /// `ext::intel::info::device::uuid`
    pub(crate) fn uuid(&self, device: Device) -> Result<Vec<u8>> {
        self.bytes(self.shim.device_uuid, device)
    }

    /// `ext::intel::info::device::pci_address`
    pub(crate) fn pci_address(&self, device: Device) -> Result<Vec<u8>> {
        self.bytes(self.shim.device_pci_address, device)
    }

    /// `info::platform::name`, of the device's.
    pub(crate) fn platform_name(&self, device: Device) -> Result<Vec<u8>> {
        self.bytes(self.shim.platform_name, device)
    }

    /// `info::platform::version`, of the device's.
    fn platform_version(&self, device: Device) -> Result<Vec<u8>> {
        self.bytes(self.shim.platform_version, device)
    }

    fn number(&self, function: NumberOf, device: Device) -> Result<u32> {
        let mut number = 0;
        // SAFETY: there is room for the answer.
        self.check(unsafe { function(device.0, &raw mut number) })?;
        Ok(number)
    }

    fn bytes(&self, function: BytesOf, device: Device) -> Result<Vec<u8>> {
        let mut given = Vec::<u8>::NONE;
        // SAFETY: there is room for the answer.
        self.check(unsafe { function(device.0, &raw mut given) })?;
        // SAFETY: given just now.
        Ok(unsafe { given.bytes() })
    }

    /// The result of this thread's last call, by its status.
    fn check(&self, status: i32) -> Result<()> {
        if status == 0 {
            return Ok(());
        }
        // SAFETY: takes nothing, and what it gives is read at once.
        let message = unsafe { (self.shim.message)().text() };
        Err(status::error(status, message))
    }

    /// Platforms with their versions, each once, in the order of their devices.
    fn platforms(&self) -> Vec<(String, String)> {
        let mut told: Vec<(String, String)> = Vec::new();
        let text = |bytes: Result<Vec<u8>>| match bytes {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => error.to_string(),
        };
        for device in (0..self.count().unwrap_or(0)).map(Device) {
            let platform = (text(self.platform_name(device)), text(self.platform_version(device)));
            if !told.contains(&platform) {
                told.push(platform);
            }
        }
        told
    }
}

/// The beginnings of the names of libraries that make a difference.
const PARTS: [&str; 5] = ["libsycl", "libur_", "libumf", "libze_", "liblevel_zero"];

macro_rules! define_runtime {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        impl SyclIpc for Runtime {
            fn implementation(&self) -> Implementation {
                let [major, minor, patch, compiler] = self.shim.headers;
                let mut details = vec![
                    ("shim".to_owned(), self.shim.path.display().to_string()),
                    ("surface".to_owned(), format!("C++{}", self.shim.surface)),
                    ("headers".to_owned(), format!("libsycl {major}.{minor}.{patch}, compiler {compiler}")),
                ];
                let tell = |(name, version)| ("platform".to_owned(), format!("{name}, {version}"));
                details.extend(self.platforms().into_iter().map(tell));
                let is_part = |path: &PathBuf| PARTS.iter().any(|part| begins(path, part));
                let loaded = libraries::mapped().into_iter().filter(is_part);
                details.extend(loaded.map(|path| ("loaded".to_owned(), path.display().to_string())));
                Implementation { name: "sycl".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), details }
            }

            fn unified_runtime(&self) -> Option<Arc<dyn UrIpc>> {
                Some(Arc::clone(&self.below()?.ur))
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> Result<$out> {
                    type Given = <$out as Answer>::Given;
                    // SAFETY: the shim's function of this name has the row's signature, by the types of `pass`, which a test
                    // compares.
                    let function = unsafe {
                        std::mem::transmute::<
                            AnyFunction,
                            unsafe extern "C" fn($(<$ty as Argument>::Passed,)* *mut Given) -> i32,
                        >(self.shim.functions.$name)
                    };
                    let mut given = <$out as Answer>::NONE;
                    // SAFETY: the caller's, and there is room for the answer.
                    self.check(unsafe { function($($arg.pass(),)* &raw mut given) })?;
                    // SAFETY: given just now.
                    unsafe { <$out as Answer>::take(given) }.ok_or_else(|| Error {
                        errc: Errc::NONE,
                        message: concat!($sycl, " gave a value that has no name").to_owned(),
                        ur: None,
                    })
                }
            )*
        }
    };
}

for_each_sycl_function!(define_runtime);
