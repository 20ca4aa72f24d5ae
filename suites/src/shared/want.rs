//! Calls that fail for want of descriptors or of device memory leave nothing behind, and succeed when there is enough again.

use super::failed_calls::nothing_left;
use super::open_verify_close;
use crate::call_checks::get;
use crate::open_calls::open_and_close;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{DeviceInfo, Family};
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::objects::DeviceMemory;
use ur_ipc_fixtures::{At, Scenario, TestContext, TestResult, Tests, measure_growth, system};
use ur_ipc_sys::descriptors::Limit;

/// Cycles of each of the two measured batches: fewer would not tell what is lost from what the allocator takes.
const CYCLES: usize = 150;
/// Calls in a row that find no descriptor: more than tables of some pages have places for.
const FAILURES: usize = 10_000;
/// As many descriptors as there may be at most.
const FEW: u64 = 4;
/// The least piece of device memory that is taken, and how many pieces are: less does not fill a device that says how much it
/// has.
const LEAST: usize = 64 << 10;
const PIECES: usize = 96;

pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::for_want", F::NAME));
    group.test("of_descriptors").checks("lifetime.fd.failed_calls").thorough().across(of_descriptors::<F>);
    if F::FAMILY != Family::Event {
        let draft = group.test("of_device_memory").checks("lifetime.fd.failed_calls").thorough();
        draft.across(of_device_memory::<F>);
    }
}

/// Creation, Get and Put here, Open and Close there, with so few descriptors that some of them fail.
fn of_descriptors<F: Shareable>(s: &Scenario, source: &At<Source<F>>) -> TestResult {
    let handle = s.here(|t| {
        starved(t, || {
            if let Ok(object) = F::create(source.in_context(), 0) {
                object.release()?;
            }
            got_and_put::<F>(t, source)
        })?;
        source.export()
    })?;
    let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        open_verify_close::<F>(&f, &bytes)?;
        starved(t, || open_and_close::<F>(&f, &bytes).map(drop))?;
        open_verify_close::<F>(&f, &bytes)
    })?;
    s.leave(consumer)?;
    s.here(|_| {
        handle.take().release()?;
        source.export()?.release()?;
        source.verify()
    })
    .map(drop)
}

/// Makes calls again and again with no, one and a few descriptors to be had, and many times with none.
fn starved(t: &TestContext, mut calls: impl FnMut() -> TestResult) -> TestResult {
    let growth = measure_growth(t, CYCLES, |_| {
        (0..FEW).try_for_each(|few| {
            let limit = system("limiting descriptors", Limit::of(few))?;
            let ended = calls();
            drop(limit);
            ended
        })
    })?;
    nothing_left(t, &growth)?;
    let limit = system("limiting descriptors", Limit::of(0))?;
    let ended = (0..FAILURES).try_for_each(|_| calls());
    drop(limit);
    ended
}

/// Get, which may fail, and Put of what it gives.
fn got_and_put<F: Shareable>(t: &TestContext, source: &Source<F>) -> TestResult {
    let (called, data) = get::<F>(t, source.context(), source.raw());
    if !called.result.is_success() {
        return called.expect_error().map(drop);
    }
    F::put_call(t.ur(), source.context(), data).ok()
}

/// Get here and Open there where all of the device's memory is in use.
fn of_device_memory<F: Shareable>(s: &Scenario, source: &At<Source<F>>) -> TestResult {
    let handle = s.here(|_| source.export())?;
    let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        open_verify_close::<F>(&f, &bytes)?;
        let all = all_memory(t, &f)?;
        let growth = measure_growth(t, CYCLES, |_| open_and_close::<F>(&f, &bytes))?;
        nothing_left(t, &growth)?;
        all.into_iter().try_for_each(DeviceMemory::release)?;
        open_verify_close::<F>(&f, &bytes)
    })?;
    s.leave(consumer)?;
    s.here(|t| {
        let all = all_memory(t, source)?;
        let growth = measure_growth(t, CYCLES, |_| got_and_put::<F>(t, source))?;
        nothing_left(t, &growth)?;
        all.into_iter().try_for_each(DeviceMemory::release)?;
        source.export()?.release()?;
        source.verify()
    })
    .map(drop)
}

/// Takes the memory of the device, in pieces that get smaller.
fn all_memory(t: &TestContext, f: &UrQueueTest) -> TestResult<Vec<DeviceMemory>> {
    let mut size = 0u64;
    let (info, place) = (DeviceInfo::GLOBAL_MEM_SIZE, (&raw mut size).cast());
    t.ur().device_get_info(t.device(), info, size_of::<u64>(), place, null_mut()).ok()?;
    let mut piece = usize::try_from(size / 8).unwrap_or(usize::MAX);
    let mut taken = Vec::new();
    while piece >= LEAST && taken.len() < PIECES {
        match f.in_context().lacks_memory(piece)? {
            None => taken.push(f.in_context().memory(piece)?),
            Some(_) => piece /= 2,
        }
    }
    Ok(taken)
}
