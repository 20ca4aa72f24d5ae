//! Calls that leave something behind each time.

use crate::catalogue::cross_process::sharing::{Defect, End, Get, Notes, Open, Put, lock};
use crate::catalogue::tools::leak_descriptor;
use std::collections::HashSet;
use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::UrResult;

/// What stays.
pub(super) trait Lost: Default + Send + Sync + 'static {
    fn lose();
}

#[derive(Default)]
pub(super) struct Descriptor;

impl Lost for Descriptor {
    fn lose() {
        leak_descriptor();
    }
}

#[derive(Default)]
pub(super) struct HostMemory;

impl Lost for HostMemory {
    fn lose() {
        // Written to, so that it is resident.
        // Hidden from the compiler, which would spare itself an allocation that nobody reads.
        std::hint::black_box(Box::leak(vec![0xa5u8; 4096].into_boxed_slice()));
    }
}

/// What was done.
pub(super) enum Done<'a> {
    Get { ok: bool },
    Put { ok: bool },
    Open { ok: bool, call: &'a Open<'a> },
    Close { ok: bool },
    ImportRelease,
}

/// What a layer has counted before the call.
#[derive(Default)]
pub(super) struct Counts {
    gets: usize,
    handles: usize,
    imports: usize,
    is_new: bool,
}

/// When something is lost.
pub(super) trait When: Default + Send + Sync + 'static {
    fn is_now(done: &Done<'_>, before: &Counts) -> bool;
}

macro_rules! moments {
    ($($moment:ident $pattern:pat, $before:ident => $condition:expr;)*) => {$(
        #[derive(Default)]
        pub(super) struct $moment;

        impl When for $moment {
            fn is_now(done: &Done<'_>, $before: &Counts) -> bool {
                matches!(done, $pattern if $condition)
            }
        }
    )*};
}

moments! {
    AfterGet Done::Get { ok: true }, _before => true;
    AfterNestedGet Done::Get { ok: true }, before => before.handles > 0;
    AfterFiftiethGet Done::Get { ok: true }, before => before.gets % 50 == 49;
    AfterFailedGet Done::Get { ok: false }, _before => true;
    AfterPut Done::Put { ok: true }, _before => true;
    AfterOpen Done::Open { ok: true, .. }, _before => true;
    AfterNestedOpen Done::Open { ok: true, .. }, before => before.imports > 0;
    AfterFirstOpen Done::Open { ok: true, .. }, before => before.imports == 0;
    AfterForeignOpen Done::Open { ok: true, call }, _before => call.is_foreign();
    AfterHomeOpen Done::Open { ok: true, call }, _before => !call.is_foreign();
    AfterNewHandle Done::Open { ok: true, .. }, before => before.is_new;
    AfterFailedOpen Done::Open { ok: false, .. }, _before => true;
    AfterWrongSize Done::Open { ok: false, call }, _before => call.bytes().is_none();
    AfterWrongBytes Done::Open { ok: false, call }, _before => call.bytes().is_some();
    AfterClose Done::Close { ok: true }, _before => true;
    AfterImportRelease Done::ImportRelease, _before => true;
}

/// Loses something.
#[derive(Default)]
pub(super) struct Leak<W, L> {
    gets: AtomicUsize,
    handles: Notes<()>,
    imports: Notes<()>,
    seen: Mutex<HashSet<u64>>,
    when: PhantomData<(W, L)>,
}

impl<W: When, L: Lost> Leak<W, L> {
    fn counts(&self) -> Counts {
        Counts {
            gets: self.gets.load(Ordering::Relaxed),
            handles: self.handles.count(),
            imports: self.imports.count(),
            is_new: false,
        }
    }

    fn after(done: &Done<'_>, before: &Counts) {
        if W::is_now(done, before) {
            L::lose();
        }
    }
}

impl<W: When, L: Lost> Defect for Leak<W, L> {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let before = self.counts();
        let result = call.run();
        Self::after(&Done::Get { ok: result.is_success() }, &before);
        self.gets.fetch_add(1, Ordering::Relaxed);
        if result.is_success() {
            self.handles.set(call.gave(), ());
        }
        result
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        let before = self.counts();
        self.handles.take(call.data.addr());
        let result = call.run();
        Self::after(&Done::Put { ok: result.is_success() }, &before);
        result
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        let mut before = self.counts();
        before.is_new = lock(&self.seen).insert(call.token());
        Self::after(&Done::Open { ok: result.is_success(), call }, &before);
        if result.is_success() {
            self.imports.set(call.gave(), ());
        }
        result
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        let before = self.counts();
        self.imports.take(call.object.addr());
        let result = call.run();
        Self::after(&Done::Close { ok: result.is_success() }, &before);
        result
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        let before = self.counts();
        if self.imports.take(call.object.addr()).is_some() {
            Self::after(&Done::ImportRelease, &before);
        }
        call.run()
    }
}
