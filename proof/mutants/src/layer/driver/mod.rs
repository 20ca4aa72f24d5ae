//! The layer for defects between the Level Zero backend and its driver. It passes calls on as values ([`call`]), as the
//! layer on the host backend does. It knows the objects that the driver has made, exported and opened ([`Driver`]).

#![expect(non_snake_case, reason = "names of the C API")]

mod ask;
mod below;
pub(crate) mod codes;
mod notes;

pub(crate) use ask::{Says, file_identity, file_of};
pub(crate) use below::{Driver, Object, Sort};

use super::cell::plain;
use super::{Argument, Call, In, Interface, Kept, Out, Ptr, Slot};
use crate::kind::Kind;
use level_zero_sys::*;
use std::ffi::{c_char, c_void};
use std::sync::OnceLock;

/// Level Zero: the defect is on top of a driver.
pub(crate) struct LevelZero;

impl Interface for LevelZero {
    type Below = Driver;
    type Result = ze_result_t;
    type Hooks = Hooks;

    const SUCCESS: ze_result_t = codes::SUCCESS;

    fn hooks(kind: &mut Kind) -> Option<&mut Hooks> {
        if let Kind::Driver(hooks) = kind { Some(hooks) } else { None }
    }
}

/// A process has one driver, and at most one defect on top of it.
static LAYER: OnceLock<(&Hooks, Driver)> = OnceLock::new();

static HOOKS: OnceLock<&Hooks> = OnceLock::new();

macro_rules! define_layer {
    ($($(#[$meta:meta])* ($major:literal, $minor:literal)
        $name:ident($($parameter:ident: $type:ty),* $(,)?) -> $result:ident;)*) => {
        /// The calls of the entry points, with their arguments.
        pub(crate) mod call {
            use super::*;

            $(define_call! { $result $(#[$meta])* $name($($parameter: $type),*) })*
        }

        /// The actions of a defect, by call.
        #[derive(Default)]
        #[expect(dead_code, reason = "one entry point has no result")]
        pub(crate) struct Hooks {
            $($name: Slot<call::$name, LevelZero>,)*
        }

        fn install(functions: &mut Functions) {
            let hooks = HOOKS.get().expect("set by who asks for the layer");
            LAYER.get_or_init(|| (hooks, Driver::new(*functions)));
            $(call::$name::install(functions);)*
        }
    };
}

macro_rules! define_call {
    (ze_result_t $(#[$meta:meta])* $name:ident($($parameter:ident: $type:ty),*)) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name {
            $(pub(crate) $parameter: <$type as Argument>::Value,)*
        }

        impl $name {
            /// Makes the call, and notes what it does.
            pub(crate) fn run(&self, driver: &Driver) -> ze_result_t {
                let entry = driver.functions.$name.expect("an entry point that the driver has");
                // SAFETY: the arguments are those of a caller of this entry point, or a defect has put others in their
                // place that keep its rules as well.
                let make = || unsafe { entry($(Argument::raw(self.$parameter)),*) };
                driver.notes.$name.pass(self, driver, make)
            }

            /// Puts the layer in front of the entry point.
            pub(super) fn install(functions: &mut Functions) {
                unsafe extern "C" fn entry($($parameter: $type),*) -> ze_result_t {
                    let call = $name { $($parameter: Argument::value($parameter)),* };
                    let (hooks, driver) = LAYER.get().expect("calls come after the layer");
                    hooks.$name.pass(&call, driver, || call.run(driver))
                }
                functions.$name = functions.$name.and(Some(entry));
            }
        }

        impl Call<LevelZero> for $name {
            fn slot(hooks: &mut Hooks) -> &mut Slot<Self, LevelZero> {
                &mut hooks.$name
            }

            fn run(&self, driver: &Driver) -> ze_result_t {
                self.run(driver)
            }
        }
    };
    // Nothing can go wrong in the one that does not say how it went.
    ($result:ident $(#[$meta:meta])* $name:ident $parameters:tt) => {
        $(#[$meta])*
        pub(crate) struct $name;

        impl $name {
            pub(super) fn install(_: &mut Functions) {}
        }
    };
}

for_each_entry_point!(define_layer);

/// The layer that does this to calls.
pub(crate) fn layer(hooks: &'static Hooks) -> fn(&mut Functions) {
    HOOKS.get_or_init(|| hooks);
    install
}

impl Argument for *mut *const c_char {
    type Value = Self;
    fn value(self) -> Self {
        self
    }
    fn raw(value: Self) -> Self {
        value
    }
}

plain! {
    i8, u8, ze_api_version_t, ze_command_list_desc_t, ze_command_list_handle_t, ze_command_queue_desc_t,
    ze_command_queue_group_properties_t, ze_command_queue_handle_t, ze_context_desc_t, ze_context_handle_t,
    ze_device_cache_properties_t, ze_device_compute_properties_t, ze_device_external_memory_properties_t,
    ze_device_handle_t, ze_device_image_properties_t, ze_device_mem_alloc_desc_t,
    ze_device_memory_access_properties_t, ze_device_memory_properties_t, ze_device_module_properties_t,
    ze_device_p2p_properties_t, ze_device_properties_t, ze_driver_extension_properties_t, ze_driver_handle_t,
    ze_driver_ipc_properties_t, ze_driver_properties_t, ze_event_counter_based_desc_t, ze_event_desc_t,
    ze_event_handle_t, ze_event_pool_desc_t, ze_event_pool_handle_t, ze_fence_handle_t,
    ze_host_mem_alloc_desc_t, ze_init_driver_type_desc_t, ze_init_flags_t,
    ze_ipc_event_counter_based_handle_t, ze_ipc_event_pool_handle_t, ze_ipc_mem_handle_t,
    ze_ipc_memory_flags_t, ze_kernel_timestamp_result_t, ze_memory_access_attribute_t,
    ze_memory_allocation_properties_t, ze_memory_free_ext_desc_t, ze_pci_ext_properties_t,
    ze_physical_mem_desc_t, ze_physical_mem_handle_t, ze_physical_mem_properties_t, zes_device_handle_t,
    zes_driver_handle_t, zes_mem_handle_t, zes_mem_properties_t, zes_mem_state_t, zes_init_flags_t, zes_uuid_t,
}
