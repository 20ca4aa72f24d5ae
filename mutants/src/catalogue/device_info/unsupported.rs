//! Entry points of a family that the device does not report, and that do not say that they are unsupported.

use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{
    Defect, End, Events, Get, Kind, Memory, Open, Physical, Put, make,
};
use ur_ipc_api::UrResult;

/// The same defects of a family that is not supported.
macro_rules! of_family {
    ($family:literal, $what:literal, $requirement:literal, $kind:ident, $profile:literal) => {
        &[
            row::<$kind, GetSucceeds>(
                concat!("info_", $family, "_false_get_succeeds"),
                concat!($what, " is not supported, and Get succeeds with nothing"),
                &[$requirement],
                $profile,
            ),
            row::<$kind, GetIsInvalid>(
                concat!("info_", $family, "_false_get_invalid"),
                concat!($what, " is not supported, and Get answers INVALID_VALUE"),
                &[$requirement],
                $profile,
            ),
            row::<$kind, GetWrites>(
                concat!("info_", $family, "_false_get_writes"),
                concat!($what, " is not supported, and Get gives a handle with its error"),
                &[$requirement],
                $profile,
            ),
            row::<$kind, OpenSucceeds>(
                concat!("info_", $family, "_false_open_succeeds"),
                concat!($what, " is not supported, and Open succeeds with nothing"),
                &[$requirement],
                $profile,
            ),
            row::<$kind, OpenIsInvalid>(
                concat!("info_", $family, "_false_open_invalid"),
                concat!($what, " is not supported, and Open answers INVALID_VALUE to everything"),
                &[$requirement],
                $profile,
            ),
            row::<$kind, OpenIsUninitialized>(
                concat!("info_", $family, "_false_open_uninitialized"),
                concat!($what, " is not supported, and the loader has no Open"),
                &[$requirement],
                $profile,
            ),
            row::<$kind, OpenWrites>(
                concat!("info_", $family, "_false_open_writes"),
                concat!($what, " is not supported, and Open gives something with its error"),
                &[$requirement],
                $profile,
            ),
            row::<$kind, OpenWipes>(
                concat!("info_", $family, "_false_open_wipes"),
                concat!($what, " is not supported, and Open writes into the caller's handle"),
                &[$requirement],
                $profile,
            ),
            row::<$kind, PutSucceeds>(
                concat!("info_", $family, "_false_put_succeeds"),
                concat!($what, " is not supported, and Put succeeds"),
                &[$requirement],
                $profile,
            ),
        ]
    };
}

const fn row<K: Kind, D: Defect>(
    id: &'static str,
    description: &'static str,
    violates: &'static [&'static str],
    profile: &'static str,
) -> Mutant {
    Mutant::new(id, description, violates, make::<K, D>).on(profile)
}

pub(super) const OF_MEMORY: &[Mutant] =
    of_family!("memory", "USM memory", "device_info.memory_false_means_unsupported", Memory, "no-memory");
pub(super) const OF_PHYSICAL: &[Mutant] = of_family!(
    "physical",
    "Physical memory",
    "device_info.physical_false_means_unsupported",
    Physical,
    "no-physical-memory"
);

pub(super) const OTHERS: &[Mutant] = &[
    row::<Memory, CloseSucceeds>(
        "info_memory_false_close_succeeds",
        "USM memory is not supported, and Close succeeds",
        &["device_info.memory_false_means_unsupported"],
        "no-memory",
    ),
    row::<Memory, CloseIsInvalid>(
        "info_memory_false_close_invalid",
        "USM memory is not supported, and Close answers INVALID_VALUE",
        &["device_info.memory_false_means_unsupported"],
        "no-memory",
    ),
    row::<Memory, CloseFrees>(
        "info_memory_false_close_frees",
        "USM memory is not supported, and Close frees the caller's memory",
        &["device_info.memory_false_means_unsupported"],
        "no-memory",
    ),
    row::<Physical, CloseSucceeds>(
        "info_physical_false_close_succeeds",
        "Physical memory is not supported, and Close succeeds",
        &["device_info.physical_false_means_unsupported"],
        "no-physical-memory",
    ),
    row::<Physical, CloseIsInvalid>(
        "info_physical_false_close_invalid",
        "Physical memory is not supported, and Close answers INVALID_VALUE",
        &["device_info.physical_false_means_unsupported"],
        "no-physical-memory",
    ),
    row::<Physical, CloseReleases>(
        "info_physical_false_close_releases",
        "Physical memory is not supported, and Close takes a reference of the object",
        &["device_info.physical_false_means_unsupported"],
        "no-physical-memory",
    ),
    row::<Events, GetSucceeds>(
        "info_event_false_get_succeeds",
        "Events are not supported, and Get succeeds with nothing",
        &["device_info.event_false_get_unsupported"],
        "no-event",
    ),
    row::<Events, GetIsInvalid>(
        "info_event_false_get_invalid",
        "Events are not supported, and Get answers INVALID_VALUE",
        &["device_info.event_false_get_unsupported"],
        "no-event",
    ),
    row::<Events, GetIsUninitialized>(
        "info_event_false_get_uninitialized",
        "Events are not supported, and the loader has no Get",
        &["device_info.event_false_get_unsupported"],
        "no-event",
    )
    .seen_in("the CUDA, HIP, native CPU and offload adapters, which leave the slots of the table empty"),
    row::<Events, GetWrites>(
        "info_event_false_get_writes",
        "Events are not supported, and Get gives a handle with its error",
        &["device_info.event_false_get_unsupported"],
        "no-event",
    ),
    row::<Events, GetReleases>(
        "info_event_false_get_releases",
        "Events are not supported, and Get takes a reference of the event",
        &["device_info.event_false_get_unsupported"],
        "no-event",
    ),
    row::<Events, OpenSucceeds>(
        "info_event_false_open_succeeds",
        "Events are not supported, and Open succeeds with nothing",
        &["device_info.event_false_open_unsupported"],
        "no-event",
    ),
    row::<Events, OpenIsInvalid>(
        "info_event_false_open_invalid",
        "Events are not supported, and Open answers INVALID_VALUE to everything",
        &["device_info.event_false_open_unsupported"],
        "no-event",
    ),
    row::<Events, OpenIsUninitialized>(
        "info_event_false_open_uninitialized",
        "Events are not supported, and the loader has no Open",
        &["device_info.event_false_open_unsupported"],
        "no-event",
    )
    .seen_in("the CUDA, HIP, native CPU and offload adapters, which leave the slots of the table empty"),
    row::<Events, OpenWrites>(
        "info_event_false_open_writes",
        "Events are not supported, and Open gives something with its error",
        &["device_info.event_false_open_unsupported"],
        "no-event",
    ),
    row::<Events, PutSucceeds>(
        "info_event_false_put_succeeds",
        "Events are not supported, and Put succeeds",
        &["device_info.event_false_open_unsupported"],
        "no-event",
    ),
];

/// A defect that is one answer to one function.
macro_rules! answers {
    ($($defect:ident $function:ident $call:ident $code:ident;)*) => {$(
        #[derive(Default)]
        struct $defect;

        impl Defect for $defect {
            fn $function(&self, _: &$call<'_>) -> UrResult {
                UrResult::$code
            }
        }
    )*};
}

answers! {
    GetSucceeds get Get SUCCESS;
    GetIsInvalid get Get ERROR_INVALID_VALUE;
    GetIsUninitialized get Get ERROR_UNINITIALIZED;
    OpenSucceeds open Open SUCCESS;
    OpenIsInvalid open Open ERROR_INVALID_VALUE;
    OpenIsUninitialized open Open ERROR_UNINITIALIZED;
    PutSucceeds put Put SUCCESS;
    CloseSucceeds close End SUCCESS;
    CloseIsInvalid close End ERROR_INVALID_VALUE;
}

#[derive(Default)]
struct GetWrites;

impl Defect for GetWrites {
    fn get(&self, call: &Get<'_>) -> UrResult {
        if !call.size.is_null() {
            // SAFETY: writable as UR demands.
            unsafe { call.size.write(96) };
        }
        call.run()
    }
}

#[derive(Default)]
struct GetReleases;

impl Defect for GetReleases {
    fn get(&self, call: &Get<'_>) -> UrResult {
        // SAFETY: the host backend refuses what is no event.
        unsafe { call.below.event_release(ur_ipc_api::EventHandle(call.object)) };
        call.run()
    }
}

#[derive(Default)]
struct OpenWrites;

impl Defect for OpenWrites {
    fn open(&self, call: &Open<'_>) -> UrResult {
        call.give(0x1000);
        call.run()
    }
}

#[derive(Default)]
struct OpenWipes;

impl Defect for OpenWipes {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if !call.data.is_null() && call.size > 0 {
            // SAFETY: the suite's handles are in memory that can be written.
            unsafe { call.data.cast::<u8>().write_bytes(0, call.size) };
        }
        call.run()
    }
}

#[derive(Default)]
struct CloseFrees;

impl Defect for CloseFrees {
    fn close(&self, call: &End<'_>) -> UrResult {
        let result = call.run();
        End { closes: false, ..*call }.run();
        result
    }
}

/// As [`CloseFrees`], for objects with a count of references.
type CloseReleases = CloseFrees;
