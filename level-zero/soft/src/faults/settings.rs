//! Settings from the environment, read once in a process.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::sync::LazyLock;
use std::time::Duration;

use level_zero_sys::{ze_api_version_t, ze_result_t};

use super::calls::{Calls, Delay, Failure};
use super::freedoms::Freedom;
use super::invalid::Invalid;
use super::sharing::{EventSharing, HandleLayout};
use super::variables::{PREFIX, VARIABLES};

/// The settings of this driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Number of devices.
    pub devices: u32,
    /// Specification version that the driver says it implements; newer functions are unsupported.
    pub api_version: ze_api_version_t,
    /// Build number, the low half of the driver version.
    pub driver_build: u16,
    /// Version of the hardware block.
    pub ip_version: u32,
    /// Calls that fail.
    pub failures: Vec<Failure>,
    /// Calls that take longer.
    pub delays: Vec<Delay>,
    /// Time that each command of a list takes at least.
    pub command_delay: Duration,
    /// Functions and extensions that the driver does not know.
    pub refused: BTreeSet<String>,
    /// The way in which events are shared between processes.
    pub events: EventSharing,
    /// The layout of memory handles.
    pub handles: HandleLayout,
    /// Whether closed imports keep what they held.
    pub keep_closed_imports: bool,
    /// Whether imported descriptors are taken unseen, with the size that the caller claims.
    pub trusting_imports: bool,
    /// Open descriptors of this driver beyond which it has no memory for more.
    pub descriptor_limit: Option<usize>,
    /// Freedoms of Level Zero that it uses.
    pub freedoms: BTreeSet<Freedom>,
    /// File for the log of calls, with `%p` for the process id.
    pub log: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            devices: 1,
            api_version: ze_api_version_t::ZE_API_VERSION_CURRENT,
            driver_build: 39_000,
            ip_version: 0x0500_4000,
            failures: Vec::new(),
            delays: Vec::new(),
            command_delay: Duration::ZERO,
            refused: BTreeSet::new(),
            events: EventSharing::TwoWay,
            handles: HandleLayout::Descriptor,
            keep_closed_imports: false,
            trusting_imports: false,
            descriptor_limit: None,
            freedoms: BTreeSet::new(),
            log: None,
        }
    }
}

impl Settings {
    /// Reads those variables whose names start with [`PREFIX`].
    ///
    /// # Errors
    /// One entry per variable that is unknown or has a wrong value.
    pub fn from_variables(
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, Vec<Invalid>> {
        let mut settings = Self::default();
        let mut wrong = Vec::new();
        for (name, value) in variables {
            if !name.as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
                continue;
            }
            wrong.extend(settings.apply(&name.to_string_lossy(), &value).err());
        }
        if wrong.is_empty() { Ok(settings) } else { Err(wrong) }
    }

    fn apply(&mut self, name: &str, value: &OsString) -> Result<(), Invalid> {
        let invalid = |place: String, problem: String, allowed: String| Invalid {
            variable: name.to_owned(),
            place,
            problem,
            allowed,
        };
        let Some(variable) =
            VARIABLES.iter().find(|variable| name.strip_prefix(PREFIX) == Some(variable.name))
        else {
            let names: Vec<_> =
                VARIABLES.iter().map(|variable| format!("{PREFIX}{}", variable.name)).collect();
            return Err(invalid("the name".to_owned(), "no such variable".to_owned(), names.join(", ")));
        };
        let Some(text) = value.to_str() else {
            let place = format!("{value:?}");
            return Err(invalid(place, "not UTF-8".to_owned(), variable.allowed.to_owned()));
        };
        (variable.apply)(self, text)
            .map_err(|problem| invalid(problem.place, problem.problem, variable.allowed.to_owned()))
    }

    /// The result that a call of a function, counted from one, returns in place of its own; `None` for its own.
    pub fn failure_of(&self, function: &str, call: u64) -> Option<ze_result_t> {
        self.failures
            .iter()
            .find(|failure| {
                failure.function == function
                    && match failure.calls {
                        Calls::Every => true,
                        Calls::Nth(number) => number == call,
                    }
            })
            .map(|failure| failure.result)
    }

    /// The time by which the calls of a function take longer, if at all.
    pub fn delay_of(&self, function: &str) -> Option<Duration> {
        self.delays.iter().find(|delay| delay.function == function).map(|delay| delay.time)
    }
}

/// The settings of this process, and whether its environment was right.
static SETTINGS: LazyLock<(Settings, bool)> =
    LazyLock::new(|| match Settings::from_variables(env::vars_os()) {
        Ok(settings) => (settings, true),
        Err(wrong) => {
            for invalid in wrong {
                eprintln!("level-zero-soft: {invalid}");
            }
            (Settings::default(), false)
        }
    });

/// The settings that the environment asks for; the defaults if it is wrong.
pub fn settings() -> &'static Settings {
    &SETTINGS.0
}

/// True if the environment is right. What is wrong went to standard error; initialisation then fails.
pub fn valid() -> bool {
    SETTINGS.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    fn parse(variables: &[(&str, &str)]) -> Result<Settings, Vec<Invalid>> {
        Settings::from_variables(variables.iter().map(|(name, value)| (name.into(), value.into())))
    }

    #[test]
    fn variables_change_their_settings() {
        let settings = parse(&[
            ("LEVEL_ZERO_SOFT_DEVICES", "3"),
            ("LEVEL_ZERO_SOFT_API_VERSION", "1.9"),
            ("LEVEL_ZERO_SOFT_IP_VERSION", "0x1"),
            ("LEVEL_ZERO_SOFT_FAIL", "zeMemFree:2,zeInit:*:ZE_RESULT_ERROR_UNKNOWN"),
            ("LEVEL_ZERO_SOFT_DELAY", "zeMemFree:7"),
            ("LEVEL_ZERO_SOFT_EVENTS", "one-way"),
            ("LEVEL_ZERO_SOFT_MEMORY_HANDLES", "opaque:0x7fff0001"),
            ("LEVEL_ZERO_SOFT_IMPORTS", "trusting"),
            ("LEVEL_ZERO_SOFT_DESCRIPTOR_LIMIT", "0"),
            ("ANOTHER", "anything"),
        ])
        .expect("all are right");
        assert_eq!((settings.devices, settings.ip_version, settings.driver_build), (3, 1, 39_000));
        assert_eq!(settings.api_version, ze_api_version_t::ZE_API_VERSION_1_9);
        assert_eq!(settings.events, EventSharing::OneWay);
        assert_eq!(settings.handles, HandleLayout::Opaque(0x7fff_0001));
        assert!(settings.trusting_imports && !settings.keep_closed_imports);
        assert_eq!(settings.descriptor_limit, Some(0));
        assert_eq!(settings.delay_of("zeMemFree"), Some(Duration::from_millis(7)));
        assert_eq!(settings.delay_of("zeInit"), None);
        let out_of_memory = Some(ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
        let failures = [1, 2, 3].map(|call| settings.failure_of("zeMemFree", call));
        assert_eq!(failures, [None, out_of_memory, None]);
        assert_eq!(settings.failure_of("zeInit", 9), Some(ze_result_t::ZE_RESULT_ERROR_UNKNOWN));
    }

    #[test]
    fn every_wrong_variable_is_named_with_its_place_and_what_is_allowed() {
        let wrong = parse(&[
            ("LEVEL_ZERO_SOFT_DEVICES", "many"),
            ("LEVEL_ZERO_SOFT_FAIL", "zeMemFree:1,zeMemFree:x"),
            ("LEVEL_ZERO_SOFT_ODD", "1"),
        ])
        .expect_err("all are wrong");
        let texts: Vec<_> = wrong.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts[0],
            "LEVEL_ZERO_SOFT_DEVICES: 'many': invalid digit found in string; allowed: 0 to 64"
        );
        assert!(texts[1].starts_with("LEVEL_ZERO_SOFT_FAIL: entry 2, 'x': "), "{}", texts[1]);
        assert!(texts[2].contains("no such variable; allowed: LEVEL_ZERO_SOFT_DEVICES, "), "{}", texts[2]);
    }

    #[test]
    fn values_that_are_no_text_are_wrong() {
        let value = OsString::from_vec(vec![0xff]);
        let wrong = Settings::from_variables([("LEVEL_ZERO_SOFT_LOG".into(), value)]);
        assert_eq!(wrong.expect_err("it is no UTF-8")[0].problem, "not UTF-8");
    }

    #[test]
    fn the_defaults_in_the_list_are_those_of_the_settings() {
        for variable in VARIABLES.iter().filter(|variable| variable.default != "none") {
            let mut settings = Settings::default();
            (variable.apply)(&mut settings, variable.default).expect("a default is allowed");
            assert_eq!(settings, Settings::default(), "{}", variable.name);
        }
    }
}
