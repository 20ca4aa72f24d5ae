//! Memory in a few regions.

use std::sync::{Mutex, MutexGuard};

use software_xe::gpu::{Memory, PageFault};

/// Regions that do not touch; the guards between them see whether anything is written beside.
#[derive(Default)]
pub struct TestMemory {
    regions: Mutex<Vec<(u64, Vec<u8>)>>,
}

impl TestMemory {
    /// Memory with zeroed regions.
    pub fn of(regions: &[(u64, usize)]) -> Self {
        Self { regions: Mutex::new(regions.iter().map(|&(at, size)| (at, vec![0; size])).collect()) }
    }

    fn regions(&self) -> MutexGuard<'_, Vec<(u64, Vec<u8>)>> {
        self.regions.lock().expect("no test panics while it holds the lock")
    }

    /// Does something with a range that lies in one region.
    fn with<T>(
        &self,
        address: u64,
        length: usize,
        write: bool,
        act: impl FnOnce(&mut [u8]) -> T,
    ) -> Result<T, PageFault> {
        let mut unreachable = address;
        for (at, bytes) in &mut *self.regions() {
            let end = *at + bytes.len() as u64;
            if !(*at..end).contains(&address) {
                continue;
            }
            let offset = (address - *at) as usize;
            match offset.checked_add(length).and_then(|end| bytes.get_mut(offset..end)) {
                Some(range) => return Ok(act(range)),
                None => unreachable = end,
            }
        }
        Err(PageFault { address: unreachable, write })
    }

    /// Puts bytes there, as the CPU does.
    pub fn put(&self, address: u64, bytes: &[u8]) {
        self.write(address, bytes).expect("a test writes where it has memory");
    }

    /// Puts qwords there.
    pub fn put_qwords(&self, address: u64, qwords: &[u64]) {
        let bytes: Vec<u8> = qwords.iter().flat_map(|qword| qword.to_le_bytes()).collect();
        self.put(address, &bytes);
    }

    /// The bytes at an address, as the CPU sees them.
    pub fn bytes(&self, address: u64, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.read(address, &mut bytes).expect("a test reads where it has memory");
        bytes
    }

    pub fn u32(&self, address: u64) -> u32 {
        self.load_u32(address).expect("a test reads where it has memory")
    }

    pub fn u64(&self, address: u64) -> u64 {
        self.load_u64(address).expect("a test reads where it has memory")
    }

    /// Takes a region away.
    pub fn unmap(&self, address: u64) {
        self.regions().retain(|(at, _)| *at != address);
    }
}

impl Memory for TestMemory {
    fn read(&self, address: u64, into: &mut [u8]) -> Result<(), PageFault> {
        self.with(address, into.len(), false, |bytes| into.copy_from_slice(bytes))
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), PageFault> {
        self.with(address, bytes.len(), true, |place| place.copy_from_slice(bytes))
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
