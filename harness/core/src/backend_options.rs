//! Options of backends, on the command line and in the environment.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use thiserror::Error;

/// An option of a backend, on the command line or in a variable of the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackendOption {
    /// The option, without its dashes. No other backend and not the command itself may have one of that name.
    pub flag: &'static str,
    /// The variable. Where both are given, the option wins.
    pub variable: &'static str,
    /// The placeholder for the value in the help, in capitals.
    pub value: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Whether the value has to be text, as that of a path has not.
    pub text: bool,
}

/// A value that is no text, of an option that takes one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{variable}, or --{flag}: '{}' is not UTF-8", .value.display())]
pub struct NoText {
    variable: &'static str,
    flag: &'static str,
    value: OsString,
}

impl BackendOption {
    /// The value, if it is one for this option.
    pub fn accept(&self, value: OsString) -> Result<OsString, NoText> {
        let Self { variable, flag, .. } = *self;
        if self.text && value.to_str().is_none() { Err(NoText { variable, flag, value }) } else { Ok(value) }
    }
}

/// The values of backends' options, by their flags.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackendOptions(BTreeMap<String, OsString>);

impl BackendOptions {
    /// Reads the values of these options from the environment.
    ///
    /// # Errors
    /// The variable whose value its option does not accept.
    pub fn from_environment<'o>(options: impl Iterator<Item = &'o BackendOption>) -> Result<Self, NoText> {
        let value = |option: &BackendOption| {
            let value = option.accept(std::env::var_os(option.variable)?);
            Some(value.map(|value| (option.flag.to_owned(), value)))
        };
        options.filter_map(value).collect::<Result<_, _>>().map(Self)
    }

    /// The files that those of these options name.
    pub fn files<'o>(&self, options: impl Iterator<Item = &'o BackendOption>) -> Vec<PathBuf> {
        let named = options.filter(|option| !option.text);
        named.filter_map(|option| self.0.get(option.flag).map(PathBuf::from)).collect()
    }

    /// Sets the value of an option.
    pub fn set(&mut self, flag: &str, value: OsString) {
        self.0.insert(flag.to_owned(), value);
    }

    /// The value of an option, if there is one.
    #[must_use]
    pub fn get(&self, flag: &str) -> Option<&OsStr> {
        self.0.get(flag).map(OsString::as_os_str)
    }
}
