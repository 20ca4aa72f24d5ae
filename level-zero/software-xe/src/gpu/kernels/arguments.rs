//! A kernel's arguments, from the payload of its threads.

use std::collections::BTreeMap;

use super::KernelError;
use super::info::{KernelInfo, PayloadArgument};

/// More than any argument has.
const LONGEST: usize = 4096;

/// The arguments that one launch gives to a kernel.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    explicit: BTreeMap<usize, Vec<u8>>,
    /// Added to each global id.
    pub(super) global_offset: [u32; 3],
    /// The size of a work group, as the kernel knows it.
    pub(super) local_size: Option<[u32; 3]>,
}

impl Arguments {
    /// Takes the arguments out of a payload.
    pub(super) fn of(info: &KernelInfo, payload: &[u8]) -> Result<Self, KernelError> {
        let mut arguments = Self::default();
        for part in &info.payload_arguments {
            let bytes =
                part.offset.checked_add(part.size).and_then(|end| payload.get(part.offset..end)).ok_or(
                    KernelError::Payload { offset: part.offset, size: part.size, payload: payload.len() },
                )?;
            match part.arg_type.as_str() {
                "global_id_offset" => arguments.global_offset = vector(bytes),
                "enqueued_local_size" => arguments.local_size = Some(vector(bytes)),
                "arg_byvalue" => arguments.take(part, bytes)?,
                "arg_bypointer" => match part.addrmode.as_deref() {
                    Some("stateless") => arguments.take(part, bytes)?,
                    mode => return Err(KernelError::AddressingMode(mode.unwrap_or("unknown").to_owned())),
                },
                "indirect_data_pointer" => return Err(KernelError::AddressingMode("heapless".to_owned())),
                // Sizes and addresses that the models do not need, and what only other kernels have.
                _ => {}
            }
        }
        Ok(arguments)
    }

    fn take(&mut self, part: &PayloadArgument, bytes: &[u8]) -> Result<(), KernelError> {
        let Some(index) = part.arg_index else {
            return Err(KernelError::Description("an argument without an index".to_owned()));
        };
        let end = part.source_offset.saturating_add(bytes.len());
        if end > LONGEST {
            return Err(KernelError::Description(format!("argument {index} has {end} bytes")));
        }
        let argument = self.explicit.entry(index).or_default();
        if argument.len() < end {
            argument.resize(end, 0);
        }
        argument[part.source_offset..end].copy_from_slice(bytes);
        Ok(())
    }

    /// A number or an address, of up to eight bytes.
    pub(super) fn number(&self, index: usize) -> Result<u64, KernelError> {
        Ok(self.numbers::<1>(index)?[0])
    }

    /// A vector of numbers of equal size.
    pub(super) fn numbers<const N: usize>(&self, index: usize) -> Result<[u64; N], KernelError> {
        let bytes = self.explicit.get(&index).ok_or(KernelError::Missing(index))?;
        let size = bytes.len() / N;
        if !matches!(size, 1 | 2 | 4 | 8) || size * N != bytes.len() {
            return Err(KernelError::Description(format!("argument {index} has {} bytes", bytes.len())));
        }
        Ok(std::array::from_fn(|at| number(&bytes[at * size..(at + 1) * size])))
    }

    /// Bits of the numbers that an argument of `count` numbers is made of.
    pub(super) fn number_bits(&self, index: usize, count: usize) -> u32 {
        self.explicit.get(&index).map_or(64, |bytes| (bytes.len() / count * 8) as u32)
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Up to three dwords; those that are not there are zero.
fn vector(bytes: &[u8]) -> [u32; 3] {
    let (dwords, _) = bytes.as_chunks::<4>();
    std::array::from_fn(|at| dwords.get(at).map_or(0, |dword| u32::from_le_bytes(*dword)))
}
