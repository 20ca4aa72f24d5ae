//! Commands, and changes of the access, over two objects, or two parts of one, that are mapped side by side.

use super::map::access_mode;
use crate::call_checks::check_equal;
use crate::commands::WRONG;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{PhysicalMemHandle, VirtualMemAccessFlags};
use ur_ipc_fixtures::hierarchy::UrIpcPhysMemHandleTest;
use ur_ipc_fixtures::objects::{Mapping, PhysicalMemory, Queue, Reservation};
use ur_ipc_fixtures::{DevicePtr, InCase, Need, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::map");
    group.test("adjacent").checks("physical_memory.map.adjacent").on(adjacent);
    let draft = group.test("set_access_of_adjacent").checks("physical_memory.map.access_of_several");
    draft.needs(&[Need::ReadOnlyMappings]).on(access_of_adjacent);
    let draft = group.test("set_access_of_parts").checks("physical_memory.map.access_of_several");
    draft.needs(&[Need::ReadOnlyMappings, Need::TwoMappings]).on(access_of_parts);
}

/// A mapping: of which object, from which offset on, of how many bytes.
type Part = (PhysicalMemHandle, usize, usize);

/// A change of the access to the addresses of two mappings side by side, of imports or of objects of the process itself,
/// changes both, where the device changes more than one.
fn access_of_adjacent(t: &TestContext, f: &UrIpcPhysMemHandleTest) -> TestResult {
    let (granule, edge, context) = (f.granule(), f.size(), f.in_context());
    let own = context.shareable_physical(granule)?;
    let handle = own.export()?;
    let imports = [f.open()?, context.open_physical(&handle.bytes())?];
    for (whose, first, second) in [("own", f.physical(), &own), ("imported", &imports[0], &imports[1])] {
        let parts = [(first.raw(), 0, edge), (second.raw(), 0, granule)];
        access_of_both(t, f, parts).in_case(format!("of two {whose} objects"))?;
    }
    Ok(())
}

/// The same where both mappings are of one object, at different offsets in it: each goes on to show its part.
fn access_of_parts(t: &TestContext, f: &UrIpcPhysMemHandleTest) -> TestResult {
    let (granule, context) = (f.granule(), f.in_context());
    // Larger than both parts: what is behind them must not be shown either.
    let own = context.shareable_physical(4 * granule)?;
    let handle = own.export()?;
    let import = context.open_physical(&handle.bytes())?;
    for (whose, object) in [("own", &own), ("imported", &import)] {
        let (first, second) = ((object.raw(), 0, granule), (object.raw(), granule, granule));
        for (order, parts) in [("in order", [first, second]), ("the other way round", [second, first])] {
            show_both(t, f, &own, parts)
                .and_then(|()| access_of_both(t, f, parts))
                .in_case(format!("of two parts of an object, which is {whose}, {order}"))?;
        }
    }
    Ok(())
}

/// Maps two parts of an object side by side: each shows what was written to it there.
fn show_both(
    t: &TestContext,
    f: &UrIpcPhysMemHandleTest,
    object: &PhysicalMemory,
    parts: [Part; 2],
) -> TestResult {
    let (size, content) = (object.size()?, t.pattern(4));
    f.write_physical(object.raw(), size, content)?;
    let (_range, mappings) = side_by_side(f, parts)?;
    for (mapping, (_, offset, size)) in mappings.iter().zip(parts) {
        content.verify(t, offset, &f.read(mapping.at(), size)?)?;
    }
    mappings.into_iter().try_for_each(Mapping::release)
}

/// Two parts, mapped side by side, and their addresses, which go after them.
fn side_by_side(
    f: &UrIpcPhysMemHandleTest,
    [first, second]: [Part; 2],
) -> TestResult<(Reservation, [Mapping; 2])> {
    let context = f.in_context();
    let range = context.reserve(first.2 + second.2)?;
    let map = |at, (object, offset, size): Part| {
        context.map(at, size, object, offset, VirtualMemAccessFlags::READ_WRITE)
    };
    let start = range.raw().0;
    let mappings = [map(start, first)?, map(start.at(first.2), second)?];
    Ok((range, mappings))
}

/// Maps two parts side by side, and changes the access to both by one call.
fn access_of_both(t: &TestContext, f: &UrIpcPhysMemHandleTest, both: [Part; 2]) -> TestResult {
    const READ_ONLY: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_ONLY;
    const READ_WRITE: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;
    let queue = f.queue();
    let (range, mappings) = side_by_side(f, both)?;
    let (start, whole) = range.raw();
    let parts = [(mappings[0].at(), both[0].2), (mappings[1].at(), both[1].2)];
    let contents = |round: usize| [round, round + 1].map(|number| t.pattern(number).bytes(0, whole));
    let write = |bytes: &[Vec<u8>; 2]| {
        parts.iter().zip(bytes).try_for_each(|((at, size), bytes)| queue.write(*at, &bytes[..*size]))
    };
    let check = |bytes: &[Vec<u8>; 2]| {
        let mut parts = parts.iter().zip(bytes);
        parts.try_for_each(|((at, size), bytes)| {
            check_equal(t, WRONG, &queue.read(*at, *size)?, &bytes[..*size])
        })
    };
    write(&contents(0))?;
    for (number, access) in [READ_ONLY, READ_WRITE].into_iter().enumerate() {
        let what = format!("after change {number}, to {access:?}");
        let called = t.ur().virtual_mem_set_access(f.context(), start.raw(), whole, access);
        // The change back has to be made where the first one was.
        if number == 0 && !called.result.is_success() {
            t.observe("a change of the access to two mappings", called.result);
            called.expect_refusal()?;
            break;
        }
        called.ok().in_case(what.clone())?;
        for mapping in &mappings {
            t.check_eq("access", access_mode(f, mapping)?, access).in_case(what.clone())?;
        }
        check(&contents(0)).in_case(what.clone())?;
        if access == READ_WRITE {
            write(&contents(2)).and_then(|()| check(&contents(2))).in_case(what)?;
        }
    }
    mappings.into_iter().try_for_each(Mapping::release)
}

/// A fill, a copy to and a copy from the addresses of two imports reach both, over all of them and around their common
/// edge.
fn adjacent(t: &TestContext, f: &UrIpcPhysMemHandleTest) -> TestResult {
    let (granule, context, queue) = (f.granule(), f.in_context(), f.queue());
    let second = context.shareable_physical(granule)?;
    let handle = second.export()?;
    let imports = [f.open()?, context.open_physical(&handle.bytes())?];
    let range = context.reserve(3 * granule)?;
    let (start, access) = (range.raw().0, VirtualMemAccessFlags::READ_WRITE);
    let edge = f.size();
    let first = context.map(start, edge, imports[0].raw(), 0, access)?;
    let next = context.map(start.at(edge), granule, imports[1].raw(), 0, access)?;
    let (of_first, of_second) = (f.physical().map(edge)?, second.map(granule)?);
    let whole = edge + granule;
    for (number, (from, size)) in [(0, whole), (edge - 100, 200), (edge - 1, 2)].into_iter().enumerate() {
        let (before, inside) = (0xb0 + number as u8, 0xc0 + number as u8);
        let case = format!("{size} bytes from {from} on, of {edge} and {granule}");
        // What the sources hold, in the order of the imports.
        let sources = |queue: &Queue| -> TestResult<Vec<u8>> {
            Ok([queue.read(of_first.at(), edge)?, queue.read(of_second.at(), granule)?].concat())
        };
        let mut expected = vec![before; whole];
        expected[from..from + size].fill(inside);
        let check = |what: &str, bytes: &[u8]| {
            check_equal(t, &format!("the first wrong byte of {what} of {case}"), bytes, &expected)
        };
        for (what, fills) in [("the fill", true), ("the copy", false)] {
            queue.fill(of_first.at(), before, edge)?;
            queue.fill(of_second.at(), before, granule)?;
            if fills {
                queue.fill(start.at(from), inside, size)?;
            } else {
                queue.write(start.at(from), &vec![inside; size])?;
            }
            check(what, &sources(queue)?)?;
            check(&format!("{what}, read by one command,"), &queue.read(start, whole)?)?;
        }
        let read = queue.read(start.at(from), size)?;
        t.check(read == expected[from..from + size], format!("a copy from both gives other bytes: {case}"))?;
    }
    // Patterns whose repetitions are no multiple of their own size from the edge on, where the device takes such fills.
    for length in [2, 4, 8, 16] {
        let pattern: Vec<u8> = (1..=length).collect();
        let size = 12 * pattern.len();
        let expected = pattern.repeat(12);
        let fill = |at: DevicePtr| {
            let (ur, queue, length) = (t.ur(), queue.raw(), pattern.len());
            let data = pattern.as_ptr().cast();
            ur.enqueue_usm_fill(queue, at.raw(), length, data, size, 0, null(), null_mut())
        };
        // Within one of the sources, first.
        let own = of_first.at().at(edge - size - 1);
        if !fill(own).result.is_success() || queue.read(own, size)? != expected {
            t.observe("a fill at an address that is no multiple of its pattern", length);
            continue;
        }
        for before in [size / 2 + 1, size - 1] {
            let from = start.at(edge - before);
            fill(from).ok()?;
            let what = format!("the first wrong byte of a pattern of {length}, {before} before the edge");
            check_equal(t, &what, &queue.read(from, size)?, &expected)?;
        }
    }
    next.release()?;
    first.release()?;
    Ok(())
}
