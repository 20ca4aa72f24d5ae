//! Devices without a result, beside others that have one.

use super::document::Document;
use super::summary::Counts;
use super::verdict::VerdictKind;
use crate::outcome::Outcome;

impl Document {
    /// The ids of the devices that there was nothing to verify on: all of their tests were skipped, or they can do nothing
    /// of what the suite is about.
    pub(super) fn devices_without_verdict(&self) -> Vec<&str> {
        let idle = self.verdicts.iter().filter(|(id, said)| {
            // One whose tests were not asked for is none.
            self.summary.devices.get(*id).is_some_and(|chapters| {
                let skips = |counts: &Counts| counts.of(Outcome::Skip) == counts.all();
                said.verdict == VerdictKind::NothingToVerify || chapters.values().all(skips)
            })
        });
        idle.map(|(id, _)| id.as_str()).collect()
    }
}
