//! Finds devices that claim to share a family without having its entry points.

use super::document::Document;
use crate::outcome::Record;
use crate::requirements::family_of;
use crate::verdict::{UnverifiedReason, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use ur_ipc_fixtures::DeviceDescription;
use ur_ipc_fixtures::api::{DeviceInfo, EntryPoint, Family};
use ur_ipc_fixtures::hierarchy::{Events, Memory, Physical, Shareable};

impl Document {
    /// The claims of devices that do not go with what their backends leave out: a device that shares has all that sharing is
    /// done with.
    pub(super) fn unsupported_claims(&self) -> Vec<String> {
        let device = |id: &str| self.devices.iter().find(|device| device.id == id);
        let found = self.tests.iter().filter_map(|record| {
            let said = unsupported_claim(record, &device(&record.device)?.description)?;
            Some(((&*record.device, said.claim.name(), said.entry_point), said.to_string()))
        });
        // Each is told once, however many tests show it.
        let told: BTreeMap<(&str, Option<&str>, &str), String> = found.collect();
        let is_told = |id: &str, family: Family| {
            told.keys().any(|(device, claim, _)| *device == id && *claim == family.support().name())
        };
        let untested: Vec<String> = self
            .verdicts
            .iter()
            .flat_map(|(id, verdict)| FAMILIES.map(|family| (id, verdict, family)))
            .filter(|(id, _, (family, _))| !is_told(id, *family))
            .filter_map(|(id, verdict, family)| {
                self.untested_claim(&device(id)?.description, id, verdict, family)
            })
            .collect();
        told.into_values().chain(untested).collect()
    }

    /// A claim of which nothing could be verified for want of entry points that other families need as well.
    fn untested_claim(
        &self,
        device: &DeviceDescription,
        id: &str,
        verdict: &Verdict,
        (family, name): (Family, &str),
    ) -> Option<String> {
        let lacking = self.lacking_of(id, name);
        let shows = claims(device, family) && lets_none_run(verdict, name) && !lacking.is_empty();
        shows.then(|| {
            format!(
                "{id} reports {}, and no requirement of {name} could be verified: tests stopped at {}, which \
                 its backend leaves out; add what is missing, or stop reporting the support",
                family.support(),
                lacking.join(", ")
            )
        })
    }

    /// The entry points for which tests of a family were skipped on a device. Functions of SYCL are none.
    fn lacking_of(&self, device: &str, family: &str) -> Vec<&str> {
        let is_of = |record: &&Record| {
            record.device == device && record.requirements.iter().any(|id| family_of(id) == family)
        };
        let names: BTreeSet<&str> =
            self.tests.iter().filter(is_of).filter_map(Record::lacking_entry_point).collect();
        names.into_iter().filter(|name| EntryPoint::named(name).is_some()).collect()
    }
}

/// The families, with the names that ids of requirements begin with.
const FAMILIES: [(Family, &str); 3] =
    [(Memory::FAMILY, Memory::NAME), (Physical::FAMILY, Physical::NAME), (Events::FAMILY, Events::NAME)];

/// True if the run asked for all of a family, and entry points that are left out let none of it be verified.
fn lets_none_run(verdict: &Verdict, family: &str) -> bool {
    let has =
        |reason| verdict.unverified.get(&reason).into_iter().flatten().any(|id| family_of(id) == family);
    // What the device lacks is no choice of anybody, and says nothing against the backend either.
    let others = [
        UnverifiedReason::Skiplist,
        UnverifiedReason::Filter,
        UnverifiedReason::Stopped,
        UnverifiedReason::GaveUp,
        UnverifiedReason::Blocked,
        UnverifiedReason::Environment,
    ];
    verdict.verified.get(family).is_none_or(|&count| count == 0)
        && has(UnverifiedReason::EntryPoint)
        && !others.into_iter().any(has)
        && !verdict.violated.iter().any(|violation| family_of(&violation.requirement) == family)
}

fn claims(device: &DeviceDescription, family: Family) -> bool {
    let claimed = match family {
        Family::Memory => device.ipc_memory,
        Family::Physical => device.ipc_physical_memory,
        Family::Event => device.ipc_event,
    };
    claimed == Some(true)
}

/// A claim to share without an entry point that sharing needs.
#[derive(Clone, Copy, Debug)]
pub struct UnsupportedClaim<'r> {
    device: &'r str,
    claim: DeviceInfo,
    entry_point: &'r str,
}

/// Returns the claim of the device that the record of a test disproves, if there is one.
pub fn unsupported_claim<'r>(record: &'r Record, device: &DeviceDescription) -> Option<UnsupportedClaim<'r>> {
    let entry_point = record.lacking_entry_point()?;
    let family = EntryPoint::named(entry_point)?.promised_with()?;
    claims(device, family).then(|| UnsupportedClaim {
        device: &record.device,
        claim: family.support(),
        entry_point,
    })
}

impl fmt::Display for UnsupportedClaim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { device, claim, entry_point } = self;
        write!(
            f,
            "{device} reports {claim}, and its backend leaves out {entry_point}: add the one, or stop reporting the other"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::request_record::RequestRecord;
    use super::super::samples;
    use super::UnverifiedReason;
    use crate::cause::Cause;
    use crate::outcome::Outcome;
    use crate::requirements::Chapter;
    use crate::shard::Shard;
    use rstest::rstest;

    #[rstest]
    #[case::claimed("urIPCOpenMemHandleExp", Some("UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP"))]
    #[case::not_claimed("urIPCOpenEventHandleExp", None)]
    #[case::not_answered("urIPCOpenPhysMemHandleExp", None)]
    #[case::what_makes_it("urUSMDeviceAlloc", Some("UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP"))]
    #[case::what_makes_another("urEventCreateExp", None)]
    #[case::no_call_of_sharing("urUSMFree", None)]
    fn who_claims_to_share_has_what_it_takes(#[case] entry_point: &str, #[case] claim: Option<&str>) {
        let mut skip = samples::record(Chapter::Specified, Outcome::Skip);
        skip.execution.cause = Some(Cause::EntryPoint { entry_point: entry_point.to_owned() });
        let pass = samples::record(Chapter::Specified, Outcome::Pass);
        // The device of the samples shares memory and no events.
        let mut document = samples::document_of(vec![skip.clone(), skip, pass]);
        let expected: Vec<String> = claim
            .map(|claim| {
                format!(
                    "host::dev0 reports {claim}, and its backend leaves out {entry_point}: add the one, or stop reporting the other"
                )
            })
            .into_iter()
            .collect();
        assert_eq!(document.consequences(), expected);
        document.environment.asked =
            Some(RequestRecord { shard: Some(Shard { index: 1, of: 2 }), ..RequestRecord::default() });
        assert_eq!(document.consequences(), expected, "of a part as well");
    }

    #[rstest]
    #[case::nothing_of_it(&[UnverifiedReason::EntryPoint], 0, true)]
    #[case::some_of_it(&[UnverifiedReason::EntryPoint], 1, false)]
    #[case::not_all_was_asked_for(&[UnverifiedReason::EntryPoint, UnverifiedReason::Filter], 0, false)]
    #[case::a_skiplist_left_some_out(&[UnverifiedReason::EntryPoint, UnverifiedReason::Skiplist], 0, false)]
    #[case::the_run_stopped(&[UnverifiedReason::EntryPoint, UnverifiedReason::Stopped], 0, false)]
    #[case::a_lack_of_the_device(&[UnverifiedReason::Capability], 0, false)]
    fn who_claims_to_share_lets_something_be_verified(
        #[case] reasons: &[UnverifiedReason],
        #[case] verified: usize,
        #[case] is_told: bool,
    ) {
        let mut skip = samples::record(Chapter::Specified, Outcome::Skip);
        skip.requirements = vec!["memory.must".to_owned()];
        skip.execution.cause = Some(Cause::EntryPoint { entry_point: "urContextCreate".to_owned() });
        let mut document = samples::document_of(vec![skip]);
        let said = document.verdicts.values_mut().next().expect("a device");
        said.unverified = reasons.iter().map(|reason| (*reason, vec!["memory.must".to_owned()])).collect();
        said.verified = [("memory".to_owned(), verified)].into();
        let told = "host::dev0 reports UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP, and no requirement of memory could be verified: \
                    tests stopped at urContextCreate, which its backend leaves out; add what is missing, or stop reporting the \
                    support";
        let expected: Vec<String> = is_told.then(|| told.to_owned()).into_iter().collect();
        assert_eq!(document.unsupported_claims(), expected);
    }
}
