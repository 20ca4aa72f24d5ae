//! The words of a command line for a setting of a file.

use super::file::Value;
use clap::{Arg, ArgAction};
use std::ffi::OsString;
use std::path::Path;
use ur_ipc_harness::suite::Suite;

/// The name of the values that are paths.
const FILE: &str = "FILE";
/// The standard output, in the place of a file.
const STREAM: &str = "-";
/// The option of backends, whose names clap does not know.
const BACKEND: &str = "backend";

/// The words for an option that is set to this. Paths go on from the folder.
///
/// # Errors
/// What was expected instead.
pub(super) fn of(option: &Arg, value: &Value, folder: &Path, suite: &Suite) -> Result<Vec<OsString>, String> {
    let flag = format!("--{}", option.get_long().unwrap_or_default());
    let takes_none = option.get_num_args().is_some_and(|count| count.min_values() == 0);
    let is_flag = matches!(option.get_action(), ArgAction::SetTrue);
    match value {
        // An option that is off is left out.
        Value::Flag(on) if is_flag || takes_none => Ok(on.then(|| flag.into()).into_iter().collect()),
        other if is_flag => Err(format!("it is {} (expected true or false)", other.kind())),
        Value::List(values) if matches!(option.get_action(), ArgAction::Append) => {
            values.iter().map(|value| word(option, &flag, value, folder, suite)).collect()
        }
        Value::List(_) => Err(format!("it is {} (expected one value)", value.kind())),
        one => Ok(vec![word(option, &flag, one, folder, suite)?]),
    }
}

fn word(option: &Arg, flag: &str, value: &Value, folder: &Path, suite: &Suite) -> Result<OsString, String> {
    let (Value::One(text) | Value::Number(text)) = value else {
        return Err(format!("it is {} (expected a text or a number)", value.kind()));
    };
    if option.get_id() == BACKEND {
        suite.resolve(text).map_err(|why| why.to_string())?;
    }
    let mut word = OsString::from(format!("{flag}="));
    if is_path(option, suite) && text != STREAM {
        word.push(folder.join(text));
    } else {
        word.push(text);
    }
    Ok(word)
}

/// Whether the values are paths: of files that the command reads or writes, or of what a backend opens.
fn is_path(option: &Arg, suite: &Suite) -> bool {
    let names = option.get_value_names().unwrap_or_default();
    // A library that is no more than a name is looked for where the system has its libraries.
    names.iter().any(|name| name == FILE) && suite.options().all(|known| option.get_id() != known.flag)
}
