//! Memory as a command uses it: data in bulk, and values that others poll.

use crate::gpu::fault::Reason;
use crate::gpu::late::Late;
use crate::gpu::{Clock, Memory, PageFault};

/// Bytes that are moved at a time.
const CHUNK: usize = 1 << 16;
const PAGE: u64 = 4096;

/// Memory below an engine's cache of late writes.
pub(super) struct Bus<'a> {
    pub(super) memory: &'a dyn Memory,
    pub(super) late: &'a mut Late,
    pub(super) clock: &'a dyn Clock,
    /// The bits of an address that the device looks at.
    pub(super) mask: u64,
}

impl Bus<'_> {
    /// Reads data or commands.
    pub(super) fn read(&self, address: u64, into: &mut [u8]) -> Result<(), PageFault> {
        let address = self.range(address, into.len(), false)?;
        self.memory.read(address, into)?;
        self.late.overlay(address, into);
        Ok(())
    }

    /// Reads an array of known length.
    pub(super) fn read_array<const N: usize>(&self, address: u64) -> Result<[u8; N], PageFault> {
        let mut bytes = [0; N];
        self.read(address, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes data, which may stay in the cache.
    pub(super) fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), PageFault> {
        let address = self.range(address, bytes.len(), true)?;
        if !self.late.on() {
            return self.memory.write(address, bytes);
        }
        self.check_mapped(address, bytes.len())?;
        self.late.keep(self.memory, address, bytes, self.clock.ticks(), self.clock.frequency());
        Ok(())
    }

    /// Copies bytes from low to high addresses, a chunk at a time.
    pub(super) fn copy(&mut self, to: u64, from: u64, length: u64) -> Result<(), PageFault> {
        let mut chunk = vec![0; usize::try_from(length).map_or(CHUNK, |length| length.min(CHUNK))];
        let mut done = 0;
        while done < length {
            let part = &mut chunk[..(length - done).min(CHUNK as u64) as usize];
            self.read(from.wrapping_add(done), part)?;
            self.write(to.wrapping_add(done), part)?;
            done += part.len() as u64;
        }
        Ok(())
    }

    /// Repeats a pattern; its first byte comes first.
    pub(super) fn fill(&mut self, to: u64, length: u64, pattern: &[u8]) -> Result<(), PageFault> {
        let most = (CHUNK / pattern.len()).max(1) * pattern.len();
        let chunk: Vec<u8> = pattern
            .iter()
            .copied()
            .cycle()
            .take(usize::try_from(length).map_or(most, |length| length.min(most)))
            .collect();
        let mut done = 0;
        while done < length {
            let part = &chunk[..(length - done).min(most as u64) as usize];
            self.write(to.wrapping_add(done), part)?;
            done += part.len() as u64;
        }
        Ok(())
    }

    pub(super) fn load_u32(&self, address: u64) -> Result<u32, Reason> {
        let address = self.aligned(address, 4)?;
        let mut bytes = self.memory.load_u32(address)?.to_le_bytes();
        self.late.overlay(address, &mut bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    pub(super) fn load_u64(&self, address: u64) -> Result<u64, Reason> {
        let address = self.aligned(address, 8)?;
        let mut bytes = self.memory.load_u64(address)?.to_le_bytes();
        self.late.overlay(address, &mut bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    /// Writes a value that others may poll: it is never late, and what the engine wrote there before does not come after it.
    pub(super) fn store_u32(&mut self, address: u64, value: u32) -> Result<(), Reason> {
        let address = self.own(address, 4)?;
        Ok(self.memory.store_u32(address, value)?)
    }

    /// As [`Bus::store_u32`], of a qword.
    pub(super) fn store_u64(&mut self, address: u64, value: u64) -> Result<(), Reason> {
        let address = self.own(address, 8)?;
        Ok(self.memory.store_u64(address, value)?)
    }

    /// Replaces a dword by what `change` makes of it, as one step, and gives what was there.
    pub(super) fn update_u32(&mut self, address: u64, change: impl Fn(u32) -> u32) -> Result<u32, Reason> {
        let address = self.own(address, 4)?;
        let mut seen = self.memory.load_u32(address)?;
        loop {
            let found = self.memory.compare_exchange_u32(address, seen, change(seen))?;
            if found == seen {
                return Ok(found);
            }
            seen = found;
        }
    }

    /// As [`Bus::update_u32`], of a qword.
    pub(super) fn update_u64(&mut self, address: u64, change: impl Fn(u64) -> u64) -> Result<u64, Reason> {
        let address = self.own(address, 8)?;
        let mut seen = self.memory.load_u64(address)?;
        loop {
            let found = self.memory.compare_exchange_u64(address, seen, change(seen))?;
            if found == seen {
                return Ok(found);
            }
            seen = found;
        }
    }

    /// Makes visible what the engine wrote.
    pub(super) fn flush(&mut self) {
        self.late.release(self.memory);
    }

    /// Makes visible what has been in the cache for long.
    pub(super) fn flush_due(&mut self) {
        if !self.late.is_empty() {
            self.late.release_due(self.memory, self.clock.ticks());
        }
    }

    /// An address for a value of the engine's own, with nothing late below it.
    fn own(&mut self, address: u64, size: u64) -> Result<u64, Reason> {
        let address = self.aligned(address, size)?;
        if self.late.overlaps(address, size as usize) {
            self.flush();
        }
        Ok(address)
    }

    fn aligned(&self, address: u64, size: u64) -> Result<u64, Reason> {
        let address = address & self.mask;
        if address.is_multiple_of(size) { Ok(address) } else { Err(Reason::Misaligned { address, size }) }
    }

    /// Masks an address, and refuses a range that goes beyond the last one.
    fn range(&self, address: u64, length: usize, write: bool) -> Result<u64, PageFault> {
        let address = address & self.mask;
        match address.checked_add((length as u64).saturating_sub(1)) {
            Some(last) if last <= self.mask => Ok(address),
            _ => Err(PageFault { address, write }),
        }
    }

    /// Touches each page of a range that is written later.
    fn check_mapped(&self, address: u64, length: usize) -> Result<(), PageFault> {
        let end = address + length as u64;
        let mut at = address;
        while at < end {
            self.memory.read(at, &mut [0]).map_err(|fault| PageFault { write: true, ..fault })?;
            at = (at / PAGE + 1) * PAGE;
        }
        Ok(())
    }
}
