//! Wrong uses of Put, each in a process of its own whose end is watched. Nothing is decided: it is written down.

use crate::call_checks::get;
use std::ffi::c_void;
use ur_ipc_fixtures::hierarchy::{Shareable, Source};
use ur_ipc_fixtures::{At, DevicePtr, TestContext, TestResult, Tests, Usage};

/// Handles that are got and not put.
const HANDLES: usize = 64;

pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    // A second Put.
    misuse::<F, _>(
        tests,
        "put_double",
        |_, source| {
            let handle = source.export()?;
            let data = handle.raw().at;
            handle.release()?;
            Ok(data)
        },
        |t, source, data| {
            let second = F::put_call(t.ur(), source.context(), data).result;
            let next = source.export().and_then(|handle| handle.release());
            let next = if next.is_ok() { "works" } else { "fails" };
            format!("{second} from the second Put; another Get and Put {next}")
        },
    );
    // A Put of a copy of a handle's bytes, and then of the handle itself.
    misuse::<F, _>(
        tests,
        "put_copy",
        |_, source| source.export(),
        |t, source, handle| {
            let mut copy = handle.bytes();
            let copied = DevicePtr::from(copy.as_mut_ptr().cast::<c_void>());
            let of_copy = F::put_call(t.ur(), source.context(), copied).result;
            let of_original = F::put_call(t.ur(), source.context(), handle.forget().at).result;
            format!("{of_copy} from Put of a copy; {of_original} from Put of the original after it")
        },
    );
    // No Put.
    misuse::<F, _>(
        tests,
        "put_omitted",
        |t, source| {
            source.export()?.release()?;
            let before = Usage::now()?;
            for _ in 0..HANDLES {
                get::<F>(t, source.context(), source.raw()).0.ok()?;
            }
            Ok((before, Usage::now()?))
        },
        |_, _, (before, after)| {
            format!(
                "{:+} descriptors, {:+} mappings, {:+} KiB of memory after {HANDLES} Gets without a Put",
                after.descriptors.cast_signed() - before.descriptors.cast_signed(),
                after.mappings.cast_signed() - before.mappings.cast_signed(),
                after.memory_kib.cast_signed() - before.memory_kib.cast_signed(),
            )
        },
    );
}

/// A test in which a process prepares itself, which must work, and does something that leaves its heap in ruins,
/// perhaps. Writes down what it says of that and how it ends.
fn misuse<F: Shareable, T: 'static>(
    tests: &mut Tests,
    name: &str,
    prepare: impl Fn(&TestContext, &Source<F>) -> TestResult<T> + Copy + Send + Sync + 'static,
    misuse: impl Fn(&TestContext, &Source<F>, T) -> String + Copy + Send + Sync + 'static,
) {
    let mut group = tests.group(F::NAME, format!("lifetime::{name}"));
    group.test(F::NAME).checks("lifetime.put.misuse").across(move |s, source: &At<Source<F>>| {
        let (caller, own) = s.fresh_peer_with::<Source<F>>("caller")?;
        let ready = s.at(&caller, |t| prepare(t, &own))?;
        let seen = s.try_and_exit(caller, |t| Ok(misuse(t, &own, ready.take())))?;
        s.here(|t| {
            t.observe("the caller", seen);
            source.verify()
        })
    });
}
