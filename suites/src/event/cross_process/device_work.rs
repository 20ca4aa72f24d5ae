//! Device work in one process, and what another one does with it after the signal.

use super::PATH;
use super::pair::{
    PageCopy, Pair,
    Side::{self, Import, Source},
};
use super::signals::AT_A_STRETCH;
use crate::event::work::{Reader, Work};
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::{At, HOST_TASKS, IPC_MEMORY, Scenario, TestResult, Tests, case};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    // Device work of the consumer that waits for the import is accepted and done.
    group.test("wait_list").checks("cross_process.event.wait_list").across(
        |s, f: &At<UrIpcEventHandleTest>| {
            let work = s.here(|t| Work::new(t, f.in_context()))?;
            copy_in_consumer(s, f, |pair, copy| pair.copy_behind_work(Source, &work, 0x31, copy))
        },
    );

    // Device work of the consumer is not done before the producer's signal, and is done after it.
    group.test("wait_list_held").checks("cross_process.event.wait_list").needs(&[HOST_TASKS]).across(
        |s, f: &At<UrIpcEventHandleTest>| {
            copy_in_consumer(s, f, |pair, copy| {
                (0..2).try_for_each(|_| pair.copy_behind_held_signal(Source, copy))
            })
        },
    );

    // The same again and again by one process: the other one has seen each signal complete when it stands in the next list.
    group
        .table([
            case("wait_list_again", "cross_process.event.wait_list", Source),
            case("wait_list_again_of_source", "cross_process.event.wait_list", Import),
        ])
        .needs(&[HOST_TASKS])
        .across(|s, f: &At<UrIpcEventHandleTest>, &from| copy_again(s, f, from, &[0; 3]));

    // The same where a counter of 8, 12 and 16 bits begins anew; the fixture has signalled once.
    group
        .table([
            case("wait_list_after_65536", "cross_process.event.wait_list", Source),
            case("wait_list_after_65536_of_source", "cross_process.event.wait_list", Import),
        ])
        .needs(&[HOST_TASKS])
        .thorough()
        .across(|s, f: &At<UrIpcEventHandleTest>, &from| copy_again(s, f, from, &[254, 3_837, 61_437]));

    // What one side wrote before it signalled, the other side reads after it waited on the host; both directions.
    group
        .test("orders_data")
        .checks("cross_process.event.orders_data")
        .needs(&[IPC_MEMORY])
        .across(|s, f: &At<UrIpcEventHandleTest>| share_data(s, f, false));

    // The same with a copy in place of the wait: what has the signal in its wait list gets the data, however late it comes.
    group
        .test("orders_data_held")
        .checks("cross_process.event.orders_data")
        .needs(&[IPC_MEMORY])
        .across(|s, f: &At<UrIpcEventHandleTest>| share_data(s, f, true));
}

/// Lets the consumer copy memory of its own.
fn copy_in_consumer(
    s: &Scenario,
    f: &At<UrIpcEventHandleTest>,
    signal: impl FnOnce(&Pair<'_>, &PageCopy<'_>) -> TestResult,
) -> TestResult {
    const CONTENT: u8 = 0x9c;
    let pair = Pair::new(s, f)?;
    let c = &pair.consumer.import;
    let own = pair.at(Import, |_| {
        let own = c.in_context().memory(Work::SIZE)?;
        c.queue().fill(own.raw(), CONTENT, Work::SIZE)?;
        Ok(own)
    })?;
    let reader = pair.at(Import, |t| Reader::new(t, c.in_context()))?;
    signal(&pair, &PageCopy { reader: &reader, page: &|| own.raw(), content: CONTENT })
}

/// Signals from one side several times, and lets the other one copy memory of its own behind each signal, which has seen the
/// one before. Before each of them there are so many more signals.
fn copy_again(s: &Scenario, f: &At<UrIpcEventHandleTest>, from: Side, before: &[usize]) -> TestResult {
    const CONTENT: u8 = 0x9d;
    let ours = s.here(|_| Ok(f.in_context()))?;
    let pair = Pair::new(s, f)?;
    let context =
        if from == Import { ours } else { pair.at(Import, |_| Ok(pair.consumer.import.in_context()))? };
    let own = pair.at(from.other(), |_| {
        let own = context.memory(Work::SIZE)?;
        context.queue()?.fill(own.raw(), CONTENT, Work::SIZE)?;
        Ok(own)
    })?;
    let reader = pair.at(from.other(), |t| Reader::new(t, &context))?;
    let copy = PageCopy { reader: &reader, page: &|| own.raw(), content: CONTENT };
    for more in before {
        for done in (0..*more).step_by(AT_A_STRETCH) {
            if !s.has_time(|| format!("{done} of {more} signals in a row"))? {
                return Ok(());
            }
            pair.signal_often(from, AT_A_STRETCH.min(more - done))?;
        }
        pair.check_complete(from.other())?;
        // A signal on each side of the one at which a counter may begin anew.
        (0..3).try_for_each(|_| pair.copy_behind_held_signal(from, &copy))?;
    }
    Ok(())
}

/// Writes by turns into memory that both sides share, signals, and lets the other side look: with a copy that waits on
/// the device, or after a wait on the host.
fn share_data(s: &Scenario, f: &At<UrIpcEventHandleTest>, on_device: bool) -> TestResult {
    let work = s.here(|t| Work::new(t, f.in_context()))?;
    let ours = (s.here(|t| Reader::new(t, f.in_context()))?, work);
    let shared = s.here(|_| ours.1.memory().export())?;
    let pair = Pair::new(s, f)?;
    let (c, peer) = (&pair.consumer.import, &pair.consumer.peer);
    let bytes = s.give(peer, |_| Ok(shared.bytes()))?;
    let work = s.at(peer, |t| Work::over(t, c.in_context(), c.in_context().open_memory(&bytes)?))?;
    let theirs = (s.at(peer, |t| Reader::new(t, c.in_context()))?, work);

    for (round, value) in (0x81..0x85).enumerate() {
        let (from, (_, work), (reader, seen)) =
            if round % 2 == 0 { (Source, &ours, &theirs) } else { (Import, &theirs, &ours) };
        if on_device {
            let copy = PageCopy { reader, page: &|| seen.last_page(), content: value };
            pair.copy_behind_work(from, work, value, &copy)?;
        } else {
            pair.signal_after_work(from, work, value)?;
            pair.at(from.other(), |_| seen.check(value))?;
        }
    }
    Ok(())
}
