//! `urIPCGetPhysMemHandleExp` with null arguments.

use super::calls::*;
use crate::Legacy as Mutant;
use std::ptr::null_mut;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_get_null_context_is_last",
        "Get does not look at its context: a null one is taken for the one of the Get before.",
        &["physical_memory.get.null_context"],
        NullContextIsLast::make,
    )
    .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_get_null_context_code",
        "Get refuses a null context with INVALID_CONTEXT.",
        &["physical_memory.get.null_context"],
        NullContextCode::make,
    ),
    Mutant::new(
        "physical_get_null_context_leaks",
        "Get exports before it refuses a null context, and loses the descriptor.",
        &["physical_memory.get.null_context"],
        NullContextLeaks::make,
    ),
    Mutant::new(
        "physical_get_null_object_code",
        "Get refuses a null object with INVALID_MEM_OBJECT.",
        &["physical_memory.get.null_physmem"],
        NullObjectCode::make,
    ),
    Mutant::new(
        "physical_get_null_object_pointer_code",
        "Get refuses a null object with INVALID_NULL_POINTER.",
        &["physical_memory.get.null_physmem"],
        NullObjectPointerCode::make,
    ),
    Mutant::new(
        "physical_get_null_object_succeeds",
        "Get on a null object succeeds and gives nothing.",
        &["physical_memory.get.null_physmem"],
        NullObjectSucceeds::make,
    ),
    Mutant::new(
        "physical_get_null_object_leaks",
        "Get on a null object loses a descriptor.",
        &["physical_memory.get.null_physmem"],
        NullObjectLeaks::make,
    ),
    Mutant::new(
        "physical_get_null_data_code",
        "Get refuses a null data out pointer with INVALID_VALUE.",
        &["physical_memory.get.null_out_data"],
        NullDataCode::make,
    ),
    Mutant::new(
        "physical_get_null_data_size_query",
        "Get without a data out pointer succeeds and tells the size.",
        &["physical_memory.get.null_out_data"],
        NullDataSizeQuery::make,
    ),
    Mutant::new(
        "physical_get_null_data_exports",
        "Get exports before it refuses a null data out pointer, and the export stays.",
        &["physical_memory.get.null_out_data"],
        NullDataExports::make,
    )
    .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_get_null_data_retains",
        "A Get that is refused for its null data out pointer adds a reference to the object.",
        &["physical_memory.get.null_out_data"],
        NullDataRetains::make,
    ),
    Mutant::new(
        "physical_get_null_both_succeeds",
        "Get without any out pointer succeeds.",
        &["physical_memory.get.null_out_data"],
        NullBothSucceeds::make,
    ),
    Mutant::new(
        "physical_get_null_size_code",
        "Get refuses a null size out pointer with INVALID_SIZE.",
        &["physical_memory.get.null_out_size"],
        NullSizeCode::make,
    ),
    Mutant::new(
        "physical_get_null_size_optional",
        "Get does without a size out pointer.",
        &["physical_memory.get.null_out_size"],
        NullSizeOptional::make,
    ),
    Mutant::new(
        "physical_get_null_size_exports",
        "Get exports before it refuses a null size out pointer, and the export stays.",
        &["physical_memory.get.null_out_size"],
        NullSizeExports::make,
    ),
    Mutant::new(
        "physical_get_null_size_gives_buffer",
        "A Get that is refused for its null size out pointer gives a buffer all the same.",
        &["physical_memory.get.null_out_size"],
        NullSizeGivesBuffer::make,
    ),
    Mutant::new(
        "physical_get_null_size_retains",
        "A Get that is refused for its null size out pointer leaves a reference too many.",
        &["physical_memory.get.null_out_size"],
        NullSizeRetains::make,
    ),
];

physical!(NullContextIsLast { last: Mutex<ContextHandle> }
    create(this, call) {
        *locked(&this.last) = call.context;
        call.run()
    }
    get(this, call) {
        let last = *locked(&this.last);
        if call.context.is_null() { Get { context: last, ..call }.run() } else { call.run() }
    }
);

refuses_with!(NullContextCode, get, ERROR_INVALID_CONTEXT, |call| call.context.is_null());
leaks!(NullContextLeaks, get, |call| call.context.is_null());
refuses_with!(NullObjectCode, get, ERROR_INVALID_MEM_OBJECT, |call| call.object.is_null());
refuses_with!(NullObjectPointerCode, get, ERROR_INVALID_NULL_POINTER, |call| call.object.is_null());
answers!(NullObjectSucceeds, get, SUCCESS, |call| call.object.is_null());
leaks!(NullObjectLeaks, get, |call| call.object.is_null());
refuses_with!(NullDataCode, get, ERROR_INVALID_VALUE, |call| call.data.is_null());
refuses_with!(NullSizeCode, get, ERROR_INVALID_SIZE, |call| call.size.is_null());
answers!(NullBothSucceeds, get, SUCCESS, |call| call.data.is_null() && call.size.is_null());

physical!(NullDataSizeQuery {} get(_, call) {
    if !call.data.is_null() || call.size.is_null() {
        return call.run();
    }
    call.give(null_mut(), HANDLE);
    UrResult::SUCCESS
});

physical!(NullDataExports {} get(_, call) {
    if call.data.is_null() {
        call.run_unseen();
    }
    call.run()
});

physical!(NullDataRetains {} get(_, call) {
    if call.data.is_null() {
        Retain { below: call.below, object: call.object }.run();
    }
    call.run()
});

physical!(NullSizeOptional {} get(_, call) {
    let mut size = 0;
    if call.size.is_null() { Get { size: &raw mut size, ..call }.run() } else { call.run() }
});

physical!(NullSizeExports {} get(_, call) {
    if call.size.is_null() {
        call.run_unseen();
    }
    call.run()
});

physical!(NullSizeGivesBuffer {} get(_, call) {
    let result = call.run();
    if call.size.is_null() {
        call.give(std::ptr::dangling_mut::<u64>().cast(), 0);
    }
    result
});

physical!(NullSizeRetains {} get(_, call) {
    if call.size.is_null() {
        Retain { below: call.below, object: call.object }.run();
    }
    call.run()
});
