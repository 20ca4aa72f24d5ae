//! Lists of words in a sentence.

use std::borrow::Borrow;

/// Number of names that stand for many in a line of a report.
pub(super) const FEW: usize = 3;

/// The first so many names, and the number of the others: "a, b, c and 5 more".
pub fn first_of<N: Borrow<str>>(most: usize, names: &[N]) -> String {
    let (shown, rest) = names.split_at(names.len().min(most));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    shown.join(", ") + &more
}

/// Joins the words: "a, b and c" if the last is joined by "and".
pub(super) fn enumerated(words: &[String], joined_by: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [others @ .., last] => format!("{} {joined_by} {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::none(&[], "")]
    #[case::one(&["a"], "a")]
    #[case::two(&["a", "b"], "a and b")]
    #[case::three(&["a", "b", "c"], "a, b and c")]
    fn only_the_last_word_is_joined_by_another(#[case] words: &[&str], #[case] expected: &str) {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(enumerated(&words, "and"), expected);
    }

    #[test]
    fn a_few_names_stand_for_many() {
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!([first_of(FEW, &names), first_of(FEW, &names[..3])], ["a, b, c and 2 more", "a, b, c"]);
    }
}
