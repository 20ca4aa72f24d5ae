//! Devices that claim to share what their backend has no entry points for.

use super::document::Document;
use std::collections::BTreeSet;
use ur_ipc_fixtures::LEAVES_OUT;

/// What is done with a handle, by the entry points of each family.
const DOES: [&str; 4] = ["Get", "Put", "Open", "Close"];

impl Document {
    /// The claims of devices that do not go with what their backends leave out: a device that shares has all that sharing is
    /// done with.
    pub(super) fn empty_claims(&self) -> Vec<String> {
        let mut found = BTreeSet::new();
        for record in self.tests.iter().filter(|record| record.lacks_entry_point()) {
            let entry_point = record.execution.said().trim_start_matches(LEAVES_OUT);
            let device = self.devices.iter().find(|device| device.id == record.device);
            let Some(device) = device.map(|device| &device.description) else { continue };
            let claims = [
                ("UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP", device.ipc_memory, "Mem"),
                ("UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP", device.ipc_physical_memory, "PhysMem"),
                ("UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP", device.ipc_event, "Event"),
            ];
            for (claim, claimed, object) in claims {
                let own = DOES.iter().any(|does| format!("urIPC{does}{object}HandleExp") == entry_point);
                if own && claimed == Some(true) {
                    found.insert((&*record.device, claim, entry_point));
                }
            }
        }
        let told = |(device, claim, entry_point)| {
            format!(
                "{device} reports {claim}, and its backend leaves out {entry_point}: add the one, or stop reporting the other"
            )
        };
        found.into_iter().map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::asked::Asked;
    use super::super::samples;
    use super::*;
    use crate::outcome::Outcome;
    use crate::requirements::Chapter;
    use crate::shard::Shard;
    use rstest::rstest;

    #[rstest]
    #[case::claimed("urIPCOpenMemHandleExp", Some("UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP"))]
    #[case::not_claimed("urIPCOpenEventHandleExp", None)]
    #[case::not_answered("urIPCOpenPhysMemHandleExp", None)]
    #[case::no_call_of_sharing("urUSMDeviceAlloc", None)]
    fn who_claims_to_share_has_what_it_takes(#[case] entry_point: &str, #[case] claim: Option<&str>) {
        let mut skip = samples::record(Chapter::Specified, Outcome::Skip);
        skip.execution.reason = Some(format!("{LEAVES_OUT}{entry_point}"));
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
            Some(Asked { shard: Some(Shard { index: 1, of: 2 }), ..Asked::default() });
        assert_eq!(document.consequences(), expected, "of a part as well");
    }
}
