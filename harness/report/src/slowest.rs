//! The tests that took longest.

use crate::outcome::Record;
use std::cmp::Reverse;
use std::fmt::Write as _;

/// So many of the slowest tests, a line each; nothing if there are none.
pub fn slowest(records: &[Record], count: usize) -> String {
    let mut records: Vec<&Record> =
        records.iter().filter(|record| record.execution.duration_us > 0).collect();
    records.sort_by_key(|record| Reverse(record.execution.duration_us));
    records.truncate(count);
    let mut text = String::new();
    for record in records {
        if text.is_empty() {
            text.push_str("\nslowest:\n");
        }
        let milliseconds = record.execution.duration_us / 1000;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {milliseconds:>7} ms  {} ({})", record.name, record.outcome());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn the_slowest_come_first() {
        let mut records = samples::records();
        for (record, us) in records.iter_mut().zip([2_000, 0, 0, 0, 900, 70_000_000]) {
            record.execution.duration_us = us;
        }
        let expected = "\nslowest:\n      70000 ms  host::dev0::memory::open::stale (crash)\n          \
                        2 ms  host::dev0::memory::open::fine (pass)\n";
        assert_eq!(slowest(&records, 2), expected);
        assert_eq!(slowest(&records, 9).lines().count(), 5);
        assert_eq!(slowest(&records[1..3], 9), "");
    }
}
