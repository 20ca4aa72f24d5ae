//! Drivers that do something wrong when device memory is opened.

use super::layer::{call, defect, install};
use super::outputs::{SUCCESS, descriptor_of, identity_of, is_done, pointer_mut, size_of_memory};
use super::shared_bytes::{Instead, clear, forbid_writes, map_over};
use super::threads::FirstThread;
use crate::Legacy as Mutant;
use crate::Manner;
use crate::catalogue::cross_process::sharing::Notes;
use crate::catalogue::tools::{Known, leak_descriptor};
use level_zero_sys::{ze_device_handle_t, ze_memory_allocation_properties_t, ze_memory_type_t, ze_result_t};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_memory_open_keeps_descriptor",
        "zeMemOpenIpcHandle keeps a copy of the descriptor",
        &["lifetime.fd.memory_cycles"],
        install::<OpenKeepsDescriptor>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_open_maps_privately",
        "zeMemOpenIpcHandle maps the memory so that what is written stays in the process",
        &["cross_process.memory.write_back"],
        install::<OpenMapsPrivately>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_open_maps_one_page",
        "zeMemOpenIpcHandle maps the first page, and zeros behind it",
        &["cross_process.memory.read"],
        install::<OpenMapsOnePage>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_open_maps_one_page_off",
        "zeMemOpenIpcHandle maps the memory from its second page on",
        &["cross_process.memory.read"],
        install::<OpenMapsOnePageOff>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_open_is_read_only",
        "zeMemOpenIpcHandle maps the memory to be read only, and commands that write fault",
        &["memory.open.usable_in_enqueue"],
        install::<OpenIsReadOnly>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_memory_open_clears",
        "zeMemOpenIpcHandle clears the memory, as a new allocation's",
        &["cross_process.memory.read", "memory.source_undisturbed"],
        install::<OpenClears>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_open_knows_descriptors",
        "zeMemOpenIpcHandle keeps what was opened, and knows it by the number of its descriptor, which is used again",
        &["cross_process.memory.reopen_new_allocation", "cross_process.memory.many_and_large"],
        install::<OpenKnowsDescriptors>,
    )
    .seen_in("unified-memory-framework: opened handles are cached, and Close never unmaps"),
    Mutant::of_driver(
        "lz_driver_memory_open_shares_address",
        "zeMemOpenIpcHandle gives the address of an earlier Open, and the first zeMemCloseIpcHandle unmaps it",
        &["memory.close.one_of_two_opens"],
        install::<OpenSharesAddress>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_memory_open_of_few",
        "zeMemOpenIpcHandle has room for four pointers",
        &["cross_process.memory.many_and_large"],
        install::<OpenOfFew>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_open_in_one_context",
        "zeMemOpenIpcHandle refuses memory that is open in another context",
        &["memory.open.two_contexts"],
        install::<OpenInOneContext>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_open_on_first_thread",
        "zeMemOpenIpcHandle works on the thread that called it first",
        &["memory.any_thread"],
        install::<OpenOnFirstThread>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_range_is_one_page",
        "zeMemGetAddressRange says that an opened allocation has one page",
        &["device_info.memory_true_means_usable", "memory.open.usable_in_enqueue"],
        install::<RangeIsOnePage>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_opened_has_no_type",
        "zeMemGetAllocProperties says that it does not know memory that was opened",
        &["memory.open.alloc_info"],
        install::<OpenedHasNoType>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_opened_is_shared",
        "zeMemGetAllocProperties says that memory that was opened is shared with the host",
        &["memory.open.alloc_info"],
        install::<OpenedIsShared>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_opened_has_no_device",
        "zeMemGetAllocProperties names no device for memory that was opened",
        &["memory.open.alloc_info"],
        install::<OpenedHasNoDevice>,
    ),
];

const PAGE: usize = 4096;

defect!(OpenKeepsDescriptor {}, zeMemOpenIpcHandle, |_, call| {
    leak_descriptor();
    call.run()
});

/// Defines a driver that does something to what it has opened, given its address and the handle.
macro_rules! after_open {
    ($defect:ident, |$base:ident, $handle:ident| $body:expr) => {
        defect!($defect {}, zeMemOpenIpcHandle, |_, call| {
            let result = call.run();
            if is_done(result) {
                let ($base, $handle) = (call.gave().expose_provenance(), call.handle);
                $body;
            }
            result
        });
    };
}

after_open!(OpenMapsPrivately, |base, handle| {
    map_over(base, size_of_memory(&handle), &Instead::Private(descriptor_of(&handle), 0))
});

after_open!(OpenMapsOnePage, |base, handle| {
    let size = size_of_memory(&handle);
    if size > PAGE {
        map_over(base + PAGE, size - PAGE, &Instead::Nothing);
    }
});

after_open!(OpenMapsOnePageOff, |base, handle| {
    let size = size_of_memory(&handle);
    if size > PAGE {
        map_over(base, size - PAGE, &Instead::Shared(descriptor_of(&handle), PAGE));
    }
});

after_open!(OpenIsReadOnly, |base, handle| forbid_writes(base, size_of_memory(&handle)));

after_open!(OpenClears, |base, handle| clear(base, size_of_memory(&handle)));

/// Gives what was given before under this key.
fn open_once(bases: &Notes<usize>, key: usize, call: &call::zeMemOpenIpcHandle) -> ze_result_t {
    if let Some(base) = bases.get(key) {
        return call.give(pointer_mut(base));
    }
    let result = call.run();
    if is_done(result) {
        bases.set(key, call.gave().expose_provenance());
    }
    result
}

defect!(
    OpenKnowsDescriptors { bases: Notes<usize> },
    zeMemOpenIpcHandle,
    |this, call| {
        open_once(&this.bases, descriptor_of(&call.handle) as usize, &call)
    },
    zeMemCloseIpcHandle,
    |_, _| SUCCESS
);

defect!(
    OpenSharesAddress { bases: Notes<usize> },
    zeMemOpenIpcHandle,
    |this, call| {
        open_once(&this.bases, identity_of(&call.handle), &call)
    },
    zeMemCloseIpcHandle,
    |this, call| {
        let closed = this.bases.all().into_iter().find(|(_, base)| *base == call.ptr.addr());
        if let Some((key, _)) = closed {
            this.bases.take(key);
        }
        call.run()
    }
);

/// A pointer that was opened.
#[derive(Clone, Copy)]
struct Opened {
    identity: usize,
    context: usize,
}

/// The pointers that are open.
#[derive(Default)]
struct Open(Notes<Opened>);

impl Open {
    fn open(&self, call: &call::zeMemOpenIpcHandle) -> ze_result_t {
        let result = call.run();
        if is_done(result) {
            let opened = Opened { identity: identity_of(&call.handle), context: call.hContext.0.addr() };
            self.0.set(call.gave().expose_provenance(), opened);
        }
        result
    }

    fn close(&self, call: &call::zeMemCloseIpcHandle) -> ze_result_t {
        self.0.take(call.ptr.addr());
        call.run()
    }
}

defect!(
    OpenOfFew { open: Open },
    zeMemOpenIpcHandle,
    |this, call| {
        if this.open.0.count() >= 4 {
            return ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
        }
        this.open.open(&call)
    },
    zeMemCloseIpcHandle,
    |this, call| this.open.close(&call)
);

defect!(
    OpenInOneContext { open: Open },
    zeMemOpenIpcHandle,
    |this, call| {
        let elsewhere = this.open.0.all().into_iter().any(|(_, other)| {
            other.identity == identity_of(&call.handle) && other.context != call.hContext.0.addr()
        });
        if elsewhere { ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT } else { this.open.open(&call) }
    },
    zeMemCloseIpcHandle,
    |this, call| this.open.close(&call)
);

defect!(OpenOnFirstThread { first: FirstThread }, zeMemOpenIpcHandle, |this, call| {
    if this.first.is_this() { call.run() } else { ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED }
});

/// Defines a driver that says something else of what was opened, given the successful call.
macro_rules! of_opened {
    ($defect:ident, $entry:ident, |$call:ident| $body:expr) => {
        defect!(
            $defect { opened: Known },
            zeMemOpenIpcHandle,
            |this, call| {
                let result = call.run();
                if is_done(result) {
                    this.opened.add(call.gave().addr());
                }
                result
            },
            zeMemCloseIpcHandle,
            |this, call| {
                this.opened.remove(call.ptr.addr());
                call.run()
            },
            $entry,
            |this, $call| {
                let result = $call.run();
                if is_done(result) && this.opened.has($call.ptr.addr()) {
                    $body;
                }
                result
            }
        );
    };
}

of_opened!(RangeIsOnePage, zeMemGetAddressRange, |call| call.give(PAGE));

/// Says that memory is of another type.
fn retype(call: &call::zeMemGetAllocProperties, kind: ze_memory_type_t) {
    call.give(ze_memory_allocation_properties_t { r#type: kind, ..call.gave() });
}

of_opened!(OpenedHasNoType, zeMemGetAllocProperties, |call| retype(
    &call,
    ze_memory_type_t::ZE_MEMORY_TYPE_UNKNOWN
));

of_opened!(OpenedIsShared, zeMemGetAllocProperties, |call| retype(
    &call,
    ze_memory_type_t::ZE_MEMORY_TYPE_SHARED
));

of_opened!(OpenedHasNoDevice, zeMemGetAllocProperties, |call| {
    if !call.phDevice.is_null() {
        // SAFETY: the successful call has written it.
        unsafe { call.phDevice.write(ze_device_handle_t::NULL) };
    }
});
