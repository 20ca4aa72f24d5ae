//! The end of a process that has not tidied up.

use super::fixtures::Source;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_fixtures::ladder::{Family, Fixture, UrContextTest};
use ur_ipc_fixtures::{Link, Peer, Test, TestContext, TestResult};

pub(super) const TESTS: &[Test] = super::each_family!(
    "lifetime::teardown_outstanding",
    "lifetime.teardown.outstanding",
    outstanding,
    LEAVER => leave,
);

const LEAVER: &str = "leaver";

/// A process that leaves with handles not put and imports not closed ends cleanly and in time, and what it had
/// imported is as usable as before.
fn outstanding<F: Family>(t: &TestContext<'_>, source: &Source<'_, F>) -> TestResult {
    let handle = source.export(t)?;
    let mut leaver = Peer::start(t, LEAVER)?;
    leaver.send("handle", &handle.bytes())?;
    leaver.recv("outstanding")?;
    let codes = leaver.recv("torn down")?;
    t.note(String::from_utf8_lossy(&codes));
    match leaver.wait_death()? {
        Some(status) if status.code() == Some(0) => t.check(true, "it ended cleanly")?,
        Some(status) => t.check(false, format!("with things outstanding the process ends with {status}"))?,
        None => t.check(false, "the leaving role came back instead of ending its process")?,
    }
    source.verify(t)?;
    handle.release()?;
    source.export(t)?.release()
}

/// Opens the handle, exports something of its own, and leaves with all of it.
fn leave<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let own = Source::<F>::set_up(t)?;
    let _exported = [own.export(t)?, own.export(t)?];
    let handle = link.recv("handle")?;
    let _imports = [F::import(t, own.context(), &handle)?, F::import(t, own.context(), &handle)?];
    link.send("outstanding", &[])?;
    let adapter = t.ur().adapter_release(t.env().adapter());
    let adapter = (adapter.result, adapter.describe());
    let loader = t.ur().loader_tear_down();
    let text = format!("{}; {}", adapter.1, loader.describe());
    link.send("torn down", text.as_bytes())?;
    let known = |result: UrResult| result.name().is_some();
    std::process::exit(if known(adapter.0) && known(loader.result) { 0 } else { 1 })
}
