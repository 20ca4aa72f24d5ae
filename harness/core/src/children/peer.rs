//! The peer: plays its part in tests across processes, one after the other.

use super::messages::Played;
use super::truncate::truncated;
use super::{ChildStart, ended};
use crate::suite::Suite;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::{
    Failure, FromPeer, Lost, PeerLink, PeerOrder, Report, Terms, ToPeer, Verdict, run_peer,
};
use ur_ipc_isolated::{Channel, ChannelError, die_with_parent};

/// An idle peer lives as long as the process of its test does; a day is "for ever".
const IDLE: Duration = Duration::from_secs(86_400);
/// Time limit for a peer that cannot do anything to send the reason. Somebody has to listen by then.
const REFUSAL: Duration = Duration::from_secs(10);

pub(super) fn main(suite: &Suite, start: ChildStart) -> ExitCode {
    match serve(suite, start) {
        Err(ChannelError::Closed) => ExitCode::SUCCESS,
        served => ended("peer", served),
    }
}

fn serve(suite: &Suite, start: ChildStart) -> Result<(), ChannelError> {
    let opened = start.open(suite);
    let ChildStart { channel, log, crash, address, .. } = start;
    let channel = Rc::new(channel);
    let same = |(environment, description)| Ok(address.ensure_same(&description).map(|()| environment)?);
    let environment = match opened.and_then(same) {
        Ok(environment) => environment,
        Err(why) => {
            // A test that cannot give its order does not listen for the answer.
            await_order(&channel)?;
            return refuse(&channel, format!("the peer cannot open the device: {why}"));
        }
    };
    loop {
        let order = await_order(&channel)?;
        let Some(test) = suite.test(&order.test) else {
            return refuse(&channel, format!("there is no test {}", order.test));
        };
        log.begin_test(&order.test);
        crash.begin_job(&order.test);
        // A backend may have called this off.
        die_with_parent()?;
        let deadline = Instant::now() + order.time_left;
        let terms = Terms { seed: order.seed, deadline, places: order.places };
        let report = run_peer(test, order, &environment, terms, Box::new(Link(Rc::clone(&channel))));
        log.end_test();
        end(&channel, report, deadline)?;
    }
}

/// Waits for the next part to play.
fn await_order(channel: &Channel) -> Result<PeerOrder, ChannelError> {
    let until = Instant::now() + IDLE;
    loop {
        let Played(message) = channel.receive(until)?;
        match message {
            ToPeer::Start(order) => return Ok(order),
            // About the part before, from a test that had not heard of its end.
            ToPeer::Passed(..) | ToPeer::Leave => {}
        }
    }
}

/// Tells the test why there is no peer.
fn refuse(channel: &Channel, why: String) -> Result<(), ChannelError> {
    let report = Report { verdict: Verdict::Fail(vec![Failure::new(why)]), ..Report::default() };
    end(channel, report, Instant::now() + REFUSAL)
}

fn end(channel: &Channel, report: Report, deadline: Instant) -> Result<(), ChannelError> {
    let until = deadline.max(Instant::now() + Duration::from_secs(1));
    channel.send(&Played(&FromPeer::Ended(truncated(report))), until)
}

/// The test, seen from here.
struct Link(Rc<Channel>);

impl PeerLink for Link {
    fn send(&mut self, message: &FromPeer, deadline: Instant) -> Result<(), Lost> {
        self.0.send(&Played(message), deadline).map_err(|error| lost(&error))
    }

    fn receive(&mut self, deadline: Instant) -> Result<ToPeer, Lost> {
        self.0.receive(deadline).map(|Played(message)| message).map_err(|error| lost(&error))
    }
}

fn lost(error: &ChannelError) -> Lost {
    Lost {
        what: error.to_string(),
        timed_out: matches!(error, ChannelError::TimedOut),
        end: None,
        calls: Vec::new(),
        shortage: None,
    }
}
