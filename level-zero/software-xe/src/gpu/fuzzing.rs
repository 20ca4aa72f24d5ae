//! Entry points for fuzzers and property tests: commands and drivers' files, and properties of their results.
//!
//! Every function takes any bytes, and panics if a property does not hold.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::device::{B580, Device, PONTE_VECCHIO};
use crate::gpu::bus::Bus;
use crate::gpu::engine::Meter;
use crate::gpu::kernels::{Grid, KernelLibrary, Walk};
use crate::gpu::late::Late;
use crate::gpu::{Budget, Clock, Engine, EngineClass, Memory, PageFault, Resume, Stop};

/// The first address of the memory.
const START: u64 = 0x1000;
/// The least size of the memory, in bytes.
const SIZE: usize = 0x8000;
const BUDGET: Budget = Budget { commands: 500, work: 1 << 20 };

/// Runs the bytes as a batch, on each class of engine and each layout of commands. What it writes is the same if it becomes
/// visible late.
pub fn batch(bytes: &[u8]) {
    for device in [&B580, &PONTE_VECCHIO] {
        for class in [EngineClass::Copy, EngineClass::Compute, EngineClass::Render] {
            let prompt = run(bytes, device, class, false);
            let late = run(bytes, device, class, true);
            assert_eq!(prompt.0, late.0, "how it stopped");
            assert!(prompt.1 == late.1, "late writes came out of order");
        }
    }
}

fn run(bytes: &[u8], device: &'static Device, class: EngineClass, late: bool) -> (Stop, Vec<u8>) {
    let memory = Plain::with(bytes);
    let mut engine = Engine::new(class, device, Arc::new(KernelLibrary::empty()), Arc::new(Stopped));
    engine.set_budget(BUDGET);
    engine.set_late_writes(late);
    let stop = engine.run(&memory, Resume::Batch(START));
    engine.write_back(&memory);
    let bytes = memory.bytes().clone();
    (stop, bytes)
}

/// Looks for kernels in the bytes, and starts each of them with its own bytes, from some place on, as payload.
pub fn driver_file(bytes: &[u8]) {
    let library = KernelLibrary::in_driver(bytes.to_vec());
    let memory = Plain::with(bytes);
    for code in library.places() {
        let mut late = Late::default();
        let mut bus = Bus { memory: &memory, late: &mut late, clock: &Stopped, mask: u64::MAX };
        let walk = Walk {
            code: START + code as u64,
            grid: Grid { first: [0; 3], end: [2, 1, 1], local: None },
            inline: bytes.get(code..code + 32).map(<[u8]>::to_vec),
            indirect: (START + code as u64 / 2, 256),
        };
        if let Err(reason) = library.run(&mut bus, &mut Meter::new(BUDGET), &walk) {
            assert!(!reason.to_string().is_empty());
        }
    }
}

/// A clock that stands still, so that nothing becomes visible by itself.
struct Stopped;

impl Clock for Stopped {
    fn ticks(&self) -> u64 {
        0
    }

    fn frequency(&self) -> u64 {
        1000
    }
}

/// A stretch of memory that nobody shares.
struct Plain(Mutex<Vec<u8>>);

impl Plain {
    /// Memory that begins with these bytes.
    fn with(bytes: &[u8]) -> Self {
        let mut memory = bytes.to_vec();
        memory.resize(bytes.len().next_multiple_of(SIZE).max(SIZE), 0);
        Self(Mutex::new(memory))
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_range<T>(
        &self,
        address: u64,
        length: usize,
        write: bool,
        act: impl FnOnce(&mut [u8]) -> T,
    ) -> Result<T, PageFault> {
        let mut bytes = self.bytes();
        let end = START + bytes.len() as u64;
        if !(START..end).contains(&address) {
            return Err(PageFault { address, write });
        }
        let from = (address - START) as usize;
        let range = from.checked_add(length).and_then(|to| bytes.get_mut(from..to));
        range.map(act).ok_or(PageFault { address: end, write })
    }
}

impl Memory for Plain {
    fn read(&self, address: u64, into: &mut [u8]) -> Result<(), PageFault> {
        self.with_range(address, into.len(), false, |bytes| into.copy_from_slice(bytes))
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), PageFault> {
        self.with_range(address, bytes.len(), true, |place| place.copy_from_slice(bytes))
    }

    fn load_u32(&self, address: u64) -> Result<u32, PageFault> {
        let mut bytes = [0; 4];
        self.read(address, &mut bytes).map(|()| u32::from_le_bytes(bytes))
    }

    fn load_u64(&self, address: u64) -> Result<u64, PageFault> {
        let mut bytes = [0; 8];
        self.read(address, &mut bytes).map(|()| u64::from_le_bytes(bytes))
    }

    fn store_u32(&self, address: u64, value: u32) -> Result<(), PageFault> {
        self.write(address, &value.to_le_bytes())
    }

    fn store_u64(&self, address: u64, value: u64) -> Result<(), PageFault> {
        self.write(address, &value.to_le_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_are_a_batch(bytes in vec(any::<u8>(), 0..400)) {
            batch(&bytes);
        }

        #[test]
        fn any_bytes_behind_a_magic_are_a_file(bytes in vec(any::<u8>(), 0..400)) {
            driver_file(&[b"\x7fELF\x02\x01\x01".as_slice(), &bytes].concat());
        }
    }
}
