//! What becomes of callers that put a handle twice, put a copy, or do not put at all. Tests write it down.

use crate::catalogue::cross_process::sharing::{Defect, Events, Get, Memory, Notes, Physical, Put, make};
use crate::{Legacy as Mutant, Manner};
use ur_ipc_api::UrResult;

const MISUSE: &[&str] = &["lifetime.put.misuse"];

/// A mutant of each family that has a defect.
macro_rules! each_family {
    ($([$memory:literal, $physical:literal, $event:literal], $description:literal, $defect:ty, $manner:ident;)*) => {
        &[$(
            Mutant::new($memory, concat!($description, ", for USM memory"), MISUSE, make::<Memory, $defect>)
                .by(Manner::$manner),
            Mutant::new($physical, concat!($description, ", for physical memory"), MISUSE, make::<Physical, $defect>)
                .by(Manner::$manner),
            Mutant::new($event, concat!($description, ", for events"), MISUSE, make::<Events, $defect>)
                .by(Manner::$manner),
        )*]
    };
}

pub(super) const MUTANTS: &[Mutant] = each_family! {
    [
        "lifetime_memory_second_put_crashes",
        "lifetime_physical_second_put_crashes",
        "lifetime_event_second_put_crashes"
    ], "A second Put of a handle crashes", SecondPutCrashes, Crash;
    [
        "lifetime_memory_put_of_copy_works",
        "lifetime_physical_put_of_copy_works",
        "lifetime_event_put_of_copy_works"
    ], "Put takes any bytes for a handle, and frees nothing", AnyPutWorks, Wrong;
    [
        "lifetime_memory_handles_run_out",
        "lifetime_physical_handles_run_out",
        "lifetime_event_handles_run_out"
    ], "There are handles for 32 Gets without a Put", HandlesRunOut, Wrong;
};

/// Frees what is already freed.
#[derive(Default)]
struct SecondPutCrashes {
    put: Notes<()>,
}

impl Defect for SecondPutCrashes {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.put.take(call.gave());
        }
        result
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.put.set(call.data.addr(), ());
        } else if self.put.get(call.data.addr()).is_some() {
            std::process::abort();
        }
        result
    }
}

/// Says that it put what it does not know.
#[derive(Default)]
struct AnyPutWorks;

impl Defect for AnyPutWorks {
    fn put(&self, call: &Put<'_>) -> UrResult {
        let result = call.run();
        if result == UrResult::ERROR_INVALID_VALUE { UrResult::SUCCESS } else { result }
    }
}

/// Has room for so many handles.
#[derive(Default)]
struct HandlesRunOut {
    handles: Notes<()>,
}

impl Defect for HandlesRunOut {
    fn get(&self, call: &Get<'_>) -> UrResult {
        if self.handles.count() == 32 {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        let result = call.run();
        if result.is_success() {
            self.handles.set(call.gave(), ());
        }
        result
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        self.handles.take(call.data.addr());
        call.run()
    }
}
