//! What goes wrong only in another process.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use std::collections::HashMap;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_across_refused",
        "A handle opens in the process that made it only.",
        &["cross_process.physical_memory.read", "cross_process.physical_memory.write_back"],
        Refused::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_across_private",
        "An import of another process's object is memory of its own.",
        &["cross_process.physical_memory.read", "cross_process.physical_memory.write_back"],
        Private::make,
    ),
    Mutant::new(
        "physical_across_read_only",
        "An import of another process's object is mapped read-only.",
        &["cross_process.physical_memory.write_back"],
        ReadOnly::make,
    ),
    Mutant::new(
        "physical_across_size_0",
        "An import of another process's object reports the size 0.",
        &["cross_process.physical_memory.size_and_info", "physical_memory.info.imported_size"],
        Size0::make,
    ),
    Mutant::new(
        "physical_across_references_only",
        "Of an import of another process's object nothing but the references can be asked.",
        &["cross_process.physical_memory.size_and_info"],
        ReferencesOnly::make,
    ),
    Mutant::new(
        "physical_across_two_references",
        "An import of another process's object starts with two references.",
        &["cross_process.physical_memory.size_and_info", "physical_memory.info.imported_refcount"],
        TwoReferences::make,
    ),
    Mutant::new(
        "physical_across_leaks",
        "Open in another process loses a descriptor.",
        &["lifetime.fd.physical_open_close"],
        Leaks::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "physical_across_two_imports",
        "A process can have two imports from another process at once only.",
        &["cross_process.physical_memory.multi_range"],
        TwoImports::make,
    ),
    Mutant::new(
        "physical_across_same_import",
        "Imports from another process are all the first one.",
        &["cross_process.physical_memory.multi_range", "cross_process.physical_memory.size_and_info"],
        SameImport::make,
    ),
    Mutant::new(
        "physical_across_one_mapping",
        "An import from another process can only be mapped at the start of a reservation.",
        &["cross_process.physical_memory.multi_range"],
        StartOfReservation::make,
    ),
    Mutant::new(
        "physical_across_ends_with_producer",
        "An import cannot be mapped once its producer is gone.",
        &["cross_process.physical_memory.peer_death"],
        EndsWithProducer::make,
    ),
    Mutant::new(
        "physical_across_close_fails_without_producer",
        "An import cannot be closed once its producer is gone.",
        &["cross_process.physical_memory.peer_death"],
        CloseNeedsProducer::make,
    ),
    Mutant::new(
        "physical_across_opens_without_producer",
        "A handle that was opened opens again when its producer is gone.",
        &["cross_process.physical_memory.peer_death"],
        OpensWithoutProducer::make,
    ),
    Mutant::new(
        "physical_across_dead_producer_leaks",
        "The refusal of a handle whose producer is gone loses a descriptor.",
        &["cross_process.physical_memory.peer_death"],
        DeadProducerLeaks::make,
    ),
    Mutant::new(
        "physical_across_cached_by_slot",
        "An Open finds an import of another object, if its handle has the same number in its object.",
        &["cross_process.physical_memory.multi_range"],
        CachedBySlot::make,
    ),
];

/// Whether a process is there.
fn lives(pid: u32) -> bool {
    std::path::Path::new(&format!("/proc/{pid}")).exists()
}

/// Whether the handle is of a process that is gone.
fn orphaned(call: &Open<'_>) -> bool {
    call.pid().is_some_and(|pid| pid > 0 && !lives(pid))
}

answers!(Refused, open, ERROR_INVALID_VALUE, Open::is_foreign);

physical!(Private { fakes: Fakes }
    open(this, call) {
        let result = call.run();
        if !result.is_success() || !call.is_foreign() {
            return result;
        }
        let (below, object) = (call.below, call.opened());
        let size = property(below, object, PhysicalMemInfo::SIZE);
        Release { below, object }.run();
        this.fakes.open(&call, size)
    }
    close(this, call) { this.fakes.close(&call) }
);

/// Defines a layer that knows imports from other processes, each with its producer; the rest is given.
macro_rules! from_elsewhere {
    ($type:ident { $($state:tt)* } $($rest:tt)*) => {
        physical!($type { imports: Mutex<Vec<(PhysicalMemHandle, u32)>>, $($state)* }
            open(this, call) {
                let result = call.run();
                if result.is_success() && call.is_foreign() {
                    locked(&this.imports).push((call.opened(), call.pid().unwrap_or(0)));
                }
                result
            }
            $($rest)*
        );
    };
}

/// The producer of an import from another process.
fn producer(imports: &Mutex<Vec<(PhysicalMemHandle, u32)>>, object: PhysicalMemHandle) -> Option<u32> {
    locked(imports).iter().find(|(import, _)| *import == object).map(|(_, pid)| *pid)
}

from_elsewhere!(ReadOnly {} map(this, call) {
    match producer(&this.imports, call.object) {
        Some(_) => Map { flags: VirtualMemAccessFlags::READ_ONLY, ..call }.run(),
        None => call.run(),
    }
});

from_elsewhere!(Size0 {} info(this, call) {
    let result = call.run();
    if result.is_success() && producer(&this.imports, call.object).is_some() {
        call.replace(PhysicalMemInfo::SIZE, 0usize);
    }
    result
});

from_elsewhere!(ReferencesOnly {} info(this, call) {
    let counted = call.name == PhysicalMemInfo::REFERENCE_COUNT;
    let refused = !counted && producer(&this.imports, call.object).is_some();
    if refused { UrResult::ERROR_UNSUPPORTED_ENUMERATION } else { call.run() }
});

physical!(TwoReferences {} open(_, call) {
    let result = call.run();
    if result.is_success() && call.is_foreign() {
        Retain { below: call.below, object: call.opened() }.run();
    }
    result
});

physical!(Leaks {} open(_, call) {
    let result = call.run();
    lose_if(result.is_success() && call.is_foreign());
    result
});

physical!(TwoImports { imports: Known, open: Mutex<usize> }
    open(this, call) {
        if !call.is_foreign() {
            return call.run();
        }
        let mut open = locked(&this.open);
        if *open == 2 {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        let result = call.run();
        if result.is_success() {
            *open += 1;
            this.imports.add(call.opened().address());
        }
        result
    }
    close(this, call) {
        if this.imports.remove(call.object.address()) {
            *locked(&this.open) -= 1;
        }
        call.run()
    }
);

physical!(SameImport { first: Mutex<PhysicalMemHandle> } open(this, call) {
    let mut first = locked(&this.first);
    let below = call.below;
    if !first.is_null() && call.is_foreign() && (Retain { below, object: *first }).run().is_success() {
        return call.give(*first);
    }
    let result = call.run();
    if result.is_success() && call.is_foreign() {
        *first = call.opened();
        // Kept, so that it can be given again.
        Retain { below, object: *first }.run();
    }
    result
});

from_elsewhere!(StartOfReservation { ends: Known }
    map(this, call) {
        let behind_another = this.ends.has(call.start.addr());
        if behind_another && producer(&this.imports, call.object).is_some() {
            return UrResult::ERROR_INVALID_VALUE;
        }
        this.ends.add(call.start.addr() + call.size);
        call.run()
    }
    unmap(this, call) {
        this.ends.remove(call.start.addr() + call.size);
        call.run()
    }
);

from_elsewhere!(EndsWithProducer {} map(this, call) {
    let gone = producer(&this.imports, call.object).is_some_and(|pid| !lives(pid));
    if gone { UrResult::ERROR_INVALID_MEM_OBJECT } else { call.run() }
});

from_elsewhere!(CloseNeedsProducer {} close(this, call) {
    let gone = producer(&this.imports, call.object).is_some_and(|pid| !lives(pid));
    if gone { UrResult::ERROR_INVALID_MEM_OBJECT } else { call.run() }
});

physical!(OpensWithoutProducer { known: Handles, fakes: Fakes }
    open(this, call) {
        let result = call.run();
        if result.is_success() {
            this.known.add(call.bytes());
        } else if orphaned(&call) && this.known.has(&call.bytes()) {
            return this.fakes.open(&call, GRANULE);
        }
        result
    }
    close(this, call) { this.fakes.close(&call) }
);

leaks!(DeadProducerLeaks, open, orphaned);

/// Where a handle holds its number among those of its object.
const SLOT: std::ops::Range<usize> = 12..16;

physical!(CachedBySlot { imports: Mutex<HashMap<u32, PhysicalMemHandle>> } open(this, call) {
    let Some(slot) = number(&call.bytes(), SLOT) else { return call.run() };
    let mut imports = locked(&this.imports);
    let below = call.below;
    if let Some(&object) = imports.get(&slot) && (Retain { below, object }).run().is_success() {
        return call.give(object);
    }
    let result = call.run();
    if result.is_success() {
        imports.insert(slot, call.opened());
    }
    result
});
