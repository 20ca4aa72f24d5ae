//! Reading programs.

use crate::part::Part;
use crate::state::Storage;
use crate::{Blocks, Call, Name, Place, Process, Program, QueueKind, Span, Step, StepModifier, UsmKind};
use std::fmt;
use std::str::FromStr;

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line, from 1 on.
    pub line: usize,
    /// The character in it, from 1 on.
    pub column: usize,
    /// The text that was expected there, in words.
    pub expected: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: expected {}", self.line, self.column, self.expected)
    }
}

impl std::error::Error for SyntaxError {}

/// The lines around a section.
const TOGETHER: &str = "together";
const END: &str = "end";
/// The expectation in the error for a step that names a thread outside of a section.
const ALONE: &str = "a step without a thread: only those between 'together' and 'end' have one";

impl FromStr for Program {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut steps: Vec<Step> = Vec::new();
        let (mut sections, mut open) = (0, None);
        for (number, line) in text.lines().enumerate() {
            let code = line.split('#').next().unwrap_or_default();
            let at = |error| SyntaxError { line: number + 1, ..error };
            let wrong = |expected: &str| {
                let column = code.chars().take_while(|c| c.is_whitespace()).count() + 1;
                Err(SyntaxError { line: number + 1, column, expected: expected.to_owned() })
            };
            match (code.trim(), open) {
                ("", _) => {}
                (TOGETHER, None) => {
                    sections += 1;
                    open = Some(steps.len());
                }
                (END, Some(_)) => open = None,
                (TOGETHER, Some(_)) => return wrong("'end' before the next 'together'"),
                (END, None) => return wrong("a step: no section has begun"),
                (_, Some(first)) if steps.len() - first == Place::MOST_STEPS => {
                    return wrong(&format!(
                        "'end', as no more than {} steps are in a section",
                        Place::MOST_STEPS
                    ));
                }
                (_, Some(_)) => {
                    let step = step(code).map_err(at)?;
                    let place = step.place.unwrap_or(Place { section: 0, thread: 1, delay: 0 });
                    steps.push(Step { place: Some(Place { section: sections, ..place }), ..step });
                }
                (_, None) => match step(code).map_err(at)? {
                    Step { place: Some(_), .. } => return wrong(ALONE),
                    step => steps.push(step),
                },
            }
        }
        match open {
            None => Ok(Self { steps }),
            Some(_) => {
                let line = text.lines().count() + 1;
                Err(SyntaxError { line, column: 1, expected: "'end' of the last section".to_owned() })
            }
        }
    }
}

impl FromStr for Step {
    type Err = SyntaxError;

    fn from_str(line: &str) -> Result<Self, SyntaxError> {
        step(line)
    }
}

fn step(line: &str) -> Result<Step, SyntaxError> {
    let mut words = Words { line, at: 0 };
    let process = words.process()?;
    let place = words.place()?;
    words.sign(':')?;
    let call = words.call()?;
    let modifier = words.modifier()?;
    words.end()?;
    Ok(Step { process, call, place, modifier })
}

/// A line, and how far it has been read.
pub(crate) struct Words<'l> {
    line: &'l str,
    /// In bytes.
    at: usize,
}

pub(crate) type Read<T> = Result<T, SyntaxError>;

impl<'l> Words<'l> {
    fn rest(&mut self) -> &'l str {
        let rest = &self.line[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    pub(crate) fn error<T>(&self, at: usize, expected: impl Into<String>) -> Read<T> {
        let column = self.line[..at].chars().count() + 1;
        Err(SyntaxError { line: 1, column, expected: expected.into() })
    }

    /// The next word, and where it begins. Signs stand for themselves.
    pub(crate) fn word(&mut self) -> (usize, &'l str) {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '+' || c == '-';
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let length = if length == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { length };
        let begin = self.at;
        self.at += length;
        (begin, &rest[..length])
    }

    fn sign(&mut self, sign: char) -> Read<()> {
        match self.word() {
            (_, word) if word.starts_with(sign) => Ok(()),
            (at, _) => self.error(at, format!("'{sign}'")),
        }
    }

    fn keyword(&mut self, keyword: &str) -> Read<()> {
        match self.word() {
            (_, word) if word == keyword => Ok(()),
            (at, _) => self.error(at, format!("'{keyword}'")),
        }
    }

    /// Whether this comes next; it is read if so.
    fn has(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let has = self.word().1 == wanted;
        if !has {
            self.at = before;
        }
        has
    }

    fn end(&mut self) -> Read<()> {
        if self.rest().is_empty() { Ok(()) } else { self.error(self.at, "the end of the line") }
    }

    fn process(&mut self) -> Read<Process> {
        let (at, word) = self.word();
        match word.as_bytes() {
            [letter @ b'a'..=b'z'] => Ok(Process(letter - b'a')),
            _ => self.error(at, "a process, which is one letter: a, b"),
        }
    }

    /// `.2 +50us`, if that stands there.
    fn place(&mut self) -> Read<Option<Place>> {
        if !self.has(".") {
            return Ok(None);
        }
        let most = u32::from(Place::MOST_THREADS);
        let at = self.at;
        let thread = match self.number("a thread", most)? {
            0 => return self.error(at, "a thread, from 1 on"),
            thread => u8::try_from(thread).unwrap_or(Place::MOST_THREADS),
        };
        let before = self.at;
        let (at, word) = self.word();
        let Some(delay) = word.strip_prefix('+') else {
            self.at = before;
            return Ok(Some(Place { section: 0, thread, delay: 0 }));
        };
        let digits =
            delay.strip_suffix("us").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let delay = digits.and_then(|digits| digits.parse().ok());
        match delay.filter(|delay| (1..=Place::LONGEST_DELAY).contains(delay)) {
            Some(delay) => Ok(Some(Place { section: 0, thread, delay })),
            None => self.error(at, format!("a delay from +1us to +{}us", Place::LONGEST_DELAY)),
        }
    }

    fn number(&mut self, what: &str, most: u32) -> Read<u32> {
        let (at, word) = self.word();
        let plain = word.bytes().all(|byte| byte.is_ascii_digit());
        match word.parse() {
            Ok(number) if plain && number <= most => Ok(number),
            _ => self.error(at, format!("{what}, a number up to {most}")),
        }
    }

    pub(crate) fn name(&mut self) -> Read<Name> {
        let (at, word) = self.word();
        match as_name(word) {
            Some(name) => Ok(name),
            None => self.error(at, "a name, which is a letter and a number: m1"),
        }
    }

    pub(crate) fn names(&mut self) -> Read<Vec<Name>> {
        let mut names = vec![self.name()?];
        while self.has(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    pub(crate) fn value(&mut self) -> Read<u32> {
        self.number("a value", u32::MAX)
    }

    /// The bytes of a block, which are words of 32 bits.
    pub(crate) fn bytes(&mut self) -> Read<u32> {
        self.rest();
        let at = self.at;
        match self.number("the bytes of a block", Storage::MOST_BYTES)? {
            bytes if bytes > 0 && bytes.is_multiple_of(4) => Ok(bytes),
            _ => self.error(at, "the bytes of a block, a multiple of 4"),
        }
    }

    pub(crate) fn align(&mut self) -> Read<u32> {
        self.rest();
        let at = self.at;
        match self.number("what the address is a multiple of", Storage::MOST_BYTES)? {
            bytes if bytes.is_power_of_two() => Ok(bytes),
            _ => self.error(at, "what the address is a multiple of, a power of 2"),
        }
    }

    /// The kind of a queue, usually none that is said.
    pub(crate) fn queue_kind(&mut self) -> Read<QueueKind> {
        for kind in QueueKind::ALL {
            if let [first, others @ ..] = kind.words()
                && self.has(first)
            {
                others.iter().try_for_each(|word| self.keyword(word))?;
                return Ok(kind);
            }
        }
        Ok(QueueKind::InOrder)
    }

    /// Reads the kind of memory. Where nothing is said, it is the usual one.
    pub(crate) fn usm_kind(&mut self) -> Read<UsmKind> {
        Ok(UsmKind::ALL.into_iter().find(|kind| self.has(kind.word())).unwrap_or_default())
    }

    pub(crate) fn block(&mut self) -> Read<u32> {
        self.number("a block", Blocks::MOST)
    }

    pub(crate) fn span(&mut self) -> Read<Span> {
        let of = self.name()?;
        let part = if self.has("[") { Some(self.bounds()?) } else { None };
        Ok(Span { of, part })
    }

    pub(crate) fn blocks(&mut self) -> Read<Blocks> {
        let of = self.name()?;
        self.sign('[')?;
        let (from, to) = self.bounds()?;
        Ok(Blocks { of, from, to })
    }

    /// Reads the two numbers in brackets, up to the second bracket.
    fn bounds(&mut self) -> Read<(u32, u32)> {
        let from = self.block()?;
        self.sign('.')?;
        self.sign('.')?;
        let at = self.at;
        let to = self.block()?;
        if to <= from {
            return self.error(at, format!("a block above {from}"));
        }
        self.sign(']')?;
        Ok((from, to))
    }

    pub(crate) fn count(&mut self) -> Read<u32> {
        self.some("how many blocks", "at least one block")
    }

    pub(crate) fn lines(&mut self) -> Read<u32> {
        self.some("how many rows, or blocks from one to the next", "at least one row or block")
    }

    fn some(&mut self, what: &str, least: &str) -> Read<u32> {
        self.rest();
        let at = self.at;
        match self.number(what, Blocks::MOST)? {
            0 => self.error(at, least),
            number => Ok(number),
        }
    }

    /// A part of a call, with the words around it.
    pub(crate) fn part<P: Part>(&mut self, before: &[&str], behind: &[&str]) -> Read<P::Value> {
        let at = self.at;
        if let (Some(usual), [first, ..]) = (P::usual(), before) {
            if !self.has(first) {
                return Ok(usual);
            }
            self.at = at;
        }
        before.iter().try_for_each(|word| self.keyword(word))?;
        let value = P::read(self)?;
        behind.iter().try_for_each(|word| self.keyword(word))?;
        Ok(value)
    }

    fn modifier(&mut self) -> Read<StepModifier> {
        for (modifier, words) in StepModifier::WORDS {
            if let [first, others @ ..] = words
                && self.has(first)
            {
                others.iter().try_for_each(|word| self.keyword(word))?;
                return Ok(modifier);
            }
        }
        Ok(StepModifier::Ordinary)
    }

    fn call(&mut self) -> Read<Call> {
        let before = self.at;
        let made = as_name(self.word().1);
        match made {
            Some(_) => self.sign('=')?,
            None => self.at = before,
        }
        let verb = self.word();
        Call::read(self, made, verb)
    }
}

fn as_name(word: &str) -> Option<Name> {
    let mut letters = word.chars();
    let letter = letters.next().filter(char::is_ascii_lowercase)?;
    let digits = letters.as_str();
    // One way to write each name, so that what is printed is what was read.
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    let number = digits.parse().ok().filter(|_| plain)?;
    Some(Name { letter, number })
}
