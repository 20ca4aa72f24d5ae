//! The last calls of a test: a column for each process, in order of time.

use super::super::super::escape::{counted, markup, one_line};
use crate::call_log::clean_up_of;
use crate::last_calls::{INSIDE_AT_END, LastCall, ProcessCalls, instead_of_result};
use crate::outcome::Execution;
use std::fmt::Write as _;
use ur_ipc_isolated::CallEnd;
use ur_ipc_isolated::crash::Crash;

/// A call, and the process that made it.
struct CallRow<'l> {
    column: usize,
    call: &'l LastCall,
}

// Writing to a string cannot fail.
pub(super) fn last_calls(text: &mut String, execution: &Execution) {
    let (log, crashes) = (&execution.call_log, &execution.crashes);
    let mut rows: Vec<CallRow<'_>> = (log.iter().enumerate())
        .flat_map(|(column, process)| process.calls.iter().map(move |call| CallRow { column, call }))
        .collect();
    if rows.is_empty() {
        return;
    }
    rows.sort_by_key(|row| row.call.at_us);
    let (clean_up, own): (Vec<CallRow<'_>>, Vec<CallRow<'_>>) =
        rows.into_iter().partition(|row| row.call.clean_up);
    text.push_str(
        "<h4>Last calls <small>in order of time, in microseconds</small></h4>\n<div class=\"scroll\">\n",
    );
    let _ = write!(
        text,
        "<table class=\"calls\" style=\"--processes:{}\">\n<thead>\n<tr><th class=\"at\">µs</th>",
        log.len()
    );
    for process in log {
        let (name, beside) = named(process);
        let beside = beside.map(|beside| format!(" <small>{beside}</small>")).unwrap_or_default();
        let _ = write!(text, "<th>{name}{beside}</th>");
    }
    text.push_str("</tr>\n</thead>\n<tbody>\n");
    own.iter().for_each(|row| write_row(text, log, crashes, row));
    text.push_str("</tbody>\n");
    if !clean_up.is_empty() {
        let title = format!("{}: {}", clean_up_of(execution), counted(clean_up.len(), "call"));
        let _ = write!(
            text,
            "<tbody class=\"clean-up\">\n<tr><th colspan=\"{}\">{title}</th></tr>\n",
            log.len().saturating_add(1)
        );
        clean_up.iter().for_each(|row| write_row(text, log, crashes, row));
        text.push_str("</tbody>\n");
    }
    text.push_str("</table>\n</div>\n");
}

/// A row has one call, and nothing beside it.
fn write_row(
    text: &mut String,
    log: &[ProcessCalls],
    crashes: &[Crash],
    CallRow { column, call }: &CallRow<'_>,
) {
    let process = &log[*column];
    let crash = crashes.iter().find(|crash| crash.process == process.process);
    let class = if call.went_wrong() { " class=\"wrong\"" } else { "" };
    let (name, beside) = named(process);
    let name = beside.map_or_else(|| name.clone(), |beside| format!("{name}, {beside}"));
    let _ = write!(text, "<tr><td class=\"at\">{}</td>", grouped(call.at_us));
    write_gap(text, *column);
    let _ = write!(text, "<td{class} data-process=\"{name}\">{}</td>", describe(call, crash));
    write_gap(text, log.len() - column - 1);
    text.push_str("</tr>\n");
}

fn write_gap(text: &mut String, columns: usize) {
    match columns {
        0 => {}
        1 => text.push_str("<td></td>"),
        _ => {
            let _ = write!(text, "<td colspan=\"{columns}\"></td>");
        }
    }
}

/// Returns the label of a process, and its name if the label is a role that the test gave it.
fn named(ProcessCalls { process, role, .. }: &ProcessCalls) -> (String, Option<String>) {
    let process = markup(&one_line(process));
    match role {
        Some(role) => (markup(&one_line(role)), Some(process)),
        None => (process, None),
    }
}

/// The call, its entry point first, and how it ended.
fn describe(call: &LastCall, crash: Option<&Crash>) -> String {
    let shown = one_line(&call.text);
    let (entry_point, rest) = shown.split_at(shown.find('(').unwrap_or(shown.len()));
    let took = call.took_us.map(|took| format!("{}\u{202f}µs", grouped(took)));
    let failed = call.failed.then_some("the test failed here");
    let signal = crash.filter(|_| call.end == CallEnd::HasNotReturned).map(|crash| one_line(&crash.signal));
    let instead = if signal.is_some() { Some(INSIDE_AT_END) } else { instead_of_result(call.end) };
    let ends: Vec<String> = (instead.into_iter().chain(signal.as_deref()).chain(failed))
        .map(|word| format!("<b>{}</b>", markup(word)))
        .chain(took)
        .collect();
    let ends = if ends.is_empty() { String::new() } else { format!(" <small>{}</small>", ends.join(" · ")) };
    // No line ends inside of an arrow.
    let rest = markup(rest).replace("-&gt;", "<span>-&gt;</span>");
    format!("<code><b>{}</b>{rest}</code>{ends}", markup(entry_point))
}

/// `1234567` as `1 234 567`, with spaces at which no line ends.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(2 * digits.len());
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push('\u{202f}');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::super::super::super::samples;
    use super::*;
    use crate::outcome::Outcome;
    use crate::samples::{of_peer, of_worker, returned};
    use rstest::rstest;
    use ur_ipc_isolated::CallEnd;

    fn table(log: &[ProcessCalls]) -> String {
        let mut text = String::new();
        let (call_log, crashes) = (log.to_vec(), vec![samples::crash()]);
        last_calls(&mut text, &Execution { call_log, crashes, ..Execution::bare(Outcome::Fail, "") });
        text
    }

    #[test]
    fn without_calls_there_is_no_table() {
        assert_eq!(table(&[]) + &table(&[of_peer(Vec::new())]), "");
    }

    #[test]
    fn rows_are_in_order_of_time_and_what_cleans_up_is_behind_them() {
        let late = LastCall { clean_up: true, ..returned(1, "urD()") };
        let failed = LastCall { failed: true, ..returned(1_234, "urC(a = 1) -> UR_RESULT_SUCCESS") };
        let own = vec![returned(0, "urA()"), late, failed];
        let page = table(&[of_worker(own), of_peer(vec![returned(20, "urB()")])]);
        assert!(page.contains("<th>worker</th><th>consumer <small>peer 7</small></th>"), "{page}");
        let (_, rows) = page.split_once("<tbody>\n").unwrap();
        insta::assert_snapshot!(rows, @r#"
        <tr><td class="at">0</td><td data-process="worker"><code><b>urA</b>()</code> <small>3 µs</small></td><td></td></tr>
        <tr><td class="at">20</td><td></td><td data-process="consumer, peer 7"><code><b>urB</b>()</code> <small>3 µs</small></td></tr>
        <tr><td class="at">1 234</td><td class="wrong" data-process="worker"><code><b>urC</b>(a = 1) <span>-&gt;</span> UR_RESULT_SUCCESS</code> <small><b>the test failed here</b> · 3 µs</small></td><td></td></tr>
        </tbody>
        <tbody class="clean-up">
        <tr><th colspan="3">clean-up after the failure: 1 call</th></tr>
        <tr><td class="at">1</td><td data-process="worker"><code><b>urD</b>()</code> <small>3 µs</small></td><td></td></tr>
        </tbody>
        </table>
        </div>
        "#);
    }

    #[test]
    fn of_the_calls_that_have_not_returned_that_of_the_crash_has_its_signal() {
        let waits = |text| LastCall { end: CallEnd::HasNotReturned, took_us: None, ..returned(0, text) };
        let page = table(&[of_worker(vec![waits("urA()")]), of_peer(vec![waits("urB()")])]);
        let told = [
            "urA</b>()</code> <small><b>had not returned when the process ended</b> · <b>SIGSEGV</b></small>",
            "urB</b>()</code> <small><b>has not returned</b></small>",
        ];
        assert!(told.iter().all(|told| page.contains(told)), "{page}");
    }

    #[rstest]
    #[case(0, "0")]
    #[case(999, "999")]
    #[case(1_000, "1\u{202f}000")]
    #[case(u64::MAX, "18\u{202f}446\u{202f}744\u{202f}073\u{202f}709\u{202f}551\u{202f}615")]
    fn numbers_are_in_groups(#[case] number: u64, #[case] shown: &str) {
        assert_eq!(grouped(number), shown);
    }
}
