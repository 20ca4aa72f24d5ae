//! Arbitrary records, for property tests.

use crate::last_calls::{LastCall, ProcessCalls};
use crate::outcome::{Execution, Outcome, Record};
use crate::requirements::{Chapter, Level};
use crate::times::LONGEST_US;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use ur_ipc_isolated::CallEnd;

/// Calls that say anything.
fn any_calls() -> impl Strategy<Value = Vec<ProcessCalls>> {
    let text = || "[\\x00-\\x7f]{0,12}|\\PC{0,12}";
    let ends = [CallEnd::Returned, CallEnd::Panicked, CallEnd::HasNotReturned];
    let ended = (option::of(any::<u64>()), proptest::sample::select(ends.to_vec()));
    let call = (any::<u64>(), ended, text(), any::<(bool, bool)>()).prop_map(
        |(at_us, (took_us, end), text, (clean_up, failed))| LastCall {
            at_us,
            took_us,
            text,
            call: None,
            end,
            clean_up,
            failed,
        },
    );
    let process = (text(), option::of(text()), vec(call, 0..3));
    vec(
        process.prop_map(|(process, role, calls)| ProcessCalls { process, role, calls, had_part: false }),
        0..3,
    )
}

/// Records that say anything.
pub(crate) fn any_records() -> impl Strategy<Value = Vec<Record>> {
    let text = || "[\\x00-\\x7f]{0,12}|\\PC{0,12}";
    let names = (text(), text(), text());
    let lists = (vec(text(), 0..3), vec(text(), 0..3), any_calls());
    let ended = (proptest::sample::select(Outcome::ALL.to_vec()), (0..=LONGEST_US, 0..=LONGEST_US));
    let record = (names, lists, ended, option::of(text()), option::of(text())).prop_map(
        |((name, test, device), (requirements, notes, call_log), (outcome, times), reason, output)| Record {
            name,
            test,
            device,
            needs: requirements.clone(),
            requirements,
            level: Level::Must,
            chapter: Chapter::Specified,
            entry: reason.clone(),
            execution: Execution {
                outcome,
                seen: None,
                late: None,
                cause: None,
                reason,
                tries: None,
                failed_at: Vec::new(),
                checked: Vec::new(),
                duration_us: times.0,
                body_us: times.1,
                notes,
                crashes: Vec::new(),
                stacks: Vec::new(),
                call_log,
                output,
            },
        },
    );
    vec(record, 0..4)
}
