//! The environment variables: the one list from which they are parsed and which the README shows.

use std::time::Duration;

use super::calls;
use super::freedoms;
use super::invalid::Problem;
use super::settings::Settings;
use super::sharing;
use super::values::{choice, milliseconds, names, number, version};

/// The prefix of the names of all variables.
pub const PREFIX: &str = "LEVEL_ZERO_SOFT_";

/// An environment variable.
pub struct Variable {
    /// Name without [`PREFIX`].
    pub name: &'static str,
    /// The allowed values, in words.
    pub allowed: &'static str,
    /// The behaviour without it.
    #[cfg_attr(not(test), expect(dead_code, reason = "shown by the README, which a test compares"))]
    pub default: &'static str,
    /// The behaviour that it changes.
    #[cfg_attr(not(test), expect(dead_code, reason = "shown by the README, which a test compares"))]
    pub meaning: &'static str,
    /// Puts a value into the settings.
    pub apply: fn(&mut Settings, &str) -> Result<(), Problem>,
}

/// All variables.
pub const VARIABLES: &[Variable] = &[
    Variable {
        name: "DEVICES",
        allowed: "0 to 64",
        default: "1",
        meaning: "number of devices",
        apply: |settings, value| number(value, 0..=64).map(|number| settings.devices = number as u32),
    },
    Variable {
        name: "API_VERSION",
        allowed: "1.0 to 1.17",
        default: "1.17",
        meaning: "specification version; newer functions answer that they are unsupported",
        apply: |settings, value| version(value).map(|version| settings.api_version = version),
    },
    Variable {
        name: "DRIVER_VERSION",
        allowed: "0 to 65535",
        default: "39000",
        meaning: "build number, the low half of the driver version",
        apply: |settings, value| {
            number(value, 0..=u16::MAX.into()).map(|number| settings.driver_build = number as u16)
        },
    },
    Variable {
        name: "IP_VERSION",
        allowed: "0 to 0xffffffff",
        default: "0x05004000",
        meaning: "version of the hardware block of the devices",
        apply: |settings, value| {
            number(value, 0..=u32::MAX.into()).map(|number| settings.ip_version = number as u32)
        },
    },
    Variable {
        name: "FAIL",
        allowed: "function:n or function:n:ZE_RESULT_NAME, separated by commas; n from 1, or * for every call",
        default: "none",
        meaning: "calls that fail instead of doing anything, with ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY if not said",
        apply: |settings, value| calls::failures(value).map(|failures| settings.failures = failures),
    },
    Variable {
        name: "DELAY",
        allowed: "function:milliseconds, separated by commas",
        default: "none",
        meaning: "time that each call of a function waits first",
        apply: |settings, value| calls::delays(value).map(|delays| settings.delays = delays),
    },
    Variable {
        name: "COMMAND_DELAY",
        allowed: "milliseconds",
        default: "0",
        meaning: "time that each command of a command list waits first",
        apply: |settings, value| milliseconds(value).map(|time: Duration| settings.command_delay = time),
    },
    Variable {
        name: "REFUSE",
        allowed: "names of functions and extensions, separated by commas",
        default: "none",
        meaning: "what the driver does not know",
        apply: |settings, value| names(value).map(|names| settings.refused = names),
    },
    Variable {
        name: "EVENTS",
        allowed: "two-way, one-way, one-way-early or one-way-apart",
        default: "two-way",
        meaning: "one-way: a handle is the last signal of its event, which is only waited for where it is opened; early: \
                  an event without a signal has a handle that is complete; apart: what is opened is signalled as well, \
                  unseen by its source",
        apply: |settings, value| sharing::events(value).map(|events| settings.events = events),
    },
    Variable {
        name: "MEMORY_HANDLES",
        allowed: "descriptor, or opaque:n for n from 0 to 0xffffffff",
        default: "descriptor",
        meaning: "descriptor: a memory handle begins with one, a copy of which the program puts there in another process; \
                  opaque: it begins with n, and the driver takes what it names from the exporter",
        apply: |settings, value| sharing::handles(value).map(|handles| settings.handles = handles),
    },
    Variable {
        name: "KEEP_IMPORTS",
        allowed: "0 or 1",
        default: "0",
        meaning: "1: what was opened from a handle is never released, a leak",
        apply: |settings, value| choice(value, ["0", "1"]).map(|keep| settings.keep_closed_imports = keep),
    },
    Variable {
        name: "IMPORTS",
        allowed: "checked or trusting",
        default: "checked",
        meaning: "trusting: any file that can be mapped is imported, with the size that the caller claims; access \
                  beyond its end is a SIGBUS",
        apply: |settings, value| {
            choice(value, ["checked", "trusting"]).map(|trusting| settings.trusting_imports = trusting)
        },
    },
    Variable {
        name: "DESCRIPTOR_LIMIT",
        allowed: "0 or more",
        default: "none",
        meaning: "most file descriptors that the driver holds at once",
        apply: |settings, value| {
            number(value, 0..=usize::MAX as u64).map(|limit| settings.descriptor_limit = Some(limit as usize))
        },
    },
    Variable {
        name: "FREEDOMS",
        allowed: "all, or names of freedoms, separated by commas",
        default: "none",
        meaning: "conforming behaviour other than the usual one, see below",
        apply: |settings, value| freedoms::parse(value).map(|freedoms| settings.freedoms = freedoms),
    },
    Variable {
        name: "LOG",
        allowed: "path of a file; %p stands for the process id",
        default: "none",
        meaning: "file to which each call appends a line",
        apply: |settings, value| match value {
            "" => Err(Problem::with(value, "no path")),
            path => {
                settings.log = Some(path.to_owned());
                Ok(())
            }
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_shows_the_variables() {
        let row = |variable: &Variable| {
            let Variable { name, allowed, default, meaning, .. } = variable;
            format!("| `{PREFIX}{name}` | {allowed} | {default} | {meaning} |")
        };
        let readme: Vec<_> = include_str!("../../README.md")
            .lines()
            .filter(|line| line.starts_with(&format!("| `{PREFIX}")))
            .map(str::to_owned)
            .collect();
        assert_eq!(readme, VARIABLES.iter().map(row).collect::<Vec<_>>());
    }
}
