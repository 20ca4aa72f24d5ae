//! What a run can be made of: backends and the suite.

use crate::built::Build;
use crate::nearest::did_you_mean;
use crate::requirements::{Requirements, RequirementsError};
use crate::requisites::Requisites;
use crate::skiplist::Skiplist;
use crate::subject::Subject;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;
use ur_ipc_fixtures::api::UrIpc;
use ur_ipc_fixtures::{Test, Tests};

/// Makes a backend, in a child process or in this one.
pub type MakeBackend = Arc<dyn Fn(&BackendRequest<'_>) -> Result<Arc<dyn UrIpc>, String> + Send + Sync>;

/// What a backend is asked to be.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BackendRequest<'r> {
    /// The profile, where one was asked for: one of the backend's own, since labels with other profiles are refused
    /// before.
    pub profile: Option<&'r str>,
    /// The options that were given.
    pub options: &'r BackendOptions,
}

/// An option of a backend, on the command line or in a variable of the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackendOption {
    /// The option, without its dashes. No other backend and not the command itself may have one of that name.
    pub flag: &'static str,
    /// The variable. Where both are given, the option wins.
    pub variable: &'static str,
    /// What stands for the value in the help, in capitals.
    pub value: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Whether the value has to be text, as that of a path has not.
    pub text: bool,
}

impl BackendOption {
    /// The value, if it is one for this option.
    pub(crate) fn accept(&self, value: OsString) -> Result<OsString, String> {
        if self.text && value.to_str().is_none() {
            return Err(format!("{}, or --{}: '{}' is not UTF-8", self.variable, self.flag, value.display()));
        }
        Ok(value)
    }
}

/// The values of backends' options, by their flags.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackendOptions(BTreeMap<String, OsString>);

impl BackendOptions {
    /// What the environment says, of the options of all backends of a suite.
    ///
    /// # Errors
    /// The variable that is not what its option takes.
    pub(crate) fn from_environment(suite: &Suite) -> Result<Self, String> {
        let value = |option: &BackendOption| {
            let value = option.accept(std::env::var_os(option.variable)?);
            Some(value.map(|value| (option.flag.to_owned(), value)))
        };
        suite.options().filter_map(value).collect::<Result<_, _>>().map(Self)
    }

    /// The files that they name.
    pub(crate) fn files(&self, suite: &Suite) -> Vec<PathBuf> {
        let named = suite.options().filter(|option| !option.text);
        named.filter_map(|option| self.0.get(option.flag).map(PathBuf::from)).collect()
    }

    pub(crate) fn set(&mut self, flag: &str, value: OsString) {
        self.0.insert(flag.to_owned(), value);
    }

    /// The value of an option, if there is one.
    #[must_use]
    pub fn get(&self, flag: &str) -> Option<&OsStr> {
        self.0.get(flag).map(OsString::as_os_str)
    }
}

/// A compiled-in backend.
#[derive(Clone)]
pub struct Backend {
    /// Short name, the first part of test names.
    pub name: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// Its variants: name and one line each.
    pub profiles: Vec<(&'static str, &'static str)>,
    /// The profile that a run takes when nobody asked for this backend by name and it is not available here or has
    /// no devices: software in place of hardware.
    pub stand_in: Option<&'static str>,
    /// Whether it is software by nature, so that a run on it tests no hardware.
    pub software: bool,
    /// Its own command line options.
    pub options: Vec<BackendOption>,
    /// What it takes of the machine.
    pub requires: Requisites,
    /// The constructor. An `Err` says, readable, why the backend is not available here.
    pub make: MakeBackend,
}

/// Why a suite cannot be extended.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExtensionError {
    /// A requirement has the id of another.
    #[error(transparent)]
    Requirement(#[from] RequirementsError),
    /// A test has the id of another.
    #[error("there is a test of the id {0} already")]
    Test(String),
}

/// Everything that a run chooses from.
pub struct Suite {
    /// The tests, in the order in which they run.
    pub tests: Vec<Arc<Test>>,
    /// The requirements that they check.
    pub requirements: Requirements,
    /// The compiled-in backends.
    pub backends: Vec<Backend>,
    /// The built-in skiplists.
    pub skiplists: Vec<Skiplist>,
    /// What it was built of.
    pub build: Build,
    /// What it is about.
    pub subject: Subject,
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backend").field("name", &self.name).field("profiles", &self.profiles).finish()
    }
}

impl Backend {
    /// All labels under which the backend can be chosen: its name, and its name with each profile.
    pub fn labels(&self) -> impl Iterator<Item = String> {
        std::iter::once(self.name.to_owned())
            .chain(self.profiles.iter().map(|(profile, _)| format!("{}@{profile}", self.name)))
    }
}

impl Suite {
    /// The backend and the profile that a label names: `host` or `host@two-devices`.
    ///
    /// # Errors
    /// What is wrong with the label, and which there are.
    pub fn resolve<'l>(&self, label: &'l str) -> Result<(&Backend, Option<&'l str>), String> {
        let (name, profile) = match label.split_once('@') {
            Some((name, profile)) => (name, Some(profile)),
            None => (label, None),
        };
        let Some(backend) = self.backends.iter().find(|backend| backend.name == name) else {
            let names: Vec<_> = self.backends.iter().map(|backend| backend.name).collect();
            let hint = match self.build.left_out.iter().find(|known| known.backend == name) {
                Some(known) => format!("; rebuild with `--features {}`", known.feature),
                None => did_you_mean(name, names.iter().copied()),
            };
            return Err(format!("there is no backend '{name}': this build has {}{hint}", names.join(", ")));
        };
        if let Some(profile) = profile
            && !backend.profiles.iter().any(|(known, _)| *known == profile)
        {
            let labels: Vec<_> = backend.labels().collect();
            let meant = did_you_mean(label, labels.iter().map(String::as_str));
            let labels = labels.join(", ");
            return Err(format!("backend '{name}' has no profile '{profile}': it can be {labels}{meant}"));
        }
        Ok((backend, profile))
    }

    /// Whether a label names software, a backend or what stands in for one.
    #[must_use]
    pub fn is_software(&self, label: &str) -> bool {
        let software = |(backend, profile): (&Backend, Option<&str>)| {
            backend.software || (profile.is_some() && profile == backend.stand_in)
        };
        self.resolve(label).is_ok_and(software)
    }

    /// That no hardware is tested on devices of these labels, if so, and what is instead.
    pub(crate) fn only_software<'l>(&self, labels: impl IntoIterator<Item = &'l str>) -> Option<String> {
        let labels: BTreeSet<&str> = labels.into_iter().collect();
        let software = !labels.is_empty() && labels.iter().all(|label| self.is_software(label));
        software.then(|| {
            let labels = labels.into_iter().collect::<Vec<_>>().join(", ");
            format!("no hardware was tested, only software: {labels}")
        })
    }

    /// Makes the backend of a label.
    ///
    /// # Errors
    /// A wrong label, or why the backend is not available.
    pub fn make_backend(&self, label: &str, options: &BackendOptions) -> Result<Arc<dyn UrIpc>, String> {
        let (backend, profile) = self.resolve(label)?;
        (backend.make)(&BackendRequest { profile, options })
    }

    /// The options of all backends.
    pub(crate) fn options(&self) -> impl Iterator<Item = &BackendOption> {
        self.backends.iter().flat_map(|backend| &backend.options)
    }

    /// The suite with further tests, and the requirements that these check.
    ///
    /// # Errors
    /// [`ExtensionError`] if one of them is there already.
    pub fn extended(mut self, tests: Tests, requirements: Requirements) -> Result<Self, ExtensionError> {
        let requirements = std::mem::take(&mut self.requirements).extended(requirements)?;
        for test in tests.into_vec() {
            if self.test(&test.id).is_some() {
                return Err(ExtensionError::Test(test.id.clone()));
            }
            self.tests.push(test);
        }
        Ok(Self { requirements, ..self })
    }

    /// The test of this id.
    #[must_use]
    pub fn test(&self, id: &str) -> Option<&Arc<Test>> {
        self.tests.iter().find(|test| test.id == id)
    }
}

/// A test of this id, of the family that it begins with, that does nothing: for tests of this crate.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn empty_test(id: &str, requirements: &[&'static str], twin_of: &[&'static str]) -> Arc<Test> {
    let (path, name) = id.rsplit_once("::").unwrap_or(("none", id));
    let first = path.split("::").next();
    let families = ["device_info", "memory", "physical_memory", "event"];
    let family = families.into_iter().find(|family| Some(*family) == first).unwrap_or("none");
    let mut tests = Tests::default();
    let mut group = tests.group(family, path);
    let draft = requirements.iter().fold(group.test(name), |draft, requirement| draft.checks(requirement));
    draft.twin_of(twin_of).run(|_| Ok(()));
    tests.into_vec().remove(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_replaces_nothing() {
        let suite = || Suite {
            tests: vec![empty_test("a::b", &["r"], &[])],
            requirements: Requirements::default(),
            backends: Vec::new(),
            skiplists: Vec::new(),
            build: Build::default(),
            subject: Subject::default(),
        };
        let tests = |name: &str| {
            let mut tests = Tests::default();
            tests.group("a", "a").test(name).checks("r").run(|_| Ok(()));
            tests
        };
        let extended = suite().extended(tests("c"), Requirements::default()).unwrap();
        assert_eq!(extended.tests.len(), 2);
        let refused = suite().extended(tests("b"), Requirements::default()).err();
        assert_eq!(refused, Some(ExtensionError::Test("a::b".to_owned())));
    }
}
