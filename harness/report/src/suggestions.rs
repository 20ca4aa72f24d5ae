//! Guesses the name that a mistyped one means.

use crate::enumeration::enumerated;

/// Maximum number of slips in a short name: letters that are wrong, missing, superfluous or exchanged with their neighbours.
const SLIPS: usize = 2;

/// A longer name may have one slip for so many letters.
const LETTERS_A_SLIP: usize = 8;

/// Finds the name closest to the word, if any is close enough.
pub fn find_closest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    find_close(word, names).into_iter().next()
}

/// Finds all names that are close enough to the word, the closest first.
pub fn find_close<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let word_parts = separated(word);
    let distances = names.into_iter().map(|name| (strsim::osa_distance(&word_parts, &separated(name)), name));
    let mut close: Vec<(usize, &str)> = distances
        .filter(|&(slips, name)| {
            let letters = name.chars().count().min(word.chars().count());
            // All letters of a short word may be wrong within that.
            slips <= SLIPS.max(letters / LETTERS_A_SLIP) && slips < letters
        })
        .collect();
    close.sort_by_key(|&(slips, _)| slips);
    close.into_iter().map(|(_, name)| name).collect()
}

/// The text with one separator for all: names of tests have `::`, and those of requirements `.`.
#[must_use]
pub fn separated(text: &str) -> String {
    text.replace("::", ".").replace([':', '/'], ".")
}

/// The question that an error ends with, if there is a name that may have been meant.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    find_closest(word, names).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

/// The same question. If names begin with the word, it has all of them.
pub fn did_you_mean_one_of<'n>(word: &str, names: impl IntoIterator<Item = &'n str> + Clone) -> String {
    let longer = names.clone().into_iter().filter(|name| !word.is_empty() && name.starts_with(word));
    let longer: Vec<String> = longer.map(|name| format!("'{name}'")).collect();
    if longer.is_empty() {
        return did_you_mean(word, names);
    }
    format!("; did you mean {}?", enumerated(&longer, "or"))
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
    #[case("lveel-zreo", Some("level-zero"))]
    fn slips_are_seen_through(#[case] word: &str, #[case] meant: Option<&str>) {
        assert_eq!(find_closest(word, ["host", "cuda", "level-zero", "ur"]), meant);
    }

    #[rstest]
    #[case("memory:open", "memory::open")]
    #[case("memory.open", "memory::open")]
    #[case("memory::opne", "memory.open")]
    fn separators_are_no_slips(#[case] word: &str, #[case] meant: &str) {
        assert_eq!(find_closest(word, [meant]), Some(meant));
    }

    #[test]
    fn long_names_have_more_slips() {
        let names = ["memory.cross_process.consumer_exits_first"];
        assert_eq!(find_closest("memry.crossprocess.consumer_exit_frist", names), Some(names[0]));
    }

    #[rstest]
    #[case("host@n", "; did you mean 'host@no-ipc' or 'host@no-event'?")]
    #[case("host@no-i", "; did you mean 'host@no-ipc'?")]
    #[case("host@no-ebent", "; did you mean 'host@no-event'?")]
    #[case("hosting", "")]
    #[case("", "")]
    fn names_that_begin_so_are_named(#[case] word: &str, #[case] said: &str) {
        assert_eq!(did_you_mean_one_of(word, ["host", "host@no-ipc", "host@no-event"]), said);
    }
}
