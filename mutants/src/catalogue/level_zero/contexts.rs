//! Drivers that end what other contexts hold when a context is destroyed.

use super::layer::{call, defect, install};
use super::outputs::{is_done, pointer, pointer_mut, size_of_memory};
use super::shared_bytes::{Instead, map_over};
use crate::catalogue::cross_process::sharing::Notes;
use crate::{Legacy as Mutant, Manner};
use level_zero_sys::{ze_context_handle_t, ze_event_handle_t, ze_physical_mem_handle_t};

const BESIDE: &[&str] = &["lifetime.context.release_beside"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_context_destroy_closes_memory",
        "zeContextDestroy closes the memory that is open, in other contexts too",
        BESIDE,
        install::<ClosesMemory>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_context_destroy_empties_imports",
        "zeContextDestroy leaves zeros where memory is open, in other contexts too",
        BESIDE,
        install::<EmptiesImports>,
    ),
    Mutant::of_driver(
        "lz_driver_context_destroy_destroys_physical",
        "zeContextDestroy destroys the physical memory that was imported, in other contexts too",
        BESIDE,
        install::<DestroysPhysical>,
    ),
    Mutant::of_driver(
        "lz_driver_context_destroy_closes_events",
        "zeContextDestroy closes the events that are open, in other contexts too",
        BESIDE,
        install::<ClosesEvents>,
    ),
];

fn context(address: usize) -> ze_context_handle_t {
    ze_context_handle_t(pointer_mut(address))
}

/// Defines a driver that does something with the memory that is open, given its address, its size and its context.
macro_rules! with_memory {
    ($defect:ident, |$base:ident, $size:pat_param, $context:pat_param| $body:expr) => {
        defect!(
            $defect { open: Notes<(usize, usize)> },
            zeMemOpenIpcHandle,
            |this, call| {
                let result = call.run();
                if is_done(result) {
                    let of = (size_of_memory(&call.handle), call.hContext.0.expose_provenance());
                    this.open.set(call.gave().expose_provenance(), of);
                }
                result
            },
            zeMemCloseIpcHandle,
            |this, call| {
                this.open.take(call.ptr.addr());
                call.run()
            },
            zeContextDestroy,
            |this, call| {
                for ($base, ($size, $context)) in this.open.all() {
                    this.open.take($base);
                    $body;
                }
                call.run()
            }
        );
    };
}

with_memory!(ClosesMemory, |base, _, of| {
    call::zeMemCloseIpcHandle { hContext: context(of), ptr: pointer(base) }.run()
});

with_memory!(EmptiesImports, |base, size, _| map_over(base, size, &Instead::Nothing));

defect!(
    DestroysPhysical { imports: Notes<usize> },
    zePhysicalMemCreate,
    |this, call| {
        let result = call.run();
        if is_done(result) && call.imported().is_some() {
            this.imports.set(call.gave().0.expose_provenance(), call.hContext.0.expose_provenance());
        }
        result
    },
    zePhysicalMemDestroy,
    |this, call| {
        this.imports.take(call.hPhysicalMemory.0.addr());
        call.run()
    },
    zeContextDestroy,
    |this, call| {
        for (import, of) in this.imports.all() {
            this.imports.take(import);
            let memory = ze_physical_mem_handle_t(pointer_mut(import));
            call::zePhysicalMemDestroy { hContext: context(of), hPhysicalMemory: memory }.run();
        }
        call.run()
    }
);

defect!(
    ClosesEvents { imports: Notes<()> },
    zeEventCounterBasedOpenIpcHandle,
    |this, call| {
        let result = call.run();
        if is_done(result) {
            this.imports.set(call.gave().0.expose_provenance(), ());
        }
        result
    },
    zeEventCounterBasedCloseIpcHandle,
    |this, call| {
        this.imports.take(call.hEvent.0.addr());
        call.run()
    },
    zeContextDestroy,
    |this, call| {
        for (import, ()) in this.imports.all() {
            this.imports.take(import);
            call::zeEventCounterBasedCloseIpcHandle { hEvent: ze_event_handle_t(pointer_mut(import)) }.run();
        }
        call.run()
    }
);
