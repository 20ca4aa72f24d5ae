//! Copies and fills of all sizes, from and to everywhere in an import: rows of a covering array, which both processes follow.

use super::reached::Reached;
use crate::call_checks::check_equal;
use crate::commands::{
    Command, Contents, Enqueued, MemorySide, OFFSETS, SIZES, WRONG, largest, places, sample,
};
use ur_ipc_fixtures::api::Family;
use ur_ipc_fixtures::hierarchy::UrQueueTest;
use ur_ipc_fixtures::situations::{BLOCKING, BYTES, Class, OFFSET, PATTERN, pairwise};
use ur_ipc_fixtures::{At, InCase, Pattern, Scenario, TestResult, Tests};

/// One test for each class of sizes of copies, and for each size of a pattern.
pub(super) fn tests<F: Reached>(tests: &mut Tests) {
    for (what, classes, commands) in [
        ("copies", &BYTES.classes[..SIZES], copies as fn(&Class) -> Vec<Enqueued>),
        ("fills", PATTERN.classes, fills),
    ] {
        let mut group = tests.group(F::NAME, format!("{}::{what}", F::NAME));
        for class in classes {
            let draft = group.test(&id(class)).checks(requirement::<F>()).needs(F::NEEDS).thorough();
            draft.across(move |s, f: &At<UrQueueTest>| follow::<F>(s, f, &commands(class)));
        }
    }
    let mut group = tests.group(F::NAME, format!("{}::fills", F::NAME));
    let draft = group.test("large").checks(requirement::<F>()).needs(F::NEEDS).thorough();
    draft.across(|s, f: &At<UrQueueTest>| follow::<F>(s, f, &large_fills()));
}

pub(super) fn requirement<F: Reached>() -> &'static str {
    match F::FAMILY {
        Family::Memory => "memory.open.usable_in_enqueue",
        _ => "cross_process.physical_memory.write_back",
    }
}

/// A class of bytes as a part of an id.
fn id(class: &Class) -> String {
    format!("bytes_{}", class.name.to_lowercase().replace('-', "_to_"))
}

/// Copies of one class of sizes, out of the import, into it and within it.
fn copies(class: &Class) -> Vec<Enqueued> {
    let half = largest(std::slice::from_ref(class)) + largest(&OFFSET.classes[..OFFSETS]);
    let rows = pairwise(&[class.samples.len(), OFFSETS, OFFSETS, 3, BLOCKING.classes.len()]);
    let commands = rows.iter().enumerate().map(|(turn, row)| {
        let from = sample(&OFFSET.classes[row[1]], turn);
        let to = sample(&OFFSET.classes[row[2]], turn / 2);
        let (from, to) = places(row[3], from, to, half);
        (Command::Copy { from, to, size: sample(class, row[0]) }, row[4] == 1)
    });
    commands.collect()
}

/// Fills of all sizes with patterns of one.
fn fills(class: &Class) -> Vec<Enqueued> {
    let pattern_size = sample(class, 0);
    let rows = pairwise(&[SIZES, OFFSETS, 2]);
    let commands = rows.iter().enumerate().map(|(turn, row)| {
        // Even numbers of patterns, and odd ones, which do not come to whole words.
        let pair = 2 * pattern_size;
        let size = sample(&BYTES.classes[row[0]], turn).next_multiple_of(pair) + row[2] * pattern_size;
        let to = sample(&OFFSET.classes[row[1]], turn).next_multiple_of(pattern_size);
        let pattern = Pattern(turn as u64).bytes(0, pattern_size);
        (Command::Fill { to: (MemorySide::Import, to), pattern, size }, false)
    });
    commands.collect()
}

/// Fills of more than a staging buffer, with the smallest pattern and the largest.
fn large_fills() -> Vec<Enqueued> {
    let size = sample(&BYTES.classes[SIZES], 0);
    let ends = [&PATTERN.classes[0], &PATTERN.classes[PATTERN.classes.len() - 1]];
    let commands = ends.into_iter().enumerate().map(|(turn, class)| {
        let pattern_size = sample(class, 0);
        let pattern = Pattern(turn as u64).bytes(0, pattern_size);
        let to = (MemorySide::Import, turn * pattern_size);
        (Command::Fill { to, pattern, size: size.next_multiple_of(pattern_size) }, false)
    });
    commands.collect()
}

/// Makes the commands on an import in another process, each of which writes what it says and nothing around it, and finds at
/// the end in both processes what they come to.
pub(super) fn follow<F: Reached>(s: &Scenario, f: &At<UrQueueTest>, commands: &[Enqueued]) -> TestResult {
    let object = s.here(|t| {
        let before = Contents::before(t, commands.iter().map(|(command, _)| command)).import;
        let object = F::sized(f.in_context(), before.len())?;
        F::reach(f.in_context(), object.raw(), before.len(), |at| f.write(at, &before))?;
        Ok(object)
    })?;
    let handle = s.here(|_| F::export(f.in_context(), object.raw()))?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        let mut contents = Contents::before(t, commands.iter().map(|(command, _)| command));
        let size = contents.import.len();
        let import = F::open(there.in_context(), &bytes)?;
        let beside = there.in_context().memory(size)?;
        there.write(beside.raw(), &contents.beside)?;
        F::reach(there.in_context(), import.raw(), size, |at| {
            let base = |side| if side == MemorySide::Import { at } else { beside.raw() };
            contents.follow(&there, base, commands)?;
            check_equal(t, WRONG, &there.read(at, size)?, &contents.import).in_case("behind all commands")
        })?;
        import.release()
    })?;
    s.leave(consumer)?;
    s.here(|t| {
        let mut contents = Contents::before(t, commands.iter().map(|(command, _)| command));
        commands.iter().for_each(|(command, _)| contents.take(command));
        let size = contents.import.len();
        let found = F::reach(f.in_context(), object.raw(), size, |at| f.read(at, size))?;
        check_equal(t, WRONG, &found, &contents.import).in_case("in the process of the source")
    })
    .map(drop)
}
