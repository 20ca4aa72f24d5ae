//! Devices without a result, beside others that have one.

use super::document::Document;
use super::summary::Counts;
use super::verdict::VerdictKind;
use crate::outcome::Outcome;
use std::collections::BTreeMap;

impl Document {
    /// The devices that nothing was verified on, by the reason in words: they can do nothing of what the suite is about, or all
    /// of their tests were skipped.
    pub(super) fn devices_without_verdict(&self) -> BTreeMap<&'static str, Vec<&str>> {
        let idle = self.verdicts.iter().filter(|(id, said)| {
            // One whose tests were not asked for is none.
            self.summary.devices.get(*id).is_some_and(|chapters| {
                let skips = |counts: &Counts| counts.of(Outcome::Skip) == counts.all();
                said.verdict == VerdictKind::NothingToVerify || chapters.values().all(skips)
            })
        });
        let mut by_reason = BTreeMap::<_, Vec<&str>>::new();
        for (id, said) in idle {
            let unable = said.verdict == VerdictKind::NothingToVerify;
            let why = if unable { "nothing to verify on" } else { "no test ran on" };
            by_reason.entry(why).or_default().push(id);
        }
        by_reason
    }
}
