//! Local memory: limited to a device's size, for all processes together.
//!
//! A file that all processes of a user map has the memory that each process has taken. Objects count for the process
//! that created them, for as long as it has them. The entries of dead processes are removed when memory or lines run
//! short, and when the use is queried. Nothing is evicted to system memory.

mod ledger;

use std::sync::Arc;

use ledger::Ledger;

use crate::errno::Errno;
use crate::report::say;
use crate::settings::Settings;

/// The local memory of all devices.
#[derive(Debug)]
pub struct Vram {
    ledger: Ledger,
    totals: Vec<u64>,
}

impl Vram {
    /// The memory of the devices that were asked for.
    pub fn new(settings: &Settings) -> Self {
        // SAFETY: no memory is passed.
        let session = unsafe { libc::getsid(0) };
        let machine = settings.machine.replace("%s", &session.to_string());
        let ledger = Ledger::shared(&machine).unwrap_or_else(|errno| {
            say(&format!(
                "local memory is this process's alone, as the file that all share cannot be used: {errno}"
            ));
            Ledger::private()
        });
        let total =
            |device: &&crate::device::Device| device.vram.map_or(0, |own| settings.vram.unwrap_or(own));
        Self { ledger, totals: settings.devices.iter().map(total).collect() }
    }

    /// Bytes that a device has.
    pub fn total(&self, device: usize) -> u64 {
        self.totals[device]
    }

    /// Bytes that all processes have taken of a device.
    pub fn used(&self, device: usize) -> u64 {
        self.ledger.used(device)
    }

    /// Takes a part, until it is dropped.
    pub fn take(self: &Arc<Self>, device: usize, bytes: u64) -> Result<Share, Errno> {
        if !self.ledger.take(device, bytes, self.totals[device]) {
            return Err(Errno::ENOMEM);
        }
        Ok(Share { vram: Arc::clone(self), device, bytes })
    }
}

/// A part that is taken.
#[derive(Debug)]
pub struct Share {
    vram: Arc<Vram>,
    device: usize,
    bytes: u64,
}

impl Drop for Share {
    fn drop(&mut self) {
        self.vram.ledger.give_back(self.device, self.bytes);
    }
}
