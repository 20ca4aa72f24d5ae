//! `urPhysicalMemGetInfo` on imports.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use std::collections::HashMap;
use std::mem::offset_of;
use std::ptr::dangling;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_info_import_in_first_context",
        "An import says that it is in the context of the first one.",
        &["physical_memory.info.imported_context"],
        FirstContext::make,
    ),
    Mutant::new(
        "physical_info_import_in_source_context",
        "An import says that it is in the context of its source.",
        &["physical_memory.info.imported_context"],
        SourceContext::make,
    ),
    Mutant::new(
        "physical_info_import_in_no_context",
        "An import says that its context is null.",
        &["physical_memory.info.imported_context"],
        NoContext::make,
    ),
    Mutant::new(
        "physical_info_import_context_unknown",
        "CONTEXT cannot be asked of an import.",
        &["physical_memory.info.imported_context"],
        ContextUnknown::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_info_import_on_no_device",
        "An import says that its device is null.",
        &["physical_memory.info.imported_device"],
        NoDevice::make,
    ),
    Mutant::new(
        "physical_info_import_device_is_context",
        "An import gives its context for its device.",
        &["physical_memory.info.imported_device"],
        DeviceIsContext::make,
    ),
    Mutant::new(
        "physical_info_import_device_unknown",
        "DEVICE cannot be asked of an import.",
        &["physical_memory.info.imported_device"],
        DeviceUnknown::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_info_imported_size_0",
        "An import reports the size 0.",
        &["physical_memory.info.imported_size", "cross_process.physical_memory.size_and_info"],
        Size0::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_info_imported_size_rounded",
        "An import reports its size rounded up to a power of two.",
        &["physical_memory.info.imported_size"],
        SizeRounded::make,
    ),
    Mutant::new(
        "physical_info_imported_size_one_granule",
        "An import reports one granule less, if it has more than two.",
        &["physical_memory.info.imported_size"],
        SizeLess::make,
    ),
    Mutant::new(
        "physical_info_imported_size_with_header",
        "An import reports the size of the memory file behind it, which has a header.",
        &["physical_memory.info.imported_size"],
        SizeWithHeader::make,
    ),
    Mutant::new(
        "physical_info_imported_size_cached",
        "Every import reports the size of the first.",
        &["physical_memory.info.imported_size"],
        SizeCached::make,
    ),
    Mutant::new(
        "physical_info_imported_size_in_pages",
        "An import reports its size in units of 4 KiB.",
        &["physical_memory.info.imported_size"],
        SizeInPages::make,
    ),
    Mutant::new(
        "physical_info_import_properties_unknown",
        "PROPERTIES cannot be asked of an import.",
        &["physical_memory.info.imported_properties"],
        PropertiesUnknown::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_info_import_properties_stype",
        "The properties of an import have no type.",
        &["physical_memory.info.imported_properties"],
        PropertiesStype::make,
    ),
    Mutant::new(
        "physical_info_import_properties_next",
        "The properties of an import chain to something that is gone.",
        &["physical_memory.info.imported_properties"],
        PropertiesNext::make,
    )
    .seen_in("intel/llvm unified-runtime/source/adapters/cuda/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_info_import_properties_flags",
        "The properties of an import have a reserved flag.",
        &["physical_memory.info.imported_properties"],
        PropertiesFlags::make,
    ),
    Mutant::new(
        "physical_info_import_properties_size",
        "The properties of an import are said to have 16 bytes.",
        &["physical_memory.info.imported_properties"],
        PropertiesSize::make,
    ),
    Mutant::new(
        "physical_info_import_properties_unwritten",
        "The properties of an import are not written.",
        &["physical_memory.info.imported_properties"],
        PropertiesUnwritten::make,
    ),
    Mutant::new(
        "physical_info_import_on_first_device",
        "An import says that it is on the first device of its context.",
        &["physical_memory.info.imported_device"],
        FirstDevice::make,
    )
    .on("two-devices"),
    Mutant::new(
        "physical_info_import_on_source_device",
        "An import says that it is on the device of its source.",
        &["physical_memory.info.imported_device"],
        SourceDevice::make,
    )
    .on("two-devices"),
];

/// Defines a layer that knows imports, and changes what a query of one says.
macro_rules! of_imports {
    ($type:ident, |$this:ident, $call:ident| $change:block) => {
        physical!($type { imports: Mutex<Vec<PhysicalMemHandle>> }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    locked(&this.imports).push(call.opened());
                }
                result
            }
            info($this, $call) {
                let result = $call.run();
                if result.is_success() && locked(&$this.imports).contains(&$call.object) {
                    $change
                }
                result
            }
        );
    };
}

/// Defines a layer that knows imports, of which some queries are refused.
macro_rules! unknown_of_imports {
    ($type:ident, $name:ident) => {
        physical!($type { imports: Known }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.imports.add(call.opened().address());
                }
                result
            }
            info(this, call) {
                if call.name == PhysicalMemInfo::$name && this.imports.has(call.object.address()) {
                    return UrResult::ERROR_UNSUPPORTED_ENUMERATION;
                }
                call.run()
            }
        );
    };
}

unknown_of_imports!(ContextUnknown, CONTEXT);
unknown_of_imports!(DeviceUnknown, DEVICE);
unknown_of_imports!(PropertiesUnknown, PROPERTIES);

physical!(FirstContext { context: Mutex<ContextHandle>, imports: Known }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            this.imports.add(call.opened().address());
            let mut first = locked(&this.context);
            if first.is_null() {
                *first = call.context;
            }
        }
        result
    }
    info(this, call) {
        let result = call.run();
        if result.is_success() && this.imports.has(call.object.address()) {
            call.replace(PhysicalMemInfo::CONTEXT, *locked(&this.context));
        }
        result
    }
);

physical!(SourceContext { context: Mutex<ContextHandle>, imports: Known }
    get(this, call) {
        *locked(&this.context) = call.context;
        call.run()
    }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            this.imports.add(call.opened().address());
        }
        result
    }
    info(this, call) {
        let result = call.run();
        if result.is_success() && this.imports.has(call.object.address()) {
            call.replace(PhysicalMemInfo::CONTEXT, *locked(&this.context));
        }
        result
    }
);

of_imports!(NoContext, |this, call| { call.replace(PhysicalMemInfo::CONTEXT, ContextHandle::NULL) });
of_imports!(NoDevice, |this, call| { call.replace(PhysicalMemInfo::DEVICE, DeviceHandle::NULL) });
of_imports!(DeviceIsContext, |this, call| {
    let context: ContextHandle = property(call.below, call.object, PhysicalMemInfo::CONTEXT);
    call.replace(PhysicalMemInfo::DEVICE, context)
});

of_imports!(Size0, |this, call| { call.replace(PhysicalMemInfo::SIZE, 0usize) });
of_imports!(SizeRounded, |this, call| { call.change(PhysicalMemInfo::SIZE, usize::next_power_of_two) });
of_imports!(SizeLess, |this, call| {
    call.change(PhysicalMemInfo::SIZE, |size: usize| if size > 2 * GRANULE { size - GRANULE } else { size })
});
of_imports!(SizeWithHeader, |this, call| {
    call.change(PhysicalMemInfo::SIZE, |size: usize| size + GRANULE)
});
of_imports!(SizeInPages, |this, call| { call.change(PhysicalMemInfo::SIZE, |size: usize| size / 4096) });

physical!(SizeCached { size: Mutex<usize>, imports: Known }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            this.imports.add(call.opened().address());
            let mut size = locked(&this.size);
            if *size == 0 {
                *size = property(call.below, call.opened(), PhysicalMemInfo::SIZE);
            }
        }
        result
    }
    info(this, call) {
        let result = call.run();
        if result.is_success() && this.imports.has(call.object.address()) {
            call.replace(PhysicalMemInfo::SIZE, *locked(&this.size));
        }
        result
    }
);

/// Overwrites a field of the properties that a successful query has written.
pub(super) fn put_field<T: Copy>(call: &Info<'_>, offset: usize, value: T) {
    if call.name == PhysicalMemInfo::PROPERTIES && !call.value.is_null() {
        // SAFETY: the query has just written properties there, and the field is inside.
        unsafe { call.value.byte_add(offset).cast::<T>().write_unaligned(value) };
    }
}

pub(super) const STYPE: usize = offset_of!(PhysicalMemProperties, stype);

of_imports!(PropertiesStype, |this, call| { put_field(&call, STYPE, StructureType(0)) });
of_imports!(PropertiesNext, |this, call| {
    put_field(&call, offset_of!(PhysicalMemProperties, p_next), dangling::<u64>())
});
of_imports!(PropertiesFlags, |this, call| {
    put_field(&call, offset_of!(PhysicalMemProperties, flags), PhysicalMemFlags(3))
});

/// Says that a property has another size.
pub(super) fn say_size(call: &Info<'_>, name: PhysicalMemInfo, size: usize) {
    if call.name == name && !call.size_ret.is_null() {
        // SAFETY: writable as UR demands.
        unsafe { call.size_ret.write(size) };
    }
}

of_imports!(PropertiesSize, |this, call| { say_size(&call, PhysicalMemInfo::PROPERTIES, 16) });

physical!(PropertiesUnwritten { imports: Known }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            this.imports.add(call.opened().address());
        }
        result
    }
    info(this, call) {
        if call.name != PhysicalMemInfo::PROPERTIES || !this.imports.has(call.object.address()) {
            return call.run();
        }
        let mut unseen = [0u8; 24];
        let value = if call.value.is_null() { call.value } else { unseen.as_mut_ptr().cast() };
        Info { value, ..call }.run()
    }
);

physical!(FirstDevice { devices: Devices }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.devices).insert(call.opened(), call.own_device());
        }
        result
    }
    info(this, call) { says_device(&this.devices, &call) }
);

physical!(SourceDevice { source: Mutex<DeviceHandle>, devices: Devices }
    create(this, call) {
        *locked(&this.source) = call.device;
        call.run()
    }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.devices).insert(call.opened(), *locked(&this.source));
        }
        result
    }
    info(this, call) { says_device(&this.devices, &call) }
);

/// The devices that imports claim to be on.
type Devices = Mutex<HashMap<PhysicalMemHandle, DeviceHandle>>;

/// Answers a query with the device that an import claims to be on.
fn says_device(devices: &Devices, call: &Info<'_>) -> UrResult {
    let result = call.run();
    if result.is_success()
        && let Some(device) = locked(devices).get(&call.object)
    {
        call.replace(PhysicalMemInfo::DEVICE, *device);
    }
    result
}

pub(super) use of_imports;
