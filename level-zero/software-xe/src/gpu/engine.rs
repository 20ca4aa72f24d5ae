//! An engine: it runs batches until something stops it.

use std::sync::Arc;

use crate::device::Device;
use crate::gpu::bus::Bus;
use crate::gpu::commands::{self, Execution, Flow};
use crate::gpu::fault::Reason;
use crate::gpu::kernels::KernelLibrary;
use crate::gpu::late::Late;
use crate::gpu::state::GpuState;
use crate::gpu::{Clock, Compare, EngineFault, Memory, Width};

/// The purpose of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineClass {
    /// Graphics, and all that compute engines do.
    Render,
    /// Copies and fills.
    Copy,
    /// Kernels.
    Compute,
    /// Video, of which nothing but what all engines have is there.
    Media,
}

impl EngineClass {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Render => "render",
            Self::Copy => "copy",
            Self::Compute => "compute",
            Self::Media => "media",
        }
    }
}

/// From where a queue goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resume {
    /// From the start of a batch.
    Batch(u64),
    /// From where it stopped; a wait looks at memory again.
    Continue,
}

/// Why a queue does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The outermost batch has ended. All that it wrote is visible: the ring, from which it was called, flushes.
    End,
    /// A semaphore is not met. The caller waits until what is at the address changes, and runs [`Resume::Continue`].
    Wait {
        /// The address at which the semaphore looks.
        address: u64,
        /// The size of the value that it reads.
        width: Width,
        /// The value that it compares with.
        value: u64,
        /// The comparison.
        compare: Compare,
    },
    /// It looks at something again and again, and has just not found it. The caller has others go on, and runs
    /// [`Resume::Continue`].
    Pause,
    /// The queue is to be banned.
    Fault(EngineFault),
}

/// The limits for a batch between two waits. One that exceeds them is taken to run for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Commands.
    pub commands: u64,
    /// Bytes moved and work items run.
    pub work: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { commands: 1 << 22, work: 1 << 40 }
    }
}

/// The used part of a [`Budget`].
#[derive(Debug)]
pub(super) struct Meter {
    budget: Budget,
    commands: u64,
    work: u64,
}

impl Meter {
    pub(super) fn new(budget: Budget) -> Self {
        Self { budget, commands: 0, work: 0 }
    }

    fn command(&mut self) -> Result<(), Reason> {
        self.commands += 1;
        self.check()
    }

    /// Counts work before it is done.
    pub(super) fn work(&mut self, amount: u64) -> Result<(), Reason> {
        self.work = self.work.saturating_add(amount);
        self.check()
    }

    fn check(&self) -> Result<(), Reason> {
        if self.commands > self.budget.commands || self.work > self.budget.work {
            return Err(Reason::Endless { commands: self.commands, work: self.work });
        }
        Ok(())
    }
}

/// The position of an engine in its batches.
#[derive(Debug, Clone, Copy)]
struct Position {
    /// The next command.
    next: u64,
    /// The address at which the first-level batch goes on, if this is one of the second level.
    caller: Option<u64>,
}

/// One queue's context on an engine.
pub struct Engine {
    class: EngineClass,
    device: &'static Device,
    kernels: Arc<KernelLibrary>,
    clock: Arc<dyn Clock>,
    state: GpuState,
    late: Late,
    budget: Budget,
    /// The position at which it stopped to wait.
    waiting: Option<Position>,
}

impl Engine {
    /// A context in which nothing has run.
    pub fn new(
        class: EngineClass,
        device: &'static Device,
        kernels: Arc<KernelLibrary>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            class,
            device,
            kernels,
            clock,
            state: GpuState::default(),
            late: Late::default(),
            budget: Budget::default(),
            waiting: None,
        }
    }

    /// Has data become visible as late as a cache allows: when a flush asks for it, or after 20 ms.
    pub fn set_late_writes(&mut self, on: bool) {
        self.late.set(on);
    }

    /// Bounds what a batch may do between two waits.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Whether data is kept back. A caller that waits for long calls [`Engine::write_back`].
    pub fn holds_writes(&self) -> bool {
        !self.late.is_empty()
    }

    /// Makes visible what is kept back, as caches do in time.
    pub fn write_back(&mut self, memory: &dyn Memory) {
        self.late.release(memory);
    }

    /// Runs until the outermost batch ends, a semaphore is not met, or a command cannot be executed. Never panics and never
    /// loops for ever, whatever the bytes are.
    pub fn run(&mut self, memory: &dyn Memory, start: Resume) -> Stop {
        let mut position = match start {
            Resume::Batch(address) => {
                self.waiting = None;
                Position { next: address, caller: None }
            }
            Resume::Continue => match self.waiting.take() {
                Some(position) => position,
                None => {
                    let reason = Reason::invalid("nothing waits");
                    return Stop::Fault(EngineFault { command: "no command", address: 0, reason });
                }
            },
        };
        let mut meter = Meter::new(self.budget);
        loop {
            let command = position;
            match self.step(memory, &mut position, &mut meter) {
                Ok(Flow::Next | Flow::Jump(_) | Flow::Call(_)) => {}
                Ok(Flow::Return | Flow::End) => {
                    self.late.release(memory);
                    return Stop::End;
                }
                Ok(Flow::Wait { address, width, value, compare }) => {
                    self.waiting = Some(command);
                    return Stop::Wait { address, width, value, compare };
                }
                Ok(Flow::Pause) => {
                    self.waiting = Some(position);
                    return Stop::Pause;
                }
                Err(fault) => {
                    self.late.release(memory);
                    return Stop::Fault(fault);
                }
            }
        }
    }

    /// Executes one command and moves on. What is left of `Flow::Return` is the end of the outermost batch.
    fn step(
        &mut self,
        memory: &dyn Memory,
        position: &mut Position,
        meter: &mut Meter,
    ) -> Result<Flow, EngineFault> {
        let address = position.next;
        let mut command = "command";
        let flow = self.execute(memory, address, meter, &mut command);
        let (flow, length) = flow.map_err(|reason| EngineFault { command, address, reason })?;
        let after = address.wrapping_add(length);
        match flow {
            Flow::Next | Flow::Pause => position.next = after,
            Flow::Jump(target) => position.next = target,
            Flow::Call(target) => {
                // A second-level batch that starts another one goes over to it; both end where the first level goes on.
                position.caller.get_or_insert(after);
                position.next = target;
            }
            Flow::Return => {
                if let Some(caller) = position.caller.take() {
                    position.next = caller;
                    return Ok(Flow::Next);
                }
            }
            Flow::End | Flow::Wait { .. } => {}
        }
        Ok(flow)
    }

    /// Reads, decodes and executes the command at an address. Gives its bytes too, and its name as soon as it is known.
    fn execute(
        &mut self,
        memory: &dyn Memory,
        address: u64,
        meter: &mut Meter,
        name: &mut &'static str,
    ) -> Result<(Flow, u64), Reason> {
        meter.command()?;
        let bus = Bus {
            memory,
            late: &mut self.late,
            clock: &*self.clock,
            mask: address_mask(self.device.address_bits),
        };
        let mut execution =
            Execution { state: &mut self.state, bus, device: self.device, kernels: &self.kernels, meter };
        execution.bus.flush_due();
        if !address.is_multiple_of(4) {
            return Err(Reason::Misaligned { address, size: 4 });
        }
        let header = u32::from_le_bytes(execution.bus.read_array(address)?);
        let command = commands::find(header, self.class)?;
        *name = command.name;
        let length = command.length(header)?;
        let mut bytes = vec![0; length * 4];
        execution.bus.read(address, &mut bytes)?;
        let mut dwords: Vec<u32> =
            bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        // What was decoded is what is executed, even if somebody writes there meanwhile.
        dwords[0] = header;
        Ok(((command.execute)(&mut execution, &dwords)?, bytes.len() as u64))
    }
}

/// The bits of an address that a device looks at.
fn address_mask(bits: u32) -> u64 {
    1_u64.checked_shl(bits).map_or(u64::MAX, |limit| limit - 1)
}
