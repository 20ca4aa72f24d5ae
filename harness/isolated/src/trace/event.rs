//! One event of a trace, in Chrome's format.

use serde::Serialize;
use serde_json::{Map, Value};
use std::ops::Range;

/// The category of arrows, which tells them from slices.
const ARROW: &str = "flow";

/// One event.
#[derive(Debug, Default, Serialize)]
pub(super) struct Event {
    name: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    cat: &'static str,
    ph: &'static str,
    /// From when to when, in nanoseconds of the clock of notes: told in microseconds since the trace began.
    #[serde(skip)]
    time: Option<Range<u64>>,
    pid: u32,
    tid: i32,
    /// Of an arrow, the same at both ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    /// The binding of an arrow's end: to the slice around the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    bp: Option<&'static str>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    args: Map<String, Value>,
}

/// A moment in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub pid: u32,
    pub tid: i32,
    pub at: u64,
}

impl Event {
    /// Something that took time.
    pub(super) fn complete(
        cat: &'static str,
        name: String,
        pid: u32,
        tid: i32,
        time: Range<u64>,
        args: Map<String, Value>,
    ) -> Self {
        Self { name, cat, ph: "X", time: Some(time), pid, tid, args, ..Self::default() }
    }

    /// Something that happened in a thread.
    pub(super) fn instant(name: &str, pid: u32, tid: i32, at: u64) -> Self {
        let time = Some(at..at);
        Self { name: name.to_owned(), cat: "note", ph: "i", time, pid, tid, ..Self::default() }
    }

    /// Both ends of an arrow between two slices.
    pub(super) fn arrow(name: &str, id: u64, from: Moment, to: Moment) -> [Self; 2] {
        let end = |ph, Moment { pid, tid, at }, bp| {
            let (name, time, id) = (name.to_owned(), Some(at..at), Some(id));
            Self { name, cat: ARROW, ph, time, pid, tid, id, bp, ..Self::default() }
        };
        [end("s", from, None), end("f", to, Some("e"))]
    }

    /// Makes the event that names a process or a thread.
    pub(super) fn metadata(name: &str, pid: u32, tid: i32, args: Value) -> Self {
        let args = args.as_object().cloned().unwrap_or_default();
        Self { name: name.to_owned(), ph: "M", pid, tid, args, ..Self::default() }
    }

    /// The event as it is written.
    pub(super) fn value(&self, origin: u64) -> Option<Value> {
        let mut event = serde_json::to_value(self).ok()?;
        let microseconds = |nanoseconds: u64| nanoseconds as f64 / 1000.0;
        if let Some(Range { start, end }) = self.time {
            event["ts"] = microseconds(start.saturating_sub(origin)).into();
            match self.ph {
                "X" => event["dur"] = microseconds(end.saturating_sub(start)).into(),
                // It is about its thread only.
                "i" => event["s"] = "t".into(),
                _ => {}
            }
        }
        Some(event)
    }
}
