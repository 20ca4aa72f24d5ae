//! The memory of a call ring, which the watched process may overwrite.

use ur_ipc_fixtures::api::UrResult;
use ur_ipc_fixtures::{Argument, RecordedCall, Value};
use ur_ipc_harness::children::{begin_in, end_in};
use ur_ipc_isolated::CallRing;
use ur_ipc_report::last_calls::{call_log, calls_in};

/// Overwrites a ring with these bytes and looks at it, and goes on using it: what is shown stays within bounds, and new
/// calls find their way.
pub fn call_ring(bytes: &[u8]) {
    let ring = CallRing::create().expect("a memory file can be had");
    ring.overwrite(bytes);
    look(&ring);
    let arguments = [Argument { name: "x".into(), value: Value::Number(1) }];
    let new = RecordedCall { arguments: arguments.to_vec(), ..RecordedCall::new("urNew") };
    let token = begin_in(&ring, &new, false);
    look(&ring);
    end_in(&ring, token, &arguments, UrResult::ERROR_DEVICE_LOST.into());
    assert!(ring.is_marked());
    look(&ring);
    let token = begin_in(&ring, &new, true);
    ring.panicked(token);
    look(&ring);
    ring.begin_job();
    assert!(!ring.is_marked());
    look(&ring);
    // Whatever number a broken process hands back as a token.
    for token in bytes.chunks_exact(8).take(4) {
        let token = u64::from_ne_bytes(token.try_into().expect("chunks of 8"));
        end_in(&ring, token, &[], UrResult::SUCCESS.into());
        ring.panicked(token);
    }
    look(&ring);
}

fn look(ring: &CallRing) {
    let calls = calls_in(ring);
    assert!(calls.len() <= CallRing::CALLS);
    // Arguments of the same name show the same output.
    assert!(calls.iter().all(|call| call.text.len() <= CallRing::BYTES * CallRing::BYTES));
    assert_eq!(ring.unfinished().len(), calls.iter().filter(|call| call.took_us.is_none()).count());
    let log = call_log(calls, Vec::new());
    assert!(log.iter().all(|process| process.calls.iter().any(|call| call.at_us == 0)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_overwritten_ring_can_be_read(bytes in vec(any::<u8>(), 0..2048)) {
            call_ring(&bytes);
        }

        #[test]
        fn overwritten_numbers_can_be_read(words in vec(prop_oneof![any::<u64>(), 0u64..4, u64::MAX - 4..], 0..256)) {
            call_ring(&words.into_iter().flat_map(u64::to_ne_bytes).collect::<Vec<u8>>());
        }
    }
}
