//! `urIPCGetPhysMemHandleExp` on objects that are not for sharing.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_get_plain_object_null_properties",
        "An object with null properties can be exported.",
        &["physical_memory.get.not_exportable"],
        NullPropertiesShared::make,
    ),
    Mutant::new(
        "physical_get_plain_object_no_flags",
        "An object with properties but no flags can be exported.",
        &["physical_memory.get.not_exportable"],
        NoFlagsShared::make,
    ),
    Mutant::new(
        "physical_get_plain_object_fakes_success",
        "Get on an object that cannot be exported succeeds and gives nothing.",
        &["physical_memory.get.not_exportable"],
        FakesSuccess::make,
    ),
    Mutant::new(
        "physical_get_plain_object_invalid_value",
        "An object that cannot be exported is refused with INVALID_VALUE.",
        &["physical_memory.get.not_exportable"],
        PlainInvalidValue::make,
    ),
    Mutant::new(
        "physical_get_plain_object_invalid_object",
        "An object that cannot be exported is refused with INVALID_MEM_OBJECT.",
        &["physical_memory.get.not_exportable"],
        PlainInvalidObject::make,
    ),
    Mutant::new(
        "physical_get_plain_object_unsupported",
        "An object that cannot be exported is refused with UNSUPPORTED_FEATURE.",
        &["physical_memory.get.not_exportable"],
        PlainUnsupported::make,
    ),
    Mutant::new(
        "physical_get_plain_object_leaks",
        "The refusal to export an object loses a descriptor.",
        &["physical_memory.get.not_exportable"],
        PlainLeaks::make,
    ),
    Mutant::new(
        "physical_get_plain_object_in_use",
        "An object that cannot be exported is refused with INVALID_VALUE once it was mapped.",
        &["physical_memory.get.not_exportable"],
        PlainInUse::make,
    ),
    Mutant::new(
        "physical_get_plain_object_releases",
        "The second refusal to export an object releases it.",
        &["physical_memory.get.not_exportable"],
        PlainReleases::make,
    ),
];

physical!(NullPropertiesShared {} create(_, call) {
    if call.properties.is_null() { call.run_with(PhysicalMemFlags::ENABLE_IPC) } else { call.run() }
});

physical!(NoFlagsShared {} create(_, call) {
    let plain = !call.properties.is_null() && call.flags() == PhysicalMemFlags::NONE_SET;
    if plain { call.run_with(PhysicalMemFlags::ENABLE_IPC) } else { call.run() }
});

/// Defines a layer with another answer to a Get on an object that cannot be exported.
macro_rules! not_exportable {
    ($type:ident, $code:ident) => {
        physical!($type {} get(_, call) {
            let result = call.run();
            if result == UrResult::ERROR_INVALID_ARGUMENT { UrResult::$code } else { result }
        });
    };
}

not_exportable!(FakesSuccess, SUCCESS);
not_exportable!(PlainInvalidValue, ERROR_INVALID_VALUE);
not_exportable!(PlainInvalidObject, ERROR_INVALID_MEM_OBJECT);
not_exportable!(PlainUnsupported, ERROR_UNSUPPORTED_FEATURE);

physical!(PlainLeaks {} get(_, call) {
    let result = call.run();
    lose_if(result == UrResult::ERROR_INVALID_ARGUMENT);
    result
});

physical!(PlainInUse { used: Known }
    get(this, call) {
        let result = call.run();
        let used = this.used.has(call.object.address());
        if result == UrResult::ERROR_INVALID_ARGUMENT && used { UrResult::ERROR_INVALID_VALUE } else { result }
    }
    map(this, call) {
        this.used.add(call.object.address());
        call.run()
    }
);

physical!(PlainReleases { refused: Known } get(this, call) {
    let result = call.run();
    if result == UrResult::ERROR_INVALID_ARGUMENT && !this.refused.add(call.object.address()) {
        Release { below: call.below, object: call.object }.run();
    }
    result
});
