//! Results that are a part of a run, or are merged from parts.

use super::document::Document;
use super::escape::counted;
use crate::subject::program;
use std::fmt::Write as _;

/// That results are of a shard of the tests, or of several, if so.
pub(super) fn part(document: &Document) -> String {
    put_together(document) + &shard(document)
}

fn put_together(document: &Document) -> String {
    let count = document.environment.parts.len();
    if count > 0 {
        let open = match document.summary.settled {
            true => "",
            false => {
                "; one was killed, so that it is not known how its processes would have ended, and this is not the whole"
            }
        };
        return format!("\nmerged from {}{open}\n", counted(count, "run"));
    }
    String::new()
}

/// A shard may have been continued.
fn shard(document: &Document) -> String {
    let asked = document.environment.asked.as_ref();
    let Some((asked, shard)) = asked.and_then(|asked| Some((asked, asked.shard?))) else {
        return String::new();
    };
    let mut text = format!(
        "\nthis is shard {shard}: it has {} of {}",
        document.tests.len(),
        counted(asked.tests, "test")
    );
    if shard.of > 1 {
        // Writing to a string cannot fail.
        let _ = write!(text, "; `{} report merge` puts the results of all {} together", program(), shard.of);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::request_record::RequestRecord;
    use super::super::samples;
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::whole(None, 0, "")]
    #[case::shard(Some("1/3"), 0, "this is shard 1/3: ")]
    #[case::continued(None, 2, "merged from 2 runs; ")]
    #[case::shard_that_was_continued(Some("1/3"), 2, "merged from 2 runs; | this is shard 1/3: ")]
    fn what_is_not_the_whole_says_so(
        #[case] shard: Option<&str>,
        #[case] parts: usize,
        #[case] expected: &str,
    ) {
        let mut document = samples::document();
        document.summary.settled = false;
        let shard = shard.map(|shard| shard.parse().unwrap());
        document.environment.asked = Some(RequestRecord { shard, ..RequestRecord::default() });
        document.environment.parts = vec![samples::environment(); parts];
        let said = part(&document);
        let lines: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
        let expected: Vec<&str> = expected.split_terminator("| ").map(str::trim_end).collect();
        assert_eq!(lines.len(), expected.len(), "{said}");
        assert!(lines.iter().zip(expected).all(|(line, begin)| line.starts_with(begin)), "{said}");
    }
}
