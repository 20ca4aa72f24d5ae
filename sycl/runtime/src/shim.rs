//! The shim's library: its functions, by the table, and what it says of itself.

use crate::error::SyclError;
use crate::pass::Slice;
use libloading::Library;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use ur_ipc_api::for_each_sycl_function;

/// The version of the functions that this crate calls (`ABI` in `shim/shim.hpp`).
pub(crate) const ABI: u32 = 1;

/// A function of any signature.
pub(crate) type AnyFunction = unsafe extern "C" fn();

/// A query of a device that is besides the table, for a number.
pub(crate) type NumberOf = unsafe extern "C" fn(u32, *mut u32) -> i32;

/// The same for bytes.
pub(crate) type BytesOf = unsafe extern "C" fn(u32, *mut Slice) -> i32;

macro_rules! define_functions {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        /// The functions of the table.
        pub(crate) struct Functions {
            $(pub(crate) $name: AnyFunction,)*
        }

        impl Functions {
            fn find(shim: &Symbols<'_>) -> Result<Self, SyclError> {
                Ok(Self { $($name: shim.get(concat!("ur_ipc_sycl_", stringify!($name)))?,)* })
            }
        }
    };
}

for_each_sycl_function!(define_functions);

/// A shim that was opened. Runtimes start threads and register handlers: it stays until the process ends.
pub(crate) struct Shim {
    pub(crate) path: PathBuf,
    /// The year of the C++ standard.
    pub(crate) surface: u32,
    /// Version of the headers: libsycl's major, minor and patch, and the date of the compiler.
    pub(crate) headers: [u32; 4],
    pub(crate) functions: Functions,
    pub(crate) message: unsafe extern "C" fn() -> Slice,
    pub(crate) device_platform: NumberOf,
    pub(crate) device_backend: NumberOf,
    pub(crate) device_vendor: BytesOf,
    pub(crate) device_uuid: BytesOf,
    pub(crate) device_pci_address: BytesOf,
    pub(crate) platform_name: BytesOf,
    pub(crate) platform_version: BytesOf,
    _library: ManuallyDrop<Library>,
}

/// The symbols of a library.
struct Symbols<'l> {
    library: &'l Library,
    path: &'l Path,
}

impl Symbols<'_> {
    /// A function of this name, of the type that the place demands.
    fn get<F: Copy>(&self, symbol: &str) -> Result<F, SyclError> {
        // SAFETY: the types at the places are those of `shim/*.cpp` for these names.
        unsafe { self.library.get::<F>(symbol.as_bytes()) }
            .map(|found| *found)
            .map_err(|_| SyclError::Symbol { shim: self.path.to_owned(), symbol: symbol.to_owned() })
    }
}

impl Shim {
    /// Opens a library by its path, or by its name as the system finds it.
    pub(crate) fn open(path: &Path) -> Result<Self, SyclError> {
        // SAFETY: opening a library runs its initialisers, which is what loading a runtime means.
        let library = unsafe { Library::new(path) }.map_err(|error| unusable(path, &error))?;
        // From here on its code may have left traces in the process, so it is never unloaded.
        let library = ManuallyDrop::new(library);
        let symbols = Symbols { library: &library, path };
        let number = |symbol| symbols.get::<unsafe extern "C" fn() -> u32>(symbol);
        // SAFETY: takes nothing.
        let abi = unsafe { number("ur_ipc_sycl_abi")?() };
        if abi != ABI {
            return Err(SyclError::Abi { shim: path.to_owned(), found: abi, wanted: ABI });
        }
        let mut headers = [0; 4];
        // SAFETY: there is room for the four numbers.
        unsafe {
            symbols.get::<unsafe extern "C" fn(*mut u32)>("ur_ipc_sycl_headers")?(headers.as_mut_ptr())
        };
        Ok(Self {
            path: path.to_owned(),
            // SAFETY: takes nothing.
            surface: unsafe { number("ur_ipc_sycl_surface")?() },
            headers,
            functions: Functions::find(&symbols)?,
            message: symbols.get("ur_ipc_sycl_message")?,
            device_platform: symbols.get("ur_ipc_sycl_device_platform")?,
            device_backend: symbols.get("ur_ipc_sycl_device_backend")?,
            device_vendor: symbols.get("ur_ipc_sycl_device_vendor")?,
            device_uuid: symbols.get("ur_ipc_sycl_device_uuid")?,
            device_pci_address: symbols.get("ur_ipc_sycl_device_pci_address")?,
            platform_name: symbols.get("ur_ipc_sycl_platform_name")?,
            platform_version: symbols.get("ur_ipc_sycl_platform_version")?,
            _library: library,
        })
    }
}

/// Whether the shim itself is missing, or what it needs.
fn unusable(path: &Path, error: &libloading::Error) -> SyclError {
    let reason = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    let shim = path.to_owned();
    if reason.contains("libsycl") && !path.to_string_lossy().contains("libsycl") {
        SyclError::Runtime { shim, reason }
    } else {
        SyclError::Shim { shim, reason }
    }
}
