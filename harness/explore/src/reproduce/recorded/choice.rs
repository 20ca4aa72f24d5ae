//! Which test of a result file is meant.

use ur_ipc_report::nearest::did_you_mean;
use ur_ipc_report::outcome::{Outcome, Record};

/// As many names are told in an error.
const FEW: usize = 20;

/// The test of this name: the full one, or the id, if one device alone has results of it that can be reproduced.
///
/// # Errors
/// Why there is none.
pub fn chosen<'r>(records: &'r [Record], name: &str) -> Result<&'r Record, String> {
    if let Some(record) = records.iter().find(|record| record.name == name) {
        return match went_wrong(record) {
            true => Ok(record),
            false => Err(format!(
                "'{name}' has the outcome '{}': there is nothing to reproduce; {}",
                record.outcome(),
                failing(records)
            )),
        };
    }
    let of_id: Vec<&Record> = records.iter().filter(|record| record.test == name).collect();
    let wrong: Vec<&Record> = of_id.iter().copied().filter(|record| went_wrong(record)).collect();
    match (&wrong[..], &of_id[..]) {
        ([record], _) => Ok(record),
        ([], []) => {
            let known = records.iter().flat_map(|record| [&*record.name, &*record.test]);
            let meant = did_you_mean(name, known);
            match meant.is_empty() {
                true => Err(format!("there is no test '{name}' in it; {}", failing(records))),
                false => Err(format!("there is no test '{name}' in it{meant}")),
            }
        }
        ([], [record, ..]) => Err(format!(
            "'{name}' has the outcome '{}' on each device: there is nothing to reproduce; {}",
            record.outcome(),
            failing(records)
        )),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|record| &*record.name).collect();
            Err(format!("'{name}' went wrong on several devices, name one: {}", names.join(", ")))
        }
    }
}

/// Which tests can be named.
pub fn failing(records: &[Record]) -> String {
    let all: Vec<&str> =
        records.iter().filter(|record| went_wrong(record)).map(|record| &*record.name).collect();
    match (&all[..], all.len().saturating_sub(FEW)) {
        ([], _) => "no test of it went wrong".to_owned(),
        (all, 0) => format!("these went wrong: {}", all.join(", ")),
        (all, more) => format!("these went wrong: {}, and {more} more", all[..FEW].join(", ")),
    }
}

/// Whether it has seen something that should not be: then its calls are recorded.
fn went_wrong(record: &Record) -> bool {
    matches!(
        record.outcome(),
        Outcome::Fail | Outcome::Crash | Outcome::Timeout | Outcome::ExpectedFail | Outcome::Deviates
    )
}
