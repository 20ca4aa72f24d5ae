//! A configuration file as it is read.

use std::fmt;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use ur_ipc_report::read_text;

/// A key of the file, and what it is set to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    pub key: String,
    pub value: Value,
    line: usize,
}

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Flag(bool),
    /// Texts and numbers, as they stand there.
    One(String),
    /// Numbers stand apart from texts in what is said of mistakes only.
    Number(String),
    List(Vec<Self>),
    /// A value that no option takes, in words.
    Other(&'static str),
}

/// An error in a configuration file. Its text follows the file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    line: Option<usize>,
    key: Option<String>,
    why: String,
}

impl Setting {
    pub(super) fn problem(&self, why: String) -> Problem {
        Problem { line: Some(self.line), key: Some(self.key.clone()), why }
    }
}

impl Problem {
    /// One of the file as a whole.
    pub(super) const fn of_file(why: String) -> Self {
        Self { line: None, key: None, why }
    }

    /// True if the name of the file is all that says where it is. The name may be that of any file then.
    pub(super) const fn is_of_file(&self) -> bool {
        self.line.is_none()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, key, why } = self;
        line.iter().try_for_each(|line| write!(f, ":{line}"))?;
        f.write_str(": ")?;
        key.iter().try_for_each(|key| write!(f, "{key}: "))?;
        f.write_str(why)
    }
}

/// The settings of the only table of a file.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(path: &Path, table: &str) -> Result<Vec<Setting>, Problem> {
    let text = read_text(path).map_err(|why| Problem::of_file(why.reason()))?;
    parse(&text, table)
}

fn parse(text: &str, table: &str) -> Result<Vec<Setting>, Problem> {
    let root = DeTable::parse(text).map_err(|error| {
        let at = error.span().map(|span| span.start);
        let why = error.message().lines().collect::<Vec<_>>().join(", ");
        Problem { line: at.map(|at| line_of(text, at)), key: at.and_then(|at| key_at(text, at)), why }
    })?;
    let mut settings = Vec::new();
    for (key, value) in root.get_ref() {
        let DeValue::Table(options) = value.get_ref() else { return Err(no_table(text, key, table)) };
        if **key.get_ref() != *table {
            return Err(no_table(text, key, table));
        }
        settings.extend(options.iter().map(|(key, value)| Setting {
            key: key.get_ref().to_string(),
            value: Value::of(value.get_ref()),
            line: line_of(text, key.span().start),
        }));
    }
    // In the order of the file, so that the first mistake is told first.
    settings.sort_by_key(|setting| setting.line);
    Ok(settings)
}

fn no_table(text: &str, key: &Spanned<std::borrow::Cow<'_, str>>, table: &str) -> Problem {
    Problem {
        line: Some(line_of(text, key.span().start)),
        key: Some(key.get_ref().to_string()),
        why: format!("no such table (expected [{table}])"),
    }
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes()[..at.min(text.len())].iter().filter(|&&byte| byte == b'\n').count()
}

/// The key of the line that a mistake is in.
fn key_at(text: &str, at: usize) -> Option<String> {
    let line = text.lines().nth(line_of(text, at) - 1)?;
    Some(line.split_once('=')?.0.trim().to_owned()).filter(|key| !key.is_empty())
}

impl Value {
    fn of(value: &DeValue<'_>) -> Self {
        match value {
            DeValue::Boolean(flag) => Self::Flag(*flag),
            DeValue::String(text) => Self::One(text.to_string()),
            DeValue::Integer(number) => Self::Number(number.to_string()),
            DeValue::Float(number) => Self::Number(number.to_string()),
            DeValue::Array(values) => {
                Self::List(values.iter().map(|value| Self::of(value.get_ref())).collect())
            }
            DeValue::Table(_) => Self::Other("a table"),
            DeValue::Datetime(_) => Self::Other("a date"),
        }
    }

    /// The texts in it.
    pub(super) fn texts(&self) -> Vec<&str> {
        match self {
            Self::One(text) => vec![text],
            Self::List(values) => values.iter().flat_map(Self::texts).collect(),
            Self::Flag(_) | Self::Number(_) | Self::Other(_) => Vec::new(),
        }
    }

    /// Names the kind of value, for errors that expected another one.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Flag(_) => "true or false",
            Self::One(_) => "a text",
            Self::Number(_) => "a number",
            Self::List(_) => "an array",
            Self::Other(kind) => kind,
        }
    }
}
