//! Shortens verdicts to fit into a frame, as texts of backends and drivers may be long.

use super::{Done, LateEnd};
use std::io;
use ur_ipc_fixtures::{Failure, Lack, PeerDeath, RecordedCall, Report, Verdict};
use ur_ipc_isolated::MAX_PAYLOAD;
use ur_ipc_report::last_calls::{MOST_PEERS, ProcessCalls};

/// Bytes of one text, counted as it is written in a frame.
const MAX_TEXT: usize = 16 << 10;
/// Bytes of all texts together.
const MAX_TEXTS: usize = MAX_PAYLOAD / 4 * 3;
const MAX_NOTES: usize = 128;
const MAX_FAILURES: usize = 32;
const MAX_CALLS: usize = 128;
/// Of which each is small.
const MAX_CRASHES: usize = 4;
/// Of which each has some dozens of threads, with names that the system keeps short.
const MAX_STACKS: usize = 4;
/// The mark in place of the part of a text that was cut.
const CUT: &str = "...";

impl Done {
    /// Cuts what would not fit into a frame.
    pub fn truncated(mut self) -> Self {
        let mut room = Room(MAX_TEXTS);
        room.truncate_report(&mut self.report);
        if let Some(why) = &mut self.retire {
            room.truncate(why);
        }
        room.truncate_late(&mut self.late);
        self.peer_crashes.truncate(MAX_CRASHES);
        self.stacks.truncate(MAX_STACKS);
        self.stacks.iter_mut().for_each(|stacks| room.truncate(&mut stacks.maps));
        self.peer_deaths.truncate(MOST_PEERS);
        // The names of entry points, which are short.
        let names = self.peer_deaths.iter_mut().map(|death| &mut death.calls).chain([&mut self.peer_hangs]);
        for names in names {
            while names.len() > MOST_PEERS {
                names.pop_last();
            }
        }
        self.peer_calls.truncate(MOST_PEERS);
        for ProcessCalls { process, role, calls, .. } in &mut self.peer_calls {
            room.truncate(process);
            role.iter_mut().for_each(|role| room.truncate(role));
            calls.truncate(MAX_CALLS);
            for call in calls {
                room.truncate(&mut call.text);
                room.truncate_call(&mut call.call);
            }
        }
        self
    }
}

/// Cuts what would not fit into a frame.
pub(super) fn truncated_late(mut late: Vec<LateEnd>) -> Vec<LateEnd> {
    Room(MAX_TEXTS).truncate_late(&mut late);
    late
}

/// Cuts what would not fit into a frame.
pub(super) fn truncated(mut report: Report) -> Report {
    Room(MAX_TEXTS).truncate_report(&mut report);
    report
}

/// Bytes that are left for texts.
struct Room(usize);

impl Room {
    fn truncate_late(&mut self, late: &mut Vec<LateEnd>) {
        late.truncate(MOST_PEERS);
        late.iter_mut().for_each(|end| self.truncate(&mut end.how));
    }

    fn truncate_report(&mut self, report: &mut Report) {
        match &mut report.verdict {
            Verdict::Fail(failures) => {
                failures.truncate(MAX_FAILURES);
                failures.iter_mut().for_each(|failure| self.shorten_failure(failure));
            }
            Verdict::TimedOut(failure) => self.shorten_failure(failure),
            Verdict::Skip(Lack::Need { why: reason, .. } | Lack::EntryPoint(reason))
            | Verdict::NotRun(reason)
            | Verdict::NotDetermined(reason) => self.truncate(reason),
            _ => {}
        }
        let notes = &mut report.notes;
        if notes.len() > MAX_NOTES {
            let more = notes.len() - MAX_NOTES;
            notes.truncate(MAX_NOTES);
            notes.push(format!("... and {more} more"));
        }
        notes.iter_mut().for_each(|note| self.truncate(note));
    }

    fn shorten_failure(&mut self, failure: &mut Failure) {
        self.truncate(&mut failure.location);
        self.truncate(&mut failure.message);
        failure.peer.iter_mut().for_each(|peer| self.truncate(peer));
        self.truncate_all(&mut failure.cases);
        if let Some(PeerDeath { how, calls }) = &mut failure.death {
            self.truncate(how);
            self.truncate_all(calls);
        }
        let mut call = failure.call.take().map(|call| *call);
        self.truncate_call(&mut call);
        failure.call = call.map(Box::new);
    }

    fn truncate_all(&mut self, texts: &mut Vec<String>) {
        texts.truncate(MOST_PEERS);
        texts.iter_mut().for_each(|text| self.truncate(text));
    }

    /// Leaves out arguments, or the call where it is too long without any.
    fn truncate_call(&mut self, call: &mut Option<RecordedCall>) {
        let limit = MAX_TEXT.min(self.0);
        while let Some(long) = call {
            let mut size = Size { bytes: 0, limit };
            if serde_json::to_writer(&mut size, long).is_ok() {
                self.0 -= size.bytes;
                break;
            }
            long.cut = true;
            if long.arguments.pop().is_none() && std::mem::take(&mut long.outputs).is_empty() {
                *call = None;
            }
        }
    }

    fn truncate(&mut self, text: &mut String) {
        let limit = MAX_TEXT.min(self.0);
        let mut used = 0;
        let too_long = text.char_indices().find_map(|(at, c)| {
            let with_it = used + written_size(c);
            if with_it > limit {
                return Some(at);
            }
            used = with_it;
            None
        });
        if let Some(end) = too_long {
            text.truncate(end);
            text.push_str(CUT);
        }
        self.0 -= used;
    }
}

/// Counts what is written, up to a limit.
struct Size {
    bytes: usize,
    limit: usize,
}

impl io::Write for Size {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        if self.bytes > self.limit { Err(io::ErrorKind::StorageFull.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The size of a character in JSON.
fn written_size(c: char) -> usize {
    match c {
        '"' | '\\' | '\x08' | '\t' | '\n' | '\x0c' | '\r' => 2,
        '\0'..='\x1f' => 6,
        _ => c.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::children::{Before, Death};
    use rstest::rstest;
    use std::collections::BTreeSet;
    use std::time::Duration;
    use ur_ipc_fixtures::{Argument, Report, Value};
    use ur_ipc_isolated::crash::{RawCrash, RawStacks, RawThread};
    use ur_ipc_report::last_calls::LastCall;
    use ur_ipc_report::samples::{of_peer, returned};

    fn before() -> Before {
        Before::of(&vec!["suite::topic::name_of_a_test".to_owned(); 1000])
    }

    #[rstest]
    #[case::letters("ü", "x")]
    #[case::quotes("\"", "\\")]
    #[case::control_characters("\x01", "\0")]
    fn an_overlong_report_fits_into_a_frame(#[case] failure: &str, #[case] note: &str) {
        let long = |text: &str| text.repeat(MAX_TEXT + 1);
        let long_call = |text: &str| {
            let argument = Argument { name: long(text).into(), value: Value::Text(long(text)) };
            RecordedCall { arguments: vec![argument; 2], ..RecordedCall::new("urA") }.returned(text)
        };
        let mut wrong = Failure::new(long(failure)).at_call(long_call(failure));
        wrong.peer = Some(long(failure));
        wrong.cases = vec![long(failure); 2 * MOST_PEERS];
        wrong.death = Some(PeerDeath { how: long(failure), calls: vec![long(failure); 2 * MOST_PEERS] });
        let report = Report {
            verdict: Verdict::Fail(vec![wrong; 2 * MAX_FAILURES]),
            notes: vec![long(note); 2 * MAX_NOTES],
            calls: 1,
            checks: 1,
            ..Report::default()
        };
        let call = Some(long_call(note));
        let call = LastCall { failed: true, clean_up: true, call, ..returned(u64::MAX, &long(note)) };
        let calls = vec![LastCall { took_us: Some(u64::MAX), ..call }; 2 * MAX_CALLS];
        let peer_calls =
            vec![
                ProcessCalls { process: long(note), role: Some(long(note)), calls, had_part: true };
                2 * MOST_PEERS
            ];
        let late = vec![LateEnd { test: "t".to_owned(), how: long(note), before: before() }; 2 * MOST_PEERS];
        let (token, body, retire) = (u64::MAX, Duration::MAX, Some(long(note)));
        let crash = RawCrash {
            frames: vec![u64::MAX; 48],
            thread: "\u{1}".repeat(16),
            maps: "\u{1}".repeat(16 << 10),
            ..RawCrash::default()
        };
        let peer_crashes = vec![(u32::MAX, crash); 2 * MAX_CRASHES];
        let peer_hangs: BTreeSet<String> = (0..2 * MOST_PEERS).map(|number| format!("ur{number}")).collect();
        let death = Death { how: "SIGSEGV".to_owned(), calls: peer_hangs.clone() };
        let peer_deaths = vec![death; 2 * MOST_PEERS];
        let thread = RawThread { name: "\u{1}".repeat(16), frames: vec![u64::MAX; 48] };
        let stacks =
            RawStacks { threads: vec![thread; 64], maps: "\u{1}".repeat(64 << 10), ..RawStacks::default() };
        let stacks = vec![stacks; 2 * MAX_STACKS];
        let done = Done {
            token,
            report,
            body,
            peer_calls,
            peer_crashes,
            stacks,
            peer_deaths,
            peer_hangs,
            retire,
            late,
        }
        .truncated();
        let bytes = serde_json::to_vec(&done).unwrap();
        assert!(bytes.len() < MAX_PAYLOAD, "{}", bytes.len());
    }

    #[test]
    fn the_size_of_every_character_is_that_in_json() {
        for c in ('\0'..='\u{fff}').chain(['\u{ffff}', '\u{10000}', char::MAX]) {
            let quotes = 2;
            assert_eq!(serde_json::to_string(&c).unwrap().len(), written_size(c) + quotes, "{c:?}");
        }
    }

    #[test]
    fn a_short_report_stays_as_it_is() {
        let verdict = Verdict::TimedOut(Failure::timed_out("\x1b[31mred\0"));
        let report = Report {
            verdict,
            notes: vec!["ü".repeat(MAX_TEXT / 2)],
            calls: 1,
            checks: 1,
            ..Report::default()
        };
        let done = Done {
            token: 1,
            late: vec![LateEnd {
                test: "t".to_owned(),
                how: "peer 1 did not leave".to_owned(),
                before: before(),
            }],
            report,
            body: Duration::ZERO,
            peer_calls: vec![of_peer(vec![returned(1, "urA()")])],
            peer_crashes: Vec::new(),
            stacks: Vec::new(),
            peer_deaths: Vec::new(),
            peer_hangs: ["urA".to_owned()].into(),
            retire: None,
        };
        assert_eq!(done.clone().truncated(), done);
    }
}
