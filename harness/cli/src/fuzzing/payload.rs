//! Payloads of the frames between the processes of a run.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use ur_ipc_fixtures::{FromPeer, ToPeer};
use ur_ipc_harness::children::{FromWorker, ProbeAnswer, ToWorker};
use ur_ipc_harness::execute::execution_of;
use ur_ipc_isolated::{Frame, MAX_PAYLOAD};
use ur_ipc_report::outcome::Record;

/// Reads a payload as each of the messages in turn, and as the records of a result file. An error names a place; what is
/// accepted survives being written, and a verdict fits into a frame.
pub fn payload(bytes: &[u8]) {
    let frame = Frame { kind: 0, payload: bytes.to_vec() };
    read::<ToWorker>(&frame);
    read::<ProbeAnswer>(&frame);
    read::<ToPeer>(&frame);
    read::<FromPeer>(&frame);
    read::<Vec<Record>>(&frame);
    if let Some(FromWorker::Done(done)) = read(&frame) {
        let short = done.clone().truncated();
        let size = serde_json::to_vec(&short).expect("plain data can be written").len();
        assert!(size < MAX_PAYLOAD, "{size} bytes");
        let execution = execution_of(short, 1, Vec::new, 7);
        assert_eq!(execution.outcome.is_good(), execution_of(*done, 1, Vec::new, 7).outcome.is_good());
    }
}

fn read<T: DeserializeOwned + Serialize + PartialEq + Debug>(frame: &Frame) -> Option<T> {
    match frame.read::<T>() {
        Ok(message) => {
            let again = serde_json::to_vec(&message).expect("plain data can be written");
            assert_eq!(serde_json::from_slice::<T>(&again).expect("what was written is read"), message);
            Some(message)
        }
        Err(error) => {
            let text = error.to_string();
            assert!(text.contains(" at line ") || text.contains(", in a message that begins \""), "{text}");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mutation::{anything, damaged};
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;
    use std::time::Duration;
    use ur_ipc_fixtures::{DeviceDescription, Failure, Lack, PeerOrder, RecordedCall, Report, Verdict};
    use ur_ipc_harness::children::{Before, Death, Done, LateEnd, TestOrder};
    use ur_ipc_harness::device::Probed;
    use ur_ipc_isolated::crash::{RawCrash, RawStacks, RawThread};
    use ur_ipc_report::samples;
    use ur_ipc_report::samples::{of_peer, returned};

    fn messages() -> Vec<Vec<u8>> {
        fn written(message: &impl Serialize) -> Vec<u8> {
            serde_json::to_vec(message).unwrap()
        }
        let done = |verdict| {
            FromWorker::Done(Box::new(Done {
                token: u64::MAX,
                report: Report {
                    verdict,
                    notes: vec!["\"seen\": 3".into()],
                    calls: 3,
                    checks: 1,
                    ..Report::default()
                },
                body: Duration::from_micros(1500),
                peer_calls: vec![of_peer(vec![returned(5, "urA(x = 1)")])],
                stacks: vec![RawStacks {
                    pid: 7,
                    threads: vec![RawThread::default()],
                    ..RawStacks::default()
                }],
                peer_crashes: vec![(7, RawCrash { frames: vec![1], ..RawCrash::default() })],
                peer_deaths: vec![Death { how: "SIGSEGV".to_owned(), calls: ["urA".to_owned()].into() }],
                peer_hangs: ["urA".to_owned()].into(),
                retire: Some("the device was lost".into()),
                late: vec![LateEnd {
                    test: "memory::open::stale".into(),
                    how: "peer 7 did not leave".into(),
                    before: Before::of(&["memory::get::success".into()]),
                }],
            }))
        };
        let failure = Failure::new("wrong\n").at_call(RecordedCall::new("urA"));
        let device = DeviceDescription { name: "one\0".into(), ipc_event: Some(true), ..Default::default() };
        let probed =
            Probed { details: vec![("a".into(), "b".into())], devices: vec![device], ..Default::default() };
        vec![
            written(&ToWorker::Run(TestOrder {
                test: "memory::open::stale".into(),
                token: 9,
                seed: 7,
                time: Duration::from_millis(2900),
                places: false,
                hangs: ["urA".to_owned()].into(),
            })),
            written(&ToWorker::Leave(Duration::from_secs(1))),
            written(&FromWorker::Left(Vec::new())),
            written(&done(Verdict::Pass)),
            written(&done(Verdict::Fail(vec![failure.clone(); 2]))),
            written(&done(Verdict::TimedOut(failure))),
            written(&done(Verdict::Skip(Lack::EntryPoint("urA".into())))),
            written(&ProbeAnswer::Devices(probed)),
            written(&ProbeAnswer::NotAvailable("no library".into())),
            written(&ToPeer::Start(PeerOrder {
                test: "memory::open::stale".into(),
                number: 1,
                seed: 7,
                time_left: Duration::from_millis(2900),
                places: false,
                step: 4,
                told: vec![(2, serde_json::json!([1, "two"]))],
            })),
            written(&ToPeer::Passed(3, Some(serde_json::json!({"at": 5})))),
            written(&FromPeer::Done(3, None)),
            written(&FromPeer::Early(Failure::new("early"))),
            written(&FromPeer::Ended(Report::default())),
            written(&samples::records()),
        ]
    }

    #[rstest]
    #[case(r#""Devices""#, r#", in a message that begins "\"Devices\"""#)]
    #[case("\n{\"Devices\":{}}", " at line 2 column 13")]
    fn what_is_wrong_is_told_with_its_place(#[case] text: &str, #[case] place: &str) {
        let frame = Frame { kind: 0, payload: text.as_bytes().to_vec() };
        let told = frame.read::<ProbeAnswer>().unwrap_err().to_string();
        assert!(told.ends_with(place), "{told}");
    }

    #[test]
    fn the_seeds_of_the_fuzzer_are_messages() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proof/fuzz/seeds/payload");
        for seed in std::fs::read_dir(folder).expect("there are seeds") {
            let path = seed.unwrap().path();
            let frame = Frame { kind: 0, payload: std::fs::read(&path).unwrap() };
            let known = read::<ToWorker>(&frame).is_some()
                || read::<ProbeAnswer>(&frame).is_some()
                || read::<ToPeer>(&frame).is_some()
                || read::<FromPeer>(&frame).is_some()
                || read::<FromWorker>(&frame).is_some()
                || read::<Vec<Record>>(&frame).is_some();
            assert!(known, "{} is no message", path.display());
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in anything()) {
            payload(&bytes);
        }

        #[test]
        fn names_of_variants_alone_are_refused(name in "Devices|Failed|Pass|Skip|nothing") {
            payload(format!("\"{name}\"").as_bytes());
        }

        #[test]
        fn damaged_messages_are_read_or_refused(bytes in damaged(messages())) {
            payload(&bytes);
        }
    }
}
