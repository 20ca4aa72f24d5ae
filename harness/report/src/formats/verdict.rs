//! The verdict on a device as reports show it.

use super::super::document::Document;
use super::super::verdict::{Verdict, VerdictKind};

/// Returns the verdict on a device, in words.
pub(super) fn words(document: &Document, device: &str) -> String {
    match document.verdicts.get(device) {
        Some(verdict) => verdict.to_string(),
        None => "no verdict: the run has not come to its end".to_owned(),
    }
}

/// Returns the reasons of that verdict, one line each.
pub(super) fn basis(document: &Document, device: &str) -> Vec<String> {
    document.verdicts.get(device).map(Verdict::basis).unwrap_or_default()
}

/// Whether that is good, bad or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Good,
    Bad,
    Neither,
}

/// The mark of a device.
pub(super) fn mark(document: &Document, device: &str) -> Mark {
    let Some(verdict) = document.verdicts.get(device) else {
        return Mark::Neither;
    };
    match verdict.verdict {
        word if word.is_good() => Mark::Good,
        VerdictKind::NothingToVerify | VerdictKind::NothingVerified | VerdictKind::NotDetermined => {
            Mark::Neither
        }
        _ => Mark::Bad,
    }
}

impl Mark {
    /// A sign for those who look before they read.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Good => "✅",
            Self::Bad => "❌",
            Self::Neither => "⚪",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples;
    use super::*;
    use crate::outcome::Outcome;
    use crate::requirements::Chapter;
    use rstest::rstest;

    #[rstest]
    #[case(&[Outcome::Pass], Mark::Good)]
    #[case(&[Outcome::Pass, Outcome::Fail], Mark::Bad)]
    #[case(&[Outcome::Pass, Outcome::UnexpectedPass], Mark::Bad)]
    #[case(&[Outcome::Pass, Outcome::NotRun], Mark::Neither)]
    fn a_verdict_has_a_mark(#[case] outcomes: &[Outcome], #[case] expected: Mark) {
        let records = outcomes.iter().map(|&outcome| samples::record(Chapter::Specified, outcome)).collect();
        let mut document = samples::document_of(records);
        assert_eq!(mark(&document, "host::dev0"), expected);
        document.verdicts.clear();
        assert_eq!(mark(&document, "host::dev0"), Mark::Neither);
        assert_eq!(words(&document, "host::dev0"), "no verdict: the run has not come to its end");
    }
}
