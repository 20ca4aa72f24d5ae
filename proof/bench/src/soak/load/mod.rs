//! The pressures themselves. Each ends when it is dropped.

mod cpu;
mod descriptors;
mod memory;
mod threads;

pub use memory::read_over_and_over;

use super::Pressure;
use super::launch::{DescriptorLimit, Launch};
use super::needs::Needs;
use super::report::Evidence;
use crate::measure::Problem;
use cpu::BusyThreads;
use descriptors::Churn;
use memory::Squeeze;

/// Descriptors beyond those that the listed order needs. Where the test that holds most of them is the first with a
/// peer, it starts the peer as well, which takes six.
const SPARE_DESCRIPTORS: u64 = 8;
/// The same for those that the first process finds free.
const SPARE_FREE: u64 = 4;

/// The load that runs have to bear at the moment.
pub struct Load {
    launch: Launch,
    busy: Option<BusyThreads>,
    churn: Option<Churn>,
    squeeze: Option<Squeeze>,
}

impl Load {
    /// Starts it, for that many runs at the same time.
    pub fn start(pressure: Pressure, needs: &Needs, jobs: u64) -> Result<Self, Problem> {
        let mut load = Self { launch: Launch::default(), busy: None, churn: None, squeeze: None };
        if let Some(need) = needs.memory.as_ref().filter(|_| pressure.includes(Pressure::Memory)) {
            let squeeze = Squeeze::start(need, jobs, &needs.program)?;
            load.launch.group = squeeze.group().map(ToOwned::to_owned);
            load.squeeze = Some(squeeze);
        }
        if let Some(need) = needs.descriptors.filter(|_| pressure.includes(Pressure::Descriptors)) {
            let limit = need.limit + SPARE_DESCRIPTORS;
            load.launch.descriptors = Some(DescriptorLimit { limit, free: need.free + SPARE_FREE });
            load.churn = Some(Churn::start());
        }
        if pressure.includes(Pressure::Cpu) {
            load.busy = Some(BusyThreads::start()?);
        }
        Ok(load)
    }

    /// The limits to start runs under.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// The figures that show that it had an effect.
    pub fn evidence(&self) -> Result<Evidence, Problem> {
        let mut evidence = Evidence::new();
        if let Some(busy) = &self.busy {
            evidence.extend(busy.evidence()?);
        }
        if let Some(squeeze) = &self.squeeze {
            evidence.extend(squeeze.evidence()?);
        }
        if let Some(DescriptorLimit { limit, free }) = self.launch.descriptors {
            evidence.push(("descriptor_limit", limit.to_string()));
            evidence.push(("inherited_descriptors", limit.saturating_sub(free + 3).to_string()));
        }
        if let Some(churn) = &self.churn {
            evidence.push(("descriptors_opened", churn.opened().to_string()));
        }
        Ok(evidence)
    }
}
