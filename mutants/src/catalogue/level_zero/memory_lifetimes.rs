//! Drivers that do something wrong when device memory is closed or freed.

use super::layer::{call, defect, install};
use super::outputs::{SUCCESS, identity_of, is_done, pointer, size_of_memory};
use super::shared_bytes::clear;
use crate::catalogue::cross_process::sharing::Notes;
use crate::{Legacy as Mutant, Manner};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_memory_free_does_nothing",
        "zeMemFree and zeMemFreeExt succeed and free nothing",
        &["lifetime.device_memory.open_close"],
        install::<FreeDoesNothing>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_close_keeps_mapping",
        "zeMemCloseIpcHandle succeeds and keeps the mapping",
        &["lifetime.host.cycles", "lifetime.device_memory.open_close"],
        install::<CloseKeepsMapping>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_close_ends_all",
        "zeMemCloseIpcHandle unmaps the allocation wherever it is open",
        &["memory.close.one_of_two_opens"],
        install::<CloseEndsAll>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_memory_close_clears",
        "zeMemCloseIpcHandle clears the memory, as if it was freed",
        &["memory.source_undisturbed"],
        install::<CloseClears>,
    ),
];

defect!(CloseKeepsMapping {}, zeMemCloseIpcHandle, |_, _| SUCCESS);

/// What is open, by its address: what tells it from other memory, the size, and the context.
#[derive(Default)]
struct Open(Notes<(usize, usize, usize)>);

impl Open {
    fn add(&self, call: &call::zeMemOpenIpcHandle) {
        let (identity, size) = (identity_of(&call.handle), size_of_memory(&call.handle));
        let context = call.hContext.0.expose_provenance();
        self.0.set(call.gave().expose_provenance(), (identity, size, context));
    }
}

/// Defines a driver that remembers what is open, and does something else when that is closed or its context is
/// destroyed.
macro_rules! with_open {
    ($defect:ident, $($name:ident, |$open:ident, $call:ident| $body:expr),*) => {
        defect!(
            $defect { open: Open },
            zeMemOpenIpcHandle,
            |this, call| {
                let result = call.run();
                if is_done(result) {
                    this.open.add(&call);
                }
                result
            },
            $($name, |this, $call| {
                let $open = &this.open.0;
                $body
            }),*
        );
    };
}

with_open!(CloseEndsAll, zeMemCloseIpcHandle, |open, call| {
    let closed = open.take(call.ptr.addr());
    for (base, (identity, ..)) in open.all() {
        if closed.is_some_and(|(of, ..)| of == identity) {
            open.take(base);
            call::zeMemCloseIpcHandle { ptr: pointer(base), ..call }.run();
        }
    }
    call.run()
});

with_open!(CloseClears, zeMemCloseIpcHandle, |open, call| {
    if let Some((_, size, _)) = open.take(call.ptr.addr()) {
        clear(call.ptr.addr(), size);
    }
    call.run()
});

defect!(FreeDoesNothing {}, zeMemFreeExt, |_, _| SUCCESS, zeMemFree, |_, _| SUCCESS);
