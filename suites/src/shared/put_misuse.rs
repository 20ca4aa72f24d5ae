//! Wrong uses of Put, each in a process of its own whose end is watched. Nothing is decided: it is written down.

use super::fixtures::Source;
use std::process::ExitStatus;
use std::ptr::null_mut;
use ur_ipc_fixtures::ladder::{Family, Fixture, UrContextTest};
use ur_ipc_fixtures::{DevicePtr, Link, Peer, Stop, Test, TestContext, TestResult, Usage};

/// A second Put.
pub(super) const DOUBLE: &[Test] =
    super::each_family!("lifetime::put_double", "lifetime.put.misuse", watch, CALLER => put_twice);
/// A Put of a copy of the bytes.
pub(super) const COPY: &[Test] =
    super::each_family!("lifetime::put_copy", "lifetime.put.misuse", watch, CALLER => put_a_copy);
/// No Put.
pub(super) const OMITTED: &[Test] =
    super::each_family!("lifetime::put_omitted", "lifetime.put.misuse", watch, CALLER => do_not_put);

const CALLER: &str = "caller";

/// Writes down what the caller sees and how its process ends.
fn watch<F: Family>(t: &TestContext<'_>, source: &Source<'_, F>) -> TestResult {
    let mut caller = Peer::start(t, CALLER)?;
    // Up to here everything is ordinary, and must work.
    caller.recv("ready")?;
    match caller.recv("seen") {
        Ok(seen) => {
            t.observe("the caller sees", String::from_utf8_lossy(&seen));
            match caller.wait_death() {
                Ok(status) => t.observe("and its process", describe(status)),
                Err(stop) => observe_end(t, stop)?,
            }
        }
        Err(stop) => observe_end(t, stop)?,
    }
    source.verify(t)
}

fn describe(status: Option<ExitStatus>) -> String {
    status.map_or("ends in no way that can be seen".to_owned(), |status| format!("ends with {status}"))
}

/// The end of a caller from which nothing more comes; a skip stays one.
fn observe_end(t: &TestContext<'_>, stop: Stop) -> TestResult {
    match stop {
        Stop::Fail(failure) => {
            t.observe("the caller", failure.message);
            Ok(())
        }
        skip @ Stop::Skip(_) => Err(skip),
    }
}

/// Says what was seen and ends the process: its heap may be in ruins.
fn end(link: &Link, seen: &str) -> TestResult {
    link.send("seen", seen.as_bytes())?;
    std::process::exit(0)
}

/// Puts one handle twice.
fn put_twice<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let source = Source::<F>::set_up(t)?;
    let handle = source.export(t)?;
    let data = handle.raw().at;
    handle.release()?;
    link.send("ready", &[])?;
    let second = F::put(t.ur(), source.context(), data).result;
    let next = source.export(t).and_then(|handle| handle.release());
    let next = if next.is_ok() { "works" } else { "fails" };
    end(link, &format!("{second} from the second Put; another Get and Put {next}"))
}

/// Puts a copy of a handle's bytes, and then the handle itself.
fn put_a_copy<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let source = Source::<F>::set_up(t)?;
    let handle = source.export(t)?;
    let mut copy = handle.bytes();
    let copied = DevicePtr::from(copy.as_mut_ptr().cast::<std::ffi::c_void>());
    link.send("ready", &[])?;
    let of_copy = F::put(t.ur(), source.context(), copied).result;
    let of_original = F::put(t.ur(), source.context(), handle.forget().at).result;
    end(link, &format!("{of_copy} from Put of a copy; {of_original} from Put of the original after it"))
}

/// Gets handles and does not put them.
fn do_not_put<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    const HANDLES: usize = 64;
    let source = Source::<F>::set_up(t)?;
    source.export(t)?.release()?;
    let before = Usage::now()?;
    for _ in 0..HANDLES {
        let (mut data, mut size) = (null_mut(), 0);
        F::get(t.ur(), source.context(), source.raw(), &raw mut data, &raw mut size).ok()?;
    }
    let after = Usage::now()?;
    link.send("ready", &[])?;
    let seen = format!(
        "{:+} descriptors, {:+} mappings, {:+} KiB of memory after {HANDLES} Gets without a Put",
        after.descriptors.cast_signed() - before.descriptors.cast_signed(),
        after.mappings.cast_signed() - before.mappings.cast_signed(),
        after.memory_kib.cast_signed() - before.memory_kib.cast_signed(),
    );
    end(link, &seen)
}
