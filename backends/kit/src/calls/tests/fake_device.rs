//! A device of the fake driver.

use crate::{DeviceFacts, Ur};
use ur_ipc_api::{DeviceType, Family};

pub struct Device {
    pub id: usize,
    pub kind: DeviceType,
}

impl DeviceFacts for Device {
    fn id(&self) -> usize {
        self.id
    }

    fn uuid(&self) -> &[u8; 16] {
        &[0; 16]
    }

    fn shares(&self, _family: Family) -> bool {
        false
    }

    fn reaches(&self, _peer: &Self) -> Ur<bool> {
        Ok(true)
    }

    fn has_atomics_in(&self, _peer: &Self) -> Ur<bool> {
        Ok(false)
    }

    fn enable_reach(&self, _peer: &Self) -> Ur<()> {
        Ok(())
    }
}
