//! `urIPCOpenMemHandleExp`: what an opened pointer is good for. All in a process other than the exporting one.

use super::support::{WHOLE, check, write};
use crate::call_checks::{check_equal, check_sizes};
use crate::commands::OFFSETS;
use std::collections::BTreeSet;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{DeviceHandle, UsmAllocInfo, UsmPoolHandle, UsmType};
use ur_ipc_fixtures::hierarchy::{CONTENT, Consumer, MEM_SIZE, Memory, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Imported, Rows, check_bytes};
use ur_ipc_fixtures::situations::OFFSET;
use ur_ipc_fixtures::{At, DevicePtr, IPC_MEMORY, InCase, Need, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::open");
    group.test("usable_in_enqueue").checks("memory.open.usable_in_enqueue").in_consumer(usable_in_enqueue);
    let draft = group.test("copies_2d").checks("memory.open.copies_2d").needs(&[Need::Copies2D]);
    draft.in_consumer(copies_2d);
    group.test("multiple").checks("memory.open.multiple").in_consumer(multiple);

    // One handle opens in two contexts; each pointer works in its own, and outlives the other.
    group.test("two_contexts").checks("memory.open.two_contexts").in_consumer::<Memory>(|t, c| {
        let context = Context::on_device(t)?;
        let queue = context.queue()?;
        let (here, there) = (c.open()?, context.open_memory(c.handle())?);
        c.verify(here.raw())?;
        c.pattern().verify(t, 0, &queue.read(there.raw(), CONTENT)?)?;
        queue.write(there.raw(), &t.pattern(0).bytes(0, CONTENT))?;
        check(c, here.raw(), t.pattern(0), 0..CONTENT)?;
        c.write_back(here.raw())?;
        here.release()?;
        c.reply().verify(t, 0, &queue.read(there.raw(), CONTENT)?)?;
        there.release()
    });

    // Every opened pointer is known as device memory of the device, with a base and a size that cover it, whatever else
    // is opened and closed.
    group.test("alloc_info").checks("memory.open.alloc_info").in_consumer::<Memory>(|_, c| {
        let first = c.open()?;
        check_infos(c, first.raw(), MEM_SIZE)?;
        let second = c.open()?;
        check_infos(c, first.raw(), MEM_SIZE)?;
        check_infos(c, second.raw(), MEM_SIZE)?;
        first.release()?;
        check_infos(c, second.raw(), MEM_SIZE)?;
        second.release()
    });

    // So is each pointer into it, on each side.
    let draft = group.test("alloc_info_inside").checks("memory.open.alloc_info").thorough();
    draft.needs(&[IPC_MEMORY]).across(alloc_info_inside);
    let draft = group.test("alloc_info_beside_closed").checks("memory.open.alloc_info").needs(&[IPC_MEMORY]);
    draft.across(alloc_info_beside_closed);
    group.test("alloc_info_sizes").checks("memory.open.alloc_info_sizes").in_consumer(info_sizes);
}

/// Imports of several allocations stay known while those at the next addresses are closed: an implementation may look for an address
/// among those of all imports, in their order.
fn alloc_info_beside_closed(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    const IMPORTS: usize = 12;
    let sources = s.here(|_| {
        let export = |_| {
            let memory = f.in_context().memory(MEM_SIZE)?;
            Ok((memory.export()?, memory))
        };
        (0..IMPORTS).map(export).collect::<TestResult<Vec<_>>>()
    })?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let handles =
        s.give(&consumer, |_| Ok(sources.iter().map(|(handle, _)| handle.bytes()).collect::<Vec<_>>()))?;
    s.at(&consumer, |t| {
        let open = |bytes: &Vec<u8>| there.in_context().open_memory(bytes);
        let mut imports = handles.iter().map(open).collect::<TestResult<Vec<_>>>()?;
        t.rng(0).shuffle(&mut imports);
        while let Some(import) = imports.pop() {
            import.release()?;
            for import in &imports {
                let case =
                    format!("one of the {} imports still open, after another was closed", imports.len());
                check_infos(&there, import.raw(), MEM_SIZE).in_case(case)?;
            }
        }
        Ok(())
    })?;
    s.leave(consumer)
}

/// Pointers into memory, that of a source and of an import, at offsets of all classes.
fn alloc_info_inside(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    let offsets = || OFFSET.classes[..OFFSETS].iter().flat_map(|class| class.samples).map(|&at| at as usize);
    let whole = offsets().max().unwrap_or_default() + MEM_SIZE;
    let check = |f: &UrQueueTest, base: DevicePtr| {
        let check = |offset: usize| {
            let size = MEM_SIZE.min(whole - offset);
            check_infos(f, base.at(offset), size).in_case(format!("at byte {offset:#x} of {whole:#x}"))
        };
        // The memory ends within a page.
        offsets().chain([whole - 100, whole - 1]).try_for_each(check)
    };
    let memory = s.here(|_| f.in_context().memory(whole))?;
    let handle = s.here(|_| memory.export())?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |_| {
        let import = there.in_context().open_memory(&bytes)?;
        check(&there, import.raw())?;
        import.release()
    })?;
    s.leave(consumer)?;
    s.here(|_| check(f, memory.raw())).map(drop)
}

/// Every query of an opened pointer takes buffers of the size of its answer and larger ones, and refuses smaller ones.
fn info_sizes(t: &TestContext, c: &Consumer<Memory>) -> TestResult {
    let opened = c.open()?;
    for &info in UsmAllocInfo::NAMED {
        let ask = |size, value, ret| {
            t.ur().usm_get_mem_alloc_info(c.context(), opened.raw().raw(), info, size, value, ret)
        };
        let mut size = 0usize;
        // Opened memory is of no pool, which an implementation may say by an error.
        if ask(0, null_mut(), &raw mut size).offered()?.result.is_success() {
            check_sizes(t, size, ask, |called| called.expect_error().map(drop)).in_case(info)?;
        } else {
            t.check_eq("the query without an answer", info, UsmAllocInfo::POOL)?;
        }
    }
    opened.release()
}

/// Copies from and to the opened pointer, between it, the host and other device memory, and fills of it, all have their
/// effect, in the middle of the allocation too.
fn usable_in_enqueue(t: &TestContext, c: &Consumer<Memory>) -> TestResult {
    let opened = c.open()?;
    let local = c.in_context().memory(MEM_SIZE)?;
    c.verify(opened.raw())?;

    c.queue().copy(local.raw(), opened.raw(), CONTENT, &[])?;
    c.queue().finish()?;
    c.verify(local.raw())?;

    write(c, local.raw(), t.pattern(0), WHOLE)?;
    c.queue().copy(opened.raw(), local.raw(), MEM_SIZE, &[])?;
    c.queue().finish()?;
    check(c, opened.raw(), t.pattern(0), WHOLE)?;

    write(c, opened.raw(), t.pattern(1), 1000..6000)?;
    check(c, opened.raw(), t.pattern(0), 0..1000)?;
    check(c, opened.raw(), t.pattern(1), 1000..6000)?;
    check(c, opened.raw(), t.pattern(0), 6000..MEM_SIZE)?;

    let (from, size) = (MEM_SIZE / 2, 3 * 1024);
    c.queue().fill(opened.raw().at(from), 0xd7, size)?;
    check(c, opened.raw(), t.pattern(0), 6000..from)?;
    check_bytes(t, "the opened memory", &c.read(opened.raw().at(from), size)?, 0xd7)?;
    check(c, opened.raw(), t.pattern(0), from + size..MEM_SIZE)?;

    c.write_back(opened.raw())?;
    local.release()?;
    opened.release()
}

/// Rows of an opened pointer are copied to other memory and back, each side with its own pitch; what is between rows stays.
fn copies_2d(t: &TestContext, c: &Consumer<Memory>) -> TestResult {
    const ROW: usize = 100;
    const ROWS: usize = 24;
    const WIDE: usize = 160;
    let (opened, local) = (c.open()?, c.in_context().memory(MEM_SIZE)?);
    let rows = |at: DevicePtr, pitch: usize| Rows { at, pitch };
    // The rows that stand close together here are those of the source, wide apart.
    c.queue().copy_rows(rows(local.raw(), ROW), rows(opened.raw(), WIDE), ROW, ROWS)?;
    let found = c.read(local.raw(), ROW * ROWS)?;
    for (row, found) in found.chunks(ROW).enumerate() {
        c.pattern().verify(t, row * WIDE, found).in_case(format!("row {row} that was copied out"))?;
    }

    write(c, opened.raw(), t.pattern(0), WHOLE)?;
    let close = (0..ROWS).flat_map(|row| t.pattern(1).bytes(row * WIDE, ROW)).collect::<Vec<u8>>();
    c.write(local.raw(), &close)?;
    c.queue().copy_rows(rows(opened.raw(), WIDE), rows(local.raw(), ROW), ROW, ROWS)?;
    for row in 0..ROWS {
        let start = row * WIDE;
        check(c, opened.raw(), t.pattern(1), start..start + ROW).in_case(format!("row {row}"))?;
        check(c, opened.raw(), t.pattern(0), start + ROW..start + WIDE)
            .in_case(format!("behind row {row}"))?;
    }

    // Between two rows of the same import.
    let second = opened.raw().at(MEM_SIZE / 2);
    c.queue().copy_rows(rows(second, ROW), rows(opened.raw(), WIDE), ROW, 2)?;
    let what = "the first wrong byte of rows that were copied within opened memory";
    check_equal(t, what, &c.read(second, 2 * ROW)?, &close[..2 * ROW])?;
    c.write_back(opened.raw())?;
    local.release()?;
    opened.release()
}

/// One handle opens many times; every pointer works until its own Close, whatever was closed before.
fn multiple(t: &TestContext, c: &Consumer<Memory>) -> TestResult {
    let mut opened = (0..16).map(|_| c.open()).collect::<TestResult<Vec<_>>>()?;
    let distinct: BTreeSet<DevicePtr> = opened.iter().map(Imported::raw).collect();
    t.observe("different pointers among 16 opens of one handle", distinct.len());
    for import in &opened {
        c.verify(import.raw())?;
    }
    // All of them are the same memory.
    c.write_back(opened[7].raw())?;
    t.rng(0).shuffle(&mut opened);
    while let Some(import) = opened.pop() {
        check(c, import.raw(), c.reply(), 0..CONTENT)?;
        import.release()?;
        if let Some(next) = opened.first() {
            check(c, next.raw(), c.reply(), 0..CONTENT)?;
        }
    }
    let again = c.open()?;
    check(c, again.raw(), c.reply(), 0..CONTENT)?;
    again.release()
}

/// The allocation infos of one opened pointer, behind which so many bytes are its memory's.
fn check_infos(f: &UrQueueTest, at: DevicePtr, rest: usize) -> TestResult {
    let t = f.t();
    let info = |info, size, value| {
        t.ur().usm_get_mem_alloc_info(f.context(), at.raw(), info, size, value, null_mut())
    };
    let mut kind = UsmType::UNKNOWN;
    info(UsmAllocInfo::TYPE, size_of::<UsmType>(), (&raw mut kind).cast()).ok()?;
    t.check_eq("UR_USM_ALLOC_INFO_TYPE", kind, UsmType::DEVICE)?;
    let mut device = DeviceHandle::NULL;
    info(UsmAllocInfo::DEVICE, size_of::<DeviceHandle>(), (&raw mut device).cast()).ok()?;
    t.check_eq("UR_USM_ALLOC_INFO_DEVICE", device, t.device())?;
    let mut base: *mut std::ffi::c_void = null_mut();
    info(UsmAllocInfo::BASE_PTR, size_of::<usize>(), (&raw mut base).cast()).ok()?;
    let base = DevicePtr::from(base);
    t.check(
        !base.is_null() && base <= at,
        format!("UR_USM_ALLOC_INFO_BASE_PTR: {base:?} is null or above the opened pointer, {at:?}"),
    )?;
    let mut size = 0usize;
    info(UsmAllocInfo::SIZE, size_of::<usize>(), (&raw mut size).cast()).ok()?;
    t.check(
        size >= at.0 - base.0 + rest,
        format!("UR_USM_ALLOC_INFO_SIZE: {size} bytes from {base:?} do not cover {rest} bytes at {at:?}"),
    )?;
    let mut pool = UsmPoolHandle::NULL;
    let called = info(UsmAllocInfo::POOL, size_of::<UsmPoolHandle>(), (&raw mut pool).cast());
    t.observe("UR_USM_ALLOC_INFO_POOL of an opened pointer", called.result);
    Ok(())
}
