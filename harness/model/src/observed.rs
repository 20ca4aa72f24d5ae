//! Observations of a step, and the allowed ones.

use serde::{Deserialize, Serialize};
use std::fmt;
use ur_ipc_api::{CommandType, EventStatus, UrResult};

/// A property of a step that can be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Observable {
    /// The code that came back: of the first call that failed, where a step makes several.
    Result,
    /// The handle or pointer that came back; 0 is null.
    Address,
    /// The size of a handle, in bytes.
    HandleSize,
    /// 1 if the event that was signalled kept its handle, or the bytes of a handle that was opened stayed as they were.
    Kept,
    /// The contents of a block, by its number among the blocks that were read.
    Block(u32),
    /// `ur_event_status_t`.
    Status,
    /// A reference count.
    References,
    /// 1 if the context is that in which the object was made or opened.
    SameContext,
    /// 1 if the device is that on which the object was made or opened.
    SameDevice,
    /// A size, in bytes; of physical memory and memory that was opened.
    Size,
    /// 1 if the properties of physical memory have the flag `ENABLE_IPC`.
    Shared,
    /// `ur_usm_type_t`.
    MemoryType,
    /// The queue of an event's command; 0 is null.
    Queue,
    /// `ur_command_t`.
    CommandType,
    /// 1 if a queue says that it has no commands.
    Empty,
    /// Of the queries, a bit for each by its number: those that tell another size of their answer than it has.
    AnswerSize,
    /// The same: those that do not refuse a buffer that is smaller, or of 0 bytes, as they have to.
    TakesSmaller,
    /// The same: those that refuse a buffer that is larger.
    RefusesLarger,
    /// The same: those that write to a buffer that they refuse.
    Touched,
    /// The code of a query that there is not.
    Unknown,
    /// Errors in the properties of physical memory: 1 for their type, 2 for structures chained to them, 4 for unknown
    /// flags.
    Properties,
    /// `ur_virtual_mem_access_flags_t`
    Access,
    /// Number of bytes of the opened memory before the pointer that was opened; `u64::MAX` if its base is above it.
    Before,
}

/// Everything that was seen of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed(Vec<(Observable, u64)>);

impl Observed {
    /// A step of which this came back.
    #[must_use]
    pub fn of(result: UrResult) -> Self {
        Self(vec![(Observable::Result, result.0.into())])
    }

    /// Seen besides.
    #[must_use]
    pub fn and(mut self, what: Observable, value: u64) -> Self {
        self.0.push((what, value));
        self
    }

    /// Returns the observed value, if there is one.
    #[must_use]
    pub fn get(&self, what: Observable) -> Option<u64> {
        self.0.iter().find(|(seen, _)| *seen == what).map(|(_, value)| *value)
    }

    /// True if all calls succeeded.
    #[must_use]
    pub fn succeeded(&self) -> bool {
        self.get(Observable::Result) == Some(0)
    }

    /// True if this code came back.
    #[must_use]
    pub fn is(&self, code: UrResult) -> bool {
        self.get(Observable::Result) == Some(code.0.into())
    }

    /// All that was seen.
    pub fn iter(&self) -> impl Iterator<Item = (Observable, u64)> + '_ {
        self.0.iter().copied()
    }
}

/// Values that may be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// These.
    OneOf(Vec<u64>),
    /// All but these.
    AllBut(Vec<u64>),
    /// This one and those above it.
    AtLeast(u64),
}

impl Values {
    fn admits(&self, value: u64) -> bool {
        match self {
            Self::OneOf(values) => values.contains(&value),
            Self::AllBut(values) => !values.contains(&value),
            Self::AtLeast(least) => value >= *least,
        }
    }
}

/// A rule of requirements about one observable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Of what.
    pub what: Observable,
    /// The allowed values.
    pub values: Values,
    /// The ids of the requirements that say so.
    pub says: Vec<&'static str>,
}

/// The rules for a step. An observable without a rule may have any value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed(pub Vec<Rule>);

/// Something that may not be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The broken rule, with its requirements.
    pub rule: Rule,
    /// The observed value.
    pub seen: u64,
}

impl Allowed {
    /// With a rule more, if a requirement says so.
    #[must_use]
    pub fn rule(mut self, what: Observable, values: Values, says: &[&'static str]) -> Self {
        self.0.extend((!says.is_empty()).then(|| Rule { what, values, says: says.to_vec() }));
        self
    }

    /// With one value more that is the only one.
    #[must_use]
    pub fn only(self, what: Observable, value: u64, says: &[&'static str]) -> Self {
        self.rule(what, Values::OneOf(vec![value]), says)
    }

    /// Makes rules by which only success may come back.
    #[must_use]
    pub fn success(says: &[&'static str]) -> Self {
        Self::default().only(Observable::Result, 0, says)
    }

    /// Makes rules by which one of these codes has to come back.
    #[must_use]
    pub fn codes(codes: &[UrResult], says: &[&'static str]) -> Self {
        let codes = codes.iter().map(|code| code.0.into()).collect();
        Self::default().rule(Observable::Result, Values::OneOf(codes), says)
    }

    /// Makes rules by which any error has to come back.
    #[must_use]
    pub fn error(says: &[&'static str]) -> Self {
        Self::default().rule(Observable::Result, Values::AllBut(vec![0]), says)
    }

    /// The same, of which these requirements speak as well.
    #[must_use]
    pub(crate) fn beside(mut self, says: &[&'static str]) -> Self {
        self.0.iter_mut().for_each(|rule| rule.says.extend_from_slice(says));
        self
    }

    /// True if the step may succeed.
    #[must_use]
    pub fn may_succeed(&self) -> bool {
        self.0.iter().filter(|rule| rule.what == Observable::Result).all(|rule| rule.values.admits(0))
    }

    /// Returns the observation to plan with, as far as it decides what comes next: success, where it is allowed.
    #[must_use]
    pub fn expected(&self) -> Observed {
        if self.may_succeed() {
            return Observed::of(UrResult::SUCCESS);
        }
        let mut codes = self.0.iter().filter_map(|rule| match (&rule.what, &rule.values) {
            (Observable::Result, Values::OneOf(values)) => u32::try_from(*values.first()?).ok(),
            _ => None,
        });
        Observed::of(codes.next().map_or(UrResult::ERROR_UNKNOWN, UrResult))
    }

    /// The first rule that is broken. Of a step that failed nothing but the code is looked at.
    ///
    /// # Errors
    /// What was seen and may not be.
    pub fn check(&self, observed: &Observed) -> Result<(), Violation> {
        let applies = |rule: &&Rule| observed.succeeded() || rule.what == Observable::Result;
        for rule in self.0.iter().filter(applies) {
            if let Some(seen) = observed.get(rule.what)
                && !rule.values.admits(seen)
            {
                return Err(Violation { rule: rule.clone(), seen });
            }
        }
        Ok(())
    }
}

/// A value in words, by what it is a value of.
struct Shown(Observable, u64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(what, value) = *self;
        let code = u32::try_from(value).ok();
        match (what, code) {
            (Observable::Result | Observable::Unknown, Some(code)) => write!(f, "{}", UrResult(code)),
            (Observable::Status, Some(code)) => write!(f, "{}", EventStatus(code)),
            (Observable::CommandType, Some(code)) => write!(f, "{}", CommandType(code)),
            (Observable::Address | Observable::Queue, _) if value == 0 => f.write_str("null"),
            (Observable::Address | Observable::Queue, _) => write!(f, "{value:#x}"),
            _ => write!(f, "{value}"),
        }
    }
}

impl fmt::Display for Observable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Result => "result",
            Self::Address => "handle or pointer",
            Self::HandleSize => "size of the handle",
            Self::Kept => "whether the event kept its handle, or the handle its bytes (1)",
            Self::Block(block) => return write!(f, "contents of block {block} of those read"),
            Self::Status => "status",
            Self::References => "reference count",
            Self::SameContext => "whether the context is the right one (1)",
            Self::SameDevice => "whether the device is the right one (1)",
            Self::Size => "size in whole blocks",
            Self::Shared => "whether the properties have ENABLE_IPC (1)",
            Self::MemoryType => "type of the memory",
            Self::Queue => "queue of the command",
            Self::CommandType => "type of the command",
            Self::Empty => "whether the queue is empty (1)",
            Self::AnswerSize => "queries (a bit for each by its number) that tell a wrong size",
            Self::TakesSmaller => {
                "queries (a bit for each by its number) that take too small a buffer, or refuse it otherwise"
            }
            Self::RefusesLarger => "queries (a bit for each by its number) that refuse a larger buffer",
            Self::Touched => "queries (a bit for each by its number) that write to a buffer that they refuse",
            Self::Unknown => "answer to an unknown query",
            Self::Properties => "what is wrong with the properties (1: type, 2: chain, 4: flags)",
            Self::Access => "access",
            Self::Before => "bytes before the pointer",
        };
        f.write_str(text)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule: Rule { what, values, says }, seen } = self;
        let list = |values: &[u64]| {
            values.iter().map(|value| Shown(*what, *value).to_string()).collect::<Vec<_>>().join(" or ")
        };
        write!(f, "{what}: seen {}, allowed ", Shown(*what, *seen))?;
        match values {
            Values::OneOf(values) => write!(f, "{}", list(values))?,
            Values::AllBut(values) if *what == Observable::Result && values == &[0] => {
                f.write_str("any error")?
            }
            Values::AllBut(values) => write!(f, "all but {}", list(values))?,
            Values::AtLeast(least) => write!(f, "{} and more", Shown(*what, *least))?,
        }
        write!(f, " ({})", says.join(", "))
    }
}
