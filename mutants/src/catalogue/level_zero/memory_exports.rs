//! Drivers that do something wrong when device memory is exported.

use super::layer::{call, defect, install};
use super::outputs::{SUCCESS, allocation_around, descriptor_of, is_done, pointer};
use super::shared_bytes::{clear, copy};
use super::threads::FirstThread;
use crate::catalogue::cross_process::sharing::{Notes, lock};
use crate::catalogue::tools::leak_descriptor;
use crate::{Legacy as Mutant, Manner};
use level_zero_sys::{
    ze_device_handle_t, ze_device_mem_alloc_desc_t, ze_ipc_mem_handle_t, ze_memory_allocation_properties_t,
    ze_result_t,
};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Mutex;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_memory_get_keeps_descriptor",
        "zeMemGetIpcHandle keeps one descriptor more than its handle has",
        &["lifetime.fd.memory_cycles"],
        install::<GetKeepsDescriptor>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_keeps_host_memory",
        "zeMemGetIpcHandle keeps host memory that zeMemPutIpcHandle does not give back",
        &["lifetime.host.cycles"],
        install::<GetKeepsHostMemory>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_exports_copy",
        "zeMemGetIpcHandle exports a copy of the memory, made at that moment",
        &["cross_process.memory.write_back", "memory.open.usable_in_enqueue"],
        install::<GetExportsCopy>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_exports_newest",
        "zeMemGetIpcHandle exports the newest allocation, whichever it is asked for",
        &["cross_process.memory.read", "memory.get.custom_pool_allocation"],
        install::<GetExportsNewest>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_shares_handle",
        "zeMemGetIpcHandle gives out the handle of an allocation again, and zeMemPutIpcHandle does not count",
        &["memory.get.repeated"],
        install::<GetSharesHandle>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_once",
        "zeMemGetIpcHandle refuses an allocation whose handle is out",
        &["memory.get.repeated"],
        install::<GetOnce>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_of_few",
        "zeMemGetIpcHandle has room for four handles",
        &["cross_process.memory.many_and_large"],
        install::<GetOfFew>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_of_small",
        "zeMemGetIpcHandle refuses more than a mebibyte, though zeDriverGetIpcProperties promises memory",
        &["device_info.memory_true_means_usable", "cross_process.memory.many_and_large"],
        install::<GetOfSmall>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_clears",
        "zeMemGetIpcHandle makes the memory anew, so that it is empty",
        &["memory.source_undisturbed", "cross_process.memory.read"],
        install::<GetClears>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_on_first_thread",
        "zeMemGetIpcHandle works on the thread that called it first",
        &["memory.any_thread"],
        install::<GetOnFirstThread>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_put_does_nothing",
        "zeMemPutIpcHandle succeeds and does nothing",
        &["lifetime.fd.memory_cycles"],
        install::<PutDoesNothing>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_put_ends_all",
        "zeMemPutIpcHandle ends every handle of the allocation",
        &["memory.get.repeated"],
        install::<PutEndsAll>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_put_frees",
        "zeMemPutIpcHandle frees the allocation",
        &["memory.source_undisturbed", "memory.put.success"],
        install::<PutFrees>,
    )
    .by(Manner::Crash),
];

defect!(GetKeepsDescriptor {}, zeMemGetIpcHandle, |_, call| {
    leak_descriptor();
    call.run()
});

defect!(GetKeepsHostMemory {}, zeMemGetIpcHandle, |_, call| {
    // Hidden from the compiler, which would spare itself an allocation that nobody reads.
    std::hint::black_box(Box::leak(vec![1_u8; 4096].into_boxed_slice()));
    call.run()
});

/// The device of an allocation.
fn device_of(call: &call::zeMemGetIpcHandle) -> ze_device_handle_t {
    let mut properties = ze_memory_allocation_properties_t::new();
    let mut device = ze_device_handle_t::NULL;
    call::zeMemGetAllocProperties {
        hContext: call.hContext,
        ptr: call.ptr,
        pMemAllocProperties: &raw mut properties,
        phDevice: &raw mut device,
    }
    .run();
    device
}

defect!(
    GetExportsCopy { copies: Notes<usize> },
    zeMemGetIpcHandle,
    |this, call| {
        let (base, size) = allocation_around(call.hContext, call.ptr);
        let desc = ze_device_mem_alloc_desc_t::new();
        let mut made: *mut c_void = null_mut();
        let result = call::zeMemAllocDevice {
            hContext: call.hContext,
            device_desc: &raw const desc,
            size,
            alignment: 0,
            hDevice: device_of(&call),
            pptr: &raw mut made,
        }
        .run();
        if !is_done(result) {
            return result;
        }
        let made = made.expose_provenance();
        copy(base, made, size);
        let call = call::zeMemGetIpcHandle { ptr: pointer(made), ..call };
        let result = call.run();
        if is_done(result) {
            this.copies.set(descriptor_of(&call.gave()) as usize, made);
        }
        result
    },
    zeMemPutIpcHandle,
    |this, call| {
        let result = call.run();
        if let Some(made) = this.copies.take(descriptor_of(&call.handle) as usize) {
            call::zeMemFree { hContext: call.hContext, ptr: pointer(made).cast_mut() }.run();
        }
        result
    }
);

defect!(
    GetExportsNewest { allocations: Mutex<Vec<usize>> },
    zeMemAllocDevice,
    |this, call| {
        let result = call.run();
        if is_done(result) {
            lock(&this.allocations).push(call.gave().expose_provenance());
        }
        result
    },
    zeMemFreeExt,
    |this, call| {
        lock(&this.allocations).retain(|base| *base != call.ptr.addr());
        call.run()
    },
    zeMemGetIpcHandle,
    |this, call| {
        let newest = lock(&this.allocations).last().map(|base| pointer(*base));
        call::zeMemGetIpcHandle { ptr: newest.unwrap_or(call.ptr), ..call }.run()
    }
);

defect!(
    GetSharesHandle { handles: Notes<ze_ipc_mem_handle_t> },
    zeMemGetIpcHandle,
    |this, call| {
        if let Some(handle) = this.handles.get(call.ptr.addr()) {
            return call.give(handle);
        }
        let result = call.run();
        if is_done(result) {
            this.handles.set(call.ptr.addr(), call.gave());
        }
        result
    },
    zeMemPutIpcHandle,
    |this, call| {
        let put = this.handles.all().into_iter().find(|(_, handle)| handle.data == call.handle.data);
        if let Some((base, _)) = put {
            this.handles.take(base);
        }
        call.run()
    }
);

/// The handles that are out, by their descriptors, with the allocations.
#[derive(Default)]
struct Out(Notes<(usize, ze_ipc_mem_handle_t)>);

impl Out {
    fn get(&self, call: &call::zeMemGetIpcHandle) -> ze_result_t {
        let result = call.run();
        if is_done(result) {
            let handle = call.gave();
            self.0.set(descriptor_of(&handle) as usize, (call.ptr.addr(), handle));
        }
        result
    }

    fn put(&self, call: &call::zeMemPutIpcHandle) -> ze_result_t {
        self.0.take(descriptor_of(&call.handle) as usize);
        call.run()
    }
}

defect!(
    GetOnce { out: Out },
    zeMemGetIpcHandle,
    |this, call| {
        if this.out.0.all().iter().any(|(_, (base, _))| *base == call.ptr.addr()) {
            return ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE;
        }
        this.out.get(&call)
    },
    zeMemPutIpcHandle,
    |this, call| this.out.put(&call)
);

defect!(
    GetOfFew { out: Out },
    zeMemGetIpcHandle,
    |this, call| {
        if this.out.0.count() >= 4 {
            return ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
        }
        this.out.get(&call)
    },
    zeMemPutIpcHandle,
    |this, call| this.out.put(&call)
);

defect!(GetOfSmall {}, zeMemGetIpcHandle, |_, call| {
    let (_, size) = allocation_around(call.hContext, call.ptr);
    if size > 1 << 20 { ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE } else { call.run() }
});

defect!(GetClears {}, zeMemGetIpcHandle, |_, call| {
    let (base, size) = allocation_around(call.hContext, call.ptr);
    clear(base, size);
    call.run()
});

defect!(GetOnFirstThread { first: FirstThread }, zeMemGetIpcHandle, |this, call| {
    if this.first.is_this() { call.run() } else { ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED }
});

defect!(PutDoesNothing {}, zeMemPutIpcHandle, |_, _| SUCCESS);

defect!(
    PutEndsAll { out: Out },
    zeMemGetIpcHandle,
    |this, call| this.out.get(&call),
    zeMemPutIpcHandle,
    |this, call| {
        let put = this.out.0.get(descriptor_of(&call.handle) as usize);
        for (fd, (base, handle)) in this.out.0.all() {
            if put.is_some_and(|(of, _)| of == base) && handle.data != call.handle.data {
                this.out.0.take(fd);
                call::zeMemPutIpcHandle { handle, ..call }.run();
            }
        }
        this.out.put(&call)
    }
);

defect!(
    PutFrees { out: Out },
    zeMemGetIpcHandle,
    |this, call| this.out.get(&call),
    zeMemPutIpcHandle,
    |this, call| {
        let put = this.out.0.get(descriptor_of(&call.handle) as usize);
        let result = this.out.put(&call);
        if let Some((base, _)) = put {
            call::zeMemFree { hContext: call.hContext, ptr: pointer(base).cast_mut() }.run();
        }
        result
    }
);
