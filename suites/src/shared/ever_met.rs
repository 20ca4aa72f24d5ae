//! More processes, threads and objects one after the other than an implementation may have places for.

use super::open_verify_close;
use crate::threads::on_threads;
use std::time::Duration;
use ur_ipc_fixtures::api::Family;
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::objects::Owned;
use ur_ipc_fixtures::{At, Growth, InCase, Scenario, TestContext, TestResult, Tests, measure_growth};

/// Processes that export one after the other, or open, in each run.
const FEW_PROCESSES: usize = 3;
/// The same in a thorough one: more than the bits of a word, as those that are not killed come again. Fewer where starting one takes long.
const PROCESSES: usize = 90;
/// Processes whose objects one process has open at the same time: more than the peers of a node that a table may have.
const PRODUCERS_AT_ONCE: usize = 18;
/// The time that these leave for the others.
const FOR_OTHERS: Duration = Duration::from_secs(10);
/// Fewer show nothing.
const LEAST_PROCESSES: usize = 10;
/// Threads that come and go, in each of two batches.
const THREADS: usize = 120;
/// Objects that are made, shared and released, in each of two batches.
const OBJECTS: usize = 150;
/// Growth of memory that is put down to the allocator, in bytes a cycle: threads and messages need some.
const TOLERATED: usize = 1536;

pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::processes_met");
    group.test(F::NAME).checks("lifetime.counts.processes").across(|s, source: &At<Source<F>>| {
        // Events have no contents by which two complete ones could be told apart.
        if F::FAMILY != Family::Event {
            producers_at_once::<F>(s, source, 2)?;
        }
        producers::<F>(s, source, FEW_PROCESSES)?;
        consumers::<F>(s, source, FEW_PROCESSES)
    });
    let mut group = tests.group(F::NAME, "cross_process::producers_met");
    let draft = group.test(F::NAME).checks("lifetime.counts.processes").thorough();
    draft.across(|s, source: &At<Source<F>>| {
        if F::FAMILY != Family::Event {
            producers_at_once::<F>(s, source, PRODUCERS_AT_ONCE)?;
        }
        producers::<F>(s, source, PROCESSES)
    });
    let mut group = tests.group(F::NAME, "cross_process::consumers_met");
    let draft = group.test(F::NAME).checks("lifetime.counts.processes").thorough();
    draft.across(|s, source: &At<Source<F>>| consumers::<F>(s, source, PROCESSES));
    let mut group = tests.group(F::NAME, "lifetime::threads_met");
    group.test(F::NAME).checks("lifetime.host.cycles").thorough().across(threads::<F>);
    let mut group = tests.group(F::NAME, "lifetime::new_objects");
    let draft = group.test(F::NAME).checks("lifetime.host.cycles").needs(F::NEEDS).thorough();
    draft.across(|s, f: &At<UrQueueTest>| new_objects::<F>(s, f));
}

/// Processes that have done the same, so that their numbers and addresses may be alike, export at the same time. What is opened
/// leads to its own process, while all of it is open.
fn producers_at_once<F: Shareable>(s: &Scenario, own: &At<Source<F>>, count: usize) -> TestResult {
    let mut producers = Vec::new();
    for number in 0..count {
        if number >= 2 && !s.has_time_beside(FOR_OTHERS, || format!("{number} producers at once"))? {
            break;
        }
        let (producer, source) = s.peer_with::<Source<F>>(&format!("producer {number}"))?;
        s.at(&producer, |t| F::write(&source, source.raw(), t.pattern(number)))?;
        let handle = s.at(&producer, |_| source.export())?;
        let bytes = s.ask(&producer, |_| Ok(handle.bytes()))?;
        let import = s.here(|_| F::open(own.in_context(), &bytes))?;
        producers.push((producer, source, handle, import));
    }
    for (number, (_, _, _, import)) in producers.iter().enumerate() {
        s.here(|t| {
            F::verify(own, import.raw(), t.pattern(number)).in_case(format!("producer {number} of {count}"))
        })?;
    }
    for (producer, _, handle, import) in producers {
        s.here(|_| {
            own.queue().finish()?;
            import.take().release()
        })?;
        s.at(&producer, |_| handle.take().release())?;
        s.leave(producer)?;
    }
    Ok(())
}

/// One consumer opens what one process after the other exports, of which most are killed. The first one is still there in the
/// end, and exports anew.
fn producers<F: Shareable>(s: &Scenario, own: &At<Source<F>>, count: usize) -> TestResult {
    let (first, source) = s.peer_with::<Source<F>>("first producer")?;
    let opens_from_first = |when: &str| {
        let handle = s.at(&first, |_| source.export())?;
        let bytes = s.ask(&first, |_| Ok(handle.bytes()))?;
        s.here(|_| open_verify_close::<F>(own, &bytes)).in_case(format!("the first producer, {when}"))?;
        s.at(&first, |_| handle.take().release()).map(drop)
    };
    opens_from_first("before all others")?;
    for met in 0..count {
        if met >= LEAST_PROCESSES && !s.has_time(|| format!("{met} processes"))? {
            break;
        }
        let (producer, source) = s.peer_with::<Source<F>>("producer")?;
        let handle = s.at(&producer, |_| source.export())?;
        let bytes = s.ask(&producer, |_| Ok(handle.bytes()))?;
        s.here(|_| open_verify_close::<F>(own, &bytes)).in_case(format!("producer {met}"))?;
        if met % 5 != 0 { s.kill(producer)? } else { s.leave(producer)? }
    }
    opens_from_first("after all others")?;
    s.leave(first)?;
    s.here(|_| own.verify()).map(drop)
}

/// One process after the other opens what one exports, and most are killed meanwhile.
fn consumers<F: Shareable>(s: &Scenario, source: &At<Source<F>>, count: usize) -> TestResult {
    for met in 0..count {
        if met >= LEAST_PROCESSES && !s.has_time(|| format!("{met} processes"))? {
            break;
        }
        let handle = s.here(|_| source.export())?;
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        let import = s.at(&consumer, |t| {
            open_verify_close::<F>(&f, &bytes)?;
            let import = F::open(f.in_context(), &bytes)?;
            F::verify(&f, import.raw(), t.source_pattern())?;
            if met % 5 != 0 { Ok(Some(import)) } else { import.release().map(|()| None) }
        });
        // Open until its process ends.
        let _import = import.in_case(format!("consumer {met}"))?;
        if met % 5 != 0 {
            s.kill(consumer)?
        } else {
            s.leave(consumer)?
        }
        s.here(|_| handle.take().release())?;
    }
    s.here(|_| source.verify()).map(drop)
}

/// Threads that each make one cycle and end leave nothing in either process.
fn threads<F: Shareable>(s: &Scenario, source: &At<Source<F>>) -> TestResult {
    let handle = s.here(|t| {
        let (context, object) = (source.in_context(), source.raw());
        let cycle = || F::export(context, object)?.release();
        steady(t, &measure_growth(t, THREADS, |_| on_threads([cycle].into_iter()))?)?;
        source.export()
    })?;
    let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    s.at(&consumer, |t| {
        let (f, bytes) = (&*f, &*bytes);
        let cycle = || open_verify_close::<F>(f, bytes);
        steady(t, &measure_growth(t, THREADS, |_| on_threads([cycle].into_iter()))?)
    })?;
    s.leave(consumer)
}

/// Objects that are each made, shared, used on both sides and released leave nothing in either process, and each opens to its
/// own contents.
fn new_objects<F: Shareable>(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let mut made = 0;
    let (here, at_peer) = s.measure_growth(&consumer, OBJECTS, || {
        made += 1;
        let number = made;
        let object = s.here(|t| {
            let object = F::create(f.in_context(), number)?;
            F::write(f, object.raw(), t.pattern(number))?;
            // An event that was never signalled need not be exported.
            F::verify(f, object.raw(), t.pattern(number))?;
            f.queue().finish()?;
            Ok(object)
        })?;
        let handle = s.here(|_| F::export(f.in_context(), object.raw()))?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |t| {
            let import = F::open(there.in_context(), &bytes)?;
            F::verify(&there, import.raw(), t.pattern(number)).in_case(format!("object {number}"))?;
            there.queue().finish()?;
            import.release()
        })?;
        s.here(|_| {
            handle.take().release()?;
            Owned::release(object.take())
        })
    })?;
    s.at(&consumer, |t| steady(t, &at_peer))?;
    s.leave(consumer)?;
    s.here(|t| steady(t, &here)).map(drop)
}

#[track_caller]
fn steady(t: &TestContext, growth: &Growth) -> TestResult {
    growth.nothing_open(t)?;
    growth.nothing_running(t)?;
    growth.no_memory(t, TOLERATED)
}
