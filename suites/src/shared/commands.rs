//! Copies and fills of all sizes, from and to everywhere in an import: rows of a covering array, which both processes follow.

use super::reached::Reached;
use crate::attempts::check_equal;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::Family;
use ur_ipc_fixtures::ladder::UrQueueTest;
use ur_ipc_fixtures::situations::{BLOCKING, BYTES, Class, OFFSET, PATTERN, pairwise};
use ur_ipc_fixtures::{At, DevicePtr, InCase, Pattern, Scenario, TestContext, TestResult, Tests};

/// Bytes on both sides of what a command writes that are looked at as well.
const AROUND: usize = 64;
/// The classes of sizes that are copied: larger ones would take more memory than a device may have to spare.
const SIZES: usize = 4;
/// The classes of offsets below the same bound.
const OFFSETS: usize = 5;

/// Completes what is said of bytes that differ.
const WRONG: &str = "the first wrong byte";

/// One test for each class of sizes of copies, and for each size of a pattern.
pub(super) fn tests<F: Reached>(tests: &mut Tests) {
    for (what, classes, commands) in [
        ("copies", &BYTES.classes[..SIZES], copies as fn(&Class) -> Vec<Command>),
        ("fills", PATTERN.classes, fills),
    ] {
        let mut group = tests.group(F::NAME, format!("{}::{what}", F::NAME));
        for class in classes {
            let draft = group.test(&id(class)).checks(requirement::<F>()).needs(F::NEEDS).thorough();
            draft.across(move |s, f: &At<UrQueueTest>| follow::<F>(s, f, &commands(class)));
        }
    }
}

fn requirement<F: Reached>() -> &'static str {
    match F::FAMILY {
        Family::Memory => "memory.open.usable_in_enqueue",
        _ => "cross_process.physical_memory.write_back",
    }
}

/// A class of bytes as a part of an id.
fn id(class: &Class) -> String {
    format!("bytes_{}", class.name.to_lowercase().replace('-', "_to_"))
}

/// The memory that a command works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Import,
    /// Memory of the consumer.
    Beside,
}

/// So many bytes behind the start of one.
type Place = (Side, usize);

/// What is enqueued.
#[derive(Clone, Debug)]
enum Command {
    Copy { from: Place, to: Place, size: usize, waits: bool },
    Fill { to: Place, pattern: Vec<u8>, size: usize },
}

/// A number of a class, another one each turn.
fn sample(class: &Class, turn: usize) -> usize {
    usize::try_from(class.samples[turn % class.samples.len()]).expect("what fits into memory")
}

/// Copies of one class of sizes, out of the import, into it and within it.
fn copies(class: &Class) -> Vec<Command> {
    // What is read within the import is in front of what is written there.
    let largest = |class: &Class| (0..class.samples.len()).map(|turn| sample(class, turn)).max().unwrap_or(0);
    let half = largest(class) + OFFSET.classes[..OFFSETS].iter().map(largest).max().unwrap_or(0);
    let rows = pairwise(&[class.samples.len(), OFFSETS, OFFSETS, 3, BLOCKING.classes.len()]);
    let commands = rows.iter().enumerate().map(|(turn, row)| {
        let from = sample(&OFFSET.classes[row[1]], turn);
        let to = sample(&OFFSET.classes[row[2]], turn / 2);
        let (from, to) = match row[3] {
            0 => ((Side::Import, from), (Side::Beside, to)),
            1 => ((Side::Beside, from), (Side::Import, to)),
            _ => ((Side::Import, from), (Side::Import, half + to)),
        };
        Command::Copy { from, to, size: sample(class, row[0]), waits: row[4] == 1 }
    });
    commands.collect()
}

/// Fills of all sizes with patterns of one.
fn fills(class: &Class) -> Vec<Command> {
    let pattern_size = sample(class, 0);
    let rows = pairwise(&[SIZES, OFFSETS]);
    let commands = rows.iter().enumerate().map(|(turn, row)| {
        let size = sample(&BYTES.classes[row[0]], turn).next_multiple_of(pattern_size);
        let to = sample(&OFFSET.classes[row[1]], turn).next_multiple_of(pattern_size);
        let pattern = Pattern(turn as u64).bytes(0, pattern_size);
        Command::Fill { to: (Side::Import, to), pattern, size }
    });
    commands.collect()
}

impl Command {
    fn written(&self) -> (Place, usize) {
        match *self {
            Self::Copy { to, size, .. } | Self::Fill { to, size, .. } => (to, size),
        }
    }

    /// Behind all that it reaches.
    fn end(&self) -> usize {
        let ((_, to), size) = self.written();
        let from = if let Self::Copy { from: (_, from), .. } = self { *from } else { 0 };
        from.max(to) + size
    }

    #[track_caller]
    fn make(&self, f: &UrQueueTest, base: impl Fn(Side) -> DevicePtr) -> TestResult {
        let at = |(side, offset): Place| base(side).at(offset).raw();
        let (ur, queue) = (f.t().ur(), f.queue().raw());
        match *self {
            Self::Copy { from, to, size, waits } => {
                ur.enqueue_usm_memcpy(queue, waits, at(to), at(from), size, 0, null(), null_mut()).ok()?;
            }
            Self::Fill { to, ref pattern, size } => {
                let (length, pattern) = (pattern.len(), pattern.as_ptr().cast());
                ur.enqueue_usm_fill(queue, at(to), length, pattern, size, 0, null(), null_mut()).ok()?;
            }
        }
        f.queue().finish()
    }
}

/// What an import and the memory beside it hold.
struct Contents {
    import: Vec<u8>,
    beside: Vec<u8>,
}

impl Contents {
    fn before(t: &TestContext, commands: &[Command]) -> Self {
        let end = AROUND + commands.iter().map(Command::end).max().unwrap_or_default();
        Self { import: t.source_pattern().bytes(0, end), beside: t.reply_pattern().bytes(0, end) }
    }

    fn side(&mut self, side: Side) -> &mut Vec<u8> {
        match side {
            Side::Import => &mut self.import,
            Side::Beside => &mut self.beside,
        }
    }

    /// What a command does to it.
    fn take(&mut self, command: &Command) {
        let ((side, at), size) = command.written();
        let new = match *command {
            Command::Copy { from: (from, start), .. } => self.side(from)[start..start + size].to_vec(),
            Command::Fill { ref pattern, .. } => pattern.iter().copied().cycle().take(size).collect(),
        };
        self.side(side)[at..at + size].copy_from_slice(&new);
    }
}

/// Makes the commands on an import in another process, each of which writes what it says and nothing around it, and finds at
/// the end in both processes what they come to.
fn follow<F: Reached>(s: &Scenario, f: &At<UrQueueTest>, commands: &[Command]) -> TestResult {
    let object = s.here(|t| {
        let before = Contents::before(t, commands).import;
        let object = F::sized(f.in_context(), before.len())?;
        F::reach(f.in_context(), object.raw(), before.len(), |at| f.write(at, &before))?;
        Ok(object)
    })?;
    let handle = s.here(|_| F::export(f.in_context(), object.raw()))?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        let mut contents = Contents::before(t, commands);
        let size = contents.import.len();
        let import = F::open(there.in_context(), &bytes)?;
        let beside = there.in_context().memory(size)?;
        there.write(beside.raw(), &contents.beside)?;
        F::reach(there.in_context(), import.raw(), size, |at| {
            let base = |side| if side == Side::Import { at } else { beside.raw() };
            for command in commands {
                command.make(&there, base).in_case(format!("{command:x?}"))?;
                contents.take(command);
                let ((side, start), size) = command.written();
                let around = start.saturating_sub(AROUND)..start + size + AROUND;
                let found = there.read(base(side).at(around.start), around.len())?;
                check_equal(t, WRONG, &found, &contents.side(side)[around.clone()])
                    .in_case(format!("around {command:x?}, from byte {:#x} on", around.start))?;
            }
            check_equal(t, WRONG, &there.read(at, size)?, &contents.import).in_case("behind all commands")
        })?;
        import.release()
    })?;
    s.leave(consumer)?;
    s.here(|t| {
        let mut contents = Contents::before(t, commands);
        commands.iter().for_each(|command| contents.take(command));
        let size = contents.import.len();
        let found = F::reach(f.in_context(), object.raw(), size, |at| f.read(at, size))?;
        check_equal(t, WRONG, &found, &contents.import).in_case("in the process of the source")
    })
    .map(drop)
}
