//! The situations that a command is in: rows, which all processes know.

use super::CommandKind;
use crate::commands::{Command, MemorySide, OFFSETS, SIZES, Shape, largest, places, sample};
use crate::event::list_takers::{BLOCKING_TIME_STAMP, ListTaker, TIME_STAMP};
use std::fmt;
use ur_ipc_fixtures::Pattern;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::situations::{
    BLOCKING, BYTES, CONTEXTS, OFFSET, ORIGIN, PATTERN, PENDING, QUEUE, QUEUE_FLAGS, THREAD, WAIT_LIST,
    pairwise, turned,
};

/// One call, and what is around it.
pub(super) struct Row {
    /// The number of the kind of its queue.
    pub(super) queue: usize,
    /// The number of events in its wait list.
    pub(super) length: usize,
    /// The position in that list of the event that decides when the command begins.
    pub(super) place: usize,
    /// Whether that one is an import.
    pub(super) imported: bool,
    /// Whether it is pending meanwhile.
    pub(super) held: bool,
    /// Whether the call waits for the command.
    pub(super) waits: bool,
    /// Whether a thread makes it that has done nothing before.
    pub(super) on_other_thread: bool,
    /// Whether the process has another context meanwhile.
    pub(super) beside_context: bool,
    pub(super) work: Work,
}

/// The work that a call enqueues.
#[derive(Clone)]
pub(super) enum Work {
    OnMemory(Command),
    Other(ListTaker),
}

impl Work {
    /// The command on memory; `None` for other work.
    pub(super) fn command(&self) -> Option<&Command> {
        if let Self::OnMemory(command) = self { Some(command) } else { None }
    }
}

impl Row {
    pub(super) fn command(&self) -> Option<&Command> {
        self.work.command()
    }
}

/// Small work that leaves the same result however often it is done.
pub(super) fn small(kind: CommandKind) -> Work {
    let (from, to) = places(1, 0, 0, 0);
    let shape = Shape { width: 3, height: 1, from_pitch: 3, to_pitch: 3 };
    match kind {
        CommandKind::Copies => Work::OnMemory(Command::Copy { from, to, size: 3 }),
        CommandKind::CopiesOfRows => Work::OnMemory(Command::CopyRows { from, to, shape }),
        CommandKind::Fills => Work::OnMemory(Command::Fill { to, pattern: vec![7], size: 3 }),
        CommandKind::TimeStamps => Work::Other(TIME_STAMP),
        CommandKind::Other([taker, _]) => Work::Other(taker),
    }
}

/// Rectangles of bytes: lines, columns, what is aligned to nothing, and more rows than Intel's copy engine takes at once.
const SHAPES: [(usize, usize); 7] =
    [(3, 1), (1, 33), (60, 7), (256, 16), (4096, 5), (65_540, 9), (8, 0x4000 + 20)];
/// Bytes between two rows.
const BETWEEN: [usize; 3] = [0, 5, 64];

/// The rows of a round, for the queues of these kinds. Each round takes other samples.
pub(super) fn rows(kind: CommandKind, queues: &[usize], round: usize) -> Vec<Row> {
    let two = [&ORIGIN, &BLOCKING, &THREAD, &CONTEXTS, &PENDING].map(|dimension| dimension.classes.len());
    let surroundings = [queues.len(), WAIT_LIST.classes.len(), two[0], two[1], two[2], two[3], two[4]];
    let parameters: &[usize] = match kind {
        CommandKind::Copies => &[SIZES, OFFSETS, OFFSETS, 3],
        CommandKind::CopiesOfRows => &[SHAPES.len(), OFFSETS, OFFSETS, 3, BETWEEN.len(), BETWEEN.len()],
        CommandKind::Fills => &[SIZES, OFFSETS, PATTERN.classes.len()],
        CommandKind::TimeStamps | CommandKind::Other(_) => &[],
    };
    let profiling = QUEUE_FLAGS.iter().position(|flags| *flags == QueueFlags::PROFILING_ENABLE);
    let dimensions = [&surroundings, parameters].concat();
    let rows = turned(pairwise(&dimensions), &dimensions, round);
    let rows = rows.into_iter().enumerate().map(|(number, classes)| {
        let turn = round + number;
        let &[queue, list, origin, blocking, thread, contexts, pending, ref parameters @ ..] = &*classes
        else {
            unreachable!("each row has a class of each dimension")
        };
        let length = sample(&WAIT_LIST.classes[list], turn);
        Row {
            queue: queues[queue],
            length,
            place: [0, length / 2, length.saturating_sub(1)][turn % 3],
            // Such a queue may refuse events that are shared.
            imported: origin == 1 && Some(queues[queue]) != profiling,
            held: pending == 1,
            waits: blocking == 1 && !matches!(kind, CommandKind::Fills | CommandKind::Other(_)),
            on_other_thread: thread == 1,
            beside_context: contexts == 1,
            work: work(kind, blocking == 1, parameters, turn),
        }
    });
    rows.collect()
}

/// The work of a row, in the first or the second variant, by the classes of its parameters.
fn work(kind: CommandKind, second: bool, classes: &[usize], turn: usize) -> Work {
    let class = |number: usize| classes[number];
    let offset = |number: usize, turn| sample(&OFFSET.classes[class(number)], turn);
    let half = |most: usize| most + largest(&OFFSET.classes[..OFFSETS]);
    match kind {
        CommandKind::Copies => {
            let half = half(largest(&BYTES.classes[..SIZES]));
            let (from, to) = places(class(3), offset(1, turn), offset(2, turn / 2), half);
            Work::OnMemory(Command::Copy { from, to, size: sample(&BYTES.classes[class(0)], turn) })
        }
        CommandKind::CopiesOfRows => {
            let most = SHAPES.iter().map(|(width, height)| (width + BETWEEN[2]) * height).max();
            let half = half(most.unwrap_or_default());
            let (from, to) = places(class(3), offset(1, turn), offset(2, turn / 2), half);
            let (width, height) = SHAPES[class(0)];
            let [from_pitch, to_pitch] = [4, 5].map(|number| width + BETWEEN[class(number)]);
            Work::OnMemory(Command::CopyRows {
                from,
                to,
                shape: Shape { width, height, from_pitch, to_pitch },
            })
        }
        CommandKind::Fills => {
            let length = sample(&PATTERN.classes[class(2)], 0);
            let size = sample(&BYTES.classes[class(0)], turn).next_multiple_of(length);
            let to = (MemorySide::Import, offset(1, turn).next_multiple_of(length));
            Work::OnMemory(Command::Fill { to, pattern: Pattern(turn as u64).bytes(0, length), size })
        }
        CommandKind::TimeStamps => Work::Other([TIME_STAMP, BLOCKING_TIME_STAMP][usize::from(second)]),
        CommandKind::Other(ways) => Work::Other(ways[usize::from(second)]),
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length, place, .. } = self;
        if let Some(command) = self.command() {
            write!(f, "{command:x?}, ")?;
        }
        write!(f, "by a queue of the kind \"{}\", behind {length} events", QUEUE.classes[self.queue].name)?;
        if *length > 0 {
            let state = if self.held { "pending" } else { "complete" };
            let whose = if self.imported { "an import" } else { "its own" };
            write!(f, ", of which number {place}, {whose}, is {state}")?;
        } else if self.held {
            f.write_str(", while another queue is held back")?;
        }
        for (is_so, what) in [
            (self.waits, ", in a blocking call"),
            (self.on_other_thread, ", on another thread"),
            (self.beside_context, ", with a second context"),
        ] {
            f.write_str(if is_so { what } else { "" })?;
        }
        Ok(())
    }
}
