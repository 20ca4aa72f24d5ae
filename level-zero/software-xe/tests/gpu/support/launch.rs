//! Launches of kernels.

use software_xe::device::{B580, Device};
use software_xe::gpu::kernels::KernelLibrary;
use software_xe::gpu::{EngineClass, Stop};

use super::machine::DATA;
use super::{Batch, DriverFile, Kernel, Machine};

/// The address of code, by its distance from the base of kernels.
pub const CODE: u64 = DATA + 0x2_0000;
/// The address of payloads.
pub const PAYLOAD: u64 = DATA + 0x3_0000;

const INLINE: usize = 32;

/// A launch, ready to be changed.
#[derive(Debug, Clone)]
pub struct Launch {
    pub device: &'static Device,
    pub groups: [u32; 3],
    pub first: [u32; 3],
    pub local: [u32; 3],
    pub offset: [u32; 3],
    /// The write after the kernel: flags and operation, address, value.
    pub post_sync: (u32, u64, u64),
    /// Whether threads begin behind the load of their local ids, which the hardware makes.
    pub hardware_ids: bool,
    /// Bits of the first dword.
    pub flags: u32,
}

impl Default for Launch {
    fn default() -> Self {
        Self {
            device: &B580,
            groups: [1, 1, 1],
            first: [0; 3],
            local: [1, 1, 1],
            offset: [0; 3],
            post_sync: (0, 0, 0),
            hardware_ids: true,
            flags: 0,
        }
    }
}

impl Launch {
    pub fn of(groups: [u32; 3], local: [u32; 3]) -> Self {
        Self { groups, local, ..Self::default() }
    }

    /// A machine whose driver has this kernel, loaded to [`CODE`] with its relocations applied.
    pub fn machine(&self, kernel: &Kernel) -> Machine {
        let file = DriverFile::new().with(std::slice::from_ref(kernel)).bytes();
        let machine = Machine::of(EngineClass::Compute, self.device, KernelLibrary::in_driver(file));
        let mut code = kernel.code.clone();
        for at in &kernel.relocations {
            code[*at as usize..*at as usize + 4].copy_from_slice(&[0x5a; 4]);
        }
        machine.memory.put(CODE, &code);
        machine
    }

    /// The walker for a kernel, and its payload in memory.
    pub fn walker(&self, machine: &Machine, kernel: &Kernel, arguments: &[&[u8]]) -> Vec<u32> {
        let payload = kernel.payload(self.offset, self.local, arguments);
        let (inline, indirect) = payload.split_at(payload.len().min(kernel.inline_size));
        machine.memory.put(PAYLOAD, indirect);
        let xe2 = self.device.graphics_version.0 >= 20;
        let shift = usize::from(xe2);
        let mut dwords = vec![0; 39 + shift];
        dwords[0] = 0x7208_0000 | self.flags | (dwords.len() as u32 - 2);
        dwords[2] = indirect.len() as u32;
        dwords[3] = (PAYLOAD - DATA) as u32;
        dwords[4] = u32::from(self.hardware_ids) << 29 | u32::from(!inline.is_empty()) << 25;
        dwords[6] = (self.local[0] - 1) | (self.local[1] - 1) << 10 | (self.local[2] - 1) << 20;
        dwords[7..10].copy_from_slice(&self.groups);
        dwords[10..13].copy_from_slice(&self.first);
        let skip = if self.hardware_ids { kernel.skip as u32 } else { 0 };
        dwords[18 + shift] = (CODE - DATA) as u32 + skip;
        let (operation, at, value) = self.post_sync;
        dwords[26 + shift..31 + shift].copy_from_slice(&[
            operation,
            at as u32,
            (at >> 32) as u32,
            value as u32,
            (value >> 32) as u32,
        ]);
        let mut bytes = inline.to_vec();
        bytes.resize(INLINE, 0);
        for (at, dword) in bytes.as_chunks::<4>().0.iter().enumerate() {
            dwords[31 + shift + at] = u32::from_le_bytes(*dword);
        }
        dwords
    }

    /// Runs a kernel.
    pub fn run(&self, machine: &mut Machine, kernel: &Kernel, arguments: &[&[u8]]) -> Stop {
        let walker = self.walker(machine, kernel, arguments);
        machine.run(&Batch::new().bases(DATA, DATA).raw(&walker).end())
    }

    /// The fault of a kernel that cannot be run, in words.
    pub fn blame(&self, machine: &mut Machine, kernel: &Kernel, arguments: &[&[u8]]) -> String {
        match self.run(machine, kernel, arguments) {
            Stop::Fault(fault) => fault.to_string(),
            stop => panic!("a fault was expected, not {stop:?}"),
        }
    }
}
