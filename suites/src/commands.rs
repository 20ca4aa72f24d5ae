//! Commands on an import and on memory beside it, and what they do to the contents.

use crate::call_checks::check_equal;
use std::ops::Range;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{EventHandle, QueueHandle};
use ur_ipc_fixtures::hierarchy::{CONTENT, UrQueueTest};
use ur_ipc_fixtures::objects::listed;
use ur_ipc_fixtures::situations::{BYTES, Class};
use ur_ipc_fixtures::{Called, DevicePtr, InCase, TestContext, TestResult, Ur};

/// Bytes on both sides of what a command writes that are looked at as well.
pub(crate) const AROUND: usize = 64;
/// The classes of sizes that are copied: larger ones would take more memory than a device may have to spare.
pub(crate) const SIZES: usize = 4;
/// Those that fit once into any device.
pub(crate) const COMMON_SIZES: &[Class] = BYTES.classes.split_at(BYTES.classes.len() - 1).0;
/// The classes of offsets below the same bound.
pub(crate) const OFFSETS: usize = 5;
/// Completes what is said of bytes that differ.
pub(crate) const WRONG: &str = "the first wrong byte";

/// The memory that a command works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemorySide {
    Import,
    /// Memory of the consumer.
    Beside,
}

/// So many bytes behind the start of one.
pub(crate) type MemoryPlace = (MemorySide, usize);

/// A command on memory.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    Copy { from: MemoryPlace, to: MemoryPlace, size: usize },
    CopyRows { from: MemoryPlace, to: MemoryPlace, shape: Shape },
    Fill { to: MemoryPlace, pattern: Vec<u8>, size: usize },
}

/// Rows of so many bytes, and how far one begins behind the other on each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) from_pitch: usize,
    pub(crate) to_pitch: usize,
}

/// A command, and whether the call waits for it.
pub(crate) type Enqueued = (Command, bool);

/// Arguments that every enqueue call of a command has.
#[derive(Clone, Copy)]
pub(crate) struct EnqueueArguments<'e> {
    pub(crate) waits: bool,
    pub(crate) list: &'e [EventHandle],
    pub(crate) event: *mut EventHandle,
}

/// A number of a class, another one each turn.
pub(crate) fn sample(class: &Class, turn: usize) -> usize {
    usize::try_from(class.samples[turn % class.samples.len()]).expect("what fits into memory")
}

/// The largest sample of some classes.
pub(crate) fn largest(classes: &[Class]) -> usize {
    let samples = classes.iter().flat_map(|class| class.samples);
    samples.max().map_or(0, |&most| usize::try_from(most).expect("what fits into memory"))
}

/// The source and the target of a copy: out of the import, into it, or within it. Within it no byte is both read and
/// written as long as all reads stay in the first half.
pub(crate) fn places(which: usize, from: usize, to: usize, half: usize) -> (MemoryPlace, MemoryPlace) {
    match which {
        0 => ((MemorySide::Import, from), (MemorySide::Beside, to)),
        1 => ((MemorySide::Beside, from), (MemorySide::Import, to)),
        _ => ((MemorySide::Import, from), (MemorySide::Import, half + to)),
    }
}

impl Command {
    /// The place at which it begins to write.
    pub(crate) fn target(&self) -> MemoryPlace {
        match *self {
            Self::Copy { to, .. } | Self::CopyRows { to, .. } | Self::Fill { to, .. } => to,
        }
    }

    /// The place at which it begins to read; `None` for a fill.
    fn source(&self) -> Option<MemoryPlace> {
        match *self {
            Self::Copy { from, .. } | Self::CopyRows { from, .. } => Some(from),
            Self::Fill { .. } => None,
        }
    }

    /// From the first byte that it writes to the last one.
    pub(crate) fn extent(&self) -> usize {
        match *self {
            Self::Copy { size, .. } | Self::Fill { size, .. } => size,
            Self::CopyRows { shape, .. } => shape.to_pitch * (shape.height - 1) + shape.width,
        }
    }

    /// From the first byte that it reads to the last one.
    fn read_extent(&self) -> usize {
        match *self {
            Self::CopyRows { shape, .. } => shape.from_pitch * (shape.height - 1) + shape.width,
            _ => self.extent(),
        }
    }

    /// Behind all that it reaches.
    fn end(&self) -> usize {
        let read = self.source().map_or(0, |(_, from)| from + self.read_extent());
        read.max(self.target().1 + self.extent())
    }

    /// The call. A fill cannot wait.
    #[track_caller]
    pub(crate) fn enqueue<'u>(
        &self,
        ur: &'u Ur,
        queue: QueueHandle,
        base: impl Fn(MemorySide) -> DevicePtr,
        EnqueueArguments { waits, list, event }: EnqueueArguments<'_>,
    ) -> Called<'u> {
        let at = |(side, offset): MemoryPlace| base(side).at(offset).raw();
        let (count, list) = listed(list);
        match *self {
            Self::Copy { from, to, size } => {
                ur.enqueue_usm_memcpy(queue, waits, at(to), at(from), size, count, list, event)
            }
            Self::CopyRows { from, to, shape } => {
                let Shape { width, height, from_pitch, to_pitch } = shape;
                let (to, from) = (at(to), at(from));
                ur.enqueue_usm_memcpy_2d(
                    queue, waits, to, to_pitch, from, from_pitch, width, height, count, list, event,
                )
            }
            Self::Fill { to, ref pattern, size } => {
                let (length, pattern) = (pattern.len(), pattern.as_ptr().cast());
                ur.enqueue_usm_fill(queue, at(to), length, pattern, size, count, list, event)
            }
        }
    }
}

/// The expected contents of an import and of the memory beside it.
pub(crate) struct Contents {
    pub(crate) import: Vec<u8>,
    pub(crate) beside: Vec<u8>,
}

impl Contents {
    /// Before any of these commands, all of which stay within it.
    pub(crate) fn before<'c>(t: &TestContext, commands: impl IntoIterator<Item = &'c Command>) -> Self {
        let end = AROUND + commands.into_iter().map(Command::end).max().unwrap_or_default();
        Self { import: t.source_pattern().bytes(0, end), beside: t.reply_pattern().bytes(0, end) }
    }

    fn side(&mut self, side: MemorySide) -> &mut Vec<u8> {
        match side {
            MemorySide::Import => &mut self.import,
            MemorySide::Beside => &mut self.beside,
        }
    }

    /// Applies a command.
    pub(crate) fn take(&mut self, command: &Command) {
        match *command {
            Command::Copy { from, to, size } => self.copy(from, to, size),
            Command::CopyRows { from: (reads, from), to: (writes, to), shape } => {
                for row in 0..shape.height {
                    let from = (reads, from + row * shape.from_pitch);
                    self.copy(from, (writes, to + row * shape.to_pitch), shape.width);
                }
            }
            Command::Fill { to: (side, at), ref pattern, size } => {
                let filled = pattern.repeat(size.div_ceil(pattern.len()));
                self.side(side)[at..at + size].copy_from_slice(&filled[..size]);
            }
        }
    }

    /// Makes commands one after the other, each of which writes what it says and nothing around that.
    pub(crate) fn follow(
        &mut self,
        f: &UrQueueTest,
        base: impl Fn(MemorySide) -> DevicePtr,
        commands: &[Enqueued],
    ) -> TestResult {
        for (command, waits) in commands {
            let arguments = EnqueueArguments { waits: *waits, list: &[], event: null_mut() };
            let called = command.enqueue(f.t().ur(), f.queue().raw(), &base, arguments);
            called.ok().and_then(|()| f.queue().finish()).in_case(format!("{command:x?}"))?;
            self.take(command);
            self.check_around(f.t(), command, |side, bytes| f.read(base(side).at(bytes.start), bytes.len()))?;
        }
        Ok(())
    }

    fn copy(&mut self, (reads, from): MemoryPlace, (writes, to): MemoryPlace, size: usize) {
        let new = self.side(reads)[from..from + size].to_vec();
        self.side(writes)[to..to + size].copy_from_slice(&new);
    }

    /// Checks that the command has written all that it should, and nothing around that.
    #[track_caller]
    pub(crate) fn check_around(
        &mut self,
        t: &TestContext,
        command: &Command,
        read: impl FnOnce(MemorySide, Range<usize>) -> TestResult<Vec<u8>>,
    ) -> TestResult {
        let (side, start) = command.target();
        let around = start.saturating_sub(AROUND)..start + command.extent() + AROUND;
        let found = read(side, around.clone())?;
        check_equal(t, WRONG, &found, &self.side(side)[around.clone()])
            .in_case(format!("around {command:x?}, from byte {:#x} on", around.start))
    }
}

/// The offset and length of a block at each end of so many bytes.
fn ends(size: usize) -> [(usize, usize); 2] {
    let length = size.min(CONTENT);
    [(0, length), (size - length, length)]
}

/// Writes the pattern of sources to both ends of so many bytes.
#[track_caller]
pub(crate) fn write_ends(f: &UrQueueTest, base: DevicePtr, size: usize) -> TestResult {
    let pattern = f.t().source_pattern();
    ends(size).into_iter().try_for_each(|(at, length)| f.write(base.at(at), &pattern.bytes(at, length)))
}

/// Both ends of so many bytes hold the pattern of sources.
#[track_caller]
pub(crate) fn check_ends(f: &UrQueueTest, base: DevicePtr, size: usize) -> TestResult {
    let (t, pattern) = (f.t(), f.t().source_pattern());
    ends(size).into_iter().try_for_each(|(at, length)| pattern.verify(t, at, &f.read(base.at(at), length)?))
}
