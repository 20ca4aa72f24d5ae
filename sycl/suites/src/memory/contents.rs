//! Bytes written on one side arrive on the other.

use crate::support::{Bed, Kind, Memory, PAGE, open_at, source};
use ur_ipc_api::sycl::UsmKind;
use ur_ipc_fixtures::{At, IPC_MEMORY, InCase, TestContext, TestResult, Tests};

const TWIN: &[&str] = &["e2e::ipc_memory"];
/// Sizes of allocations: one byte, odd ones, and more than a large page.
const SIZES: [usize; 7] = [1, 63, 4095, 4097, 65_536, (2 << 20) + 1, 8 << 20];

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::contents");
    let group_needs = &[IPC_MEMORY];
    // Another process reads what was written before the export, and what is written while it has the memory open.
    group.test("read").checks("sycl.memory.open.same_memory").twin_of(TWIN).needs(group_needs).across(
        |s, f: &At<Bed>| {
            let (memory, handle) = source::<Memory>(s, f)?;
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.at(&consumer, |t| Memory::verify(&there, opened.raw(), t.source_pattern()))?;
            for round in 1..4 {
                s.here(|t| Memory::write(f, memory.raw(), t.pattern(round)))?;
                s.at(&consumer, |t| Memory::verify(&there, opened.raw(), t.pattern(round)))?;
            }
            s.at(&consumer, |_| opened.take().end())?;
            s.leave(consumer)
        },
    );

    // A part that another process writes is read here, also after it has closed the memory, and the bytes around it stay.
    group.test("write_back").checks("sycl.memory.open.write_back").twin_of(TWIN).needs(group_needs).across(
        |s, f: &At<Bed>| {
            const PART: std::ops::Range<usize> = 4095..4095 + 8194;
            let (memory, handle) = source::<Memory>(s, f)?;
            let (consumer, there) = s.peer_with::<Bed>("consumer")?;
            let opened = open_at(s, &consumer, &there, &handle)?;
            s.at(&consumer, |t| {
                there.write(opened.raw() + PART.start, &t.pattern(1).bytes(PART.start, PART.len()))?;
                opened.take().end()
            })?;
            s.here(|t| {
                let found = f.read(memory.raw(), Memory::SIZE)?;
                t.source_pattern().verify(t, 0, &found[..PART.start]).in_case("before the part")?;
                t.pattern(1).verify(t, PART.start, &found[PART]).in_case("the part")?;
                t.source_pattern().verify(t, PART.end, &found[PART.end..]).in_case("behind the part")
            })?;
            s.leave(consumer)
        },
    );

    let draft = group.test("as_usm").checks("sycl.memory.open.usable_as_usm").twin_of(TWIN);
    draft.needs(group_needs).across(|s, f: &At<Bed>| {
        let memories = s.here(|t| {
            let memories = [f.malloc(Memory::SIZE)?, f.malloc(Memory::SIZE)?];
            Memory::write(f, memories[0].raw(), t.pattern(0))?;
            Memory::write(f, memories[1].raw(), t.pattern(1))?;
            Ok(memories)
        })?;
        let handles =
            s.here(|_| Ok([f.export::<Memory>(memories[0].raw())?, f.export::<Memory>(memories[1].raw())?]))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let bytes =
            s.give(&consumer, |_| Ok(handles.iter().map(|h| h.bytes().to_vec()).collect::<Vec<_>>()))?;
        s.at(&consumer, |t| does_for_usm(t, &there, &bytes))?;
        s.here(|t| {
            t.pattern(0).verify(t, 0, &f.read(memories[1].raw(), PAGE)?).in_case("copied between imports")?;
            f.check_value("filled through an import", memories[0].raw() + PAGE, PAGE, 0x5c)
        })?;
        s.leave(consumer)
    });

    let draft = group.test("pointer_type").checks("sycl.memory.open.pointer_type").needs(group_needs);
    draft.across(|s, f: &At<Bed>| {
        let memory = s.here(|_| f.malloc(Memory::SIZE))?;
        let handle = s.here(|_| f.export::<Memory>(memory.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| {
            let kind = there.sycl().pointer_type(opened.raw(), there.context()).ok()?;
            t.check_eq("the kind of an opened pointer", kind, Some(UsmKind::Device))
        })?;
        s.leave(consumer)
    });

    // Allocations of all sizes at once, each shared to its last byte.
    group.test("sizes").checks("sycl.memory.open.sizes").needs(group_needs).across(|s, f: &At<Bed>| {
        let all = s.here(|t| {
            let mut all = Vec::new();
            for (number, size) in SIZES.into_iter().enumerate() {
                let memory = f.malloc(size)?;
                f.write(memory.raw(), &t.pattern(number).bytes(0, size))?;
                all.push((f.export::<Memory>(memory.raw())?, memory));
            }
            Ok(all)
        })?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let bytes = s.give(&consumer, |_| {
            Ok(all.iter().map(|(handle, _)| handle.bytes().to_vec()).collect::<Vec<_>>())
        })?;
        s.at(&consumer, |t| {
            for (number, size) in SIZES.into_iter().enumerate() {
                let opened = there.open::<Memory>(&bytes[number])?;
                let found = there.read(opened.raw(), size)?;
                t.pattern(number).verify(t, 0, &found).in_case(format!("{size} bytes"))?;
                // What is beside it must not be touched by this.
                there.write(opened.raw(), &t.pattern(number + SIZES.len()).bytes(0, size))?;
                opened.end()?;
            }
            Ok(())
        })?;
        s.here(|t| {
            for (number, size) in SIZES.into_iter().enumerate() {
                let found = f.read(all[number].1.raw(), size)?;
                t.pattern(number + SIZES.len()).verify(t, 0, &found).in_case(format!("{size} bytes"))?;
            }
            Ok(())
        })?;
        s.leave(consumer)
    });
}

/// Copies from, to and between imports, and fills, by a queue that is not the first of its context.
fn does_for_usm(t: &TestContext, f: &Bed, handles: &[Vec<u8>]) -> TestResult {
    let imports = [f.open::<Memory>(&handles[0])?, f.open::<Memory>(&handles[1])?];
    let local = f.malloc(PAGE)?;
    let queue = f.another_queue()?;
    let (sycl, [from, to]) = (f.sycl(), [imports[0].raw(), imports[1].raw()]);
    sycl.queue_memcpy(queue.raw(), local.raw(), from, PAGE).ok()?;
    sycl.queue_memcpy(queue.raw(), to, from, PAGE).ok()?;
    sycl.queue_memset(queue.raw(), from + PAGE, 0x5c, PAGE).ok()?;
    sycl.queue_wait(queue.raw()).ok()?;
    t.pattern(0).verify(t, 0, &f.read(local.raw(), PAGE)?).in_case("copied from an import")?;
    sycl.queue_memset(queue.raw(), local.raw(), 0x36, PAGE).ok()?;
    sycl.queue_memcpy(queue.raw(), from + 2 * PAGE, local.raw(), PAGE).ok()?;
    sycl.queue_wait(queue.raw()).ok()?;
    f.check_value("copied to an import", from + 2 * PAGE, PAGE, 0x36)
}
