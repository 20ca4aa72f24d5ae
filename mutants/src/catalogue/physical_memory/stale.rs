//! Handles that were put.

use super::calls::*;
use crate::Legacy as Mutant;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_put_does_nothing",
        "Put succeeds and does nothing.",
        &["physical_memory.open.stale_handle", "cross_process.physical_memory.open_after_put"],
        PutDoesNothing::make,
    ),
    Mutant::new(
        "physical_put_deferred",
        "A handle that is put ends with the next Put only.",
        &["physical_memory.open.stale_handle", "cross_process.physical_memory.open_after_put"],
        PutDeferred::make,
    ),
    Mutant::new(
        "physical_put_waits_for_imports",
        "A handle that was opened stays open after its Put.",
        &["physical_memory.open.stale_handle"],
        OpenedStays::make,
    ),
    Mutant::new(
        "physical_put_waits_for_other_handles",
        "A handle opens its object after its Put, as long as another handle of the object is held.",
        &["physical_memory.open.stale_handle"],
        LivesWithOthers::make,
    ),
    Mutant::new(
        "physical_open_cached",
        "An Open is answered from a cache, which a Put does not clear.",
        &["physical_memory.open.stale_handle"],
        Cached::make,
    ),
    Mutant::new(
        "physical_open_stale_leaks",
        "The refusal of a handle that was put loses a descriptor.",
        &["physical_memory.open.stale_handle"],
        StaleLeaks::make,
    ),
    Mutant::new(
        "physical_open_stale_at_second",
        "A handle that was put is refused once, and opened then.",
        &["physical_memory.open.stale_handle"],
        SecondTry::make,
    ),
    Mutant::new(
        "physical_put_keeps_it_for_others",
        "A Put ends the handle in its own process only.",
        &["cross_process.physical_memory.open_after_put", "physical_memory.open.stale_handle"],
        LivesElsewhere::make,
    ),
    Mutant::new(
        "physical_open_stale_by_descriptor",
        "A handle is only a descriptor: put, it opens the object whose handle has that descriptor now.",
        &["physical_memory.open.stale_handle_fd_reused"],
        ByDescriptor::make,
    )
    .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_open_stale_by_newest",
        "A handle that was put opens the object exported last.",
        &["physical_memory.open.stale_handle_fd_reused"],
        ByNewest::make,
    ),
    Mutant::new(
        "physical_open_stale_as_file",
        "A handle that was put opens whatever file has its descriptor as if it were memory.",
        &["physical_memory.open.stale_handle_fd_reused"],
        AsFile::make,
    ),
    Mutant::new(
        "physical_open_stale_in_consumer",
        "A consumer that has opened a handle opens other memory by it once it was put.",
        &["physical_memory.open.stale_handle_fd_reused", "cross_process.physical_memory.open_after_put"],
        OtherInConsumer::make,
    ),
];

answers!(PutDoesNothing, put, SUCCESS, |call| !call.context.is_null() && !call.data.is_null());

physical!(PutDeferred { waiting: Mutex<usize> } put(this, call) {
    if call.context.is_null() || call.data.is_null() {
        return call.run();
    }
    let before = std::mem::replace(&mut *locked(&this.waiting), call.data.addr());
    if before != 0 {
        Put { data: std::ptr::without_provenance(before), ..call }.run();
    }
    UrResult::SUCCESS
});

physical!(OpenedStays { opened: Handles }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            this.opened.add(call.bytes());
        }
        result
    }
    put(this, call) {
        let opened = !call.context.is_null() && this.opened.has(&call.bytes());
        if opened { UrResult::SUCCESS } else { call.run() }
    }
);

/// Which object each handle was made for.
type Sources = Mutex<HashMap<Vec<u8>, PhysicalMemHandle>>;

physical!(LivesWithOthers { sources: Sources, held: Handles }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.sources).insert(call.bytes(), call.object);
            this.held.note(&call);
        }
        result
    }
    put(this, call) {
        this.held.forget(&call);
        call.run()
    }
    open(this, call) {
        let bytes = call.bytes();
        let sources = locked(&this.sources);
        if this.held.has(&bytes) || !sources.contains_key(&bytes) {
            return call.run();
        }
        match this.held.last(|other| sources.get(other) == sources.get(&bytes)) {
            Some(other) => call.run_with(&other),
            None => call.run(),
        }
    }
);

physical!(Cached { imports: Sources }
    open(this, call) {
        let bytes = call.bytes();
        let result = call.run();
        let mut imports = locked(&this.imports);
        if result.is_success() {
            Retain { below: call.below, object: call.opened() }.run();
            imports.insert(bytes, call.opened());
            return result;
        }
        match imports.get(&bytes) {
            Some(&object) if !call.out.is_null() => {
                Retain { below: call.below, object }.run();
                call.give(object)
            }
            _ => result,
        }
    }
);

/// Defines a layer that knows handles that were put in this process, and does something of its own when one is
/// opened.
macro_rules! when_stale {
    ($type:ident { $($state:tt)* } |$this:ident, $call:ident| $open:block $($rest:tt)*) => {
        physical!($type { held: Handles, stale: Handles, $($state)* }
            get(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.held.note(&call);
                }
                result
            }
            put(this, call) {
                let bytes = call.bytes();
                let result = call.run();
                if result.is_success() {
                    this.held.remove(&bytes);
                    this.stale.add(bytes);
                }
                result
            }
            open($this, $call) {
                if $this.stale.has(&$call.bytes()) $open else { $call.run() }
            }
            $($rest)*
        );
    };
}

when_stale!(
    StaleLeaks {} | _this,
    call | {
        lose_if(true);
        call.run()
    }
);

when_stale!(SecondTry { refused: Handles, fakes: Fakes }
    |this, call| {
        let bytes = call.bytes();
        if this.refused.has(&bytes) {
            return this.fakes.open(&call, GRANULE);
        }
        this.refused.add(bytes);
        call.run()
    }
    close(this, call) { this.fakes.close(&call) }
);

physical!(LivesElsewhere { ended: Handles }
    put(this, call) {
        if call.context.is_null() || call.data.is_null() {
            return call.run();
        }
        this.ended.add(call.bytes());
        UrResult::SUCCESS
    }
    open(this, call) {
        if this.ended.has(&call.bytes()) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
);

when_stale!(
    ByDescriptor {} | this,
    call | {
        let bytes = call.bytes();
        match this.held.last(|live| live[FD] == bytes[FD]) {
            Some(live) => call.run_with(&live),
            None => call.run(),
        }
    }
);

when_stale!(
    ByNewest {} | this,
    call | {
        match this.held.last(|_| true) {
            Some(live) => call.run_with(&live),
            None => call.run(),
        }
    }
);

when_stale!(AsFile { fakes: Fakes }
    |this, call| {
        let file = number(&call.bytes(), FD).map(|fd| format!("/proc/self/fd/{fd}"));
        if file.is_some_and(|file| Path::new(&file).exists()) {
            return this.fakes.open(&call, GRANULE);
        }
        call.run()
    }
    close(this, call) { this.fakes.close(&call) }
);

physical!(OtherInConsumer { opened: Handles, fakes: Fakes }
    open(this, call) {
        let bytes = call.bytes();
        let result = call.run();
        if result.is_success() {
            this.opened.add(bytes);
        } else if call.is_foreign() && this.opened.has(&bytes) && !call.out.is_null() {
            return this.fakes.open(&call, 2 * GRANULE);
        }
        result
    }
    close(this, call) { this.fakes.close(&call) }
);
