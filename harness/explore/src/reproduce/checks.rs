//! The model's rules, as conditions in C.

use super::script::{Script, Turn};
use ur_ipc_fixtures::api::{EventStatus, UrResult};
use ur_ipc_model::{Observable, Rule, Values};

/// So many values are named one by one.
const FEW: usize = 8;

/// An observation of a step, as C text.
pub(super) struct Seen {
    pub what: Observable,
    /// The value.
    pub value: String,
    /// For what is so or not: what says that it is so. For sizes: the unit in bytes.
    pub means: Option<String>,
    /// Lines that its check needs in front of it.
    before: Vec<String>,
}

impl Seen {
    pub(super) fn new(what: Observable, value: impl Into<String>) -> Self {
        Self { what, value: value.into(), means: None, before: Vec::new() }
    }

    pub(super) fn meaning(self, means: impl Into<String>) -> Self {
        Self { means: Some(means.into()), ..self }
    }

    pub(super) fn after(self, before: Vec<String>) -> Self {
        Self { before, ..self }
    }
}

/// The checks of the code that came back.
pub(super) fn of_result(turn: &Turn) -> Vec<String> {
    let rules = turn.allowed.0.iter().filter(|rule| rule.what == Observable::Result);
    let named = |value: u64| {
        u32::try_from(value).map_or_else(|_| value.to_string(), |code| UrResult(code).to_string())
    };
    rules
        .map(|rule| format!("RESULT({}, {});", condition("result", &rule.values, named), requirements(rule)))
        .collect()
}

/// Whether a requirement says of a step that it succeeds or fails.
pub(super) fn may_fail(turn: &Turn) -> bool {
    let mut rules = turn.allowed.0.iter().filter(|rule| rule.what == Observable::Result).peekable();
    rules.peek().is_some() && !rules.any(|rule| rule.values == Values::OneOf(vec![0]))
}

/// True if what is seen of a step is checked.
pub(super) fn are_of(turn: &Turn, what: Observable) -> bool {
    turn.succeeds && turn.allowed.0.iter().any(|rule| rule.what == what)
}

/// The checks of what is seen of a step that succeeded.
pub(super) fn of_seen(script: &Script, turn: &Turn, all: &[Seen]) -> Vec<String> {
    let mut lines = Vec::new();
    for rule in turn.allowed.0.iter().filter(|rule| rule.what != Observable::Result) {
        let Some(seen) = all.iter().find(|seen| seen.what == rule.what) else { continue };
        let constant = |value: u64| constant(script, seen, value);
        let condition = match (&seen.means, rule.what) {
            (
                Some(means),
                Observable::Kept
                | Observable::SameContext
                | Observable::SameDevice
                | Observable::Shared
                | Observable::Before,
            ) => means.clone(),
            _ => condition(&seen.value, &rule.values, constant),
        };
        lines.extend_from_slice(&seen.before);
        lines.push(format!("EXPECT({condition}, {}, {});", seen.value, requirements(rule)));
    }
    lines
}

/// A value in C, by what it is a value of.
fn constant(script: &Script, seen: &Seen, value: u64) -> String {
    match (seen.what, u32::try_from(value)) {
        (Observable::Address | Observable::Queue, Ok(0)) => "NULL".to_owned(),
        (Observable::Status, Ok(status)) => EventStatus(status).to_string(),
        (Observable::MemoryType, Ok(kind)) => ur_ipc_fixtures::api::UsmType(kind).to_string(),
        (Observable::Size, _) => match &seen.means {
            Some(unit) => format!("{value} * {unit}"),
            None => value.to_string(),
        },
        (Observable::HandleSize, _) => match script.handle_of_size(value) {
            Some(handle) => format!("{handle}.size"),
            None => value.to_string(),
        },
        _ => value.to_string(),
    }
}

fn condition(seen: &str, values: &Values, constant: impl Fn(u64) -> String) -> String {
    let each = |values: &[u64], sign: &str, between: &str| {
        let parts: Vec<_> =
            values.iter().map(|value| format!("{seen} {sign} {}", constant(*value))).collect();
        parts.join(between)
    };
    match values {
        Values::OneOf(values) if values.len() > FEW => {
            let runs = runs(values).into_iter().map(|(first, last)| match first == last {
                true => format!("{seen} == {first}"),
                false => format!("({seen} >= {first} && {seen} <= {last})"),
            });
            runs.collect::<Vec<_>>().join(" || ")
        }
        Values::OneOf(values) => each(values, "==", " || "),
        Values::AllBut(values) => each(values, "!=", " && "),
        Values::AtLeast(least) => format!("{seen} >= {}", constant(*least)),
    }
}

/// Numbers that follow one another, the first and the last of each run; `values` are in order.
fn runs(values: &[u64]) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *value => *last = *value,
            _ => runs.push((*value, *value)),
        }
    }
    runs
}

fn requirements(rule: &Rule) -> String {
    format!("\"{}\"", rule.says.join(", "))
}
