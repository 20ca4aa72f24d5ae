//! One event of a trace, in Chrome's format.

use serde::Serialize;
use serde_json::{Map, Value};
use std::ops::Range;

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
    #[serde(skip_serializing_if = "Map::is_empty")]
    args: Map<String, Value>,
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
        Self { name, cat, ph: "X", time: Some(time), pid, tid, args }
    }

    /// Something that happened in a thread.
    pub(super) fn instant(name: &str, pid: u32, tid: i32, at: u64) -> Self {
        let time = Some(at..at);
        Self { name: name.to_owned(), cat: "note", ph: "i", time, pid, tid, ..Self::default() }
    }

    /// What a process or a thread is called.
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
                _ => event["s"] = "t".into(),
            }
        }
        Some(event)
    }
}
