//! Objects of more bytes than 32 bits can count.

use std::ptr::null_mut;
use ur_ipc_fixtures::api::{PhysicalMemInfo, UsmAllocInfo, VirtualMemAccessFlags};
use ur_ipc_fixtures::hierarchy::{CONTENT, Memory, Physical, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Owned, Queue, Rows, physical_info};
use ur_ipc_fixtures::{
    ABOVE_4_GIB, At, DevicePtr, InCase, Need, Pattern, Scenario, TestContext, TestResult, Tests,
};

/// The offsets at which it is inspected: at the start, on both sides of 4 GiB, and at the end.
const LOOKED_AT: [usize; 4] = [0, (4 << 30) - CONTENT, 4 << 30, ABOVE_4_GIB - CONTENT];

/// Opens one after the other, which take more addresses in all than an implementation may set aside for imports.
const OPENS: usize = 72;

pub(super) fn tests(tests: &mut Tests) {
    shared_whole::<Memory>(tests);
    shared_whole::<Physical>(tests);

    // An import maps from an offset that takes more than 32 bits.
    let mut group = tests.group("physical_memory", "physical_memory::map");
    let draft = group.test("offset_above_4_gib").checks("physical_memory.map.offset_and_access");
    draft.needs(Physical::NEEDS).needs(&[Physical::NEED]).across(maps_from_above);

    // A handle of a pointer that is more than 32 bits behind the start of its allocation.
    let mut group = tests.group("memory", "memory::get");
    let draft = group.test("interior_pointer_above_4_gib").checks("cross_process.above_4_gib");
    let draft = draft.needs(Memory::NEEDS).needs(&[Need::LargeMemory]).thorough();
    draft.across(|s, f: &At<UrQueueTest>| exports_from_above(s, f));

    // Copies of rows that begin further apart than 32 bits count.
    let draft = group.test("copies_of_rows_above_4_gib").checks("memory.open.copies_2d");
    let draft = draft.needs(Memory::NEEDS).needs(&[Need::LargeMemory, Need::Copies2D]).thorough();
    draft.across(|s, f: &At<UrQueueTest>| copies_rows_above(s, f));

    // Addresses of imports that were closed can be used again.
    let mut group = tests.group("memory", "lifetime::memory_addresses");
    let draft = group.test("cycles").checks("lifetime.memory_addresses.cycles").needs(Memory::NEEDS);
    draft.needs(&[Need::LargeMemory]).across(|s, f: &At<UrQueueTest>| {
        let memory = s.here(|_| f.in_context().memory(ABOVE_4_GIB))?;
        let handle = s.here(|_| memory.export())?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |_| {
            (0..OPENS).try_for_each(|done| {
                let again = there.in_context().open_memory(&bytes).and_then(Owned::release);
                again.in_case(format!("after {done} imports of {ABOVE_4_GIB} bytes that were all closed"))
            })
        })?;
        s.leave(consumer)
    });
}

/// An object above 4 GiB opens whole: of its size, with its contents at both ends and in between, and what is written
/// back arrives.
fn shared_whole<F: Huge>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::above_4_gib");
    let draft = group.test(F::NAME).checks("cross_process.above_4_gib").needs(F::NEEDS);
    draft.needs(&[F::NEED]).across(|s, f: &At<UrQueueTest>| {
        let object = s.here(|t| {
            let object = F::huge(f.in_context())?;
            F::at_places(f, object.raw(), |queue, at, place| {
                queue.write(at, &t.pattern(place).bytes(0, CONTENT))
            })?;
            Ok(object)
        })?;
        let handle = s.here(|_| F::export(f.in_context(), object.raw()))?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |t| {
            let import = F::open(there.in_context(), &bytes)?;
            F::check_size(&there, import.raw())?;
            F::at_places(&there, import.raw(), |queue, at, place| {
                holds(t, queue, at, t.pattern(place))?;
                queue.write(at, &t.pattern(LOOKED_AT.len() + place).bytes(0, CONTENT))
            })?;
            import.release()
        })?;
        s.leave(consumer)?;
        s.here(|t| {
            F::at_places(f, object.raw(), |queue, at, place| {
                holds(t, queue, at, t.pattern(LOOKED_AT.len() + place))
            })
        })
        .map(drop)
    });
}

fn maps_from_above(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    const OFFSETS: [usize; 2] = [2 << 30, 4 << 30];
    let source = s.here(|t| {
        let source = Physical::huge(f.in_context())?;
        let whole = f.in_context().map_whole(source.raw(), ABOVE_4_GIB)?;
        for (place, offset) in OFFSETS.into_iter().enumerate() {
            f.queue().write(whole.at().at(offset), &t.pattern(place).bytes(0, CONTENT))?;
        }
        whole.release()?;
        Ok(source)
    })?;
    let handle = s.here(|_| source.export())?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        let context = there.in_context();
        let import = context.open_physical(&bytes)?;
        let granule = context.granularity()?;
        let range = context.reserve(granule)?;
        let access = VirtualMemAccessFlags::READ_WRITE;
        OFFSETS.into_iter().enumerate().try_for_each(|(place, offset)| {
            let part = context.map(range.raw().0, granule, import.raw(), offset, access)?;
            holds(t, there.queue(), part.at(), t.pattern(place))?;
            part.release()
        })
    })?;
    s.leave(consumer)
}

fn exports_from_above(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    const OFFSET: usize = (4 << 30) + 3;
    let memory = s.here(|t| {
        let memory = f.in_context().memory(ABOVE_4_GIB)?;
        // What an offset of fewer bits leads to.
        f.write(memory.raw(), &t.pattern(0).bytes(0, CONTENT))?;
        f.write(memory.raw().at(OFFSET), &t.pattern(1).bytes(0, CONTENT))?;
        Ok(memory)
    })?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let handle = s.here(|_| f.in_context().export_memory(memory.raw().at(OFFSET)))?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        let import = there.in_context().open_memory(&bytes)?;
        t.pattern(1).verify(t, 0, &there.read(import.raw(), CONTENT)?)?;
        import.release()
    })?;
    s.leave(consumer)
}

/// Copies two rows of an import, the second of which begins 4 GiB behind the first, out of it and into it.
fn copies_rows_above(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    const PITCH: usize = 4 << 30;
    let places = |base: DevicePtr| [base, base.at(PITCH)];
    let memory = s.here(|t| {
        let memory = f.in_context().memory(ABOVE_4_GIB)?;
        for (row, at) in places(memory.raw()).into_iter().enumerate() {
            f.write(at, &t.pattern(row).bytes(0, CONTENT))?;
        }
        Ok(memory)
    })?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let handle = s.here(|_| memory.export())?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        let import = there.in_context().open_memory(&bytes)?;
        let beside = there.in_context().memory(2 * CONTENT)?;
        let far = Rows { at: import.raw(), pitch: PITCH };
        let near = Rows { at: beside.raw(), pitch: CONTENT };
        there.queue().copy_rows(near, far, CONTENT, 2)?;
        for row in 0..2 {
            holds(t, there.queue(), near.at.at(row * CONTENT), t.pattern(row))
                .in_case(format!("row {row}"))?;
            there.queue().write(near.at.at(row * CONTENT), &t.pattern(2 + row).bytes(0, CONTENT))?;
        }
        there.queue().copy_rows(far, near, CONTENT, 2)?;
        import.release()
    })?;
    s.leave(consumer)?;
    s.here(|t| {
        places(memory.raw()).into_iter().enumerate().try_for_each(|(row, at)| {
            holds(t, f.queue(), at, t.pattern(2 + row)).in_case(format!("row {row} that was copied back"))
        })
    })
    .map(drop)
}

#[track_caller]
fn holds(t: &TestContext, queue: &Queue, at: DevicePtr, pattern: Pattern) -> TestResult {
    pattern.verify(t, 0, &queue.read(at, CONTENT)?)
}

/// A family of which there are objects above 4 GiB.
trait Huge: Shareable {
    /// The need of tests with objects of that size.
    const NEED: Need;

    /// An object of [`ABOVE_4_GIB`] bytes.
    fn huge(context: &Context) -> TestResult<Owned<Self::Raw>>;

    /// An import reports [`ABOVE_4_GIB`] bytes.
    fn check_size(f: &UrQueueTest, import: Self::Raw) -> TestResult;

    /// Looks at each place that is [looked at](LOOKED_AT): gets the queue, where the place is, and its number.
    fn at_places(
        f: &UrQueueTest,
        object: Self::Raw,
        look: impl FnMut(&Queue, DevicePtr, usize) -> TestResult,
    ) -> TestResult;
}

impl Huge for Memory {
    const NEED: Need = Need::LargeMemory;

    fn huge(context: &Context) -> TestResult<Owned<DevicePtr>> {
        context.memory(ABOVE_4_GIB)
    }

    fn check_size(f: &UrQueueTest, import: DevicePtr) -> TestResult {
        for (what, at) in [
            ("the size of the import", import),
            ("the size of the import, asked by a pointer above 4 GiB", import.at(4 << 30)),
        ] {
            let (mut size, info) = (0usize, UsmAllocInfo::SIZE);
            let (at, value) = (at.raw(), (&raw mut size).cast());
            f.t()
                .ur()
                .usm_get_mem_alloc_info(f.context(), at, info, size_of::<usize>(), value, null_mut())
                .ok()?;
            f.t().check_eq(what, size, ABOVE_4_GIB)?;
        }
        Ok(())
    }

    fn at_places(
        f: &UrQueueTest,
        object: DevicePtr,
        mut look: impl FnMut(&Queue, DevicePtr, usize) -> TestResult,
    ) -> TestResult {
        LOOKED_AT.into_iter().enumerate().try_for_each(|(place, offset)| {
            look(f.queue(), object.at(offset), place).in_case(format!("{CONTENT} bytes from {offset:#x} on"))
        })
    }
}

impl Huge for Physical {
    const NEED: Need = Need::LargePhysicalMemory;

    fn huge(context: &Context) -> TestResult<Owned<Self::Raw>> {
        context.shareable_physical(ABOVE_4_GIB)
    }

    fn check_size(f: &UrQueueTest, import: Self::Raw) -> TestResult {
        let size: usize = physical_info(f.t(), import, PhysicalMemInfo::SIZE, 0)?;
        f.t().check_eq("the size of the import", size, ABOVE_4_GIB)
    }

    /// By a mapping of the whole: not everybody maps parts.
    fn at_places(
        f: &UrQueueTest,
        object: Self::Raw,
        mut look: impl FnMut(&Queue, DevicePtr, usize) -> TestResult,
    ) -> TestResult {
        let whole = f.in_context().map_whole(object, ABOVE_4_GIB)?;
        whole.set_access(VirtualMemAccessFlags::READ_WRITE)?;
        for (place, offset) in LOOKED_AT.into_iter().enumerate() {
            look(f.queue(), whole.at().at(offset), place)
                .in_case(format!("{CONTENT} bytes from {offset:#x} on"))?;
        }
        whole.release()
    }
}
