//! The parts of a run: backends and the suite.

use crate::backend_options::{BackendOption, BackendOptions};
use crate::host_dependencies::HostDependencies;
use crate::skiplist::Skiplist;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;
use ur_ipc_fixtures::api::UrIpc;
use ur_ipc_fixtures::{Test, Tests};
use ur_ipc_report::requirements::{Requirements, RequirementsError};
use ur_ipc_report::suggestions::{did_you_mean, did_you_mean_one_of};
use ur_ipc_report::{Build, Catalogue, Elsewhere, Subject};

/// Makes a backend, in a child process or in this one.
pub type MakeBackend = Arc<dyn Fn(&BackendRequest<'_>) -> Result<Arc<dyn UrIpc>, String> + Send + Sync>;

/// The parameters for making a backend.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BackendRequest<'r> {
    /// The profile, where one was asked for: one of the backend's own, since labels with other profiles are refused
    /// before.
    pub profile: Option<&'r str>,
    /// The options that were given.
    pub options: &'r BackendOptions,
}

impl Catalogue for Suite {
    fn tests(&self) -> &[Arc<Test>] {
        &self.tests
    }

    fn requirements(&self) -> &Requirements {
        &self.requirements
    }

    fn commit(&self) -> Option<&'static str> {
        self.build.commit
    }

    fn knows(&self, label: &str) -> bool {
        self.resolve(label).is_ok()
    }

    fn is_software(&self, label: &str) -> bool {
        self.is_software(label)
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
    pub fallback_profile: Option<&'static str>,
    /// Whether it is software by nature, so that a run on it tests no hardware.
    pub software: bool,
    /// Its own command line options.
    pub options: Vec<BackendOption>,
    /// Its dependencies on the machine.
    pub requires: HostDependencies,
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

/// A label that names no backend.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnknownBackend {
    /// There is none of the name.
    #[error("there is no backend '{name}': this build has {known}{hint}")]
    Name {
        /// The name.
        name: String,
        /// The known names, as text.
        known: String,
        /// The way to get the backend, or a suggestion for the name; may be empty.
        hint: String,
    },
    /// The backend has no such profile.
    #[error("backend '{name}' has no profile '{profile}': it can be {labels}{meant}")]
    Profile {
        /// The backend.
        name: String,
        /// The profile.
        profile: String,
        /// The valid labels, as text.
        labels: String,
        /// A suggestion for the profile; may be empty.
        meant: String,
    },
}

/// Why a backend cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BackendError {
    /// There is none.
    #[error(transparent)]
    Unknown(#[from] UnknownBackend),
    /// It is not available here, for the reason that its [constructor](Backend::make) gives.
    #[error("{0}")]
    NotAvailable(String),
}

/// Everything that a run chooses from.
#[derive(Default)]
pub struct Suite {
    /// The tests, in the order in which they run.
    pub tests: Vec<Arc<Test>>,
    /// The requirements that they check.
    pub requirements: Requirements,
    /// The compiled-in backends.
    pub backends: Vec<Backend>,
    /// The built-in skiplists.
    pub skiplists: Vec<Skiplist>,
    /// The build that contains it.
    pub build: Build,
    /// The subject, in the words of reports.
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
    pub fn resolve<'l>(&self, label: &'l str) -> Result<(&Backend, Option<&'l str>), UnknownBackend> {
        let (name, profile) = match label.split_once('@') {
            Some((name, profile)) => (name, Some(profile)),
            None => (label, None),
        };
        let Some(backend) = self.backends.iter().find(|backend| backend.name == name) else {
            let names: Vec<_> = self.backends.iter().map(|backend| backend.name).collect();
            let Build { not_built, elsewhere, .. } = &self.build;
            let not_built = not_built.iter().find(|known| known.backend == name);
            let elsewhere = elsewhere.iter().find(|known| known.backend == name);
            let hint = match (not_built, elsewhere) {
                (Some(known), _) => format!("; rebuild with `--features {}`", known.feature),
                (None, Some(Elsewhere { program, page, .. })) => {
                    format!("; `{program}` is the program that tests it: see {page}")
                }
                (None, None) => did_you_mean(name, names.iter().copied()),
            };
            return Err(UnknownBackend::Name { name: name.to_owned(), known: names.join(", "), hint });
        };
        if let Some(profile) = profile
            && !backend.profiles.iter().any(|(known, _)| *known == profile)
        {
            let labels: Vec<_> = backend.labels().collect();
            let meant = did_you_mean_one_of(label, labels.iter().map(String::as_str));
            let labels = labels.join(", ");
            let (name, profile) = (name.to_owned(), profile.to_owned());
            return Err(UnknownBackend::Profile { name, profile, labels, meant });
        }
        Ok((backend, profile))
    }

    /// Whether a label names software, a backend or what stands in for one.
    #[must_use]
    pub fn is_software(&self, label: &str) -> bool {
        let software = |(backend, profile): (&Backend, Option<&str>)| {
            backend.software || (profile.is_some() && profile == backend.fallback_profile)
        };
        self.resolve(label).is_ok_and(software)
    }

    /// The problem with a label, if there is one.
    pub fn why_unknown(&self, label: &str) -> Option<String> {
        self.resolve(label).err().map(|error| error.to_string())
    }

    /// Makes the backend of a label.
    ///
    /// # Errors
    /// A wrong label, or why the backend is not available.
    pub fn make_backend(
        &self,
        label: &str,
        options: &BackendOptions,
    ) -> Result<Arc<dyn UrIpc>, BackendError> {
        let (backend, profile) = self.resolve(label)?;
        (backend.make)(&BackendRequest { profile, options }).map_err(BackendError::NotAvailable)
    }

    /// The options of all backends.
    pub fn options(&self) -> impl Iterator<Item = &BackendOption> {
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
        Catalogue::test(self, id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_report::samples::empty_test;

    #[test]
    fn an_extension_replaces_nothing() {
        let suite = || Suite { tests: vec![empty_test("a::b", &["r"], &[])], ..Suite::default() };
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
