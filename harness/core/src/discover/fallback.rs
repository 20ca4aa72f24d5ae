//! Software in place of a backend that is not there.

use std::fmt;

/// A profile that replaces a backend that is not there, or could.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallback {
    /// The label of the backend that is not there.
    pub missing: String,
    /// The label of the profile.
    pub label: String,
    /// Why the profile is of no use either, if so.
    pub problem: Option<String>,
    /// Why the backend is not there, if the profile is looked at in its place.
    pub(super) replaces: Option<String>,
}

impl fmt::Display for Fallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, .. } = self;
        match (&self.replaces, &self.problem) {
            (Some(why), None) => write!(f, "{why}\n{label} stands in for it"),
            // A note of its own says why.
            (Some(why), Some(_)) => {
                write!(f, "{why}\n{label}, which would stand in for it, cannot be used either")
            }
            (None, None) => write!(f, "{label} could stand in for it"),
            (None, Some(problem)) => write!(f, "no software can stand in for it: {problem}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::replaces(Some("no loader"), None, "no loader\ngpu@soft stands in for it")]
    #[case::replaces_in_vain(
        Some("no loader"),
        Some("no driver"),
        "no loader\ngpu@soft, which would stand in for it, cannot be used either"
    )]
    #[case::could_replace(None, None, "gpu@soft could stand in for it")]
    #[case::could_not(None, Some("no driver"), "no software can stand in for it: no driver")]
    fn only_software_that_is_there_stands_in(
        #[case] replaces: Option<&str>,
        #[case] problem: Option<&str>,
        #[case] told: &str,
    ) {
        let [replaces, problem] = [replaces, problem].map(|why| why.map(str::to_owned));
        let fallback = Fallback { missing: "gpu".into(), label: "gpu@soft".into(), problem, replaces };
        assert_eq!(fallback.to_string(), told);
    }
}
