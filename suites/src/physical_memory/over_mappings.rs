//! Commands over the addresses of imports that are mapped behind the start of a reservation, side by side, or both.

use crate::call_checks::check_equal;
use crate::commands::{AROUND, Command, Contents, Enqueued, MemoryPlace, MemorySide, Shape, WRONG, places};
use ur_ipc_fixtures::api::{Family, VirtualMemAccessFlags};
use ur_ipc_fixtures::hierarchy::UrIpcPhysMemHandleTest;
use ur_ipc_fixtures::objects::{Mapping, Owned, PhysicalMemory};
use ur_ipc_fixtures::situations::{BLOCKING, pairwise};
use ur_ipc_fixtures::{InCase, Need, TestContext, TestResult, Tests};

const REQUIREMENT: &str = "physical_memory.map.adjacent";
/// Bytes of commands.
const SIZES: [usize; 3] = [2, 200, 1000];
/// The width and height of rows, and how far one begins behind the other on each side.
const SHAPES: [Shape; 2] = [
    Shape { width: 40, height: 9, from_pitch: 64, to_pitch: 100 },
    Shape { width: 64, height: 3, from_pitch: 64, to_pitch: 64 },
];
/// The ways to map: how many granules of the reservation are in front, and whether a second import follows the first.
const LAYOUTS: [(usize, bool); 3] = [(1, false), (0, true), (1, true)];

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::map");
    let draft = group.test("commands_over_mappings").checks(REQUIREMENT);
    draft.on(|t, f: &UrIpcPhysMemHandleTest| over_mappings(t, f, &commands, false));
    let draft = group.test("commands_over_mappings_and_imports").checks(REQUIREMENT);
    let draft = draft.needs(&[Need::OwnHandles(Family::Memory)]);
    draft.on(|t, f: &UrIpcPhysMemHandleTest| over_mappings(t, f, &commands, true));
    let draft = group.test("rows_over_mappings").checks(REQUIREMENT).needs(&[Need::MappedCopies2D]);
    draft.on(|t, f: &UrIpcPhysMemHandleTest| over_mappings(t, f, &rows, false));
}

/// The commands around a byte of the mappings, their middle or the common edge of two of them.
type Commands = dyn Fn(usize) -> Vec<Enqueued>;

/// Where a command of so many bytes begins: over the edge, a byte in front of it, at it, or up to it.
fn beginnings(edge: usize, extent: usize) -> [usize; 4] {
    [edge - extent / 2, edge - 1, edge, edge - extent]
}

/// Copies out of the mappings, into them and within them, and fills.
fn commands(edge: usize) -> Vec<Enqueued> {
    let rows = pairwise(&[4, SIZES.len(), 4, BLOCKING.classes.len()]);
    let commands = rows.iter().enumerate().map(|(turn, row)| {
        let size = SIZES[row[1]];
        let at = beginnings(edge, size)[row[2]];
        let command = match row[0] {
            3 => Command::Fill { to: (MemorySide::Import, at), pattern: vec![turn as u8], size },
            which => {
                let (from, to) = ends(which, at, size);
                Command::Copy { from, to, size }
            }
        };
        (command, row[3] == 1)
    });
    commands.collect()
}

/// Copies of rows.
fn rows(edge: usize) -> Vec<Enqueued> {
    let rows = pairwise(&[3, SHAPES.len(), 4, BLOCKING.classes.len()]);
    let commands = rows.iter().map(|row| {
        let shape = SHAPES[row[1]];
        let extent = shape.height * shape.from_pitch.max(shape.to_pitch);
        let (from, to) = ends(row[0], beginnings(edge, extent)[row[2]], extent);
        (Command::CopyRows { from, to, shape }, row[3] == 1)
    });
    commands.collect()
}

/// The source and the target of a copy of which one end is at this byte of the mappings.
fn ends(which: usize, at: usize, extent: usize) -> (MemoryPlace, MemoryPlace) {
    // Within the mappings, the other end is behind what is read.
    let distance = extent + AROUND;
    let other = if which == 1 { at } else { distance };
    places(which, if which == 1 { AROUND } else { at }, other, at)
}

/// An object, an import of it, and its size.
type Shared<'s> = (&'s PhysicalMemory, &'s PhysicalMemory, usize);

/// Commands on mapped imports, and on memory beside them, which may be imported as well: each does what it says and nothing
/// around that, and in the end the sources hold it.
fn over_mappings(
    t: &TestContext,
    f: &UrIpcPhysMemHandleTest,
    commands: &Commands,
    beside_import: bool,
) -> TestResult {
    let (granule, context) = (f.granule(), f.in_context());
    let second = context.shareable_physical(granule)?;
    let handle = second.export()?;
    let imports = [f.open()?, context.open_physical(&handle.bytes())?];
    let both: [Shared<'_>; 2] = [(f.physical(), &imports[0], f.size()), (&second, &imports[1], granule)];
    for (in_front, two) in LAYOUTS {
        let (mapped, edge) = if two { (&both[..], f.size()) } else { (&both[..1], f.size() / 2) };
        let what = if two { "two imports" } else { "an import" };
        let case = format!("{what} mapped {in_front} granules behind the start of a reservation");
        let (in_front, commands) = (in_front * granule, commands(edge));
        on_layout(t, f, in_front, mapped, &commands, beside_import).in_case(case)?;
    }
    imports.into_iter().try_for_each(PhysicalMemory::release)
}

fn on_layout(
    t: &TestContext,
    f: &UrIpcPhysMemHandleTest,
    in_front: usize,
    shared: &[Shared<'_>],
    commands: &[Enqueued],
    beside_import: bool,
) -> TestResult {
    let context = f.in_context();
    let whole = shared.iter().map(|(_, _, size)| size).sum::<usize>();
    let reserved = context.reserve(in_front + whole)?;
    let base = reserved.raw().0.at(in_front);
    let (mut mappings, mut at) = (Vec::new(), base);
    for (_, import, size) in shared {
        mappings.push(context.map(at, *size, import.raw(), 0, VirtualMemAccessFlags::READ_WRITE)?);
        at = at.at(*size);
    }
    let mut contents =
        Contents { import: t.pattern(0).bytes(0, whole), beside: t.pattern(1).bytes(0, whole) };
    f.write(base, &contents.import)?;
    let own = context.memory(whole)?;
    f.write(own.raw(), &contents.beside)?;
    let handle = if beside_import { Some(own.export()?) } else { None };
    let import = handle.as_ref().map(|handle| context.open_memory(&handle.bytes())).transpose()?;
    let beside = import.as_ref().map_or(own.raw(), Owned::raw);
    contents.follow(f, |side| if side == MemorySide::Import { base } else { beside }, commands)?;
    check_equal(t, WRONG, &f.read(own.raw(), whole)?, &contents.beside).in_case("in the memory beside")?;
    f.queue().finish()?;
    import.map_or(Ok(()), Owned::release)?;
    mappings.into_iter().try_for_each(Mapping::release)?;
    let mut expected = &*contents.import;
    for (source, _, size) in shared {
        let found = context.with_mapping(source.raw(), *size, |at| f.read(at, *size))?;
        check_equal(t, WRONG, &found, &expected[..*size]).in_case("in the source")?;
        expected = &expected[*size..];
    }
    Ok(())
}
