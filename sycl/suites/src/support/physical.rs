//! `ipc::physical_memory`, and mappings.

use super::{Bed, Guard, Ids, Kind, PAGE};
use ur_ipc_api::sycl::{Access, Context, Handle, Overload, PhysicalMem, Place};
use ur_ipc_fixtures::{Answer, IPC_PHYSICAL_MEMORY, Need, Pattern, Sycl, TestResult, VIRTUAL_MEMORY};

/// Physical memory.
pub(crate) struct Physical;

/// The least size that is a multiple of both: nothing says that granularities are powers of two.
fn common_multiple(one: usize, other: usize) -> usize {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    one / divisor.max(1) * other
}

/// Physical memory at addresses of its own.
pub(crate) struct MappedMemory {
    // Fields drop in this order: the mapping before its addresses.
    mapped: Guard<(usize, usize)>,
    addresses: Guard<(usize, usize)>,
}

impl MappedMemory {
    /// The address at which it begins.
    pub(crate) fn at(&self) -> usize {
        self.mapped.raw().0
    }

    /// Unmaps it and gives the addresses back, and checks both.
    #[track_caller]
    pub(crate) fn end(self) -> TestResult {
        self.mapped.end()?;
        self.addresses.end()
    }
}

impl Bed {
    /// A size that physical memory of the device can have.
    #[track_caller]
    pub(crate) fn granularity(&self) -> TestResult<usize> {
        let ask = |recommended| self.sycl().mem_granularity(self.device(), self.context(), recommended).ok();
        Ok(common_multiple(common_multiple(ask(false)?, ask(true)?), PAGE))
    }

    /// Physical memory of this size.
    #[track_caller]
    pub(crate) fn physical(&self, bytes: usize, enable_ipc: Option<bool>) -> TestResult<Guard<PhysicalMem>> {
        let memory = self.sycl().physical_create(self.device(), self.context(), bytes, enable_ipc).ok()?;
        Ok(self.guard(memory, |sycl, memory, _| sycl.physical_destroy(memory)))
    }

    /// Addresses.
    #[track_caller]
    pub(crate) fn reserve(&self, bytes: usize) -> TestResult<Guard<(usize, usize)>> {
        let address = self.sycl().virtual_reserve(bytes, self.context()).ok()?;
        Ok(self.guard((address, bytes), |sycl, (address, bytes), context| {
            sycl.virtual_free(address, bytes, context)
        }))
    }

    /// Maps all of physical memory there, for reading and writing.
    #[track_caller]
    pub(crate) fn map_at(
        &self,
        memory: PhysicalMem,
        at: usize,
        bytes: usize,
    ) -> TestResult<Guard<(usize, usize)>> {
        let mapped = self.sycl().physical_map(memory, at, bytes, Access::ReadWrite, 0).ok()?;
        self.t().check_eq("the address at which physical memory was mapped", mapped, at)?;
        Ok(self.guard((at, bytes), |sycl, (at, bytes), context| sycl.virtual_unmap(at, bytes, context)))
    }

    /// Maps all of physical memory at addresses of its own.
    #[track_caller]
    pub(crate) fn map(&self, memory: PhysicalMem) -> TestResult<MappedMemory> {
        let bytes = self.sycl().physical_size(memory).ok()?;
        let addresses = self.reserve(bytes)?;
        Ok(MappedMemory { mapped: self.map_at(memory, addresses.raw().0, bytes)?, addresses })
    }
}

impl Kind for Physical {
    const NAME: &'static str = "physical_memory";
    const IDS: Ids = Ids {
        aspect: "sycl.aspect.ipc_physical_memory",
        handle_size: "sycl.handle.size_of_physical_memory",
        own_process: "sycl.physical_memory.open.own_process",
        view: "sycl.physical_memory.open.view",
        default_context: "sycl.physical_memory.default_context",
        default_device: "sycl.physical_memory.default_context",
        without_context: "sycl.physical_memory.default_context",
        no_aspect: "sycl.physical_memory.open.no_aspect",
        wrong_size: "sycl.physical_memory.open.wrong_size",
        no_bytes: "sycl.physical_memory.open.no_bytes",
        repeated: "sycl.physical_memory.open.repeated",
        several_handles: "sycl.physical_memory.put.then_get",
        put_keeps_opened: "sycl.physical_memory.put.keeps_opened",
        put_optional: "sycl.physical_memory.put.optional",
        put_then_get: "sycl.physical_memory.put.then_get",
        ends_alone: "sycl.physical_memory.open.ends_with_object",
        consumer_dies: "sycl.physical_memory.consumer_dies",
        producer_dies: "sycl.physical_memory.producer_dies",
        no_leak: "sycl.physical_memory.no_leak",
        mixed: "sycl.physical_memory.mixed",
    };
    const NEEDS: &'static [Need] = &[IPC_PHYSICAL_MEMORY, VIRTUAL_MEMORY];
    type Raw = PhysicalMem;

    fn twins(test: &str) -> &'static [&'static str] {
        match test {
            "data_view" => &["IPCPhysMemTests.IPCGetPut"],
            "own_process" | "default_device" => &["IPCPhysMemTests.IPCOpenClose"],
            "view" => &["IPCPhysMemTests.IPCOpenCloseView"],
            "put" | "without_context" => &["IPCPhysMemTests.IPCGetPut"],
            _ => &[],
        }
    }

    fn create(bed: &Bed, variant: usize, _by_default: bool) -> TestResult<Guard<PhysicalMem>> {
        bed.physical(bed.granularity()? * (1 + variant % 4), Some(true))
    }

    fn write(bed: &Bed, object: PhysicalMem, pattern: Pattern) -> TestResult {
        let mapping = bed.map(object)?;
        bed.write(mapping.at(), &pattern.bytes(0, PAGE))?;
        mapping.end()
    }

    fn verify(bed: &Bed, object: PhysicalMem, pattern: Pattern) -> TestResult {
        let mapping = bed.map(object)?;
        pattern.verify(bed.t(), 0, &bed.read(mapping.at(), PAGE)?)?;
        mapping.end()
    }

    fn get(sycl: &Sycl, object: PhysicalMem, _context: Option<Context>) -> Answer<'_, Handle> {
        sycl.physical_get(object)
    }

    fn put(sycl: &Sycl, handle: Handle, context: Option<Context>) -> Answer<'_, ()> {
        sycl.physical_put(handle, context)
    }

    fn open<'s>(sycl: &'s Sycl, bytes: &[u8], overload: Overload, place: Place) -> Answer<'s, PhysicalMem> {
        sycl.physical_open(bytes, overload, place)
    }

    fn close(sycl: &Sycl, object: PhysicalMem, _context: Option<Context>) -> Answer<'_, ()> {
        sycl.physical_destroy(object)
    }
}
