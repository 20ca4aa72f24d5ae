//! Handles that open, in the process that made them, to the source itself, and a Close of that which harms the source.

use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Defect, End, Get, Memory, Notes, Open, Put, make, wipe};
use crate::catalogue::tools::Known;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::with_exposed_provenance_mut;
use ur_ipc_api::UrResult;

const UNDISTURBED: &[&str] = &["memory.source_undisturbed"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_own_close_frees_source",
        "Open in the exporting process gives the source, and Close frees it",
        UNDISTURBED,
        make::<Memory, OwnOpen<Frees>>,
    ),
    Mutant::new(
        "memory_own_close_clears_source",
        "Open in the exporting process gives the source, and Close zeroes it",
        UNDISTURBED,
        make::<Memory, OwnOpen<Clears>>,
    ),
    Mutant::new(
        "memory_own_close_ends_gets",
        "Open in the exporting process gives the source, of which Get makes no handle after Close",
        UNDISTURBED,
        make::<Memory, OwnOpen<EndsGets>>,
    ),
    Mutant::new(
        "memory_own_close_puts_handles",
        "Open in the exporting process gives the source, and Close puts its handles",
        UNDISTURBED,
        make::<Memory, OwnOpen<PutsHandles>>,
    ),
    Mutant::new(
        "memory_own_close_ends_free",
        "Open in the exporting process gives the source, which urUSMFree refuses to free after Close",
        UNDISTURBED,
        make::<Memory, OwnOpen<EndsFree>>,
    ),
];

/// The token in the bytes of a handle.
///
/// # Safety
/// A handle of the host backend that was not put.
unsafe fn token(data: *const c_void) -> usize {
    // SAFETY: this function's contract; the token is in bytes 24 to 32.
    unsafe { data.cast::<usize>().add(3).read_unaligned() }
}

/// What is known of this process' exports.
#[derive(Default)]
struct Own {
    /// Handles, by where their bytes are: the pointer that they were made for, and the token.
    handles: Notes<(usize, usize)>,
    /// Sources that were opened, by their address: how often.
    opened: Notes<usize>,
    /// Handles that Close has put.
    put: Known,
    /// Sources of which no handle is made any more.
    not_exported: Known,
    /// Sources that are not freed any more.
    not_freed: Known,
}

/// What Close does to the source.
trait Harm: Default + Send + Sync + 'static {
    fn close(own: &Own, call: &End<'_>);
}

macro_rules! harms {
    ($($harm:ident |$own:ident, $call:ident| $body:expr;)*) => {$(
        #[derive(Default)]
        struct $harm;

        impl Harm for $harm {
            fn close($own: &Own, $call: &End<'_>) {
                $body;
            }
        }
    )*};
}

harms! {
    Frees |_own, call| End { closes: false, ..*call }.run();
    Clears |_own, call| wipe(call.below, call.context, call.object, 1);
    EndsGets |own, call| own.not_exported.add(call.object.addr());
    EndsFree |own, call| own.not_freed.add(call.object.addr());
    PutsHandles |own, call| for (data, (source, _)) in own.handles.all() {
        if source == call.object.addr() && own.put.add(data) {
            let data = with_exposed_provenance_mut(data);
            Put { below: call.below, family: call.family, context: call.context, data }.run();
        }
    };
}

/// Opens own handles as their sources, and harms these at Close.
#[derive(Default)]
struct OwnOpen<H> {
    own: Own,
    harm: PhantomData<H>,
}

impl<H: Harm> Defect for OwnOpen<H> {
    fn get(&self, call: &Get<'_>) -> UrResult {
        if self.own.not_exported.has(call.object.addr()) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        let result = call.run();
        if result.is_success() {
            // SAFETY: the successful call wrote where the handle is.
            let token = unsafe { token(call.data.read()) };
            self.own.handles.set(call.gave(), (call.object.expose_provenance(), token));
        }
        result
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        if call.context.is_null() {
            return call.run();
        }
        self.own.handles.take(call.data.addr());
        if self.own.put.remove(call.data.addr()) { UrResult::SUCCESS } else { call.run() }
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        let handles = self.own.handles.all().into_iter();
        let source = handles.map(|(_, handle)| handle).find(|(_, token)| *token as u64 == call.token());
        let Some((source, _)) = source.filter(|_| result.is_success() && !call.is_foreign()) else {
            return result;
        };
        let object = with_exposed_provenance_mut(call.gave());
        End { below: call.below, family: call.family, context: call.context, object, closes: true }.run();
        self.own.opened.set(source, self.own.opened.get(source).unwrap_or(0) + 1);
        call.give(source)
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        let source = call.object.addr();
        match self.own.opened.take(source) {
            Some(opens) if !call.context.is_null() => {
                if opens > 1 {
                    self.own.opened.set(source, opens - 1);
                }
                H::close(&self.own, call);
                UrResult::SUCCESS
            }
            _ => call.run(),
        }
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        if self.own.not_freed.has(call.object.addr()) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        let result = call.run();
        if result.is_success() {
            self.own.not_exported.remove(call.object.addr());
        }
        result
    }
}
