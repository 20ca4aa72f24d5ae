//! Variables of the environment. One that is set to nothing is not set.

use std::ffi::OsString;
use std::path::PathBuf;

/// The text of a variable.
///
/// # Errors
/// If it is none: a setting that is passed over would be taken for one that holds.
pub(super) fn text(name: &str) -> Result<Option<String>, String> {
    let text = value(name).map(OsString::into_string).transpose();
    text.map_err(|value| {
        format!("{name}: '{}' is not UTF-8; set it to a text, or to nothing", value.display())
    })
}

/// Whether a variable is 1; not, if it is 0 or not set.
///
/// # Errors
/// If it is anything else.
pub(super) fn flag(name: &str) -> Result<bool, String> {
    match text(name)?.as_deref() {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(other) => Err(format!("{name}: '{other}' is neither 0 nor 1")),
    }
}

/// The path that a variable names, which need not be text.
pub(super) fn path(name: &str) -> Option<PathBuf> {
    value(name).map(PathBuf::from)
}

fn value(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_what_the_environment_says() {
        assert_eq!(text("PATH"), Ok(Some(std::env::var("PATH").unwrap())));
        assert_eq!(text("UR_IPC_CTS_NO_SUCH_VARIABLE"), Ok(None));
        assert_eq!(path("UR_IPC_CTS_NO_SUCH_VARIABLE"), None);
        assert_eq!(flag("UR_IPC_CTS_NO_SUCH_VARIABLE"), Ok(false));
        assert!(flag("PATH").is_err());
    }
}
