//! `urIPCClosePhysMemHandleExp`, and releasing imports in the other way.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use std::collections::HashMap;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_close_refuses_all",
        "Close refuses imports.",
        &["physical_memory.close.success"],
        RefusesAll::make,
    ),
    Mutant::new(
        "physical_close_refuses_used",
        "An import that was mapped cannot be closed.",
        &["physical_memory.close.success"],
        RefusesUsed::make,
    ),
    Mutant::new(
        "physical_close_refuses_unused",
        "An import that was never mapped cannot be closed.",
        &["physical_memory.close.success"],
        RefusesUnused::make,
    ),
    Mutant::new(
        "physical_close_works_and_fails",
        "Close closes and answers with an error.",
        &["physical_memory.close.success"],
        WorksAndFails::make,
    ),
    Mutant::new(
        "physical_close_oldest_first",
        "Imports can be closed in the order of their Opens only.",
        &["physical_memory.close.success"],
        OldestFirst::make,
    ),
    Mutant::new(
        "physical_close_null_context_closes",
        "A Close that is refused for its null context closes the object all the same.",
        &["physical_memory.close.null_context"],
        NullContextCloses::make,
    ),
    Mutant::new(
        "physical_close_null_context_closes_at_second",
        "The second Close that is refused for its null context closes the object.",
        &["physical_memory.close.null_context"],
        NullContextClosesAtSecond::make,
    ),
    Mutant::new(
        "physical_close_null_context_accepted",
        "Close does not look at its context.",
        &["physical_memory.close.null_context"],
        NullContextAccepted::make,
    )
    .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_close_null_context_succeeds",
        "Close without a context succeeds and does nothing.",
        &["physical_memory.close.null_context"],
        NullContextSucceeds::make,
    ),
    Mutant::new(
        "physical_close_null_context_code",
        "Close refuses a null context with INVALID_CONTEXT.",
        &["physical_memory.close.null_context"],
        NullContextCode::make,
    ),
    Mutant::new(
        "physical_close_null_context_retains",
        "A Close that is refused for its null context leaves a reference too many.",
        &["physical_memory.close.null_context"],
        NullContextRetains::make,
    ),
    Mutant::new(
        "physical_close_null_object_succeeds",
        "Close of nothing succeeds.",
        &["physical_memory.close.null_physmem"],
        NullObjectSucceeds::make,
    ),
    Mutant::new(
        "physical_close_null_object_code",
        "Close refuses a null object with INVALID_MEM_OBJECT.",
        &["physical_memory.close.null_physmem"],
        NullObjectCode::make,
    ),
    Mutant::new(
        "physical_close_null_object_leaks",
        "Close of nothing loses a descriptor.",
        &["physical_memory.close.null_physmem"],
        NullObjectLeaks::make,
    ),
    Mutant::new(
        "physical_close_null_object_closes_last",
        "Close of nothing is refused, and closes what was opened last.",
        &["physical_memory.close.null_physmem"],
        NullObjectClosesLast::make,
    ),
    Mutant::new(
        "physical_close_ignores_retain",
        "Close destroys the object, ignoring Retain.",
        &["physical_memory.close.respects_refcount"],
        IgnoresRetain::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_close_drops_two",
        "Close drops two references, if there are more than two.",
        &["physical_memory.close.respects_refcount"],
        DropsTwo::make,
    ),
    Mutant::new(
        "physical_close_of_retained_does_nothing",
        "Close of a retained import succeeds and does nothing.",
        &["physical_memory.close.respects_refcount"],
        RetainedDoesNothing::make,
    ),
    Mutant::new(
        "physical_close_of_retained_fails",
        "A retained import cannot be closed.",
        &["physical_memory.close.respects_refcount"],
        RetainedFails::make,
    ),
    Mutant::new(
        "physical_close_of_retained_stops_mapping",
        "A retained import cannot be mapped after a Close.",
        &["physical_memory.close.respects_refcount"],
        RetainedStopsMapping::make,
    ),
    Mutant::new(
        "physical_close_of_retained_leaks",
        "Close of a retained import loses a descriptor.",
        &["physical_memory.close.respects_refcount"],
        RetainedLeaks::make,
    ),
    Mutant::new(
        "physical_release_after_close_does_nothing",
        "The last Release of an import after a Close succeeds and keeps the object.",
        &["physical_memory.close.respects_refcount"],
        ReleaseAfterClose::make,
    ),
    Mutant::new(
        "physical_release_of_import_keeps_descriptor",
        "The last Release of an import loses a descriptor, where Close does not.",
        &["physical_memory.close.release_equivalent"],
        ReleaseKeepsDescriptor::make,
    ),
    Mutant::new(
        "physical_release_of_import_keeps_mapping",
        "The last Release of an import keeps the object, where Close does not.",
        &["physical_memory.close.release_equivalent"],
        ReleaseKeepsObject::make,
    ),
    Mutant::new(
        "physical_release_of_import_keeps_wrapper",
        "The last Release of an import keeps memory of the host, where Close does not.",
        &["physical_memory.close.release_equivalent"],
        ReleaseKeepsWrapper::make,
    ),
    Mutant::new(
        "physical_release_of_import_refused",
        "Imports can be closed, and not released.",
        &["physical_memory.close.release_equivalent"],
        ReleaseRefused::make,
    ),
    Mutant::new(
        "physical_release_of_import_reaches_source",
        "The last Release of an import drops a reference to the source too.",
        &["physical_memory.close.release_equivalent", "physical_memory.info.imported_refcount"],
        ReleaseReachesSource::make,
    ),
];

/// A Close with both handles.
fn proper(call: &Close<'_>) -> bool {
    !call.context.is_null() && !call.object.is_null()
}

answers!(RefusesAll, close, ERROR_INVALID_MEM_OBJECT, proper);

/// Defines a layer that refuses to close what was mapped, or what was not.
macro_rules! refuses_if_mapped {
    ($type:ident, $refused:expr) => {
        physical!($type { mapped: Known }
            map(this, call) {
                this.mapped.add(call.object.address());
                call.run()
            }
            close(this, call) {
                let refused = this.mapped.has(call.object.address()) == $refused && proper(&call);
                if refused { UrResult::ERROR_INVALID_MEM_OBJECT } else { call.run() }
            }
        );
    };
}

refuses_if_mapped!(RefusesUsed, true);
refuses_if_mapped!(RefusesUnused, false);

physical!(WorksAndFails {} close(_, call) {
    let result = call.run();
    if result.is_success() { UrResult::ERROR_UNKNOWN } else { result }
});

physical!(OldestFirst { order: Mutex<Vec<PhysicalMemHandle>> }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.order).push(call.opened());
        }
        result
    }
    close(this, call) {
        let mut order = locked(&this.order);
        if order.contains(&call.object) && order.first() != Some(&call.object) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        let result = call.run();
        if result.is_success() && references(call.below, call.object) == 0 {
            order.remove(0);
        }
        result
    }
);

/// Defines a layer that does this in a Close without a context, and refuses it.
macro_rules! null_context_does {
    ($type:ident, $does:expr) => {
        physical!($type { refused: Mutex<usize> } close(this, call) {
            if call.context.is_null() {
                let mut refused = locked(&this.refused);
                *refused += 1;
                let does: fn(&dyn UrIpc, PhysicalMemHandle, usize) = $does;
                does(call.below, call.object, *refused);
            }
            call.run()
        });
    };
}

null_context_does!(NullContextCloses, |below, object, _| {
    Release { below, object }.run();
});
null_context_does!(NullContextClosesAtSecond, |below, object, refused| {
    if refused == 2 {
        Release { below, object }.run();
    }
});
null_context_does!(NullContextRetains, |below, object, _| {
    Retain { below, object }.run();
});

physical!(NullContextAccepted {} close(_, call) {
    if !call.context.is_null() {
        return call.run();
    }
    Release { below: call.below, object: call.object }.run()
});

answers!(NullContextSucceeds, close, SUCCESS, |call| call.context.is_null());
refuses_with!(NullContextCode, close, ERROR_INVALID_CONTEXT, |call| call.context.is_null());
answers!(NullObjectSucceeds, close, SUCCESS, |call| call.object.is_null());
refuses_with!(NullObjectCode, close, ERROR_INVALID_MEM_OBJECT, |call| call.object.is_null());
leaks!(NullObjectLeaks, close, |call| call.object.is_null());

physical!(NullObjectClosesLast { last: Mutex<PhysicalMemHandle> }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            *locked(&this.last) = call.opened();
        }
        result
    }
    close(this, call) {
        if call.object.is_null() {
            Release { below: call.below, object: *locked(&this.last) }.run();
        }
        call.run()
    }
);

physical!(IgnoresRetain {} close(_, call) {
    let result = call.run();
    while result.is_success() && (Release { below: call.below, object: call.object }).run().is_success() {}
    result
});

physical!(DropsTwo {} close(_, call) {
    let retained = references(call.below, call.object) > 2;
    let result = call.run();
    if result.is_success() && retained {
        Release { below: call.below, object: call.object }.run();
    }
    result
});

/// Whether a Close is one of an import that was retained.
fn retained(call: &Close<'_>) -> bool {
    proper(call) && references(call.below, call.object) > 1
}

answers!(RetainedDoesNothing, close, SUCCESS, retained);
answers!(RetainedFails, close, ERROR_INVALID_MEM_OBJECT, retained);

physical!(RetainedStopsMapping { closed: Known }
    close(this, call) {
        if retained(&call) {
            this.closed.add(call.object.address());
        }
        call.run()
    }
    map(this, call) {
        if this.closed.has(call.object.address()) { UrResult::ERROR_INVALID_MEM_OBJECT } else { call.run() }
    }
);

physical!(RetainedLeaks {} close(_, call) {
    lose_if(retained(&call));
    call.run()
});

physical!(ReleaseAfterClose { closed: Known }
    close(this, call) {
        if retained(&call) {
            this.closed.add(call.object.address());
        }
        call.run()
    }
    release(this, call) {
        let last = references(call.below, call.object) == 1;
        if last && this.closed.remove(call.object.address()) { UrResult::SUCCESS } else { call.run() }
    }
);

/// Defines a layer that knows imports, and does something of its own when the last reference of one is released.
macro_rules! last_release {
    ($type:ident { $($state:tt)* } |$this:ident, $call:ident| $release:block) => {
        physical!($type { imports: Known, $($state)* }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.imports.add(call.opened().address());
                }
                result
            }
            release($this, $call) {
                let import = $this.imports.has($call.object.address());
                if import && references($call.below, $call.object) == 1 $release else { $call.run() }
            }
        );
    };
}

last_release!(
    ReleaseKeepsDescriptor {} | _this,
    call | {
        lose_if(true);
        call.run()
    }
);
last_release!(ReleaseKeepsObject {} | _this, call | { UrResult::SUCCESS });
last_release!(ReleaseKeepsWrapper { kept: Mutex<Vec<Vec<u8>>> } |this, call| {
    locked(&this.kept).push(vec![1; 64 * 1024]);
    call.run()
});
last_release!(ReleaseRefused {} | _this, call | { UrResult::ERROR_INVALID_MEM_OBJECT });

physical!(ReleaseReachesSource { sources: Mutex<HashMap<Vec<u8>, PhysicalMemHandle>>, imports: Imports }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.sources).insert(call.bytes(), call.object);
        }
        result
    }
    open(this, call) {
        let result = call.run();
        if result.is_success() && let Some(source) = locked(&this.sources).get(&call.bytes()) {
            locked(&this.imports).insert(call.opened(), *source);
        }
        result
    }
    release(this, call) {
        let last = references(call.below, call.object) == 1;
        if last && let Some(object) = locked(&this.imports).remove(&call.object) {
            Release { below: call.below, object }.run();
        }
        call.run()
    }
);

/// Imports, with their sources.
type Imports = Mutex<HashMap<PhysicalMemHandle, PhysicalMemHandle>>;
