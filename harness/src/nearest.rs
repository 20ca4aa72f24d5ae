//! What somebody may have meant who mistyped a name.

/// How many letters may be wrong, lacking or too many.
const SLIPS: usize = 2;

/// The name that the word is nearest to, if it is near enough to any.
pub(crate) fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let distances = names.into_iter().map(|name| (distance(word, name), name));
    let (slips, name) = distances.min_by_key(|(distance, _)| *distance)?;
    // All letters of a short word may be wrong within that.
    (slips <= SLIPS && slips < name.chars().count().min(word.chars().count())).then_some(name)
}

/// The question that an error ends with, if there is a name that may have been meant.
pub(crate) fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    nearest(word, names).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

/// How many letters are to be changed, added or taken away to get from one to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (taken, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], taken + 1);
        for (column, other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
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
        assert_eq!(nearest(word, ["host", "cuda", "level-zero", "ur"]), meant);
    }

    proptest! {
        #[test]
        fn the_distance_is_one(a in "[a-c]{0,6}", b in "[a-c]{0,6}", c in "[a-c]{0,6}") {
            prop_assert_eq!(distance(&a, &b), distance(&b, &a));
            prop_assert_eq!(distance(&a, &b) == 0, a == b);
            prop_assert!(distance(&a, &c) <= distance(&a, &b) + distance(&b, &c));
            prop_assert!(distance(&a, &b) <= a.len().max(b.len()));
        }
    }
}
