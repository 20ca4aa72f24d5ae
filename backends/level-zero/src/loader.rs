//! The loader: opens it, starts it, and reads its description.

use crate::error::LevelZeroError;
use crate::result::{Native, Ze, is_lacking, ze};
use crate::zel::LoaderExtras;
use level_zero_sys::{
    ENTRY_POINTS, Functions, Library, ze_driver_handle_t, ze_init_driver_type_desc_t,
    ze_init_driver_type_flags_t, ze_init_flags_t, ze_result_t,
};
use std::path::PathBuf;

/// Options for opening a [`LevelZeroBackend`](crate::LevelZeroBackend).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The loader's library. `None` leaves it to the environment variable `LEVEL_ZERO_LOADER`, and to the dynamic linker
    /// without that.
    pub loader: Option<PathBuf>,
    /// Changes the table of the loader's entry points before the first of them is called, as a layer of Level Zero does:
    /// what is put in the place of an entry point may call the one that was there, and keeps to its contract. Functions
    /// that a driver offers by name only are not in the table.
    pub layer: Option<fn(&mut Functions)>,
}

/// The entry points that this backend needs. Any other that is missing only takes a feature away.
const NEEDED: &[&str] = &[
    "zeDriverGet",
    "zeDriverGetApiVersion",
    "zeDriverGetProperties",
    "zeDeviceGet",
    "zeDeviceGetProperties",
    "zeContextCreate",
    "zeContextDestroy",
    "zeCommandListCreateImmediate",
    "zeCommandListDestroy",
    "zeCommandListHostSynchronize",
    "zeCommandListAppendBarrier",
    "zeCommandListAppendMemoryCopy",
    "zeCommandListAppendMemoryFill",
    "zeCommandListAppendSignalEvent",
    "zeCommandListAppendWaitOnEvents",
    "zeEventDestroy",
    "zeEventHostSynchronize",
    "zeEventQueryStatus",
    "zeMemAllocDevice",
    "zeMemAllocHost",
    "zeMemFree",
];

/// An opened loader whose drivers are initialised.
pub struct Loader {
    library: Library,
    functions: Functions,
    /// The functions of the loader beside Level Zero's entry points.
    pub extras: LoaderExtras,
    /// The drivers, as the loader lists them.
    pub drivers: Vec<Native<ze_driver_handle_t>>,
}

impl Loader {
    /// Opens the loader that is asked for, or the one that the environment or the system names, and its drivers.
    pub fn open(options: &Options) -> Result<Self, LevelZeroError> {
        // SAFETY: the loader of Level Zero, or what the user names as one: its initialisers demand nothing, and its
        // symbols have the specification's signatures.
        let library = unsafe { Library::open(options.loader.as_deref()) }?;
        let extras = LoaderExtras::find(&library);
        let loader = extras.path.clone().unwrap_or_else(|| library.path().to_path_buf());
        let mut functions = *library.functions();
        if let Some(layer) = options.layer {
            layer(&mut functions);
        }
        if let Some(missing) = NEEDED.iter().find(|name| !functions.has(name)) {
            return Err(LevelZeroError::LoaderTooOld { loader, missing });
        }
        let no_driver = |result| LevelZeroError::NoDriver { loader: loader.clone(), result };
        let drivers = initialise(&functions).map_err(no_driver)?;
        if drivers.is_empty() {
            return Err(no_driver(ze_result_t::ZE_RESULT_SUCCESS));
        }
        let drivers = drivers.into_iter().map(Native).collect();
        Ok(Self { library, functions, extras, drivers })
    }

    /// The entry points, as the layer left them if there is one.
    pub fn functions(&self) -> Functions {
        self.functions
    }

    /// The file of the loader if the dynamic linker tells, else its name.
    pub fn path(&self) -> PathBuf {
        self.extras.path.clone().unwrap_or_else(|| self.library.path().to_path_buf())
    }

    /// The entry points that this crate knows and the loader lacks.
    pub fn missing(&self) -> Vec<&'static str> {
        ENTRY_POINTS.iter().map(|entry| entry.name).filter(|name| !self.functions.has(name)).collect()
    }
}

/// Initialises and lists the drivers of GPUs: by `zeInitDrivers` where loader and drivers have it, else
/// by `zeInit`.
fn initialise(functions: &Functions) -> Ze<Vec<ze_driver_handle_t>> {
    let mut gpus = ze_init_driver_type_desc_t {
        flags: ze_init_driver_type_flags_t::ZE_INIT_DRIVER_TYPE_FLAG_GPU,
        ..Default::default()
    };
    let by_type = listed(|count, drivers| {
        // SAFETY: the count is that of the array, which may be null for a count of 0; the descriptor is live.
        unsafe { ze!(functions, zeInitDrivers(count, drivers, &raw mut gpus)) }
    });
    if !by_type.as_ref().is_err_and(|error| is_lacking(*error)) {
        return by_type;
    }
    // SAFETY: takes a set of flags.
    unsafe { ze!(functions, zeInit(ze_init_flags_t::ZE_INIT_FLAG_GPU_ONLY)) }?;
    // SAFETY: the count is that of the array, which may be null for a count of 0.
    listed(|count, drivers| unsafe { ze!(functions, zeDriverGet(count, drivers)) })
}

/// A list that Level Zero gives in two calls: the count, then the items.
pub fn listed<T: Copy + Default>(get: impl FnMut(*mut u32, *mut T) -> Ze) -> Ze<Vec<T>> {
    listed_of(T::default(), get)
}

/// As [`listed`], with the value that each item holds when the driver fills it in: its tag.
pub fn listed_of<T: Copy>(empty: T, mut get: impl FnMut(*mut u32, *mut T) -> Ze) -> Ze<Vec<T>> {
    let mut count = 0;
    get(&raw mut count, std::ptr::null_mut())?;
    let mut items = vec![empty; count as usize];
    if count != 0 {
        get(&raw mut count, items.as_mut_ptr())?;
        items.truncate(count as usize);
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_needed_entry_point_is_known() {
        for name in NEEDED {
            assert!(ENTRY_POINTS.iter().any(|entry| entry.name == *name), "{name}");
        }
    }

    #[test]
    fn lists_take_two_calls() {
        let mut calls = 0;
        let items = listed(|count, items: *mut u32| {
            calls += 1;
            // SAFETY: `listed` passes a count, and an array of that many items or null.
            unsafe {
                if items.is_null() {
                    *count = 3;
                } else {
                    assert_eq!(*count, 3);
                    *items = 7;
                    *count = 2;
                }
            }
            Ok(())
        });
        assert_eq!((items, calls), (Ok(vec![7, 0]), 2));
    }
}
