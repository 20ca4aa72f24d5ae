//! Drivers that open a handle, in the process that made it, to the allocation itself, and harm that when it is closed.

use super::layer::{call, defect, install};
use super::outputs::{SUCCESS, allocation_around, identity_of, is_done, pointer_mut};
use super::shared_bytes::clear;
use crate::catalogue::cross_process::sharing::Notes;
use crate::catalogue::tools::Known;
use crate::{Legacy as Mutant, Manner};
use level_zero_sys::ze_result_t;

const UNDISTURBED: &[&str] = &["memory.source_undisturbed"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_memory_own_close_frees_source",
        "zeMemOpenIpcHandle in the exporting process gives the allocation, and zeMemCloseIpcHandle frees it",
        UNDISTURBED,
        install::<CloseFrees>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_memory_own_close_clears_source",
        "zeMemOpenIpcHandle in the exporting process gives the allocation, and zeMemCloseIpcHandle clears it",
        UNDISTURBED,
        install::<CloseClears>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_own_close_ends_exports",
        "zeMemOpenIpcHandle in the exporting process gives the allocation, of which no handle is made once it was closed",
        UNDISTURBED,
        install::<CloseEndsExports>,
    ),
];

/// The exported allocations of this process, by what tells them apart: their bases and sizes. And the bases that are
/// open, with how often, and those of which no handle is made any more.
#[derive(Default)]
struct Own {
    sources: Notes<(usize, usize)>,
    opened: Notes<usize>,
    not_exported: Known,
}

impl Own {
    fn get(&self, call: &call::zeMemGetIpcHandle) -> ze_result_t {
        let source = allocation_around(call.hContext, call.ptr);
        if self.not_exported.has(source.0) {
            return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
        }
        let result = call.run();
        if is_done(result) {
            self.sources.set(identity_of(&call.gave()), source);
        }
        result
    }

    fn open(&self, call: &call::zeMemOpenIpcHandle) -> ze_result_t {
        let Some((base, _)) = self.sources.get(identity_of(&call.handle)) else { return call.run() };
        self.opened.set(base, self.opened.get(base).unwrap_or(0) + 1);
        call.give(pointer_mut(base))
    }

    /// The base and the size of a source that was open and is closed now.
    fn close(&self, base: usize) -> Option<(usize, usize)> {
        let opens = self.opened.take(base)?;
        if opens > 1 {
            self.opened.set(base, opens - 1);
        }
        self.sources.all().into_iter().map(|(_, source)| source).find(|(start, _)| *start == base)
    }

    fn free(&self, base: usize) {
        self.not_exported.remove(base);
        for (identity, (start, _)) in self.sources.all() {
            if start == base {
                self.sources.take(identity);
            }
        }
    }
}

/// Defines a driver that opens own handles as their allocations: what it does with one that is closed, given its base and
/// size.
macro_rules! own_open {
    ($defect:ident, |$own:pat_param, $call:pat_param, $base:pat_param, $size:pat_param| $close:expr) => {
        defect!(
            $defect { own: Own },
            zeMemGetIpcHandle,
            |this, call| this.own.get(&call),
            zeMemOpenIpcHandle,
            |this, call| this.own.open(&call),
            zeMemCloseIpcHandle,
            |this, call| {
                let Some(($base, $size)) = this.own.close(call.ptr.addr()) else { return call.run() };
                let ($own, $call) = (&this.own, call);
                $close;
                SUCCESS
            },
            zeMemFreeExt,
            |this, call| {
                this.own.free(call.ptr.addr());
                call.run()
            }
        );
    };
}

own_open!(CloseFrees, |own, call, base, _| {
    own.free(base);
    call::zeMemFree { hContext: call.hContext, ptr: pointer_mut(base) }.run()
});

own_open!(CloseClears, |_, _, base, size| clear(base, size));

own_open!(CloseEndsExports, |own, _, base, _| own.not_exported.add(base));
