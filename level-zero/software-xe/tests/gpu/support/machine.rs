//! An engine with memory and a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use software_xe::device::{B580, Device};
use software_xe::gpu::kernels::KernelLibrary;
use software_xe::gpu::{Clock, Engine, EngineClass, Resume, Stop};

use super::{Batch, TestMemory};

/// The address of batches.
pub const BATCH: u64 = 0x1_0000;
/// The address of a second batch.
pub const SECOND: u64 = 0x1_8000;
/// The address of data.
pub const DATA: u64 = 0x10_0000;
/// Bytes of data.
pub const DATA_SIZE: usize = 0x4_0000;
/// An address without memory.
pub const NOWHERE: u64 = 0x80_0000;

/// A clock that tests move.
#[derive(Default)]
pub struct TestClock(pub AtomicU64);

impl Clock for TestClock {
    fn ticks(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn frequency(&self) -> u64 {
        1000
    }
}

pub struct Machine {
    pub memory: TestMemory,
    pub engine: Engine,
    pub clock: Arc<TestClock>,
}

impl Machine {
    pub fn new(class: EngineClass) -> Self {
        Self::of(class, &B580, KernelLibrary::empty())
    }

    pub fn of(class: EngineClass, device: &'static Device, kernels: KernelLibrary) -> Self {
        let clock = Arc::new(TestClock::default());
        let engine = Engine::new(class, device, Arc::new(kernels), Arc::<TestClock>::clone(&clock));
        Self { memory: TestMemory::of(&[(BATCH, 0x1_0000), (DATA, DATA_SIZE)]), engine, clock }
    }

    /// Runs a batch.
    pub fn run(&mut self, batch: &Batch) -> Stop {
        self.memory.put(BATCH, &batch.bytes());
        self.engine.run(&self.memory, Resume::Batch(BATCH))
    }

    pub fn go_on(&mut self) -> Stop {
        self.engine.run(&self.memory, Resume::Continue)
    }

    /// The fault of a batch that cannot be executed, in words.
    pub fn blame(&mut self, batch: &Batch) -> String {
        match self.run(batch) {
            Stop::Fault(fault) => fault.to_string(),
            stop => panic!("a fault was expected, not {stop:?}"),
        }
    }
}

/// Insists that a batch has ended.
#[track_caller]
pub fn end(stop: Stop) {
    if let Stop::Fault(fault) = &stop {
        panic!("{fault}");
    }
    assert_eq!(stop, Stop::End);
}
