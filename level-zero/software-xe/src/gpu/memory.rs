//! Virtual memory, as an engine sees it.

/// GPU virtual memory of one VM, as an engine sees it. Addresses are canonical or not; implementations mask them to the
/// device's width.
pub trait Memory: Sync {
    /// Reads bytes, which may lie in several mappings.
    fn read(&self, address: u64, into: &mut [u8]) -> Result<(), PageFault>;
    /// Writes bytes, which may lie in several mappings.
    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), PageFault>;
    /// Reads a naturally aligned dword in one piece: other processes write it.
    fn load_u32(&self, address: u64) -> Result<u32, PageFault>;
    /// Reads a naturally aligned qword in one piece.
    fn load_u64(&self, address: u64) -> Result<u64, PageFault>;
    /// Writes a naturally aligned dword in one piece: other processes poll it.
    fn store_u32(&self, address: u64, value: u32) -> Result<(), PageFault>;
    /// Writes a naturally aligned qword in one piece.
    fn store_u64(&self, address: u64, value: u64) -> Result<(), PageFault>;

    /// Puts `new` in the place of `current`, and gives what was there: `current` if it has been replaced.
    ///
    /// The provided form is for memory that nobody else writes meanwhile; memory that is shared replaces it.
    fn compare_exchange_u32(&self, address: u64, current: u32, new: u32) -> Result<u32, PageFault> {
        let found = self.load_u32(address)?;
        if found == current {
            self.store_u32(address, new)?;
        }
        Ok(found)
    }

    /// As [`Memory::compare_exchange_u32`], of a qword.
    fn compare_exchange_u64(&self, address: u64, current: u64, new: u64) -> Result<u64, PageFault> {
        let found = self.load_u64(address)?;
        if found == current {
            self.store_u64(address, new)?;
        }
        Ok(found)
    }
}

/// An access to an address where nothing is mapped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("page fault: nothing is mapped for a {} at {address:#x}", if *.write { "write" } else { "read" })]
pub struct PageFault {
    /// The first address that could not be reached.
    pub address: u64,
    /// Whether it was to be written.
    pub write: bool,
}
