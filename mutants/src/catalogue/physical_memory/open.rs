//! `urIPCOpenPhysMemHandleExp` on good handles.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use std::collections::HashMap;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_open_gives_source",
        "Open in the exporting process gives the source itself, with a reference more.",
        &["physical_memory.open.success_same_process", "physical_memory.open.multiple"],
        GivesSource::make,
    ),
    Mutant::new(
        "physical_open_gives_null",
        "Open succeeds and gives a null handle.",
        &["physical_memory.open.success_same_process"],
        GivesNull::make,
    ),
    Mutant::new(
        "physical_open_writes_nothing",
        "Open succeeds and writes nothing.",
        &["physical_memory.open.success_same_process"],
        WritesNothing::make,
    ),
    Mutant::new(
        "physical_open_refuses_own",
        "Open refuses handles of its own process.",
        &["physical_memory.open.success_same_process"],
        RefusesOwn::make,
    ),
    Mutant::new(
        "physical_open_once",
        "A handle can be opened once only.",
        &["physical_memory.open.success_same_process", "physical_memory.open.multiple"],
        Once::make,
    ),
    Mutant::new(
        "physical_open_three_imports",
        "A handle can be opened three times at once only.",
        &["physical_memory.open.multiple"],
        ThreeImports::make,
    ),
    Mutant::new(
        "physical_open_same_import",
        "A second Open of a handle gives the first import again, with a reference more.",
        &["physical_memory.open.multiple"],
        SameImport::make,
    ),
    Mutant::new(
        "physical_open_second_is_other_memory",
        "A second Open of a handle gives memory of its own.",
        &["physical_memory.open.multiple"],
        SecondIsOther::make,
    ),
    Mutant::new(
        "physical_open_close_ends_all",
        "Close of one import makes the others of its handle unusable.",
        &["physical_memory.open.multiple"],
        CloseEndsAll::make,
    ),
    Mutant::new(
        "physical_open_close_last_first",
        "Imports can be closed in the reverse order of their Opens only.",
        &["physical_memory.close.success"],
        CloseLastFirst::make,
    ),
    Mutant::new(
        "physical_open_shares_references",
        "The imports of one handle count their references together.",
        &["physical_memory.open.multiple", "physical_memory.info.imported_refcount"],
        SharesReferences::make,
    ),
    Mutant::new(
        "physical_open_retains_source",
        "Open adds a reference to the source, which Close drops.",
        &["physical_memory.info.imported_refcount"],
        RetainsSource::make,
    ),
    Mutant::new(
        "physical_open_needs_original_buffer",
        "Open takes the buffer that Get gave and no copy of it.",
        &["physical_memory.open.byte_copy"],
        NeedsOriginal::make,
    ),
    Mutant::new(
        "physical_open_refuses_original_buffer",
        "Open takes copies of the buffer that Get gave and not the buffer.",
        &["physical_memory.open.byte_copy"],
        RefusesOriginal::make,
    ),
    Mutant::new(
        "physical_open_needs_alignment_8",
        "Open refuses bytes that are not aligned to 8.",
        &["physical_memory.open.byte_copy"],
        NeedsAlignment8::make,
    ),
    Mutant::new(
        "physical_open_needs_alignment_2",
        "Open refuses bytes at odd addresses.",
        &["physical_memory.open.byte_copy"],
        NeedsAlignment2::make,
    ),
    Mutant::new(
        "physical_open_modifies_original",
        "Open marks the buffer that Get gave as used.",
        &["physical_memory.open.byte_copy"],
        ModifiesOriginal::make,
    ),
    Mutant::new(
        "physical_open_device_not_checked",
        "Open takes a device that is not in the context.",
        &["physical_memory.open.device_not_in_context"],
        DeviceNotChecked::make,
    )
    .on("two-devices")
    .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_open_device_leaks",
        "The refusal of a device that is not in the context loses a descriptor.",
        &["physical_memory.open.device_not_in_context"],
        DeviceLeaks::make,
    )
    .on("two-devices"),
];

/// Where a process has exported its handles from.
type Sources = Mutex<HashMap<Vec<u8>, PhysicalMemHandle>>;
/// The imports that there are of each handle, oldest first.
type Imports = Mutex<HashMap<Vec<u8>, Vec<PhysicalMemHandle>>>;

/// Whether the outputs and handles are all there, so that an Open can only fail for its bytes.
fn well_formed(call: &Open<'_>) -> bool {
    !call.context.is_null() && !call.device.is_null() && !call.out.is_null()
}

physical!(GivesSource { sources: Sources, given: Known }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.sources).insert(call.bytes(), call.object);
        }
        result
    }
    open(this, call) {
        match locked(&this.sources).get(&call.bytes()) {
            Some(&object) if well_formed(&call) => {
                Retain { below: call.below, object }.run();
                this.given.add(object.address());
                call.give(object)
            }
            _ => call.run(),
        }
    }
    close(this, call) {
        if !this.given.has(call.object.address()) {
            return call.run();
        }
        Release { below: call.below, object: call.object }.run()
    }
);

physical!(GivesNull {} open(_, call) {
    let result = call.run();
    if result.is_success() { call.give(PhysicalMemHandle::NULL) } else { result }
});

physical!(WritesNothing {} open(_, call) {
    let mut unseen = PhysicalMemHandle::NULL;
    if call.out.is_null() { call.run() } else { Open { out: &raw mut unseen, ..call }.run() }
});

answers!(RefusesOwn, open, ERROR_INVALID_VALUE, |call| call.pid() == Some(std::process::id()));

physical!(Once { opened: Handles } open(this, call) {
    let bytes = call.bytes();
    if this.opened.has(&bytes) {
        return UrResult::ERROR_INVALID_VALUE;
    }
    let result = call.run();
    if result.is_success() {
        this.opened.add(bytes);
    }
    result
});

/// Defines a layer that knows the imports of each handle, as they are opened and closed; the rest is given, with
/// what an Open does.
macro_rules! with_imports {
    ($type:ident { $($state:tt)* } |$this:ident, $call:ident, $imports:ident| $open:block $($rest:tt)*) => {
        physical!($type { imports: Imports, $($state)* }
            open($this, $call) {
                let result = {
                    let known = locked(&$this.imports);
                    let none = Vec::new();
                    let $imports = known.get(&$call.bytes()).unwrap_or(&none);
                    $open
                };
                if result.is_success() {
                    locked(&$this.imports).entry($call.bytes()).or_default().push($call.opened());
                }
                result
            }
            $($rest)*
        );
    };
}

/// Takes an import that is closed from its handle's, and gives those that were opened with it.
fn closed(imports: &Imports, object: PhysicalMemHandle) -> Vec<PhysicalMemHandle> {
    let mut imports = locked(imports);
    let Some(of_handle) = imports.values_mut().find(|opened| opened.contains(&object)) else {
        return Vec::new();
    };
    if let Some(at) = of_handle.iter().position(|opened| *opened == object) {
        of_handle.remove(at);
    }
    of_handle.clone()
}

with_imports!(ThreeImports {}
    |this, call, imports| {
        if imports.len() == 3 { UrResult::ERROR_OUT_OF_RESOURCES } else { call.run() }
    }
    close(this, call) {
        closed(&this.imports, call.object);
        call.run()
    }
);

with_imports!(SameImport {}
    |this, call, imports| {
        match imports.first() {
            Some(&object) if well_formed(&call) => {
                Retain { below: call.below, object }.run();
                call.give(object)
            }
            _ => call.run(),
        }
    }
    close(this, call) {
        closed(&this.imports, call.object);
        call.run()
    }
);

with_imports!(SecondIsOther { fakes: Fakes }
    |this, call, imports| {
        match imports.first() {
            Some(&first) if well_formed(&call) => {
                this.fakes.open(&call, property(call.below, first, PhysicalMemInfo::SIZE))
            }
            _ => call.run(),
        }
    }
    close(this, call) {
        closed(&this.imports, call.object);
        this.fakes.close(&call)
    }
);

with_imports!(CloseEndsAll { ended: Known }
    |this, call, _imports| { call.run() }
    close(this, call) {
        for other in closed(&this.imports, call.object) {
            this.ended.add(other.address());
        }
        call.run()
    }
    info(this, call) {
        if this.ended.has(call.object.address()) { UrResult::ERROR_INVALID_MEM_OBJECT } else { call.run() }
    }
);

physical!(CloseLastFirst { order: Mutex<Vec<PhysicalMemHandle>> }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.order).push(call.opened());
        }
        result
    }
    close(this, call) {
        let mut order = locked(&this.order);
        if order.contains(&call.object) && order.last() != Some(&call.object) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        let result = call.run();
        if result.is_success() && references(call.below, call.object) == 0 {
            order.pop();
        }
        result
    }
);

with_imports!(SharesReferences {}
    |this, call, _imports| { call.run() }
    close(this, call) {
        closed(&this.imports, call.object);
        call.run()
    }
    info(this, call) {
        let result = call.run();
        let imports = locked(&this.imports);
        if result.is_success() && let Some(shared) = imports.values().find(|of_handle| of_handle.contains(&call.object)) {
            let count = shared.iter().map(|object| references(call.below, *object)).sum();
            call.replace::<u32>(PhysicalMemInfo::REFERENCE_COUNT, count);
        }
        result
    }
);

physical!(RetainsSource { sources: Sources, imports: Mutex<HashMap<PhysicalMemHandle, PhysicalMemHandle>> }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.sources).insert(call.bytes(), call.object);
        }
        result
    }
    open(this, call) {
        let result = call.run();
        if result.is_success() && let Some(&object) = locked(&this.sources).get(&call.bytes()) {
            Retain { below: call.below, object }.run();
            locked(&this.imports).insert(call.opened(), object);
        }
        result
    }
    close(this, call) {
        if let Some(object) = locked(&this.imports).remove(&call.object) {
            Release { below: call.below, object }.run();
        }
        call.run()
    }
);

physical!(NeedsOriginal { buffers: Known }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.buffers.add(call.at().addr());
        }
        result
    }
    open(this, call) {
        let copy = !call.data.is_null() && call.size == HANDLE && !this.buffers.has(call.data.addr());
        if copy { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
);

physical!(RefusesOriginal { buffers: Known }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.buffers.add(call.at().addr());
        }
        result
    }
    put(this, call) {
        this.buffers.remove(call.data.addr());
        call.run()
    }
    open(this, call) {
        if this.buffers.has(call.data.addr()) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
);

answers!(NeedsAlignment8, open, ERROR_INVALID_VALUE, |call| !call.data.addr().is_multiple_of(8));
answers!(NeedsAlignment2, open, ERROR_INVALID_VALUE, |call| !call.data.addr().is_multiple_of(2));

physical!(ModifiesOriginal { buffers: Known }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.buffers.add(call.at().addr());
        }
        result
    }
    put(this, call) {
        this.buffers.remove(call.data.addr());
        call.run()
    }
    open(this, call) {
        let result = call.run();
        if result.is_success() && this.buffers.has(call.data.addr()) {
            // SAFETY: the host backend's buffer, which it does not read back and anybody may write to until its Put.
            unsafe { call.data.cast_mut().cast::<u8>().write(1) };
        }
        result
    }
);

physical!(DeviceNotChecked {} open(_, call) {
    if call.device.is_null() { call.run() } else { Open { device: call.own_device(), ..call }.run() }
});

leaks!(DeviceLeaks, open, |call| {
    !call.device.is_null() && !call.context.is_null() && call.device != call.own_device()
});
