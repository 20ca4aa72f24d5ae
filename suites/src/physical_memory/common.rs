//! What tests of handles and of sharing physical memory have in common.

use crate::untouched::UNTOUCHED;
use std::collections::BTreeSet;
use std::io;
use ur_ipc_fixtures::api::{PhysicalMemHandle, UrResult, VirtualMemAccessFlags};
use ur_ipc_fixtures::ladder::{Family, Physical, UrContextTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Mapping, PhysicalMemory, Reservation};
use ur_ipc_fixtures::{Called, Failure, Pattern, TestContext, TestResult, measure_growth};

/// Pattern number `stream` of this run, the same in all processes of the test.
pub(super) fn pattern(t: &TestContext, stream: u64) -> Pattern {
    Pattern(t.rng(stream).next_u64())
}

/// Notes each of several outcomes of the same thing once.
pub(super) fn observe_all(t: &TestContext, what: &str, seen: BTreeSet<String>) {
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
pub(super) fn leaves_nothing(t: &TestContext, mut call: impl FnMut() -> TestResult) -> TestResult {
    let growth = measure_growth(t, 16, |_| call())?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)
}

/// Opens bytes that must be refused, and gives the code. What is opened all the same is closed.
#[track_caller]
pub(super) fn refused(f: &UrContextTest, bytes: &[u8]) -> TestResult<UrResult> {
    let (t, mut out) = (f.t(), UNTOUCHED);
    let called = Physical::open_call(t.ur(), f.context(), t.device(), bytes.into(), bytes.len(), &mut out);
    if called.result.is_success() {
        // The failure below is what counts.
        let _ = Physical::close_call(t.ur(), f.context(), Physical::raw(out));
    }
    called.expect_error()
}

/// Opens bytes that may open something: gives the call and what it opened, or how they were refused.
#[track_caller]
pub(super) fn open_or_refusal<'f>(
    f: &'f UrContextTest,
    bytes: &[u8],
) -> TestResult<Result<(Called<'f>, PhysicalMemHandle), String>> {
    let (t, mut out) = (f.t(), 0);
    let called = Physical::open_call(t.ur(), f.context(), t.device(), bytes.into(), bytes.len(), &mut out);
    if called.result.is_success() {
        return Ok(Ok((called, Physical::raw(out))));
    }
    Ok(Err(format!("is refused with {}", called.expect_error()?)))
}

/// An object mapped read-write over its first bytes, until drop.
pub(super) struct Mapped {
    // Fields drop in this order: the mapping before its addresses.
    mapping: Mapping,
    reservation: Reservation,
}

impl Mapped {
    /// Reserves and maps `size` bytes of the object from its start.
    #[track_caller]
    pub(super) fn new(f: &UrContextTest, object: PhysicalMemHandle, size: usize) -> TestResult<Self> {
        let reservation = f.in_context().reserve(size)?;
        let (at, access) = (reservation.raw().0, VirtualMemAccessFlags::READ_WRITE);
        Ok(Self { mapping: f.in_context().map(at, size, object, 0, access)?, reservation })
    }

    /// Writes the whole mapped range.
    #[track_caller]
    pub(super) fn write(&self, f: &UrQueueTest, pattern: Pattern) -> TestResult {
        f.write(self.mapping.at(), &pattern.bytes(0, self.mapping.size()))
    }

    /// Checks the whole mapped range.
    #[track_caller]
    pub(super) fn verify(&self, f: &UrQueueTest, pattern: Pattern) -> TestResult {
        pattern.verify(f.t(), 0, &f.read(self.mapping.at(), self.mapping.size())?)
    }

    /// Unmaps, and gives the addresses back.
    #[track_caller]
    pub(super) fn release(self) -> TestResult {
        self.mapping.release()?;
        self.reservation.release()
    }
}

/// An import, mapped over its whole size. Unmapped and closed on drop.
pub(super) struct Import {
    // Fields drop in this order: the mapping before its object.
    mapped: Mapped,
    object: PhysicalMemory,
}

impl Import {
    /// Opens a handle of an object of `size` bytes.
    #[track_caller]
    pub(super) fn open(f: &UrContextTest, bytes: &[u8], size: usize) -> TestResult<Self> {
        let object = f.in_context().open_physical(bytes)?;
        Ok(Self { mapped: Mapped::new(f, object.raw(), size)?, object })
    }

    /// The object.
    pub(super) fn raw(&self) -> PhysicalMemHandle {
        self.object.raw()
    }

    /// Writes all of it.
    #[track_caller]
    pub(super) fn write(&self, f: &UrQueueTest, pattern: Pattern) -> TestResult {
        self.mapped.write(f, pattern)
    }

    /// Checks all of it.
    #[track_caller]
    pub(super) fn verify(&self, f: &UrQueueTest, pattern: Pattern) -> TestResult {
        self.mapped.verify(f, pattern)
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
pub(super) fn write_object(
    f: &UrQueueTest,
    object: PhysicalMemHandle,
    size: usize,
    pattern: Pattern,
) -> TestResult {
    f.in_context().with_mapping(object, size, |at| f.write(at, &pattern.bytes(0, size)))
}

/// Checks that an object can be mapped and holds the pattern in its first `size` bytes.
#[track_caller]
pub(super) fn verify_object(
    f: &UrQueueTest,
    object: PhysicalMemHandle,
    size: usize,
    pattern: Pattern,
) -> TestResult {
    let bytes = f.in_context().with_mapping(object, size, |at| f.read(at, size))?;
    // What a queue still holds of a command that was waited for must not be taken for a leak.
    f.queue().finish()?;
    pattern.verify(f.t(), 0, &bytes)
}

/// Opens a handle, checks what the import holds, and closes it.
#[track_caller]
pub(super) fn verify_handle(f: &UrQueueTest, bytes: &[u8], size: usize, pattern: Pattern) -> TestResult {
    let import = Import::open(f, bytes, size)?;
    import.verify(f, pattern)?;
    import.close()
}
