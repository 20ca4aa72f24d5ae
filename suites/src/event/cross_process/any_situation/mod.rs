//! Each command that takes a wait list, in all situations. They are rows of a covering array over its parameters and
//! surroundings, one after the other in one process.

mod row;
mod taken;

use self::row::{Row, Work, rows, small};
use self::taken::Takes;
use super::queue_kinds::{OfQueues, offered_where};
use super::{Consumer, PATH};
use crate::call_checks::check_equal;
use crate::commands::{Contents, WRONG};
use crate::event::list_takers::{BARRIER, BARRIER_EXT, HOST_TASK, LOW_POWER_BARRIER, ListTaker, WAIT};
use std::time::Duration;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::situations::TIMES;
use ur_ipc_fixtures::{
    At, HOST_TASKS, IPC_MEMORY, InCase, Need, PROFILING_QUEUES, Scenario, TIMESTAMPS, TestContext,
    TestResult, Tests,
};

/// The number of passes over all rows before the calls in a row: enough to reach each class of [`TIMES`] but the last.
const ROUNDS: usize = 8;
/// Calls before the last round: the last class.
const CALLS: usize = TIMES.classes[TIMES.classes.len() - 1].least as usize;
/// The time that earlier rounds leave for these calls.
const FOR_CALLS: Duration = Duration::from_secs(12);
/// Calls between two looks at the clock.
const AT_A_STRETCH: usize = 2048;
/// Rows between two looks at the clock.
const SEVERAL: usize = 6;

/// The name of a command; what it is; the queues; the requirements and needs of its test.
type Taker<'t> = (&'t str, CommandKind, OfQueues, &'t [&'static str], &'t [Need]);

/// A command that takes a wait list.
#[derive(Clone, Copy)]
pub(super) enum CommandKind {
    Copies,
    CopiesOfRows,
    Fills,
    TimeStamps,
    /// One that changes no memory of an import, in two ways.
    Other([ListTaker; 2]),
}

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let wait_list = "cross_process.event.wait_list";
    let usable: &[&'static str] = &[wait_list, "memory.open.usable_in_enqueue"];
    let (any, timed, untimed): (OfQueues, OfQueues, OfQueues) = (
        |_| true,
        |flags| flags == QueueFlags::PROFILING_ENABLE,
        |flags| flags != QueueFlags::PROFILING_ENABLE,
    );
    let host_tasks = CommandKind::Other([HOST_TASK; 2]);
    let all: [Taker<'_>; 9] = [
        ("copies", CommandKind::Copies, any, usable, &[]),
        ("copies_of_rows", CommandKind::CopiesOfRows, any, &["memory.open.copies_2d"], &[Need::Copies2D]),
        ("fills", CommandKind::Fills, any, usable, &[]),
        ("waits", CommandKind::Other([WAIT; 2]), any, &[wait_list], &[]),
        ("barriers", CommandKind::Other([BARRIER; 2]), any, &[wait_list], &[]),
        ("barriers_of_events", CommandKind::Other([BARRIER_EXT, LOW_POWER_BARRIER]), any, &[wait_list], &[]),
        ("time_stamps", CommandKind::TimeStamps, any, &[wait_list], &[TIMESTAMPS]),
        ("host_tasks", host_tasks, untimed, &[wait_list], &[]),
        // The times of what the host does have a path of their own. Such queues may refuse events that are shared.
        ("profiled_host_tasks", host_tasks, timed, &["event.imported.queue_kinds"], &[PROFILING_QUEUES]),
    ];
    for (name, kind, of_queues, requirements, needs) in all {
        let mut draft = group.test(&format!("{name}_in_any_situation"));
        for requirement in requirements {
            draft = draft.checks(requirement);
        }
        let draft = draft.needs(&[HOST_TASKS, IPC_MEMORY]).needs(needs).thorough();
        draft.across(move |s, f: &At<UrIpcEventHandleTest>| in_any_situation(s, f, kind, of_queues));
    }
}

/// Commands on an import of memory, which wait for an import of an event: none is done before what it waits for, and each does
/// what it says, in the end in both processes.
fn in_any_situation(
    s: &Scenario,
    f: &At<UrIpcEventHandleTest>,
    kind: CommandKind,
    of_queues: OfQueues,
) -> TestResult {
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let kinds = s.ask(peer, |_| offered_where(c.in_context(), of_queues))?;
    let rounds: Vec<Vec<Row>> = (0..=ROUNDS).map(|round| rows(kind, &kinds, round)).collect();
    let often = small(kind);
    let before = |t: &TestContext| Contents::before(t, rounds.iter().flatten().filter_map(Row::command));

    let source = s.here(|t| {
        let before = before(t).import;
        let memory = f.in_context().memory(before.len())?;
        f.write(memory.raw(), &before)?;
        Ok(memory)
    })?;
    let shared = s.here(|_| source.export())?;
    let bytes = s.give(peer, |_| Ok(shared.bytes()))?;
    let takes = s.at(peer, |t| Takes::new(t, c, &kinds, before(t), &bytes))?;

    // What has been done, for the process of the source.
    let mut done: Vec<&Work> = Vec::new();
    let (earlier, last) = rounds.split_at(ROUNDS);
    for (wanted, rounds, left) in [(0, earlier, FOR_CALLS), (CALLS, last, Duration::ZERO)] {
        let mut calls = 0;
        while calls < wanted && s.has_time(|| format!("{calls} calls in a row"))? {
            s.at(peer, |_| takes.call_often(&often, AT_A_STRETCH))?;
            calls += AT_A_STRETCH;
            done.push(&often);
        }
        for rows in rounds.iter().flat_map(|rows| rows.chunks(SEVERAL)) {
            if !done.is_empty()
                && !s.has_time_beside(left, || format!("{} situations, not for all", done.len()))?
            {
                break;
            }
            s.at(peer, |_| rows.iter().try_for_each(|row| takes.perform(row).in_case(row)))?;
            done.extend(rows.iter().map(|row| &row.work));
        }
    }
    s.at(peer, |_| takes.take().end())?;
    s.leave(consumer.peer)?;
    s.here(|t| {
        let mut contents = before(t);
        done.iter().filter_map(|work| work.command()).for_each(|command| contents.take(command));
        let found = f.read(source.raw(), contents.import.len())?;
        check_equal(t, WRONG, &found, &contents.import).in_case("in the process of the source")
    })
    .map(drop)
}
