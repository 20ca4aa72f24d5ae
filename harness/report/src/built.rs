//! The build of a program that contains the suite.

/// The origin of a build, and the backends that it lacks. The default knows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// The commit of the suite, as git names it, with `-dirty` behind it where files had been changed.
    pub commit: Option<&'static str>,
    /// The backends that could have been built in and were not.
    pub not_built: Vec<NotBuilt>,
    /// The backends that only another program has.
    pub elsewhere: Vec<Elsewhere>,
}

/// A backend of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// Its name there.
    pub backend: &'static str,
    /// The program.
    pub program: &'static str,
    /// The page of the guide about it.
    pub page: &'static str,
}

/// A backend that a cargo feature would have built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotBuilt {
    /// The name that it would have.
    pub backend: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// The feature.
    pub feature: &'static str,
}
