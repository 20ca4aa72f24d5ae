//! `urIPCGetMemHandleExp`: which pointers it takes.

use super::support::{observe_get, observe_open, observe_put, opens_to, write};
use crate::call_checks::{get, observe_in_peer};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{ContextHandle, UrResult, UsmPoolHandle};
use ur_ipc_fixtures::hierarchy::{MEM_SIZE, Memory, Shareable, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Exported, Pool};
use ur_ipc_fixtures::{
    At, DevicePtr, Group, IPC_MEMORY, InCase, Need, Scenario, TestContext, TestResult, Tests, case,
};

/// Bytes that no pool keeps for reuse.
const LARGE: usize = 32 << 20;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::get");
    refused_pointers(&mut group);
    group
        .test("interior_pointer")
        .checks("memory.get.interior_pointer")
        .across(|s, f: &At<UrIpcMemTest>| interior(s, f, |size, align| of_alignment(f, None, size, align)));
    let draft = group.test("interior_pointer_of_pool").checks("memory.get.interior_pointer");
    draft.needs(&[IPC_MEMORY, Need::Pools]).across(|s, f: &At<UrIpcMemTest>| {
        let pool = s.here(|_| f.in_context().pool())?;
        // What a pool gives first may begin where the pool's own memory does.
        let _first = s.here(|_| pool.memory(64))?;
        interior(s, f, |size, align| of_alignment(f, Some(&pool), size, align))
    });
    group
        .test("custom_pool_allocation")
        .checks("memory.get.custom_pool_allocation")
        .needs(&[IPC_MEMORY, Need::Pools])
        .across(custom_pool);
    group
        .test("aligned_allocation")
        .checks("cross_process.memory.read")
        .needs(&[IPC_MEMORY])
        .across(|s, f: &At<UrQueueTest>| aligned(s, f, |_| None));

    // Whether host and shared USM can be exported is observed, and what their handles open to.
    let allocate_host: Allocate =
        |t, context, mem| t.ur().usm_host_alloc(context, null(), UsmPoolHandle::NULL, MEM_SIZE, mem).result;
    let allocate_shared: Allocate = |t, context, mem| {
        let (device, pool) = (t.device(), UsmPoolHandle::NULL);
        t.ur().usm_shared_alloc(context, device, null(), pool, MEM_SIZE, mem).result
    };
    group
        .table([
            case("host_usm", "memory.get.host_or_shared_usm", ("host USM", allocate_host)),
            case("shared_usm", "memory.get.host_or_shared_usm", ("shared USM", allocate_shared)),
        ])
        .across(|s, f: &At<UrIpcMemTest>, &(what, allocate)| observe_export(s, f, what, allocate));
}

fn refused_pointers(group: &mut Group<'_>) {
    // Pointers to the stack and to the heap are refused.
    group.test("pointer_not_usm").checks("memory.get.pointer_not_usm").on(|t, f: &UrIpcMemTest| {
        let mut stack = [0x5au8; 64];
        let mut heap = vec![0xa5u8; MEM_SIZE];
        let pointers =
            [("a pointer to the stack", stack.as_mut_ptr()), ("a heap pointer", heap.as_mut_ptr())];
        for (what, at) in pointers {
            t.observe(what, get_refused(t, f.context(), at.cast::<c_void>().into())?);
        }
        let intact = stack == [0x5a; 64] && heap.iter().all(|&byte| byte == 0xa5);
        t.check(intact, "Get wrote through the pointer")?;
        f.export()?.release()
    });

    // The pointer of a large allocation is refused once that is freed. What becomes of a small one, which a pool may
    // still know, is observed.
    group.test("freed_pointer").checks("memory.get.pointer_not_usm").on(|t, f: &UrIpcMemTest| {
        let large = f.in_context().memory(LARGE)?;
        large.export()?.release()?;
        let at = large.raw();
        large.release()?;
        get_refused(t, f.context(), at)?;
        let small = f.in_context().memory(MEM_SIZE)?;
        let at = small.raw();
        small.release()?;
        observe_get(t, f.context(), "Get on a small freed allocation", at);
        f.export()?.release()
    });
}

/// Get on a pointer that should be refused; what it gives nevertheless is put.
fn get_refused(t: &TestContext, context: ContextHandle, at: DevicePtr) -> TestResult<UrResult> {
    let (called, data) = get::<Memory>(t, context, at);
    if called.result.is_success() {
        // The verdict is out already; what Put says makes no difference to it.
        t.observe("Put of a handle that should not be", Memory::put_call(t.ur(), context, data).result);
    }
    called.expect_error()
}

/// Memory of an alignment, or of the default one where it is 0 or not offered.
fn of_alignment(f: &UrIpcMemTest, pool: Option<&Pool>, size: usize, align: u32) -> TestResult<DeviceMemory> {
    let context = f.in_context();
    let offered = if align == 0 { None } else { context.memory_aligned(pool, size, align)? };
    let default = || pool.map_or_else(|| context.memory(size), |pool| pool.memory(size));
    offered.map_or_else(default, Ok)
}

/// An interior pointer is exported like the base, and its handle opens to that very byte. Whether only base pointers
/// are taken is observed before it is judged.
fn interior(
    s: &Scenario,
    f: &At<UrIpcMemTest>,
    allocate: impl Fn(usize, u32) -> TestResult<DeviceMemory>,
) -> TestResult {
    s.here(|t| {
        let (called, data) = get::<Memory>(t, f.context(), f.mem().at(MEM_SIZE / 2));
        t.observe("Get on an interior pointer", called.result);
        called.ok()?;
        Memory::put_call(t.ur(), f.context(), data).ok()
    })?;
    for (size, align, offsets) in [
        (MEM_SIZE, 0, &[0, 1, 8, 255, 256, 4095, 4096, MEM_SIZE / 2, MEM_SIZE - 4096, MEM_SIZE - 1][..]),
        // Offsets that 16 bits do not hold.
        (LARGE, 0, &[1 << 16, (1 << 16) + 1, (1 << 24) + 4097, LARGE - 4096]),
        // Nor are pointers rounded to the alignment of their memory.
        (MEM_SIZE, 512, &[1, 513, MEM_SIZE - 1]),
    ] {
        let memory = s.here(|_| allocate(size, align))?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        for &offset in offsets {
            let rest = offset..size.min(offset + MEM_SIZE);
            s.here(|t| write(f, memory.raw(), t.pattern(0), rest.clone()))?;
            let base = s.here(|_| memory.export())?;
            let export = s.here(|_| f.in_context().export_memory(memory.raw().at(offset)))?;
            // The Put of the last handle of the base leaves those of other pointers.
            s.here(|_| base.take().release())?;
            let handle = s.give(&consumer, |_| Ok(export.bytes()))?;
            s.at(&consumer, |t| opens_to(&there, &handle, t.pattern(0), rest))?;
            s.here(|_| export.take().release())?;
        }
        s.leave(consumer)?;
    }
    Ok(())
}

/// Memory from a pool of the user's is exportable, and the handle opens to it, not to other memory of the pool.
fn custom_pool(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    let pool = s.here(|_| f.in_context().pool())?;
    aligned(s, f, |_| Some(&*pool))
}

/// Sizes in bytes, with their alignments, those first of which each implementation has its own.
const ALIGNED: [(usize, u32); 10] = [
    (64, 0),
    (64, 0),
    (4096, 0),
    (MEM_SIZE, 0),
    (8 << 20, 0),
    (100, 64),
    (100, 512),
    (24, 4096),
    (5000, 64 << 10),
    (64, 2 << 20),
];

/// Memory of these alignments is exportable, and each handle opens to its own.
fn aligned<'p>(
    s: &Scenario,
    f: &At<UrQueueTest>,
    pool: impl Fn(&TestContext) -> Option<&'p Pool>,
) -> TestResult {
    let sources = s.here(|t| {
        let sources = ALIGNED.into_iter().enumerate().map(|(number, (size, align))| {
            let memory = f.in_context().memory_aligned(pool(t), size, align)?;
            match &memory {
                Some(memory) => write(f, memory.raw(), t.pattern(number), 0..size.min(MEM_SIZE))?,
                None => t.observe("an alignment that is not offered", align),
            }
            Ok(memory)
        });
        sources.collect::<TestResult<Vec<_>>>()
    })?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    for (number, (size, align)) in ALIGNED.into_iter().enumerate() {
        let export = s.here(|_| sources[number].as_ref().map(DeviceMemory::export).transpose())?;
        let handle = s.give(&consumer, |_| Ok(export.as_ref().map(Exported::bytes)))?;
        s.at(&consumer, |t| {
            handle
                .as_ref()
                .map_or(Ok(()), |handle| opens_to(&there, handle, t.pattern(number), 0..size.min(MEM_SIZE)))
        })
        .in_case(match align {
            0 => format!("{size} bytes with the default alignment"),
            _ => format!("{size} bytes at a multiple of {align}"),
        })?;
        s.here(|_| export.take().map_or(Ok(()), Exported::release))?;
    }
    s.leave(consumer)
}

/// Allocates [`MEM_SIZE`] bytes.
type Allocate = fn(&TestContext, ContextHandle, *mut *mut c_void) -> UrResult;

fn observe_export(s: &Scenario, f: &At<UrIpcMemTest>, what: &str, allocate: Allocate) -> TestResult<At<()>> {
    let mem = s.here(|t| {
        let mut mem = null_mut();
        let allocated = allocate(t, f.context(), &raw mut mem);
        if !allocated.is_success() {
            t.observe(what, format!("cannot be allocated: {allocated}"));
        }
        Ok(allocated.is_success().then(|| DevicePtr::from(mem)))
    })?;
    let export = s.here(|t| {
        let Some(mem) = *mem else { return Ok(None) };
        f.write(mem, &f.pattern().bytes(0, MEM_SIZE))?;
        let got = observe_get(t, f.context(), &format!("Get on {what}"), mem);
        Ok(got.is_success().then(|| f.in_context().export_memory(mem)).and_then(Result::ok))
    })?;
    if let Some(handle) = s.tell(|_| Ok(export.as_ref().map(Exported::bytes)))? {
        observe_in_peer(s, "consumer", |t, f: &UrQueueTest| {
            observe_open(f, "the handle", &handle, Some(t.source_pattern()));
            Ok(())
        })?;
    }
    s.here(|t| {
        if let Some(export) = export.take() {
            observe_put(t, "Put after the consumer's end", export);
        }
        mem.map_or(Ok(()), |mem| t.ur().usm_free(f.context(), mem.raw()).ok())
    })
}
