//! Processes that begin in another way than the test's own. Those that were forked before their first call, as daemons are: what is
//! kept from the start of the program is another process'. Those with another environment: folders that it names differ.

use super::open_verify_close;
use ur_ipc_fixtures::hierarchy::{Fixture, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Peer, Scenario, TestResult, Tests};

pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::forked_before");
    let draft = group.test(F::NAME).checks("lifetime.surroundings").needs(F::NEEDS).thorough();
    draft.across(|s, f| shared::<F>(s, f, Scenario::forked_peer));
    let mut group = tests.group(F::NAME, "cross_process::other_environment");
    let draft = group.test(F::NAME).checks("lifetime.surroundings").needs(F::NEEDS).thorough();
    draft.across(|s, f| shared::<F>(s, f, Scenario::peer_elsewhere));
}

/// Starts a peer.
type Start = fn(&Scenario, &str) -> TestResult<Peer>;

/// An export of one of them is opened by the test's own process and by another one of them.
fn shared<F: Shareable>(s: &Scenario, f: &At<UrQueueTest>, start: Start) -> TestResult {
    let exporter = start(s, "exporter")?;
    let source = s.at(&exporter, Source::<F>::set_up)?;
    let handle = s.at(&exporter, |_| source.export())?;
    let bytes = s.ask(&exporter, |_| Ok(handle.bytes()))?;
    s.here(|_| open_verify_close::<F>(f, &bytes))?;

    let consumer = start(s, "consumer")?;
    let there = s.at(&consumer, UrQueueTest::set_up)?;
    let bytes = s.give(&consumer, |_| Ok(bytes.clone()))?;
    s.at(&consumer, |_| open_verify_close::<F>(&there, &bytes))?;
    s.leave(consumer)?;
    s.at(&exporter, |_| {
        handle.take().release()?;
        source.verify()
    })?;
    s.leave(exporter)
}
