//! The other side of an agent: a role that does what it is told.

use super::command::{Command, Window};
use super::fixtures::{check, fill_in};
use ur_ipc_api::{ContextHandle, QueueFlags, QueueHandle};
use ur_ipc_fixtures::ladder::{UrContextTest, UrQueueTest};
use ur_ipc_fixtures::objects::{self, Context, DeviceMemory, Exported, Imported, Queue};
use ur_ipc_fixtures::{DevicePtr, Failure, Link, TestContext, TestResult};

/// Where the agent works. Unlike a fixture it can be released with a check of each step.
struct Station<'t> {
    // Fields drop in this order: the queue before its context.
    queue: Queue<'t>,
    context: Context<'t>,
}

impl<'t> Station<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let context = objects::create_context(t, &[t.env().device()])?;
        Ok(Self { queue: objects::create_queue(t, context.raw(), QueueFlags::NONE_SET)?, context })
    }

    fn release(self) -> TestResult {
        self.queue.release()?;
        self.context.release()
    }
}

impl UrContextTest for Station<'_> {
    fn context(&self) -> ContextHandle {
        self.context.raw()
    }
}

impl UrQueueTest for Station<'_> {
    fn queue(&self) -> QueueHandle {
        self.queue.raw()
    }
}

/// Memory of the agent.
enum Object<'t> {
    Allocated(DeviceMemory<'t>),
    Opened(Imported<'t>),
}

impl Object<'_> {
    fn at(&self) -> DevicePtr {
        match self {
            Self::Allocated(memory) => memory.raw(),
            Self::Opened(memory) => memory.raw(),
        }
    }

    fn release(self) -> TestResult {
        match self {
            Self::Allocated(memory) => memory.release(),
            Self::Opened(memory) => memory.release(),
        }
    }
}

/// What the agent has. Released things leave a gap, so that numbers stay as they are.
#[derive(Default)]
struct Holdings<'t> {
    // Fields drop in this order: handles are put before the memory behind them is freed.
    exports: Vec<Option<Exported<'t>>>,
    objects: Vec<Option<Object<'t>>>,
}

impl<'t> Holdings<'t> {
    fn keep(&mut self, object: Object<'t>) -> Vec<u8> {
        self.objects.push(Some(object));
        (self.objects.len() as u64 - 1).to_le_bytes().to_vec()
    }

    fn at(&self, object: usize) -> TestResult<DevicePtr> {
        match self.objects.get(object) {
            Some(Some(object)) => Ok(object.at()),
            _ => Err(Failure::new(format!("the agent has no object {object}")).into()),
        }
    }

    fn release_all(mut self) -> TestResult {
        for export in self.exports.drain(..).flatten() {
            export.release()?;
        }
        for object in self.objects.drain(..).flatten() {
            object.release()?;
        }
        Ok(())
    }
}

/// Writes a window by a copy from other memory of the device; only the queue's end is waited for.
fn copy(t: &TestContext<'_>, station: &Station<'_>, base: DevicePtr, window: Window) -> TestResult {
    let source = objects::allocate(t, station.context(), t.env().device(), window.size)?;
    fill_in(t, station, source.raw(), Window { at: 0, ..window })?;
    objects::submit_copy(t, station.queue(), base.at(window.at), source.raw(), window.size, &[])?;
    t.ur().queue_finish(station.queue()).ok()?;
    source.release()
}

/// The number that an answer holds.
pub(super) fn number(answer: &[u8]) -> usize {
    answer.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
}

/// The body of the role: answers commands until it is told to end.
pub(super) fn serve(t: &TestContext<'_>, link: &Link) -> TestResult {
    let station = Station::set_up(t)?;
    let context = station.context();
    t.body_begins();
    let mut held = Holdings::default();
    loop {
        let bytes = link.recv("command")?;
        let command =
            Command::decode(&bytes).ok_or_else(|| Failure::new(format!("no command: {bytes:02x?}")))?;
        let answer = match command {
            Command::Allocate(size) => {
                held.keep(Object::Allocated(objects::allocate_shareable(t, context, size)?))
            }
            Command::Write(object, window) => {
                fill_in(t, &station, held.at(object)?, window)?;
                Vec::new()
            }
            Command::Copy(object, window) => {
                copy(t, &station, held.at(object)?, window)?;
                Vec::new()
            }
            Command::Verify(object, window) => {
                check(t, &station, held.at(object)?, window)?;
                Vec::new()
            }
            Command::Export(object, offset) => {
                let export = objects::export_memory(t, context, held.at(object)?.at(offset))?;
                let handle = export.bytes();
                held.exports.push(Some(export));
                handle
            }
            Command::Put(export) => {
                let export = held.exports.get_mut(export).and_then(Option::take);
                export.ok_or_else(|| Failure::new("the agent has no such export"))?.release()?;
                Vec::new()
            }
            Command::Open(handle) => held.keep(Object::Opened(objects::open_memory(t, context, &handle)?)),
            Command::Release(object) => {
                let object = held.objects.get_mut(object).and_then(Option::take);
                object.ok_or_else(|| Failure::new("the agent has no such object"))?.release()?;
                Vec::new()
            }
            Command::Churn(handle) => {
                let cycle = || objects::open_memory(t, context, &handle)?.release();
                (0..4).try_for_each(|_| cycle())?;
                link.send("answer", &[])?;
                loop {
                    cycle()?;
                }
            }
            Command::Exit => std::process::exit(0),
            Command::ReleaseAndExit => {
                held.release_all()?;
                station.release()?;
                std::process::exit(0)
            }
            Command::End => return held.release_all(),
        };
        link.send("answer", &answer)?;
    }
}
