//! The worker: runs tests on one device, one after the other.

use super::peers::time_for_stacks;
use super::process_drift::Fresh;
use super::truncate::truncated_late;
use super::{ANSWER, ChildStart, Done, FromWorker, IDLE, Peers, TestOrder, ToWorker, channel_lost, ended};
use crate::device::Address;
use crate::suite::Suite;
use std::os::fd::AsRawFd;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use ur_ipc_fixtures::{
    Environment, Failure, IPC_EVENTS, IPC_MEMORY, IPC_PHYSICAL_MEMORY, Lack, PeerSpawner, Report, Terms,
    Test, Verdict, run_test,
};
use ur_ipc_isolated::crash::RawStacks;
use ur_ipc_isolated::{Channel, ChannelError, die_with_parent};
use ur_ipc_report::subject::program;

use ur_ipc_sys::{pidfd, yama};

pub(super) fn main(suite: &Suite, start: ChildStart) -> ExitCode {
    ended("worker", serve(suite, &start))
}

fn serve(suite: &Suite, start: &ChildStart) -> Result<(), ChannelError> {
    let channel = &start.channel;
    let (environment, description) = match start.open(suite) {
        Ok(opened) => opened,
        Err(why) => return send(channel, FromWorker::OpenFailed(why.to_string())),
    };
    let different = start.address.ensure_same(&description).err();
    let address = Address { seen: Some(description.clone()), ..start.address.clone() };
    let peers = Peers::new(&address);
    let fresh = Fresh::now(channel);
    send(channel, FromWorker::Ready(description))?;
    loop {
        let order = match channel.receive(Instant::now() + IDLE) {
            Ok(ToWorker::Run(order)) => order,
            Ok(ToWorker::Leave(patience)) => {
                let late = truncated_late(peers.dismiss(patience));
                return send(channel, FromWorker::Left(late));
            }
            // The harness is gone.
            Err(ChannelError::Closed) => return Ok(()),
            Err(error) => return Err(error),
        };
        let test = suite
            .test(&order.test)
            .ok_or_else(|| ChannelError::Garbled(format!("no test {}", order.test)))?;
        // A backend may have called this off.
        die_with_parent()?;
        start.log.begin_test(&order.test);
        start.crash.begin_job(&order.test);
        let mut done = run_one(test, &environment, &order, &peers);
        start.log.end_test();
        if let Ok((backend, _)) = suite.resolve(&start.address.label)
            && backend.requires.descriptors
        {
            done.report.verdict = undetermined(done.report.verdict, prevented);
        }
        let skipped = matches!(done.report.verdict, Verdict::Skip(_));
        let later = || if skipped { address.ensure_same(&environment.describe()).err() } else { None };
        if let Some(why) = different.clone().or_else(later) {
            // What a device can do decides which tests run: no verdict holds on one that changes.
            done.report.verdict = Verdict::Fail(vec![Failure::new(why.to_string())]);
        }
        done.retire = fresh
            .unfit(channel)
            .or_else(|| start.log.ring().is_marked().then(|| "the device was lost".to_owned()));
        send(channel, FromWorker::Done(Box::new(done.truncated())))?;
    }
}

/// Runs a test in this process, whoever it belongs to.
pub fn run_one(test: &Test, environment: &Arc<Environment>, order: &TestOrder, peers: &Peers) -> Done {
    peers.begin_test(order);
    let begin = Instant::now();
    let terms = Terms { seed: order.seed, deadline: begin + order.time, places: order.places };
    let spawner: Arc<dyn PeerSpawner> = Arc::new(peers.clone());
    let report = run_test(test, environment, terms, &spawner);
    let body = begin.elapsed();
    let (mut peer_calls, mut peer_crashes, mut peer_deaths) = (Vec::new(), Vec::new(), Vec::new());
    if went_wrong(&report) {
        peer_calls = peers.last_calls();
        peer_crashes = peers.crashes();
        peer_deaths = peers.deaths();
        peers.retire_idle();
    }
    let mut stacks = peers.stacks();
    if stacks.is_empty() && matches!(report.verdict, Verdict::TimedOut(_)) {
        // Other threads of the driver's may show what the test waited for.
        stacks.extend(RawStacks::of(std::process::id(), time_for_stacks(order.time)));
    }
    let late = peers.late();
    Done {
        token: order.token,
        report,
        body,
        peer_calls,
        peer_crashes,
        stacks,
        peer_deaths,
        peer_hangs: peers.hangs(),
        retire: None,
        late,
    }
}

/// Why no process of this machine may take a descriptor from another, if so.
fn prevented() -> Option<String> {
    let file = std::fs::File::open("/dev/null").ok()?;
    match yama::forbidding_scope() {
        Some(scope) => Some(format!("Yama's ptrace_scope is {scope}")),
        None => pidfd::copy_through_pidfd(std::process::id().cast_signed(), file.as_raw_fd())
            .err()
            .map(|error| format!("pidfd_getfd: {error}")),
    }
}

/// A device that does not share where the machine lets nobody share is not to blame: what it could do elsewhere is not known.
fn undetermined(verdict: Verdict, prevented: impl FnOnce() -> Option<String>) -> Verdict {
    let Verdict::Skip(lack @ Lack::Need { need, .. }) = &verdict else { return verdict };
    let sharing = [IPC_MEMORY, IPC_PHYSICAL_MEMORY, IPC_EVENTS];
    if !sharing.iter().any(|of_sharing| of_sharing.to_string() == *need) {
        return verdict;
    }
    match prevented() {
        Some(why) => Verdict::NotDetermined(format!(
            "{lack}, and on this machine no process may take descriptors from another ({why}): `{} doctor` says \
             what to do",
            program()
        )),
        None => verdict,
    }
}

fn went_wrong(report: &Report) -> bool {
    matches!(report.verdict, Verdict::Fail(_) | Verdict::TimedOut(_))
}

fn send(channel: &Channel, message: FromWorker) -> Result<(), ChannelError> {
    if !channel.is_ours() {
        // A fork that a backend let return into the test: the verdict is its parent's, and so is everything
        // that would be dropped.
        channel_lost();
    }
    channel.send(&message, Instant::now() + ANSWER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_arrives() {
        let (ours, harness) = Channel::pair().unwrap();
        let message = FromWorker::OpenFailed("why".to_owned());
        send(&ours, message.clone()).unwrap();
        assert_eq!(harness.receive::<FromWorker>(Instant::now() + ANSWER).unwrap(), message);
    }

    #[test]
    fn what_the_machine_forbids_is_no_lack_of_the_device() {
        let skip = |need: &str| {
            Verdict::Skip(Lack::Need {
                need: need.to_owned(),
                why: "the device does not report it".to_owned(),
            })
        };
        let forbidden = || Some("pidfd_getfd: no".to_owned());
        let sharing = skip("ipc events");
        let Verdict::NotDetermined(why) = undetermined(sharing.clone(), forbidden) else { panic!("a skip") };
        assert!(
            why.contains("does not report it") && why.contains("(pidfd_getfd: no): `ur-ipc-cts doctor`"),
            "{why}"
        );
        assert_eq!(undetermined(sharing.clone(), || None), sharing);
        for other in [skip("ipc eventss"), skip("virtual memory"), Verdict::Pass] {
            assert_eq!(undetermined(other.clone(), forbidden), other);
        }
    }

    #[test]
    fn only_what_went_wrong_comes_with_the_calls_of_peers() {
        let report = |verdict| Report { verdict, ..Report::default() };
        for verdict in [Verdict::Fail(vec![Failure::new("f")]), Verdict::TimedOut(Failure::timed_out("t"))] {
            assert!(went_wrong(&report(verdict)));
        }
        for verdict in
            [Verdict::Pass, Verdict::Skip(Lack::EntryPoint("s".to_owned())), Verdict::NotRun("n".to_owned())]
        {
            assert!(!went_wrong(&report(verdict)));
        }
    }
}
