//! A program, with the allowed observations of each step.

use super::things::{Source, Things};
use crate::finding::HELD;
use std::collections::BTreeMap;
use thiserror::Error;
use ur_ipc_model::{
    Allowed, Call, Device, Name, NotEnabled, Observable, Observed, Process, Program, Rule, State, Step,
    StepModifier, SyntaxError, Values, verb,
};

/// The first of the numbers that stand for sizes of handles, which only a run tells.
const SIZES: u64 = 1 << 40;

/// A resource that is counted to find leaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Descriptors,
    Mappings,
    Threads,
}

impl Counted {
    const ALL: [Self; 3] = [Self::Descriptors, Self::Mappings, Self::Threads];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Descriptors => "descriptors",
            Self::Mappings => "mappings",
            Self::Threads => "threads",
        }
    }
}

/// Why a text is no program that C can say.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unsayable {
    /// It is no program.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// C cannot say what a line says, or the whole, for which the first line stands.
    #[error("{line}: {why}")]
    Line {
        /// The line, from 1 on.
        line: usize,
        /// The reason.
        why: Unsaid,
    },
    /// A step that ends what the program leaves is none.
    #[error(transparent)]
    Ending(#[from] NotDefined),
}

/// Why C cannot express a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unsaid {
    /// Several steps are taken at once.
    #[error("steps at once cannot be said in C: take them one by one, without 'together' and 'end'")]
    AtOnce,
    /// There is nothing to say.
    #[error("there is no step")]
    NoStep,
    /// Children stay behind.
    #[error("processes that stay behind cannot be counted in C")]
    Children,
    /// Something stays behind in a process that ends.
    #[error("nothing is counted in a process that ends")]
    Ends,
    /// A step that may fail is followed by others.
    #[error("'without descriptors' can be said in C of the last step alone, as it may fail")]
    Starved,
    /// A step is not defined, and is meant to be none.
    #[error("nothing is required of what is undefined, so that it shows no defect")]
    Misuse,
    /// A process stops, or goes on.
    #[error("a process that stops cannot be said in C")]
    Stops,
    /// A step is not defined.
    #[error(transparent)]
    NotDefined(#[from] NotDefined),
}

/// A step that is not defined where it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{step}: not defined here: {why}")]
pub struct NotDefined {
    /// The step.
    pub step: Box<Step>,
    /// The reason.
    pub why: NotEnabled,
}

/// A step whose turn has come.
pub(super) struct Turn {
    pub step: Step,
    /// A comment behind it in the text.
    pub remark: Option<String>,
    pub allowed: Allowed,
    /// Whether what follows takes it to have succeeded.
    pub succeeds: bool,
}

pub(super) struct Script {
    pub device: Device,
    /// The comments above the first step.
    pub about: Vec<String>,
    pub turns: Vec<Turn>,
    /// The things that all names stand for, after all steps.
    pub things: Things,
    /// The resource that grows if the program is repeated, and the requirements that forbid it.
    pub leak: Option<(Counted, String)>,
    /// The handles by the numbers that stand for their sizes.
    sizes: BTreeMap<u64, Name>,
}

/// The model, as it would be after what may be seen. Which objects have one address is open where one thing is opened more
/// than once: what holds only if none have, or if all have, is not checked.
pub(super) struct Simulation {
    distinct: State,
    same: State,
    things: Things,
    sizes: BTreeMap<u64, Name>,
}

impl Script {
    pub(super) fn read(text: &str, device: Device) -> Result<Self, Unsayable> {
        let program: Program = text.parse()?;
        let unsaid = |line: usize, why: Unsaid| Err(Unsayable::Line { line, why });
        let mut steps = program.steps.into_iter();
        let mut simulation = Simulation::new(device);
        let (mut about, mut comments, mut turns) = (Vec::new(), Vec::new(), Vec::new());
        // The line of a step that may fail as no descriptor can be opened.
        let mut starved: Option<usize> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let (code, remark) = match line.split_once('#') {
                Some((code, remark)) => (code, Some(remark.trim().to_owned())),
                None => (line, None),
            };
            if code.trim().is_empty() {
                if let Some(remark) = remark {
                    if turns.is_empty() {
                        about.push(remark.clone());
                    }
                    comments.push(remark);
                }
                continue;
            }
            if code.trim() == "together" {
                return unsaid(number, Unsaid::AtOnce);
            }
            // Where nothing is taken at once, each line that says something is a step.
            let Some(step) = steps.next() else { break };
            if let Some(line) = starved {
                return unsaid(line, Unsaid::Starved);
            }
            starved = (step.modifier == StepModifier::Starved).then_some(number);
            let turn = sayable(&step).and_then(|()| Ok(simulation.take(step, remark)?));
            turns.push(turn.map_err(|why| Unsayable::Line { line: number, why })?);
        }
        if turns.is_empty() {
            return unsaid(1, Unsaid::NoStep);
        }
        if comments.iter().any(|comment| comment.starts_with(&format!("children{HELD}"))) {
            return unsaid(1, Unsaid::Children);
        }
        let leak = comments.iter().find_map(|comment| leak(comment));
        let ending = simulation.distinct.ending();
        // What grows shows after all has been ended; else the ending counts if that is where something was seen.
        let last = match &leak {
            Some(_) => ending.len(),
            None => {
                let seen: Vec<Step> = comments.iter().filter_map(|comment| comment.parse().ok()).collect();
                let written = |step: &Step| turns.iter().any(|turn: &Turn| turn.step == *step);
                ending.iter().rposition(|step| seen.contains(step) && !written(step)).map_or(0, |at| at + 1)
            }
        };
        if let Some(line) = starved.filter(|_| last > 0 || leak.is_some()) {
            return unsaid(line, Unsaid::Starved);
        }
        for step in ending.into_iter().take(last) {
            turns.push(simulation.take(step, None)?);
        }
        if leak.is_some() && turns.iter().any(|turn| turn.step.call.is_done_to_process()) {
            return unsaid(1, Unsaid::Ends);
        }
        let Simulation { things, sizes, .. } = simulation;
        Ok(Self { device, about, turns, things, leak, sizes })
    }

    /// The processes that take part.
    pub(super) fn processes(&self) -> Vec<Process> {
        let mut all: Vec<Process> = self.turns.iter().map(|turn| turn.step.process).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The handle whose size this number stands for.
    pub(super) fn handle_of_size(&self, number: u64) -> Option<Name> {
        self.sizes.get(&number).copied()
    }

    /// The handles whose bytes or size a step needs.
    pub(super) fn needs(&self, turn: &Turn) -> Vec<Name> {
        let numbers = turn.allowed.0.iter().filter(|rule| rule.what == Observable::HandleSize);
        let compared = numbers.filter_map(|rule| match &rule.values {
            Values::OneOf(numbers) => self.handle_of_size(*numbers.first()?),
            _ => None,
        });
        turn.step.call.opens().into_iter().chain(compared).collect()
    }
}

impl Simulation {
    pub(super) fn new(device: Device) -> Self {
        let distinct = State::new(device);
        let (same, things) = (distinct.clone(), Things::default());
        Self { distinct, same, things, sizes: BTreeMap::new() }
    }

    /// Takes a step, with what may be seen of it.
    ///
    /// # Errors
    /// Why it is not defined here.
    pub(super) fn take(&mut self, step: Step, remark: Option<String>) -> Result<Turn, NotDefined> {
        let undefined = |why| NotDefined { step: Box::new(step.clone()), why };
        let (distinct, same) = (self.distinct.allowed(&step), self.same.allowed(&step));
        let (distinct, same) = (distinct.map_err(undefined)?, same.map_err(undefined)?);
        let allowed = Allowed(distinct.0.into_iter().filter_map(|rule| common(rule, &same)).collect());
        let expected = allowed.expected();
        let succeeds = expected.succeeded();
        let source = if succeeds { self.things.take(&step) } else { Source::default() };
        let mut size = SIZES;
        if let (true, Call::Get(verb::Get { new, .. })) = (succeeds, &step.call) {
            size += self.sizes.len() as u64;
            self.sizes.insert(size, *new);
        }
        let observed = |address| match succeeds {
            true => expected.clone().and(Observable::Address, address).and(Observable::HandleSize, size),
            false => expected.clone(),
        };
        let own: Observed = observed(source.own);
        self.distinct.apply(&step, &own);
        self.same.apply(&step, &observed(source.shared));
        Ok(Turn { step, remark, allowed, succeeds })
    }
}

/// Whether a step can be said in C.
fn sayable(step: &Step) -> Result<(), Unsaid> {
    match (&step.call, step.modifier) {
        (_, StepModifier::Undefined) => Err(Unsaid::Misuse),
        (Call::Stop(_) | Call::Resume(_), _) => Err(Unsaid::Stops),
        _ => Ok(()),
    }
}

/// Returns the rule that holds in both simulations, whichever objects are one.
fn common(rule: Rule, other: &Allowed) -> Option<Rule> {
    let twin = other.0.iter().find(|twin| twin.what == rule.what && twin.says == rule.says)?;
    if let (Observable::Address, Values::AllBut(_)) = (rule.what, &rule.values) {
        // Addresses of other objects are numbers of this simulation alone.
        return Some(Rule { values: Values::AllBut(vec![0]), ..rule });
    }
    if *twin == rule {
        return Some(rule);
    }
    match (rule.what, &rule.values, &twin.values) {
        (Observable::References, Values::OneOf(few), Values::OneOf(many)) => {
            let (few, many) = (*few.first()?, *many.first()?);
            let values = Values::OneOf((few.min(many)..=few.max(many)).collect());
            Some(Rule { values, ..rule })
        }
        _ => None,
    }
}

/// Returns the growing resource and the requirements, if a comment is about a leak.
fn leak(comment: &str) -> Option<(Counted, String)> {
    let counted = Counted::ALL
        .into_iter()
        .find(|counted| comment.strip_prefix(counted.word()).is_some_and(|rest| rest.starts_with(HELD)))?;
    let says = comment.rsplit_once('(').map_or("", |(_, says)| says.trim_end_matches(')'));
    Some((counted, says.to_owned()))
}
