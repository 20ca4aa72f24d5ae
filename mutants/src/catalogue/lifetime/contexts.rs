//! What the release of a context, and of everything, does to imports.

use crate::catalogue::cross_process::sharing::{
    All, Defect, End, Events, Get, Memory, Notes, Open, Physical, make, wipe,
};
use crate::catalogue::tools::Known;
use crate::{Legacy as Mutant, Manner};
use std::marker::PhantomData;
use std::process;
use std::thread;
use std::time::Duration;
use ur_ipc_api::{AdapterHandle, ContextHandle, UrIpc, UrResult};

const CONTEXT: &[&str] = &["lifetime.context.release_before_object"];
const TEARDOWN: &[&str] = &["lifetime.teardown.outstanding"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "lifetime_event_release_needs_context",
        "An import cannot be released after the context that it was opened in",
        CONTEXT,
        make::<Events, Orphaned<Refused>>,
    ),
    Mutant::new(
        "lifetime_event_release_crashes_without_context",
        "The release of an import uses the context that it was opened in, which is gone",
        CONTEXT,
        make::<Events, Orphaned<Crash>>,
    )
    .by(Manner::Crash)
    .seen_in("Level Zero v2 adapter, which keeps a raw pointer to the context"),
    Mutant::new(
        "lifetime_physical_release_needs_context",
        "An imported object cannot be released after the context that it was opened in",
        CONTEXT,
        make::<Physical, Orphaned<Refused>>,
    ),
    Mutant::new(
        "lifetime_physical_close_without_context_unknown_code",
        "Close in a context that is gone answers with a number that is no code of UR's",
        CONTEXT,
        make::<Physical, Orphaned<UnknownCode>>,
    ),
    Mutant::new(
        "lifetime_memory_close_without_context_unknown_code",
        "Close of USM memory in a context that is gone answers with a number that is no code of UR's",
        CONTEXT,
        make::<Memory, Orphaned<UnknownCode>>,
    ),
    Mutant::new(
        "lifetime_memory_close_crashes_without_context",
        "Close of USM memory uses the context that it was opened in, which is gone",
        CONTEXT,
        make::<Memory, Orphaned<Crash>>,
    )
    .by(Manner::Crash),
    Mutant::new(
        "lifetime_context_release_breaks_open",
        "After a context was released with an import in it, no other one opens anything",
        CONTEXT,
        make::<All, ReleaseBreaksOpen>,
    ),
    Mutant::new(
        "lifetime_teardown_crashes_with_imports",
        "The release of the adapter crashes while something imported is open",
        TEARDOWN,
        make::<All, TeardownCrashes>,
    )
    .by(Manner::Crash),
    Mutant::new(
        "lifetime_teardown_exits_with_imports",
        "The tear-down of the loader ends the process with an error while something imported is open",
        TEARDOWN,
        make::<All, TeardownExits>,
    ),
    Mutant::new(
        "lifetime_teardown_unknown_code",
        "The tear-down of the loader answers with a number that is no code of UR's while handles are held",
        TEARDOWN,
        make::<All, TeardownUnknownCode>,
    ),
    Mutant::new(
        "lifetime_teardown_wipes_imports",
        "The release of the adapter zeroes memory that was imported",
        TEARDOWN,
        make::<Memory, TeardownWipes>,
    ),
    Mutant::new(
        "lifetime_teardown_hangs_with_imports",
        "The release of the adapter waits for the imports to be closed",
        TEARDOWN,
        make::<Events, TeardownHangs>,
    )
    .by(Manner::Hang),
];

/// A number that is no code of UR's.
const UNKNOWN_CODE: UrResult = UrResult(0x0bad_c0de);

/// What comes of letting go of an import whose context is gone.
trait Outcome: Default + Send + Sync + 'static {
    fn of(call: &End<'_>) -> UrResult;
}

#[derive(Default)]
struct Refused;

impl Outcome for Refused {
    fn of(call: &End<'_>) -> UrResult {
        if call.closes { call.run() } else { UrResult::ERROR_INVALID_CONTEXT }
    }
}

#[derive(Default)]
struct UnknownCode;

impl Outcome for UnknownCode {
    fn of(call: &End<'_>) -> UrResult {
        if call.closes { UNKNOWN_CODE } else { call.run() }
    }
}

#[derive(Default)]
struct Crash;

impl Outcome for Crash {
    fn of(_: &End<'_>) -> UrResult {
        process::abort()
    }
}

/// Does something else with imports whose context is gone.
#[derive(Default)]
struct Orphaned<O> {
    contexts: Notes<usize>,
    released: Known,
    outcome: PhantomData<O>,
}

impl<O: Outcome> Orphaned<O> {
    fn end(&self, call: &End<'_>) -> UrResult {
        match self.contexts.take(call.object.addr()) {
            Some(context) if self.released.has(context) => O::of(call),
            _ => call.run(),
        }
    }
}

impl<O: Outcome> Defect for Orphaned<O> {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.contexts.set(call.gave(), call.context.address());
        }
        result
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        self.end(call)
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        self.end(call)
    }

    fn context_ends(&self, _: &dyn UrIpc, context: ContextHandle) {
        self.released.add(context.address());
    }
}

/// Opens nothing once a context ended in which something was open.
#[derive(Default)]
struct ReleaseBreaksOpen {
    in_use: Known,
    broken: Known,
}

impl Defect for ReleaseBreaksOpen {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if self.broken.has(0) {
            return UrResult::ERROR_INVALID_CONTEXT;
        }
        self.in_use.add(call.context.address());
        call.run()
    }

    fn context_ends(&self, _: &dyn UrIpc, context: ContextHandle) {
        if self.in_use.has(context.address()) {
            self.broken.add(0);
        }
    }
}

/// Imports that are open, with their contexts and sizes in bytes.
#[derive(Default)]
struct Imports(Notes<(ContextHandle, usize)>);

impl Imports {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.0.set(call.gave(), (call.context, call.object_size()));
        }
        result
    }

    fn end(&self, call: &End<'_>) -> UrResult {
        self.0.take(call.object.addr());
        call.run()
    }
}

/// Defines a defect that knows the imports: what it does when the adapter is released.
macro_rules! at_the_end {
    ($defect:ident, |$imports:ident, $below:ident| $body:expr) => {
        #[derive(Default)]
        struct $defect {
            imports: Imports,
        }

        impl Defect for $defect {
            fn open(&self, call: &Open<'_>) -> UrResult {
                self.imports.open(call)
            }

            fn close(&self, call: &End<'_>) -> UrResult {
                self.imports.end(call)
            }

            fn release(&self, call: &End<'_>) -> UrResult {
                self.imports.end(call)
            }

            fn adapter_release(&self, $below: &dyn UrIpc, adapter: AdapterHandle) -> UrResult {
                let $imports = &self.imports.0;
                $body
                // SAFETY: same contract.
                unsafe { $below.adapter_release(adapter) }
            }
        }
    };
}

at_the_end!(TeardownCrashes, |imports, below| {
    if imports.count() > 0 {
        process::abort();
    }
});

at_the_end!(TeardownWipes, |imports, below| {
    for (address, (context, size)) in imports.all() {
        wipe(below, context, std::ptr::with_exposed_provenance_mut(address), size);
    }
});

at_the_end!(TeardownHangs, |imports, below| {
    while imports.count() > 0 {
        thread::sleep(Duration::from_millis(50));
    }
});

#[derive(Default)]
struct TeardownExits {
    imports: Imports,
}

impl Defect for TeardownExits {
    fn open(&self, call: &Open<'_>) -> UrResult {
        self.imports.open(call)
    }

    fn loader_tear_down(&self, below: &dyn UrIpc) -> UrResult {
        if self.imports.0.count() > 0 {
            process::exit(3);
        }
        // SAFETY: same contract.
        unsafe { below.loader_tear_down() }
    }
}

#[derive(Default)]
struct TeardownUnknownCode {
    exported: Known,
}

impl Defect for TeardownUnknownCode {
    fn get(&self, call: &Get<'_>) -> UrResult {
        self.exported.add(0);
        call.run()
    }

    fn loader_tear_down(&self, below: &dyn UrIpc) -> UrResult {
        if self.exported.has(0) {
            return UNKNOWN_CODE;
        }
        // SAFETY: same contract.
        unsafe { below.loader_tear_down() }
    }
}
