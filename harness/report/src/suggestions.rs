//! Guesses the name that a mistyped one means.

/// Maximum edit distance: letters that are wrong, missing or superfluous.
const SLIPS: usize = 2;

/// Finds the name closest to the word, if any is close enough.
pub fn find_closest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let distances = names.into_iter().map(|name| (strsim::levenshtein(word, name), name));
    let (slips, name) = distances.min_by_key(|(distance, _)| *distance)?;
    // All letters of a short word may be wrong within that.
    (slips <= SLIPS && slips < name.chars().count().min(word.chars().count())).then_some(name)
}

/// The question that an error ends with, if there is a name that may have been meant.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    find_closest(word, names).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("hots", Some("host"))]
    #[case("level_zero", Some("level-zero"))]
    #[case("cud", Some("cuda"))]
    #[case("hosst", Some("host"))]
    #[case("nope", None)]
    #[case("x", None)]
    #[case("", None)]
    fn slips_are_seen_through(#[case] word: &str, #[case] meant: Option<&str>) {
        assert_eq!(find_closest(word, ["host", "cuda", "level-zero", "ur"]), meant);
    }
}
