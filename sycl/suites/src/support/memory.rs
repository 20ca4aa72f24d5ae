//! `ipc::memory`.

use super::{Bed, Guard, Ids, Kind};
use ur_ipc_api::sycl::{Context, Handle, Overload, Place};
use ur_ipc_fixtures::{Answer, IPC_MEMORY, Need, Pattern, Sycl, TestResult};

/// Device memory.
pub(crate) struct Memory;

impl Memory {
    /// Bytes of an allocation.
    pub(crate) const SIZE: usize = 64 << 10;
}

impl Kind for Memory {
    const NAME: &'static str = "memory";
    const IDS: Ids = Ids {
        aspect: "sycl.aspect.ipc_memory",
        handle_size: "sycl.handle.size_of_memory",
        own_process: "sycl.memory.open.own_process",
        view: "sycl.memory.open.view",
        default_context: "sycl.memory.open.default_context",
        default_device: "sycl.memory.open.default_device",
        without_context: "sycl.memory.default_context",
        no_aspect: "sycl.memory.open.no_aspect",
        wrong_size: "sycl.memory.open.wrong_size",
        no_bytes: "sycl.memory.open.no_bytes",
        repeated: "sycl.memory.open.repeated",
        several_handles: "sycl.memory.get.repeated",
        put_keeps_opened: "sycl.memory.put.keeps_opened",
        put_optional: "sycl.memory.put.optional",
        put_then_get: "sycl.memory.put.then_get",
        ends_alone: "sycl.memory.close.ends_one_import",
        consumer_dies: "sycl.memory.consumer_dies",
        producer_dies: "sycl.memory.producer_dies",
        no_leak: "sycl.memory.no_leak",
        mixed: "sycl.memory.mixed",
    };
    const NEEDS: &'static [Need] = &[IPC_MEMORY];
    type Raw = usize;

    fn twins(test: &str) -> &'static [&'static str] {
        match test {
            "data_view" => &["IPCTests.IPCGetPutImplicit"],
            "destroyed" => &["IPCTests.IPCGetPutImplicit", "e2e::ipc_memory"],
            "own_process" => &["IPCTests.IPCOpenClose"],
            "view" => &["IPCTests.IPCOpenCloseView"],
            "not_put" => &["IPCTests.IPCGetPutImplicit", "e2e::ipc_put_after_free"],
            "put" => &["IPCTests.IPCGetPutExplicit"],
            _ => &[],
        }
    }

    fn create(bed: &Bed, variant: usize, _by_default: bool) -> TestResult<Guard<usize>> {
        bed.malloc(Self::SIZE << (variant % 4))
    }

    fn write(bed: &Bed, object: usize, pattern: Pattern) -> TestResult {
        bed.write(object, &pattern.bytes(0, Self::SIZE))
    }

    fn verify(bed: &Bed, object: usize, pattern: Pattern) -> TestResult {
        pattern.verify(bed.t(), 0, &bed.read(object, Self::SIZE)?)
    }

    fn get(sycl: &Sycl, object: usize, context: Option<Context>) -> Answer<'_, Handle> {
        sycl.memory_get(object, context)
    }

    fn put(sycl: &Sycl, handle: Handle, context: Option<Context>) -> Answer<'_, ()> {
        sycl.memory_put(handle, context)
    }

    fn open<'s>(sycl: &'s Sycl, bytes: &[u8], overload: Overload, place: Place) -> Answer<'s, usize> {
        sycl.memory_open(bytes, overload, place)
    }

    fn close(sycl: &Sycl, object: usize, context: Option<Context>) -> Answer<'_, ()> {
        sycl.memory_close(object, context)
    }
}
