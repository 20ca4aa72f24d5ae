//! Finds devices that claim to share a family without having its entry points.

use super::document::Document;
use crate::outcome::Record;
use std::collections::BTreeMap;
use std::fmt;
use ur_ipc_fixtures::DeviceDescription;
use ur_ipc_fixtures::api::{DeviceInfo, EntryPoint, Family};

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
        found.collect::<BTreeMap<_, _>>().into_values().collect()
    }
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
    let claimed = match family {
        Family::Memory => device.ipc_memory,
        Family::Physical => device.ipc_physical_memory,
        Family::Event => device.ipc_event,
    };
    (claimed == Some(true)).then(|| UnsupportedClaim {
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
}
