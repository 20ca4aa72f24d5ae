//! The peer: plays roles of cross-process tests, one after the other.

use super::{ChildStart, channel_lost};
use crate::backend::Suite;
use crate::process::die_with_parent;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::channel::{Channel, ChannelError};
use ur_ipc_fixtures::{Failure, Link, Report, Terms, Verdict, run_peer};

pub(super) fn main(suite: &Suite, start: ChildStart) -> ExitCode {
    match serve(suite, start) {
        Ok(()) | Err(ChannelError::Closed) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peer: {error}");
            channel_lost()
        }
    }
}

fn serve(suite: &Suite, start: ChildStart) -> Result<(), ChannelError> {
    let environment = match start.open(suite) {
        Ok(environment) => environment,
        Err(why) => return refuse(start.channel, format!("the peer cannot open the device: {why}")),
    };
    let ring = start.ring;
    let mut channel = start.channel;
    while let Some(order) = Link::await_start(&channel)? {
        let test = suite.test(&order.test);
        let Some((test, role)) = test.and_then(|test| Some((test, test.role(&order.role)?))) else {
            return refuse(channel, format!("there is no role '{}' of {}", order.role, order.test));
        };
        ring.begin_test();
        // A backend may have called this off.
        die_with_parent()?;
        let deadline = Instant::now() + order.time_left;
        let link = Link::new(channel, deadline);
        let terms = Terms { seed: order.seed, deadline, places: order.places };
        let report = run_peer(test, role, &environment, terms, &link);
        channel = link.end(&report)?;
    }
    Ok(())
}

/// Tells the test why there is no peer.
fn refuse(channel: Channel, why: String) -> Result<(), ChannelError> {
    let report = Report { verdict: Verdict::Fail(vec![Failure::new(why)]), ..Report::default() };
    Link::new(channel, Instant::now() + Duration::from_secs(10)).end(&report).map(drop)
}
