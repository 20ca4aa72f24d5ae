//! Mappings of imports in all situations: rows of a covering array over their size, their access, and what is around the calls.

use super::map::access_mode;
use crate::commands::{COMMON_SIZES, check_ends, sample, write_ends};
use crate::threads::{on, write_others};
use std::collections::BTreeMap;
use std::fmt;
use ur_ipc_fixtures::api::VirtualMemAccessFlags;
use ur_ipc_fixtures::hierarchy::{Fixture, Physical, Shareable, UrContextTest, UrQueueTest};
use ur_ipc_fixtures::objects::PhysicalMemory;
use ur_ipc_fixtures::situations::{CONTEXTS, Class, THREAD, pairwise, turned};
use ur_ipc_fixtures::{At, InCase, Need, Scenario, TestResult, Tests};

/// From a page on, to what a device may have no room for.
const SIZES: &[Class] = COMMON_SIZES.split_at(2).1;
/// The number of passes over all rows: enough for most rows to come after hundreds of calls.
const ROUNDS: usize = 32;

const READ_ONLY: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_ONLY;
const READ_WRITE: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;
const ACCESS: &str = "physical_memory.map.offset_and_access";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::any_situation");
    let draft = group.test("mapped").checks(ACCESS).needs(Physical::NEEDS).needs(&[Need::ReadOnlyMappings]);
    draft.thorough().across(in_any_situation);
}

/// A mapping of an import, and what is around its calls.
struct MappingRow {
    size: usize,
    /// Whether the object is the import, or one of the process itself.
    imported: bool,
    /// Whether each call is made by a thread that has done nothing before.
    on_other_thread: [bool; 5],
    /// Whether the process has another context meanwhile.
    beside_context: bool,
}

/// The calls of a row, in their order.
const CALLS: [&str; 5] = [
    "urVirtualMemReserve",
    "urVirtualMemMap",
    "urVirtualMemSetAccess",
    "urVirtualMemUnmap",
    "urVirtualMemFree",
];

impl fmt::Display for MappingRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = if self.imported { "an import" } else { "its own" };
        write!(f, "a mapping of {:#x} bytes of {whose}", self.size)?;
        write_others(f, &CALLS, &self.on_other_thread)?;
        f.write_str(if self.beside_context { ", with a second context" } else { "" })
    }
}

fn rows(round: usize) -> Vec<MappingRow> {
    let two = THREAD.classes.len();
    let dimensions = [SIZES.len(), 2, two, two, two, two, two, CONTEXTS.classes.len()];
    let rows = turned(pairwise(&dimensions), &dimensions, round);
    let rows = rows.into_iter().enumerate().map(|(turn, classes)| MappingRow {
        size: sample(&SIZES[classes[0]], turn),
        imported: classes[1] == 1,
        on_other_thread: [2, 3, 4, 5, 6].map(|dimension: usize| classes[dimension] == 1),
        beside_context: classes[7] == 1,
    });
    rows.collect()
}

/// Objects by their sizes, of which the last granule may have more.
type Objects = BTreeMap<usize, PhysicalMemory>;

/// Each size of the rows, once.
fn sizes(rounds: &[Vec<MappingRow>]) -> impl Iterator<Item = usize> {
    let mut sizes: Vec<usize> = rounds.iter().flatten().map(|row| row.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.into_iter()
}

/// Imports, and objects of the process itself beside them, are mapped again and again, in whichever way the calls are made: each
/// mapping shows what the object holds, says its access, and takes a change of it.
fn in_any_situation(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    let rounds: Vec<Vec<MappingRow>> = (0..ROUNDS).map(rows).collect();
    let made = |f: &UrQueueTest| {
        let objects = sizes(&rounds).map(|size| {
            let whole = f.in_context().whole_granules(size)?;
            let object = f.in_context().shareable_physical(whole)?;
            f.in_context().with_mapping(object.raw(), whole, |at| write_ends(f, at, size))?;
            Ok((size, object))
        });
        objects.collect::<TestResult<Objects>>()
    };
    let sources = s.here(|_| made(f))?;
    let handles = s.here(|_| sources.values().map(PhysicalMemory::export).collect::<TestResult<Vec<_>>>())?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handles.iter().map(|handle| handle.bytes()).collect::<Vec<_>>()))?;
    let imports = s.at(&consumer, |_| {
        let open = |(size, bytes): (usize, &Vec<u8>)| Ok((size, there.in_context().open_physical(bytes)?));
        sizes(&rounds).zip(&*bytes).map(open).collect::<TestResult<Objects>>()
    })?;
    let own = s.at(&consumer, |_| made(&there))?;
    for (round, rows) in rounds.iter().enumerate() {
        if round > 0 && !s.has_time(|| format!("{round} of {ROUNDS} rounds"))? {
            break;
        }
        s.at(&consumer, |_| {
            rows.iter().try_for_each(|row| {
                let objects = if row.imported { &imports } else { &own };
                mapped(&there, row, &objects[&row.size]).in_case(row)
            })
        })?;
    }
    s.at(&consumer, |_| {
        imports.take().into_values().try_for_each(PhysicalMemory::release)?;
        own.take().into_values().try_for_each(PhysicalMemory::release)
    })?;
    s.leave(consumer)
}

fn mapped(f: &UrQueueTest, row: &MappingRow, object: &PhysicalMemory) -> TestResult {
    let (t, context, size) = (f.t(), f.in_context(), f.in_context().whole_granules(row.size)?);
    let beside = row.beside_context.then(|| UrContextTest::set_up(t)).transpose()?;
    let [reserve, map, set_access, unmap, free] = row.on_other_thread;
    let reservation = on(reserve, || context.reserve(size))?;
    let at = reservation.raw().0;
    let mapping = on(map, || context.map(at, size, object.raw(), 0, READ_WRITE))?;
    check_ends(f, at, row.size)?;
    for access in [READ_ONLY, READ_WRITE] {
        on(set_access, || mapping.set_access(access))?;
        t.check_eq("access after a change", access_mode(f, &mapping)?, access)?;
        check_ends(f, at, row.size)?;
    }
    write_ends(f, at, row.size)?;
    f.queue().finish()?;
    on(unmap, || mapping.release())?;
    on(free, || reservation.release())?;
    drop(beside);
    Ok(())
}
