//! Copies from an import into memory of the host and on from there, enqueued before the first of them has begun.

use super::reached::Reached;
use crate::call_checks::check_equal;
use crate::commands::WRONG;
use std::thread;
use ur_ipc_fixtures::hierarchy::UrQueueTest;
use ur_ipc_fixtures::{At, DevicePtr, InCase, TestContext, TestResult, Tests, spawn_in};

/// Small ones are what drivers put into the command itself, or take over at the call.
const SIZES: [usize; 5] = [4, 64, 256, 4096, 1 << 16];

pub(super) fn tests<F: Reached>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::copies", F::NAME));
    let draft = group.test("through_host").checks("cross_process.through_host").needs(F::NEEDS);
    draft.across(|s, f: &At<UrQueueTest>| {
        let largest = SIZES[SIZES.len() - 1];
        let object = s.here(|t| {
            let object = F::sized(f.in_context(), largest)?;
            let contents = t.source_pattern().bytes(0, largest);
            F::reach(f.in_context(), object.raw(), largest, |at| f.write(at, &contents))?;
            Ok(object)
        })?;
        let handle = s.here(|_| F::export(f.in_context(), object.raw()))?;
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |t| {
            let context = there.in_context();
            let (import, own) = (F::open(context, &bytes)?, context.memory(largest)?);
            let contents = t.source_pattern().bytes(0, largest);
            F::reach(context, import.raw(), largest, |at| {
                for size in SIZES {
                    let what = format!("{size} bytes through memory of the host");
                    there.queue().fill(own.raw(), 0, size)?;
                    copied(t, &there, at, own.raw(), size).in_case(what.clone())?;
                    let found = there.read(own.raw(), size)?;
                    check_equal(t, WRONG, &found, &contents[..size]).in_case(what)?;
                }
                Ok(())
            })?;
            import.release()
        })?;
        s.leave(consumer)
    });
}

/// Copies `size` bytes to memory of the host, and from there on, by one queue, which is held where that is possible. A call may
/// wait for the copy in front of it, as one with such memory may block.
fn copied(t: &TestContext, f: &UrQueueTest, from: DevicePtr, to: DevicePtr, size: usize) -> TestResult {
    let queue = f.in_context().queue()?;
    let gate = queue.hold_if_possible()?;
    let mut bounced = vec![0; size];
    let between = DevicePtr::from(bounced.as_mut_ptr().cast());
    thread::scope(|scope| {
        let enqueued = spawn_in(scope, || {
            queue.copy(between, from, size, &[])?;
            queue.copy(to, between, size, &[])
        });
        t.give_fair_time();
        let opened = gate.map_or(Ok(()), |gate| gate.open());
        let enqueued = enqueued.map(|thread| thread.join());
        let finished = queue.finish();
        if finished.is_err() {
            // A copy may still reach it.
            std::mem::forget(std::mem::take(&mut bounced));
        }
        opened?;
        enqueued?.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        finished
    })
}
