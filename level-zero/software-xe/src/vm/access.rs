//! Reads and writes of an address space by engines.
//!
//! Everything is done while the space is locked, so that nothing goes away meanwhile.

use super::{Target, Vm};
use crate::gpu::{Memory, PageFault};
use crate::sys;
use crate::vm::word::{self, Operation, Word};

/// A run of bytes that are next to each other for the processor too.
enum ByteRun {
    /// At this address, for as long as the object is there.
    Object(*mut u8),
    /// Memory of the program, of which nothing needs to be there any more.
    Host(u64),
    /// Nothing.
    Null,
}

impl Vm {
    /// Has an action see a range piece by piece: where a piece is, its place in the range, and its length.
    fn pieces(
        &self,
        address: u64,
        length: usize,
        write: bool,
        mut action: impl FnMut(ByteRun, usize, usize) -> Result<(), ()>,
    ) -> Result<(), PageFault> {
        let space = self.space();
        let mut done = 0;
        while done < length {
            let at = address.wrapping_add(done as u64) & (self.size() - 1);
            let fault = PageFault { address: at, write };
            let (target, left) = match space.find(at) {
                Some((_, _, true)) if write => return Err(fault),
                Some((target, left, _)) => (target, left),
                // Up to the next page there is nothing either.
                None if self.has_scratch() => (Target::Null, 4096 - at % 4096),
                None => return Err(fault),
            };
            let piece = (length - done).min(usize::try_from(left).unwrap_or(usize::MAX));
            let place = match &target {
                Target::Object(bo, offset) => {
                    let memory = bo.memory().map_err(|_| fault.clone())?;
                    // SAFETY: bindings are within their objects, which are mapped as a whole.
                    ByteRun::Object(unsafe { memory.add(*offset as usize) })
                }
                Target::Host(host) => ByteRun::Host(*host),
                Target::Null => ByteRun::Null,
            };
            action(place, done, piece).map_err(|()| fault)?;
            done += piece;
        }
        Ok(())
    }

    fn word<W: Word>(&self, address: u64, operation: Operation<W>) -> Result<W, PageFault> {
        let write = !matches!(operation, Operation::Load);
        if !address.is_multiple_of(size_of::<W>() as u64) {
            return Err(PageFault { address, write });
        }
        let mut found = W::default();
        // Pages are aligned, so that a word is in one.
        self.pieces(address, size_of::<W>(), write, |place, _, _| {
            found = match place {
                // SAFETY: the place is aligned, and mapped while the space is locked.
                ByteRun::Object(at) => unsafe { W::at(at, operation) },
                ByteRun::Host(at) => word::of_host(at, operation).map_err(drop)?,
                ByteRun::Null => W::default(),
            };
            Ok(())
        })?;
        Ok(found)
    }
}

impl Memory for Vm {
    fn read(&self, address: u64, into: &mut [u8]) -> Result<(), PageFault> {
        self.pieces(address, into.len(), false, |place, done, piece| {
            let into = &mut into[done..done + piece];
            match place {
                // SAFETY: the object is there while the space is locked. Others may write it meanwhile, as they may write
                // anything else that a GPU reads; bytes have no values that are invalid.
                ByteRun::Object(from) => unsafe {
                    std::ptr::copy_nonoverlapping(from, into.as_mut_ptr(), piece)
                },
                ByteRun::Host(from) => sys::copy_from(from, into).map_err(drop)?,
                ByteRun::Null => into.fill(0),
            }
            Ok(())
        })
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), PageFault> {
        self.pieces(address, bytes.len(), true, |place, done, piece| {
            let bytes = &bytes[done..done + piece];
            match place {
                // SAFETY: as in `read`.
                ByteRun::Object(to) => unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, piece) },
                // SAFETY: the program has given this memory to the GPU.
                ByteRun::Host(to) => unsafe { sys::copy_to(to, bytes) }.map_err(drop)?,
                ByteRun::Null => {}
            }
            Ok(())
        })
    }

    fn load_u32(&self, address: u64) -> Result<u32, PageFault> {
        self.word(address, Operation::Load)
    }

    fn load_u64(&self, address: u64) -> Result<u64, PageFault> {
        self.word(address, Operation::Load)
    }

    fn store_u32(&self, address: u64, value: u32) -> Result<(), PageFault> {
        self.word(address, Operation::Store(value)).map(drop)
    }

    fn store_u64(&self, address: u64, value: u64) -> Result<(), PageFault> {
        self.word(address, Operation::Store(value)).map(drop)
    }

    fn compare_exchange_u32(&self, address: u64, current: u32, new: u32) -> Result<u32, PageFault> {
        self.word(address, Operation::CompareExchange { current, new })
    }

    fn compare_exchange_u64(&self, address: u64, current: u64, new: u64) -> Result<u64, PageFault> {
        self.word(address, Operation::CompareExchange { current, new })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bo::{Attributes, Objects};
    use crate::device::B580;
    use crate::ioctl::testing::machine;
    use crate::settings::Settings;
    use crate::uapi::xe::vm::{LR_MODE, SCRATCH_PAGE};
    use crate::vm::Mapping;

    fn object(objects: &Objects, size: u64) -> Target {
        let attributes = Attributes { device: 0, placement: 1, caching: 1, no_compression: false };
        Target::Object(objects.create(attributes, size, false, None).unwrap(), 0)
    }

    fn objects() -> Objects {
        Objects::new(machine(Settings::default()).vram.clone()).unwrap()
    }

    fn map(vm: &Vm, start: u64, length: u64, target: Target, read_only: bool) {
        vm.space_mut().map(start, Mapping { length, target, read_only });
    }

    #[test]
    fn bytes_go_across_mappings() {
        let (vm, objects) = (Vm::new(&B580, LR_MODE), objects());
        let host = vec![0_u8; 8192];
        let page = (host.as_ptr() as u64 + 4095) & !4095;
        map(&vm, 0x10000, 4096, object(&objects, 4096), false);
        map(&vm, 0x11000, 4096, Target::Host(page), false);
        let bytes: Vec<u8> = (0..64).collect();
        vm.write(0x10FE0, &bytes).unwrap();
        let mut back = [0; 64];
        // A canonical address has the bits above set as the highest that counts.
        vm.read(0x10FE0, &mut back).unwrap();
        assert_eq!(back[..], bytes[..]);
        assert_eq!(vm.load_u32(0x11000), Ok(u32::from_le_bytes([32, 33, 34, 35])));
        vm.store_u64(0x11008, 7).unwrap();
        assert_eq!(vm.compare_exchange_u64(0x11008, 7, 9), Ok(7));
        assert_eq!(vm.load_u64(0x11008), Ok(9));
    }

    #[test]
    fn what_is_not_there_is_a_page_fault() {
        let (vm, objects) = (Vm::new(&B580, LR_MODE), objects());
        map(&vm, 0x10000, 4096, object(&objects, 4096), true);
        map(&vm, 0x11000, 4096, Target::Host(8), false);
        let fault = |address, write| Err(PageFault { address, write });
        assert_eq!(vm.read(0xFFF8, &mut [0; 16]), fault(0xFFF8, false));
        assert_eq!(vm.write(0x10000, &[1]), fault(0x10000, true));
        assert_eq!(vm.read(0x10FFF, &mut [0; 2]), fault(0x11000, false));
        assert_eq!(vm.load_u64(0x10004).map(drop), fault(0x10004, false));
        assert_eq!(vm.load_u64(u64::MAX - 7).map(drop), fault((1 << 48) - 8, false));
    }

    #[test]
    fn scratch_and_null_take_everything_and_give_zeros() {
        let (scratch, plain) = (Vm::new(&B580, LR_MODE | SCRATCH_PAGE), Vm::new(&B580, LR_MODE));
        map(&plain, 0, 8192, Target::Null, false);
        for vm in [scratch, plain] {
            vm.write(0xFF0, &[1; 64]).unwrap();
            let mut bytes = [1; 64];
            vm.read(0xFF0, &mut bytes).unwrap();
            assert_eq!(bytes, [0; 64]);
        }
    }
}
