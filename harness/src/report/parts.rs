//! Results that are a part of others, or are put together from parts.

use super::document::Document;
use super::escape::counted;
use std::fmt::Write as _;

/// That results are of a share of the tests, or of several, if so.
pub(super) fn part(document: &Document) -> String {
    let count = document.environment.parts.len();
    if count > 0 {
        let open = match document.summary.settled {
            true => "",
            false => {
                "; one was killed, so that it is not known how its processes would have ended, and this is not the whole"
            }
        };
        return format!("\nput together from the results of {}{open}\n", counted(count, "run"));
    }
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
        let _ = write!(text, "; `ur-ipc-cts report merge` puts the results of all {} together", shard.of);
    }
    text + "\n"
}
