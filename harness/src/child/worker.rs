//! The worker: runs tests on one device, one after the other.

use super::wear::Fresh;
use super::{ChildStart, Done, PeerPool, Run, channel_lost, kind};
use crate::backend::Suite;
use crate::process::die_with_parent;
use std::collections::HashMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::channel::{Channel, ChannelError};
use ur_ipc_fixtures::{Environment, Report, Terms, Test, Verdict, run_test};

/// How long a worker waits for its next order: for ever, in practice.
const IDLE: Duration = Duration::from_secs(7 * 86_400);
/// How long the harness may take to read an answer.
const ANSWER: Duration = Duration::from_secs(30);

pub(super) fn main(suite: &Suite, start: ChildStart) -> ExitCode {
    match serve(suite, &start) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("worker: {error}");
            channel_lost()
        }
    }
}

fn serve(suite: &Suite, start: &ChildStart) -> Result<(), ChannelError> {
    let channel = &start.channel;
    let environment = match start.open(suite) {
        Ok(environment) => environment,
        Err(why) => return send(channel, kind::OPEN_FAILED, why.as_bytes()),
    };
    let tests: HashMap<&str, &Test> = suite.tests.iter().map(|test| (test.id, test)).collect();
    let peers = PeerPool::new(&start.label, start.index);
    let fresh = Fresh::now(channel);
    let description = serde_json::to_vec(&environment.describe()).expect("a description is plain data");
    send(channel, kind::READY, &description)?;
    loop {
        let frame = match channel.receive(Instant::now() + IDLE) {
            // The harness has no more tests.
            Err(ChannelError::Closed) => return Ok(()),
            received => received?,
        };
        let order: Run = match frame.kind {
            kind::RUN => frame.message().map_err(ChannelError::Garbled)?,
            other => return Err(ChannelError::Garbled(format!("a frame of kind {other} from the harness"))),
        };
        let test = *tests
            .get(order.test.as_str())
            .ok_or_else(|| ChannelError::Garbled(format!("no test {}", order.test)))?;
        start.ring.begin_test();
        // A backend may have called this off.
        die_with_parent()?;
        send(channel, kind::STARTED, &[])?;
        let mut done = run_one(test, &environment, &order, &peers);
        done.retire = fresh
            .worn_out(channel)
            .or_else(|| start.ring.device_lost().then(|| "the device was lost".to_owned()));
        let payload = serde_json::to_vec(&done.shortened()).expect("a verdict is plain data");
        send(channel, kind::DONE, &payload)?;
    }
}

/// Runs a test in this process, whoever it belongs to.
pub(crate) fn run_one(test: &Test, environment: &Environment, order: &Run, peers: &PeerPool) -> Done {
    peers.begin_test();
    let begin = Instant::now();
    let terms = Terms { seed: order.seed, deadline: begin + order.time, places: order.places };
    let report = run_test(test, environment, terms, peers);
    let body = begin.elapsed();
    let peer_calls = if went_wrong(&report) { peers.last_calls() } else { Vec::new() };
    Done { report, body, peer_calls, retire: None }
}

fn went_wrong(report: &Report) -> bool {
    matches!(report.verdict, Verdict::Fail(_) | Verdict::TimedOut(_))
}

fn send(channel: &Channel, kind: u8, payload: &[u8]) -> Result<(), ChannelError> {
    if !channel.is_ours() {
        // A fork that a backend let return into the test: the verdict is its parent's, and so is everything
        // that would be dropped.
        channel_lost();
    }
    channel.send(kind, payload, Instant::now() + ANSWER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_fixtures::Failure;

    #[test]
    fn what_is_sent_arrives() {
        let (ours, harness) = Channel::pair().unwrap();
        send(&ours, kind::DONE, b"verdict").unwrap();
        let frame = harness.receive(Instant::now() + ANSWER).unwrap();
        assert_eq!((frame.kind, &frame.payload[..]), (kind::DONE, &b"verdict"[..]));
    }

    #[test]
    fn only_what_went_wrong_comes_with_the_calls_of_peers() {
        let report = |verdict| Report { verdict, ..Report::default() };
        for verdict in [Verdict::Fail(vec![Failure::new("f")]), Verdict::TimedOut(Failure::timed_out("t"))] {
            assert!(went_wrong(&report(verdict)));
        }
        for verdict in [Verdict::Pass, Verdict::Skip("s".to_owned()), Verdict::NotRun("n".to_owned())] {
            assert!(!went_wrong(&report(verdict)));
        }
    }
}
