//! The threads of one process in a trace, with the spans of each.

use super::event::{Event, Moment};
use super::events::RUN;
use super::note::{Note, NoteKind};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// An open span of a thread: a job or a call.
struct Open {
    cat: &'static str,
    name: String,
    at: u64,
    args: Map<String, Value>,
    /// The name of the object that it takes from another call.
    takes: Option<String>,
}

/// An object that a call has given or taken, by name.
pub(super) enum Passed {
    Given(String, Moment),
    Taken(String, Moment),
}

/// A process, as its notes tell of it.
#[derive(Default)]
pub(super) struct Lanes {
    pub pid: u32,
    /// The open spans of each thread, from the outside to the inside.
    threads: BTreeMap<i32, Vec<Open>>,
    /// The job at work.
    test: Option<String>,
    /// The objects that calls have given and taken, and that nobody has asked for yet.
    passed: Vec<Passed>,
}

impl Lanes {
    pub(super) fn of(pid: u32) -> Self {
        Self { pid, ..Self::default() }
    }

    /// Takes over a note, and tells what it means.
    pub(super) fn take(&mut self, note: Note<'_>, events: &mut Vec<Event>) {
        let Note { at, thread, what } = note;
        match what {
            NoteKind::Process(name) => {
                let pid = self.pid;
                let name =
                    if pid == std::process::id() { format!("{RUN}, {name}") } else { name.into_owned() };
                events.push(Event::metadata("process_name", pid, thread, json!({ "name": name })));
            }
            NoteKind::Job(id) => {
                self.close(at, "the next test began", events);
                self.test = Some(id.into_owned());
                self.enter(at, thread, events);
            }
            NoteKind::JobEnd => self.close(at, "its test ended first", events),
            NoteKind::Call { name, arguments, late, takes } => {
                let mut args = values(arguments);
                if late {
                    args.insert("clean-up after a failure".to_owned(), true.into());
                }
                self.enter(at, thread, events).push(Open {
                    cat: CALL,
                    name: name.into_owned(),
                    at,
                    args,
                    takes: takes.map(Cow::into_owned),
                });
            }
            NoteKind::Return { outputs, result, gives } => {
                // One whose test has ended before has an end already.
                let lane = self.threads.entry(thread).or_default();
                if let Some(mut call) = lane.pop_if(|open| open.cat == CALL) {
                    if !outputs.is_empty() {
                        call.args.insert("written".to_owned(), values(outputs).into());
                    }
                    call.args.insert("result".to_owned(), result.into());
                    let pid = self.pid;
                    if let Some(given) = gives {
                        // An arrow begins inside of its slice, whose end is already behind it.
                        let at = at.saturating_sub(1).max(call.at);
                        self.passed.push(Passed::Given(given.into_owned(), Moment { pid, tid: thread, at }));
                    }
                    if let Some(taken) = call.takes.take() {
                        self.passed.push(Passed::Taken(taken, Moment { pid, tid: thread, at: call.at }));
                    }
                    events.push(call.ended(self.pid, thread, at));
                }
            }
            NoteKind::Panicked => {
                let lane = self.threads.entry(thread).or_default();
                if let Some(call) = lane.pop_if(|open| open.cat == CALL) {
                    events.push(call.without_result("panicked", "it panicked").ended(self.pid, thread, at));
                }
            }
            NoteKind::Lost(count) => {
                let what = format!("{count} notes are missing: there was no room for them");
                events.push(Event::instant(&what, self.pid, thread, at));
            }
        }
    }

    /// A thread does something in the job that is at work.
    fn enter(&mut self, at: u64, thread: i32, events: &mut Vec<Event>) -> &mut Vec<Open> {
        if !self.threads.contains_key(&thread) {
            let name = if self.threads.is_empty() { "main".to_owned() } else { format!("thread {thread}") };
            events.push(Event::metadata("thread_name", self.pid, thread, json!({ "name": name })));
        }
        let lane = self.threads.entry(thread).or_default();
        if let Some(test) = self.test.as_ref().filter(|_| lane.is_empty()) {
            lane.push(Open { cat: JOB, name: test.clone(), at, args: Map::new(), takes: None });
        }
        lane
    }

    /// Everything has an end, which calls that have not returned have for this reason.
    pub(super) fn close(&mut self, at: u64, why: &str, events: &mut Vec<Event>) {
        self.test = None;
        for (&thread, lane) in &mut self.threads {
            while let Some(mut open) = lane.pop() {
                if open.cat == CALL {
                    open = open.without_result("has not returned", why);
                }
                events.push(open.ended(self.pid, thread, at));
            }
        }
    }

    /// Takes the objects that returned calls have given and taken since the last time.
    pub(super) fn passed(&mut self) -> Vec<Passed> {
        std::mem::take(&mut self.passed)
    }

    /// True if something is going on.
    pub(super) fn is_open(&self) -> bool {
        self.threads.values().any(|lane| !lane.is_empty())
    }
}

/// The category of jobs' slices, which tells them from those of calls.
pub(super) const JOB: &str = "test";
const CALL: &str = "call";

impl Open {
    /// A call that has none, and did this instead.
    fn without_result(mut self, did: &str, why: &str) -> Self {
        self.name = format!("{} {did}", self.name);
        self.args.insert("result".to_owned(), format!("none: {why}").into());
        self
    }

    fn ended(self, pid: u32, thread: i32, at: u64) -> Event {
        Event::complete(self.cat, self.name, pid, thread, self.at..at, self.args)
    }
}

fn values(told: Vec<(Cow<'_, str>, Cow<'_, str>)>) -> Map<String, Value> {
    told.into_iter().map(|(name, value)| (name.into_owned(), value.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn events_of(notes: &[(u64, i32, NoteKind<'_>)]) -> Vec<Value> {
        let (mut lanes, mut events) = (Lanes::of(7), Vec::new());
        for (at, thread, what) in notes {
            let what = serde_json::to_string(what).unwrap();
            let what = serde_json::from_str(&what).unwrap();
            lanes.take(Note { at: *at, thread: *thread, what }, &mut events);
        }
        lanes.close(9000, "its process has ended", &mut events);
        assert!(!lanes.is_open());
        let slices = events.iter().filter_map(|event| event.value(1000));
        slices.filter(|event| event["ph"] == "X").collect()
    }

    fn call(name: &str, late: bool) -> NoteKind<'_> {
        NoteKind::Call { name: name.into(), arguments: vec![("n".into(), "1".into())], late, takes: None }
    }

    fn returned() -> NoteKind<'static> {
        let outputs = vec![("phEvent".into(), "event#1".into())];
        NoteKind::Return { outputs, result: "UR_RESULT_SUCCESS".into(), gives: None }
    }

    fn slice(name: &str, tid: i32, ts: f64, dur: f64, args: Value) -> Value {
        let cat = if name.starts_with("ur") { CALL } else { JOB };
        let mut slice =
            json!({ "name": name, "cat": cat, "ph": "X", "pid": 7, "tid": tid, "ts": ts, "dur": dur });
        if args != json!({}) {
            slice["args"] = args;
        }
        slice
    }

    #[test]
    fn calls_are_inside_of_their_tests_in_each_thread() {
        let events = events_of(&[
            (1000, 7, NoteKind::Process("worker".into())),
            (2000, 7, NoteKind::Job("a::b".into())),
            (2500, 7, call("urA", false)),
            (3000, 8, call("urB", true)),
            (3500, 7, returned()),
            (4000, 8, returned()),
            (5000, 7, NoteKind::JobEnd),
        ]);
        let success = json!({ "n": "1", "written": { "phEvent": "event#1" }, "result": "UR_RESULT_SUCCESS" });
        let mut late = success.clone();
        late["clean-up after a failure"] = true.into();
        let expected = [
            slice("urA", 7, 1.5, 1.0, success),
            slice("urB", 8, 2.0, 1.0, late),
            slice("a::b", 7, 1.0, 3.0, json!({})),
            slice("a::b", 8, 2.0, 2.0, json!({})),
        ];
        assert_eq!(events, expected);
    }

    #[test]
    fn what_has_no_end_gets_one() {
        let events = events_of(&[
            (1000, 7, NoteKind::Process("peer".into())),
            (2000, 7, NoteKind::Job("a::b".into())),
            (3000, 8, call("urA", false)),
            (4000, 7, NoteKind::JobEnd),
            (5000, 8, returned()),
            (5500, 7, call("urC", false)),
            (5600, 7, NoteKind::Panicked),
            (5700, 8, NoteKind::Panicked),
            (6000, 7, call("urB", false)),
        ]);
        let none = |why: &str| json!({ "n": "1", "result": format!("none: {why}") });
        let expected = [
            slice("a::b", 7, 1.0, 2.0, json!({})),
            slice("urA has not returned", 8, 2.0, 1.0, none("its test ended first")),
            slice("a::b", 8, 2.0, 1.0, json!({})),
            slice("urC panicked", 7, 4.5, 0.1, none("it panicked")),
            slice("urB has not returned", 7, 5.0, 3.0, none("its process has ended")),
        ];
        assert_eq!(events, expected);
    }
}
