//! What the tests of physical memory have in common.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, PhysicalMemHandle, PhysicalMemInfo, UrResult, VirtualMemAccessFlags,
};
use ur_ipc_fixtures::ladder::{Family, Physical, UrQueueTest, with_mapping};
use ur_ipc_fixtures::objects::{self, Mapping, PhysicalMemory, Reservation};
use ur_ipc_fixtures::{Called, DevicePtr, Failure, Pattern, Stop, TestContext, TestResult, measure_growth};

/// What out-parameters hold before a call that must not write them.
pub(super) const SENTINEL: usize = 0x5e47_1e10;

/// Pattern number `stream` of this run, the same in the peers of the test.
pub(super) fn pattern(t: &TestContext<'_>, stream: u64) -> Pattern {
    Pattern(t.rng(stream).next_u64())
}

/// Names the case of a table-like test in its failure.
pub(super) fn in_case<T>(case: impl Display, result: TestResult<T>) -> TestResult<T> {
    result.map_err(|stop| match stop {
        Stop::Fail(failure) => Failure { message: format!("{case}: {}", failure.message), ..*failure }.into(),
        skip @ Stop::Skip(_) => skip,
    })
}

/// Notes each of several outcomes of the same thing once.
pub(super) fn observe_all(t: &TestContext<'_>, what: &str, seen: BTreeSet<String>) {
    for outcome in seen {
        t.observe(what, outcome);
    }
}

/// The result of a system call that the test itself needs.
#[track_caller]
pub(super) fn system<T>(what: &str, result: io::Result<T>) -> TestResult<T> {
    result.map_err(|error| Failure::new(format!("{what}: {error}")).into())
}

/// Repeats a call that opens and exports nothing, and checks that no descriptor and no mapping stays behind.
#[track_caller]
pub(super) fn leaves_nothing(t: &TestContext<'_>, mut call: impl FnMut() -> TestResult) -> TestResult {
    let growth = measure_growth(t, 16, |_| call())?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)
}

/// A property of an object. `initial` is what the buffer holds before the query.
#[track_caller]
pub(super) fn info<T: Copy>(
    t: &TestContext<'_>,
    object: PhysicalMemHandle,
    name: PhysicalMemInfo,
    initial: T,
) -> TestResult<T> {
    let (mut value, mut size) = (initial, 0usize);
    t.ur()
        .physical_mem_get_info(object, name, size_of::<T>(), (&raw mut value).cast(), &raw mut size)
        .ok()?;
    t.check_eq(&format!("bytes of {name}"), size, size_of::<T>())?;
    Ok(value)
}

/// `UR_PHYSICAL_MEM_INFO_SIZE`.
#[track_caller]
pub(super) fn size_info(t: &TestContext<'_>, object: PhysicalMemHandle) -> TestResult<usize> {
    info(t, object, PhysicalMemInfo::SIZE, SENTINEL)
}

/// Opens bytes that must be refused, and gives the code. What is opened all the same is closed.
#[track_caller]
pub(super) fn refused(t: &TestContext<'_>, context: ContextHandle, bytes: &[u8]) -> TestResult<UrResult> {
    let mut out = SENTINEL;
    let called = Physical::open(t.ur(), context, t.env().device(), bytes.into(), bytes.len(), &mut out);
    if called.result.is_success() {
        // The failure below is what counts.
        let _ = Physical::close(t.ur(), context, Physical::raw(out));
    }
    called.expect_error()
}

/// An object mapped read-write over its first bytes, until drop.
pub(super) struct Mapped<'t> {
    mapping: Mapping<'t>,
    reservation: Reservation<'t>,
}

impl<'t> Mapped<'t> {
    /// Reserves and maps `size` bytes of the object from its start.
    #[track_caller]
    pub(super) fn new(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        object: PhysicalMemHandle,
        size: usize,
    ) -> TestResult<Self> {
        Self::part(t, context, object, 0, size, VirtualMemAccessFlags::READ_WRITE)
    }

    /// Reserves and maps `size` bytes of the object from `offset` on.
    #[track_caller]
    pub(super) fn part(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        object: PhysicalMemHandle,
        offset: usize,
        size: usize,
        access: VirtualMemAccessFlags,
    ) -> TestResult<Self> {
        let reservation = objects::reserve(t, context, size)?;
        let mapping = objects::map(t, context, reservation.raw().0, size, object, offset, access)?;
        Ok(Self { mapping, reservation })
    }

    /// Where.
    pub(super) fn at(&self) -> DevicePtr {
        self.mapping.raw().0
    }

    /// The mapping itself.
    pub(super) fn mapping(&self) -> &Mapping<'t> {
        &self.mapping
    }

    /// Writes the whole mapped range.
    #[track_caller]
    pub(super) fn write(&self, t: &TestContext<'_>, f: &impl UrQueueTest, pattern: Pattern) -> TestResult {
        let (at, size) = self.mapping.raw();
        f.write(t, at, &pattern.bytes(0, size))
    }

    /// Checks the whole mapped range.
    #[track_caller]
    pub(super) fn verify(&self, t: &TestContext<'_>, f: &impl UrQueueTest, pattern: Pattern) -> TestResult {
        let (at, size) = self.mapping.raw();
        Ok(pattern.verify(0, &f.read(t, at, size)?)?)
    }

    /// Unmaps, and gives the addresses back.
    #[track_caller]
    pub(super) fn release(self) -> TestResult {
        self.mapping.release()?;
        self.reservation.release()
    }
}

/// An import, mapped over its whole size. Unmapped and closed on drop.
pub(super) struct Import<'t> {
    mapped: Mapped<'t>,
    object: PhysicalMemory<'t>,
}

impl<'t> Import<'t> {
    /// Opens a handle of an object of `size` bytes.
    #[track_caller]
    pub(super) fn open(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        bytes: &[u8],
        size: usize,
    ) -> TestResult<Self> {
        let object = objects::open_physical(t, context, bytes)?;
        Ok(Self { mapped: Mapped::new(t, context, object.raw(), size)?, object })
    }

    /// The object.
    pub(super) fn raw(&self) -> PhysicalMemHandle {
        self.object.raw()
    }

    /// Its mapping.
    pub(super) fn mapped(&self) -> &Mapped<'t> {
        &self.mapped
    }

    /// Unmaps and closes.
    #[track_caller]
    pub(super) fn close(self) -> TestResult {
        self.mapped.release()?;
        self.object.release()
    }
}

/// Writes an object over its first `size` bytes, through a mapping made for it.
#[track_caller]
pub(super) fn write_object<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrQueueTest,
    object: PhysicalMemHandle,
    size: usize,
    pattern: Pattern,
) -> TestResult {
    with_mapping(t, f.context(), object, size, |at| f.write(t, at, &pattern.bytes(0, size)))
}

/// Checks that an object can be mapped and holds the pattern in its first `size` bytes.
#[track_caller]
pub(super) fn verify_object<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrQueueTest,
    object: PhysicalMemHandle,
    size: usize,
    pattern: Pattern,
) -> TestResult {
    let bytes = with_mapping(t, f.context(), object, size, |at| f.read(t, at, size))?;
    // What a queue still holds of a command that was waited for must not be taken for a leak.
    t.ur().queue_finish(f.queue()).ok()?;
    Ok(pattern.verify(0, &bytes)?)
}

/// Opens a handle, checks what the import holds, and closes it.
#[track_caller]
pub(super) fn verify_handle<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrQueueTest,
    bytes: &[u8],
    size: usize,
    pattern: Pattern,
) -> TestResult {
    let import = Import::open(t, f.context(), bytes, size)?;
    import.mapped().verify(t, f, pattern)?;
    import.close()
}

/// The Open call with a context and a device of the caller's, into nowhere that matters.
pub(super) fn open_call<'u>(
    t: &'u TestContext<'_>,
    context: ContextHandle,
    device: DeviceHandle,
    data: DevicePtr,
    size: usize,
) -> Called<'u> {
    let mut object = PhysicalMemHandle::from_address(SENTINEL);
    t.ur().ipc_open_phys_mem_handle_exp(context, device, data.raw(), size, &raw mut object)
}

/// The Get call with outputs that nobody looks at.
pub(super) fn get_call<'u>(
    t: &'u TestContext<'_>,
    context: ContextHandle,
    object: PhysicalMemHandle,
) -> Called<'u> {
    let (mut data, mut size) = (null_mut(), 0usize);
    t.ur().ipc_get_phys_mem_handle_exp(context, object, &raw mut data, &raw mut size)
}

/// A number that came from another process.
#[track_caller]
pub(super) fn number(bytes: &[u8]) -> TestResult<usize> {
    let bytes = bytes.try_into().map_err(|_| Failure::new(format!("{} bytes are no number", bytes.len())))?;
    Ok(usize::from_le_bytes(bytes))
}
