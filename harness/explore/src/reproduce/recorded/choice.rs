//! Chooses a test of a result file.

use thiserror::Error;
use ur_ipc_report::outcome::{Outcome, Record};
use ur_ipc_report::suggestions::did_you_mean;

/// As many names are told in an error.
const FEW: usize = 20;

/// Why no test is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotChosen {
    /// It did not go wrong.
    #[error("'{name}' has the outcome '{outcome}'{devices}: there is nothing to reproduce; {failing}")]
    Good {
        /// The name or id in the request.
        name: String,
        /// Its outcome.
        outcome: Outcome,
        /// On which devices, if that is to be said.
        devices: &'static str,
        /// The tests that can be named, in words.
        failing: String,
    },
    /// There is none of the name.
    #[error("there is no test '{name}' in it{hint}")]
    Unknown {
        /// The name.
        name: String,
        /// A suggestion for the name; may be empty.
        hint: String,
    },
    /// Several have the id.
    #[error("'{name}' went wrong on several devices, name one: {names}")]
    Several {
        /// The id.
        name: String,
        /// Their names.
        names: String,
    },
}

/// The test of this name: the full one, or the id, if one device alone has results of it that can be reproduced.
///
/// # Errors
/// Why there is none.
pub fn chosen<'r>(records: &'r [Record], name: &str) -> Result<&'r Record, NotChosen> {
    let good = |record: &Record, devices| {
        let (name, outcome, failing) = (name.to_owned(), record.outcome(), failing(records));
        Err(NotChosen::Good { name, outcome, devices, failing })
    };
    if let Some(record) = records.iter().find(|record| record.name == name) {
        return match went_wrong(record) {
            true => Ok(record),
            false => good(record, ""),
        };
    }
    let of_id: Vec<&Record> = records.iter().filter(|record| record.test == name).collect();
    let wrong: Vec<&Record> = of_id.iter().copied().filter(|record| went_wrong(record)).collect();
    match (&wrong[..], &of_id[..]) {
        ([record], _) => Ok(record),
        ([], []) => {
            let known = records.iter().flat_map(|record| [&*record.name, &*record.test]);
            let meant = did_you_mean(name, known);
            let hint = if meant.is_empty() { format!("; {}", failing(records)) } else { meant };
            Err(NotChosen::Unknown { name: name.to_owned(), hint })
        }
        ([], [record, ..]) => good(record, " on each device"),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|record| &*record.name).collect();
            Err(NotChosen::Several { name: name.to_owned(), names: names.join(", ") })
        }
    }
}

/// Lists the tests that can be named, in words.
pub fn failing(records: &[Record]) -> String {
    let all: Vec<&str> =
        records.iter().filter(|record| went_wrong(record)).map(|record| &*record.name).collect();
    match (&all[..], all.len().saturating_sub(FEW)) {
        ([], _) => "no test of it went wrong".to_owned(),
        (all, 0) => format!("these went wrong: {}", all.join(", ")),
        (all, more) => format!("these went wrong: {}, and {more} more", all[..FEW].join(", ")),
    }
}

/// True if it has seen something that should not be: then its calls are recorded.
fn went_wrong(record: &Record) -> bool {
    matches!(
        record.outcome(),
        Outcome::Fail | Outcome::Crash | Outcome::Timeout | Outcome::ExpectedFail | Outcome::Deviates
    )
}
