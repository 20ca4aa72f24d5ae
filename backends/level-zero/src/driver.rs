//! A driver, and the functions that it offers by name.

use crate::error::LevelZeroError;
use crate::loader::{Loader, listed};
use crate::result::{Native, Ze, ze};
use crate::zel::LoaderExtras;
use level_zero_sys::{
    Functions, ze_api_version_t, ze_command_list_handle_t, ze_device_handle_t, ze_driver_handle_t,
    ze_driver_ipc_properties_t, ze_driver_properties_t, ze_event_handle_t, ze_host_function_callback_t,
    ze_ipc_property_flags_t, ze_result_t, zex_pfnCounterBasedEventCreate2_t,
};
use once_cell::sync::OnceCell;
use std::ffi::{CStr, c_void};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_backend_kit::next_id;

/// `zeCommandListAppendHostFunction`, which most drivers offer by name only.
pub type AppendHostFunction = unsafe extern "C" fn(
    ze_command_list_handle_t,
    ze_host_function_callback_t,
    *mut c_void,
    *const c_void,
    ze_event_handle_t,
    u32,
    *mut ze_event_handle_t,
) -> ze_result_t;

/// The call by which a driver makes counter-based events.
pub enum EventRoute {
    /// `zeEventCounterBasedCreate`
    Core,
    /// `zexCounterBasedEventCreate2`, of the time before the core call.
    ByName(zex_pfnCounterBasedEventCreate2_t),
}

/// One driver: a platform of UR.
pub struct Driver {
    /// UR's handle of the platform.
    pub id: usize,
    /// The loader's entry points.
    pub functions: Functions,
    /// The functions of the loader beside Level Zero's entry points.
    pub extras: LoaderExtras,
    /// Level Zero's handle.
    pub native: Native<ze_driver_handle_t>,
    /// The version of the specification that the driver implements.
    pub api_version: ze_api_version_t,
    /// The version of the driver, as Intel encodes it: "1.17.39000".
    pub version: String,
    /// The call that makes counter-based events, known from the first that was made.
    pub event_route: OnceCell<EventRoute>,
    /// Whether it fetches what a memory handle of another process names, known from the first that shows it.
    pub fetches_memory: OnceCell<bool>,
    append_host_function_by_name: OnceCell<Option<AppendHostFunction>>,
    /// Whether a descriptor that physical memory was imported from is the driver's to close.
    takes_imports: AtomicBool,
}

impl Driver {
    /// Asks a driver for its versions.
    pub fn new(loader: &Loader, native: ze_driver_handle_t) -> Result<Self, LevelZeroError> {
        let functions = loader.functions();
        let failed = |call| move |result| LevelZeroError::CallFailed { call, result };
        let mut api_version = ze_api_version_t::default();
        // SAFETY: the driver was just listed; the output is a local variable.
        unsafe { ze!(functions, zeDriverGetApiVersion(native, &raw mut api_version)) }
            .map_err(failed("zeDriverGetApiVersion"))?;
        let mut properties = ze_driver_properties_t::new();
        // SAFETY: as above; nothing is chained.
        unsafe { ze!(functions, zeDriverGetProperties(native, &raw mut properties)) }
            .map_err(failed("zeDriverGetProperties"))?;
        Ok(Self {
            id: next_id(),
            functions,
            extras: loader.extras.clone(),
            native: Native(native),
            api_version,
            version: dotted(properties.driverVersion),
            event_route: OnceCell::new(),
            fetches_memory: OnceCell::new(),
            append_host_function_by_name: OnceCell::new(),
            takes_imports: AtomicBool::new(false),
        })
    }

    /// Whether the driver closes the descriptor of imported physical memory with it.
    pub fn takes_imports(&self) -> bool {
        self.takes_imports.load(Ordering::Relaxed)
    }

    /// Notes that the driver has closed the descriptor of imported physical memory with it.
    pub fn note_taken_import(&self) {
        self.takes_imports.store(true, Ordering::Relaxed);
    }

    /// The devices, as the driver lists them.
    pub fn devices(&self) -> Ze<Vec<ze_device_handle_t>> {
        listed(|count, devices| {
            // SAFETY: the count is that of the array, which may be null for a count of 0.
            unsafe { ze!(self.functions, zeDeviceGet(self.native.0, count, devices)) }
        })
    }

    /// The version of the specification that the driver implements: "1.17".
    pub fn api(&self) -> String {
        format!("{}.{}", self.api_version.major(), self.api_version.minor())
    }

    /// True if the driver implements this version 1.`minor` of the specification.
    pub fn implements(&self, minor: u32) -> bool {
        (self.api_version.major(), self.api_version.minor()) >= (1, minor)
    }

    /// True unless the driver says that it shares no memory between processes.
    pub fn shares_memory(&self) -> Ze<bool> {
        let mut properties = ze_driver_ipc_properties_t::new();
        // SAFETY: the driver lives as long as the process; the output is a local variable with nothing chained.
        unsafe { ze!(self.functions, zeDriverGetIpcProperties(self.native.0, &raw mut properties)) }?;
        Ok(properties.flags.contains(ze_ipc_property_flags_t::ZE_IPC_PROPERTY_FLAG_MEMORY))
    }

    /// `zexCounterBasedEventCreate2`, if the driver offers it.
    pub fn create_event_by_name(&self) -> Option<zex_pfnCounterBasedEventCreate2_t> {
        // SAFETY: the driver lives as long as the process.
        unsafe { self.functions.counter_based_event_create2(self.native.0) }.ok()
    }

    /// `zeCommandListAppendHostFunction` of the driver, looked up once.
    pub fn append_host_function_by_name(&self) -> Option<AppendHostFunction> {
        const NAME: &CStr = c"zeCommandListAppendHostFunction";
        *self.append_host_function_by_name.get_or_init(|| {
            // SAFETY: the driver lives as long as the process.
            let address = unsafe { self.functions.extension(self.native.0, NAME) }.ok()?;
            // SAFETY: a driver that knows the name returns the function that the specification has under it.
            Some(unsafe { std::mem::transmute::<NonNull<c_void>, AppendHostFunction>(address) })
        })
    }
}

/// Intel's encoding of a driver's version: 8 bits major, 8 bits minor, 16 bits build.
fn dotted(version: u32) -> String {
    format!("{}.{}.{}", version >> 24, version >> 16 & 0xff, version & 0xffff)
}

#[cfg(test)]
mod tests {
    use super::dotted;

    #[test]
    fn versions_are_dotted() {
        assert_eq!(dotted(0x0111_9858), "1.17.39000");
    }
}
