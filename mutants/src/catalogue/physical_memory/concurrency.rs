//! What goes wrong only when several threads are at it.

use super::calls::*;
use crate::Legacy as Mutant;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;
use ur_ipc_api::*;

const CONCURRENT: &[&str] = &["physical_memory.concurrent"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_concurrent_get_refused",
        "A Get during another one is refused.",
        CONCURRENT,
        GetRefused::make,
    ),
    Mutant::new(
        "physical_concurrent_get_leaks",
        "A Get during another one loses a descriptor.",
        CONCURRENT,
        GetLeaks::make,
    ),
    Mutant::new(
        "physical_concurrent_get_retains",
        "A Get during another one adds a reference to its object.",
        CONCURRENT,
        GetRetains::make,
    ),
    Mutant::new(
        "physical_concurrent_get_mixed_up",
        "A Get during another one exports the other one's object.",
        CONCURRENT,
        GetMixedUp::make,
    ),
    Mutant::new(
        "physical_concurrent_put_refused",
        "A Put during another one is refused.",
        CONCURRENT,
        PutRefused::make,
    ),
    Mutant::new(
        "physical_concurrent_open_refused",
        "An Open during another one is refused.",
        CONCURRENT,
        OpenRefused::make,
    ),
    Mutant::new(
        "physical_concurrent_open_leaks",
        "An Open during another one loses a descriptor.",
        CONCURRENT,
        OpenLeaks::make,
    ),
    Mutant::new(
        "physical_concurrent_open_shared",
        "An Open during another one of the same handle gives the same import.",
        CONCURRENT,
        OpenShared::make,
    ),
    Mutant::new(
        "physical_concurrent_close_refused",
        "A Close during another one is refused.",
        CONCURRENT,
        CloseRefused::make,
    ),
    Mutant::new(
        "physical_concurrent_close_leaks",
        "A Close during another one loses a descriptor.",
        CONCURRENT,
        CloseLeaks::make,
    ),
    Mutant::new(
        "physical_concurrent_retain_lost",
        "Of two Retains at the same time one is lost.",
        CONCURRENT,
        RetainLost::make,
    ),
    Mutant::new(
        "physical_concurrent_release_lost",
        "Of two Releases at the same time one is lost.",
        CONCURRENT,
        ReleaseLost::make,
    ),
    Mutant::new(
        "physical_concurrent_open_references",
        "An import that is opened during another Open starts with two references.",
        CONCURRENT,
        OpenRetains::make,
    ),
];

/// How many calls are on their way.
#[derive(Default)]
struct Running(AtomicUsize);

impl Running {
    /// Does the work, which is told whether another call was on its way when this one came.
    fn during<T>(&self, work: impl FnOnce(bool) -> T) -> T {
        let others = self.0.fetch_add(1, Ordering::SeqCst);
        if others == 0 {
            // So that others come in time.
            sleep(Duration::from_micros(300));
        }
        let result = work(others > 0);
        self.0.fetch_sub(1, Ordering::SeqCst);
        result
    }
}

/// Defines a layer whose calls do something else when there is another one on its way.
macro_rules! meanwhile {
    ($type:ident, $entry:ident, |$call:ident| $does:block) => {
        physical!($type { running: Running } $entry(this, $call) {
            this.running.during(|other| if other $does else { $call.run() })
        });
    };
}

meanwhile!(GetRefused, get, |call| { UrResult::ERROR_OUT_OF_RESOURCES });
meanwhile!(PutRefused, put, |call| { UrResult::ERROR_INVALID_VALUE });
meanwhile!(OpenRefused, open, |call| { UrResult::ERROR_INVALID_VALUE });
meanwhile!(CloseRefused, close, |call| { UrResult::ERROR_INVALID_MEM_OBJECT });
meanwhile!(GetLeaks, get, |call| {
    lose_if(true);
    call.run()
});
meanwhile!(OpenLeaks, open, |call| {
    lose_if(true);
    call.run()
});
meanwhile!(CloseLeaks, close, |call| {
    lose_if(true);
    call.run()
});
meanwhile!(GetRetains, get, |call| {
    Retain { below: call.below, object: call.object }.run();
    call.run()
});
meanwhile!(OpenRetains, open, |call| {
    let result = call.run();
    if result.is_success() {
        Retain { below: call.below, object: call.opened() }.run();
    }
    result
});
meanwhile!(RetainLost, retain, |call| { UrResult::SUCCESS });
meanwhile!(ReleaseLost, release, |call| { UrResult::SUCCESS });

physical!(GetMixedUp { running: Running, object: Mutex<PhysicalMemHandle> } get(this, call) {
    this.running.during(|other| {
        let object = std::mem::replace(&mut *locked(&this.object), call.object);
        if other && !call.object.is_null() { Get { object, ..call }.run() } else { call.run() }
    })
});

physical!(OpenShared { running: Running, imports: Mutex<HashMap<Vec<u8>, PhysicalMemHandle>> } open(this, call) {
    this.running.during(|other| {
        let mut imports = locked(&this.imports);
        if other && let Some(&object) = imports.get(&call.bytes())
            && (Retain { below: call.below, object }).run().is_success()
        {
            return call.give(object);
        }
        let result = call.run();
        if result.is_success() {
            imports.insert(call.bytes(), call.opened());
        }
        result
    })
});
