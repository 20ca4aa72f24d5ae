//! The contract, passed on to the library.

use crate::error::UrError;
use crate::functions::{Functions, StartUp};
use crate::options::Options;
use crate::unusable;
use libloading::Library;
use std::collections::BTreeSet;
use std::ffi::{CString, c_void};
use std::path::PathBuf;
use std::ptr::null_mut;
use ur_ipc_api::*;
use ur_ipc_sys::libraries;

/// A Unified Runtime build.
pub struct UrBackend {
    functions: Functions,
    options: Options,
    /// One reference to each adapter, kept until the process ends: an adapter that loses its last one may take its
    /// driver down, and some cannot start it a second time. Or why there are none.
    adapters: Result<Vec<AdapterHandle>, UrResult>,
    /// The libraries that were there before.
    others: BTreeSet<PathBuf>,
    /// Adapters start threads and register handlers: the library stays until the process ends.
    _library: std::mem::ManuallyDrop<Library>,
}

fn succeeded(call: &'static str, result: UrResult) -> Result<(), UrError> {
    if result.is_success() { Ok(()) } else { Err(UrError::StartUp { call, result }) }
}

impl UrBackend {
    /// Opens a loader, enables its layers and initialises it.
    ///
    /// # Errors
    /// [`UrError`].
    pub fn open(options: Options) -> Result<Self, UrError> {
        let others = libraries::mapped();
        // SAFETY: opening a library runs its initialisers, which is what loading a driver means.
        let library = unsafe { Library::new(&options.library) }.map_err(|error| UrError::Library {
            library: options.library.clone(),
            reason: unusable::reason(&error),
        })?;
        // From here on its code may have left traces in the process, so it is never unloaded.
        let library = std::mem::ManuallyDrop::new(library);
        start(&StartUp::find(&library, &options.library)?, &options)?;
        let functions = Functions::find(&library);
        let adapters = adapters(&functions);
        if adapters.as_ref().is_ok_and(Vec::is_empty) {
            let why = unusable::why(&options.library);
            return Err(UrError::NoAdapter { library: options.library, why });
        }
        Ok(Self { functions, options, adapters, others, _library: library })
    }

    /// `UR_ADAPTER_INFO_BACKEND` and `_VERSION` of every adapter, as in `level_zero v2`.
    fn describe_adapters(&self) -> Vec<String> {
        let adapters = match &self.adapters {
            Ok(adapters) => adapters,
            Err(result) => return vec![format!("urAdapterGet fails with {result}")],
        };
        let describe = |&adapter: &AdapterHandle| {
            let backend = match self.adapter_info(adapter, AdapterInfo::BACKEND).map(AdapterBackend) {
                Ok(backend) => AdapterBackend::name(backend).map_or_else(
                    || format!("backend {}", backend.0),
                    |name| name.trim_start_matches("UR_BACKEND_").to_lowercase(),
                ),
                Err(result) => format!("backend {result}"),
            };
            match self.adapter_info(adapter, AdapterInfo::VERSION) {
                Ok(version) => format!("{backend} v{version}"),
                Err(result) => format!("{backend}, version {result}"),
            }
        };
        adapters.iter().map(describe).collect()
    }

    /// `urAdapterGetInfo` for a value of 4 bytes.
    fn adapter_info(&self, adapter: AdapterHandle, name: AdapterInfo) -> Result<u32, UrResult> {
        let mut value = 0u32;
        // SAFETY: the value has the 4 bytes that are promised.
        let answer =
            unsafe { self.adapter_get_info(adapter, name, 4, (&raw mut value).cast::<c_void>(), null_mut()) };
        if answer.is_success() { Ok(value) } else { Err(answer) }
    }
}

/// All adapters, with a reference to each.
fn adapters(functions: &Functions) -> Result<Vec<AdapterHandle>, UrResult> {
    let get = functions.adapter_get.ok_or(UrResult::ERROR_UNSUPPORTED_FEATURE)?;
    let check = |result: UrResult| if result.is_success() { Ok(()) } else { Err(result) };
    let mut count = 0;
    // SAFETY: the outputs are local variables.
    check(unsafe { get(0, null_mut(), &raw mut count) })?;
    let mut adapters = vec![AdapterHandle::NULL; count as usize];
    if count > 0 {
        // SAFETY: there is room for `count` handles.
        check(unsafe { get(count, adapters.as_mut_ptr(), null_mut()) })?;
    }
    Ok(adapters)
}

fn start(functions: &StartUp, options: &Options) -> Result<(), UrError> {
    let mut config = null_mut();
    // SAFETY: the output is a local variable.
    succeeded("urLoaderConfigCreate", unsafe { (functions.config_create)(&raw mut config) })?;
    for layer in &options.layers {
        let name = CString::new(layer.as_str())
            .map_err(|_| UrError::Layer { layer: layer.clone(), result: UrResult::ERROR_INVALID_VALUE })?;
        // SAFETY: the configuration was just made, and the name is a C string that outlives the call.
        let result = unsafe { (functions.config_enable_layer)(config, name.as_ptr()) };
        if !result.is_success() {
            return Err(UrError::Layer { layer: layer.clone(), result });
        }
    }
    // SAFETY: the configuration was just made.
    succeeded("urLoaderInit", unsafe { (functions.init)(0, config) })?;
    // SAFETY: as above; it is not used again.
    succeeded("urLoaderConfigRelease", unsafe { (functions.config_release)(config) })
}

macro_rules! define_backend {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        impl UrIpc for UrBackend {
            fn implementation(&self) -> Implementation {
                let layers = self.options.layers.join(", ");
                let mut details = vec![
                    ("library".to_owned(), self.options.library.display().to_string()),
                    ("layers".to_owned(), if layers.is_empty() { "none".to_owned() } else { layers }),
                ];
                details.extend(self.describe_adapters().into_iter().map(|text| ("adapter".to_owned(), text)));
                let loaded = libraries::mapped();
                let new = loaded.difference(&self.others).map(|path| path.display().to_string());
                details.extend(new.map(|path| ("loaded".to_owned(), path)));
                let missing = self.functions.missing();
                if !missing.is_empty() {
                    details.push(("missing entry points".to_owned(), missing.join(", ")));
                }
                Implementation { name: "ur".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), details }
            }

            fn validates_arguments(&self) -> bool {
                self.options.validate()
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    match self.functions.$name {
                        // SAFETY: the caller keeps the contract of this entry point, which is UR's own.
                        Some(function) => unsafe { function($($arg,)*) },
                        None => left_out($ur),
                    }
                }
            )*
        }
    };
}

for_each_entry_point!(define_backend);
