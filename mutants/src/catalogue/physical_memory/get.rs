//! `urIPCGetPhysMemHandleExp`: what it gives.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use std::collections::HashMap;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_get_null_buffer",
        "Get succeeds and gives a null buffer.",
        &["physical_memory.get.success"],
        NullBuffer::make,
    ),
    Mutant::new(
        "physical_get_size_0",
        "Get succeeds and gives the size 0.",
        &["physical_memory.get.success"],
        Size0::make,
    ),
    Mutant::new(
        "physical_get_outputs_unwritten",
        "Get succeeds and writes nothing.",
        &["physical_memory.get.success"],
        Unwritten::make,
    )
    .seen_in("intel/llvm unified-runtime mock adapter, August 2026"),
    Mutant::new(
        "physical_get_once",
        "An object can be exported once only.",
        &["physical_memory.get.success", "physical_memory.get.repeated"],
        Once::make,
    ),
    Mutant::new(
        "physical_get_invalid_without_put",
        "An object cannot be exported while a handle of it is held.",
        &["physical_memory.get.repeated"],
        OneAtATime::make,
    ),
    Mutant::new(
        "physical_get_four_handles",
        "No more than four handles can be held.",
        &["physical_memory.get.repeated"],
        FourHandles::make,
    ),
    Mutant::new(
        "physical_get_not_while_mapped",
        "An object cannot be exported while it is mapped.",
        &["physical_memory.get.repeated"],
        NotWhileMapped::make,
    ),
    Mutant::new(
        "physical_get_same_buffer",
        "All Gets of an object give one buffer, and the first Put frees it for all.",
        &["physical_memory.get.repeated"],
        SameBuffer::make,
    ),
    Mutant::new(
        "physical_get_counted_buffer",
        "All Gets of an object give one buffer, whose Puts are counted.",
        &["physical_memory.get.repeated"],
        CountedBuffer::make,
    ),
    Mutant::new(
        "physical_get_retains",
        "Get adds a reference to the object, and Put drops it.",
        &["physical_memory.get.repeated"],
        Retains::make,
    ),
    Mutant::new(
        "physical_get_retains_for_good",
        "Get adds a reference to the object which nothing drops.",
        &["physical_memory.get.repeated"],
        RetainsForGood::make,
    ),
    Mutant::new(
        "physical_put_ends_older_handles",
        "A Put also ends the handles of the same object that are older.",
        &["physical_memory.get.repeated"],
        PutEndsOlder::make,
    ),
    Mutant::new(
        "physical_put_ends_newer_handles",
        "A Put also ends the handles of the same object that are newer.",
        &["physical_memory.get.repeated"],
        PutEndsNewer::make,
    ),
    Mutant::new(
        "physical_put_ends_all_handles",
        "A Put also ends the handles of other objects.",
        &["physical_memory.get.repeated"],
        PutEndsAll::make,
    ),
    Mutant::new(
        "physical_get_ends_older_handles",
        "A Get ends the older handles of the same object.",
        &["physical_memory.get.repeated"],
        GetEndsOlder::make,
    ),
    Mutant::new(
        "physical_get_of_another_object_ends_handles",
        "A Get of another object ends the handles that are held.",
        &["physical_memory.get.repeated"],
        GetEndsOthers::make,
    ),
];

physical!(NullBuffer {} get(_, call) {
    let result = call.run();
    if result.is_success() {
        call.give(null_mut(), HANDLE);
    }
    result
});

physical!(Size0 {} get(_, call) {
    let result = call.run();
    if result.is_success() {
        call.give(call.at(), 0);
    }
    result
});

physical!(Unwritten {} get(_, call) {
    call.run_unseen()
});

physical!(Once { exported: Known } get(this, call) {
    let result = call.run();
    if result.is_success() && !this.exported.add(call.object.address()) {
        Put { below: call.below, context: call.context, data: call.at() }.run();
        call.give(null_mut(), 0);
        return UrResult::ERROR_OUT_OF_RESOURCES;
    }
    result
});

/// Which object each buffer is for.
type Buffers = Mutex<HashMap<usize, PhysicalMemHandle>>;

physical!(OneAtATime { held: Buffers }
    get(this, call) {
        if locked(&this.held).values().any(|object| *object == call.object) {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        let result = call.run();
        if result.is_success() {
            locked(&this.held).insert(call.at().addr(), call.object);
        }
        result
    }
    put(this, call) {
        locked(&this.held).remove(&call.data.addr());
        call.run()
    }
);

physical!(FourHandles { held: AtomicUsize }
    get(this, call) {
        if this.held.load(Ordering::Relaxed) == 4 {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        let result = call.run();
        if result.is_success() {
            this.held.fetch_add(1, Ordering::Relaxed);
        }
        result
    }
    put(this, call) {
        let result = call.run();
        if result.is_success() {
            this.held.fetch_sub(1, Ordering::Relaxed);
        }
        result
    }
);

physical!(NotWhileMapped { mapped: Buffers }
    get(this, call) {
        if locked(&this.mapped).values().any(|object| *object == call.object) {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        call.run()
    }
    map(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.mapped).insert(call.start.addr(), call.object);
        }
        result
    }
    unmap(this, call) {
        locked(&this.mapped).remove(&call.start.addr());
        call.run()
    }
);

/// A buffer that is given out again: its address and how many have it.
type Shared = Mutex<HashMap<PhysicalMemHandle, (usize, usize)>>;

physical!(SameBuffer { buffers: Shared }
    get(this, call) {
        let mut buffers = locked(&this.buffers);
        if let Some(&(at, _)) = buffers.get(&call.object)
            && !call.context.is_null() && !call.data.is_null() && !call.size.is_null()
        {
            call.give(std::ptr::with_exposed_provenance_mut(at), HANDLE);
            return UrResult::SUCCESS;
        }
        let result = call.run();
        if result.is_success() {
            buffers.insert(call.object, (call.at().expose_provenance(), 1));
        }
        result
    }
    put(this, call) {
        locked(&this.buffers).retain(|_, (at, _)| *at != call.data.addr());
        call.run()
    }
);

physical!(CountedBuffer { buffers: Shared }
    get(this, call) {
        let mut buffers = locked(&this.buffers);
        if let Some((at, holders)) = buffers.get_mut(&call.object)
            && !call.context.is_null() && !call.data.is_null() && !call.size.is_null()
        {
            *holders += 1;
            call.give(std::ptr::with_exposed_provenance_mut(*at), HANDLE);
            return UrResult::SUCCESS;
        }
        let result = call.run();
        if result.is_success() {
            buffers.insert(call.object, (call.at().expose_provenance(), 1));
        }
        result
    }
    put(this, call) {
        let mut buffers = locked(&this.buffers);
        if let Some((_, holders)) = buffers.values_mut().find(|(at, _)| *at == call.data.addr()) {
            *holders -= 1;
            if *holders > 0 {
                return UrResult::SUCCESS;
            }
        }
        buffers.retain(|_, (_, holders)| *holders > 0);
        call.run()
    }
);

physical!(Retains { objects: Buffers }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            Retain { below: call.below, object: call.object }.run();
            locked(&this.objects).insert(call.at().addr(), call.object);
        }
        result
    }
    put(this, call) {
        let result = call.run();
        if result.is_success() && let Some(object) = locked(&this.objects).remove(&call.data.addr()) {
            Release { below: call.below, object }.run();
        }
        result
    }
);

physical!(RetainsForGood {} get(_, call) {
    let result = call.run();
    if result.is_success() {
        Retain { below: call.below, object: call.object }.run();
    }
    result
});

/// Handles in the order in which they were got, with their objects.
type Ordered = Mutex<Vec<(Vec<u8>, PhysicalMemHandle)>>;

/// Defines a layer whose Put ends others of the same object too: those got before, or those got after. Their buffers
/// stay, as the suite reads them, but nothing opens them in this process.
macro_rules! put_ends {
    ($type:ident, $ended:expr) => {
        physical!($type { order: Ordered, ended: Handles }
            get(this, call) {
                let result = call.run();
                if result.is_success() {
                    locked(&this.order).push((call.bytes(), call.object));
                }
                result
            }
            put(this, call) {
                let bytes = call.bytes();
                let order = locked(&this.order);
                if let Some(put) = order.iter().position(|(known, _)| *known == bytes) {
                    let ended: fn(usize, usize) -> bool = $ended;
                    for (i, (other, object)) in order.iter().enumerate() {
                        if ended(i, put) && *object == order[put].1 {
                            this.ended.add(other.clone());
                        }
                    }
                }
                call.run()
            }
            open(this, call) {
                if this.ended.has(&call.bytes()) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
            }
        );
    };
}

put_ends!(PutEndsOlder, |i, put| i < put);
put_ends!(PutEndsNewer, |i, put| i > put);

physical!(PutEndsAll { held: Handles, ended: Handles }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.held.note(&call);
        }
        result
    }
    put(this, call) {
        this.held.forget(&call);
        while let Some(other) = this.held.last(|_| true) {
            this.held.remove(&other);
            this.ended.add(other);
        }
        call.run()
    }
    open(this, call) {
        if this.ended.has(&call.bytes()) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
);

/// Defines a layer whose Get ends handles of the same object, or those of others.
macro_rules! get_ends {
    ($type:ident, $same:expr) => {
        physical!($type { order: Ordered, ended: Handles }
            get(this, call) {
                let result = call.run();
                if result.is_success() {
                    let mut order = locked(&this.order);
                    for (bytes, _) in order.iter().filter(|(_, object)| (*object == call.object) == $same) {
                        this.ended.add(bytes.clone());
                    }
                    order.push((call.bytes(), call.object));
                }
                result
            }
            open(this, call) {
                if this.ended.has(&call.bytes()) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
            }
        );
    };
}

get_ends!(GetEndsOlder, true);
get_ends!(GetEndsOthers, false);
