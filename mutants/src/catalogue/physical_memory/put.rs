//! `urIPCPutPhysMemHandleExp`.

use super::calls::*;
use crate::Legacy as Mutant;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_put_refuses_all",
        "Put refuses what Get gave.",
        &["physical_memory.put.success"],
        RefusesAll::make,
    ),
    Mutant::new(
        "physical_put_last_first",
        "Handles can be put in the reverse order of their Gets only.",
        &["physical_memory.put.success"],
        LastFirst::make,
    ),
    Mutant::new(
        "physical_put_first_first",
        "Handles can be put in the order of their Gets only.",
        &["physical_memory.put.success"],
        FirstFirst::make,
    ),
    Mutant::new(
        "physical_put_refuses_opened",
        "A handle that was opened cannot be put.",
        &["physical_memory.put.success"],
        RefusesOpened::make,
    ),
    Mutant::new(
        "physical_put_refuses_unopened",
        "A handle that was never opened cannot be put.",
        &["physical_memory.put.success"],
        RefusesUnopened::make,
    ),
    Mutant::new(
        "physical_put_works_and_fails",
        "Put releases the handle and answers with an error.",
        &["physical_memory.put.success"],
        WorksAndFails::make,
    ),
    Mutant::new(
        "physical_put_null_context_frees",
        "A Put that is refused for its null context releases the handle all the same.",
        &["physical_memory.put.null_context"],
        NullContextFrees::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_put_null_context_frees_at_third",
        "The third Put that is refused for its null context releases the handle.",
        &["physical_memory.put.null_context"],
        NullContextFreesAtThird::make,
    ),
    Mutant::new(
        "physical_put_null_context_accepted",
        "Put does not look at its context.",
        &["physical_memory.put.null_context"],
        NullContextAccepted::make,
    )
    .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_put_null_context_does_nothing",
        "A Put without a context succeeds and does nothing.",
        &["physical_memory.put.null_context"],
        NullContextDoesNothing::make,
    ),
    Mutant::new(
        "physical_put_null_context_code",
        "Put refuses a null context with INVALID_CONTEXT.",
        &["physical_memory.put.null_context"],
        NullContextCode::make,
    ),
    Mutant::new(
        "physical_put_null_data_accepted",
        "A Put of null succeeds, as freeing null does.",
        &["physical_memory.put.null_data"],
        NullDataAccepted::make,
    ),
    Mutant::new(
        "physical_put_null_data_code",
        "Put refuses a null data pointer with INVALID_VALUE.",
        &["physical_memory.put.null_data"],
        NullDataCode::make,
    ),
    Mutant::new(
        "physical_put_null_data_frees_last",
        "A Put that is refused for its null data pointer releases the last handle.",
        &["physical_memory.put.null_data"],
        NullDataFreesLast::make,
    ),
    Mutant::new(
        "physical_put_null_data_leaks",
        "A Put of null loses a descriptor.",
        &["physical_memory.put.null_data"],
        NullDataLeaks::make,
    ),
];

answers!(RefusesAll, put, ERROR_INVALID_VALUE, |call| !call.data.is_null() && !call.context.is_null());

/// Defines a layer that lets one of the held handles be put only.
macro_rules! in_order {
    ($type:ident, $end:ident) => {
        physical!($type { order: Mutex<Vec<usize>> }
            get(this, call) {
                let result = call.run();
                if result.is_success() {
                    locked(&this.order).push(call.at().addr());
                }
                result
            }
            put(this, call) {
                let mut order = locked(&this.order);
                let known = order.contains(&call.data.addr());
                if known && order.$end() != Some(&call.data.addr()) {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                let result = call.run();
                if result.is_success() {
                    order.retain(|at| *at != call.data.addr());
                }
                result
            }
        );
    };
}

in_order!(LastFirst, last);
in_order!(FirstFirst, first);

/// Defines a layer that lets a handle be put only if it was opened, or only if it was not.
macro_rules! put_if_opened {
    ($type:ident, $wanted:expr) => {
        physical!($type { opened: Mutex<Vec<Vec<u8>>> }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    locked(&this.opened).push(call.bytes());
                }
                result
            }
            put(this, call) {
                let known = locked(&this.opened).contains(&call.bytes());
                if call.data.is_null() || known == $wanted { call.run() } else { UrResult::ERROR_INVALID_VALUE }
            }
        );
    };
}

put_if_opened!(RefusesOpened, false);
put_if_opened!(RefusesUnopened, true);

physical!(WorksAndFails {} put(_, call) {
    let result = call.run();
    if result.is_success() { UrResult::ERROR_UNKNOWN } else { result }
});

physical!(NullContextFrees { context: Mutex<ContextHandle> }
    get(this, call) {
        *locked(&this.context) = call.context;
        call.run()
    }
    put(this, call) {
        if call.context.is_null() {
            Put { context: *locked(&this.context), ..call }.run();
        }
        call.run()
    }
);

physical!(NullContextFreesAtThird { context: Mutex<ContextHandle>, refused: Mutex<u32> }
    get(this, call) {
        *locked(&this.context) = call.context;
        call.run()
    }
    put(this, call) {
        if call.context.is_null() {
            let mut refused = locked(&this.refused);
            *refused += 1;
            if *refused == 3 {
                Put { context: *locked(&this.context), ..call }.run();
            }
        }
        call.run()
    }
);

physical!(NullContextAccepted { context: Mutex<ContextHandle> }
    get(this, call) {
        *locked(&this.context) = call.context;
        call.run()
    }
    put(this, call) {
        let context = if call.context.is_null() { *locked(&this.context) } else { call.context };
        Put { context, ..call }.run()
    }
);

answers!(NullContextDoesNothing, put, SUCCESS, |call| call.context.is_null());
refuses_with!(NullContextCode, put, ERROR_INVALID_CONTEXT, |call| call.context.is_null());
answers!(NullDataAccepted, put, SUCCESS, |call| call.data.is_null());
refuses_with!(NullDataCode, put, ERROR_INVALID_VALUE, |call| call.data.is_null());
leaks!(NullDataLeaks, put, |call| call.data.is_null());

physical!(NullDataFreesLast { got: Handles, freed: Handles }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.got.note(&call);
        }
        result
    }
    put(this, call) {
        if call.data.is_null() && let Some(last) = this.got.last(|_| true) {
            this.freed.add(last);
        }
        call.run()
    }
    open(this, call) {
        if this.freed.has(&call.bytes()) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
);
