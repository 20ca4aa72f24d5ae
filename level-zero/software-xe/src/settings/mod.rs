//! Settings from the environment.

mod faults;
mod value;

use std::ffi::OsString;

pub use faults::{Effect, Fault, When};

use crate::device::{B580, Device};

/// The prefix of all names.
const PREFIX: &str = "SOFTWARE_XE_";
/// Nodes of devices that there can be.
const MOST_DEVICES: usize = 4;

/// The settings of this library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The devices, in the order of their nodes.
    pub devices: Vec<&'static Device>,
    /// Bytes of local memory of each device that has some, if not the product's.
    pub vram: Option<u64>,
    /// Processes with one name share the local memory of their devices. `%s` stands for the session that a process is in.
    pub machine: String,
    /// The behaviour of the kernel's Yama module, which restricts tracing.
    pub yama: Yama,
    /// The numbers of exported objects' descriptors.
    pub descriptors: Descriptors,
    /// Whether the GPU's data becomes visible as late as it may.
    pub late_writes: bool,
    /// The faults that occur.
    pub faults: Vec<Fault>,
    /// The file that each request is written to.
    pub log: Option<String>,
    /// The file that a process writes its counts to when it ends.
    pub counts: Option<String>,
    /// The driver's library, which has the kernels that queues may run.
    pub driver: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            devices: vec![&B580],
            vram: None,
            machine: "default".to_owned(),
            yama: Yama::Present,
            descriptors: Descriptors::Lowest,
            late_writes: false,
            faults: Vec::new(),
            log: None,
            counts: None,
            driver: None,
        }
    }
}

/// The result of `prctl(PR_SET_PTRACER)`. If it succeeds, Intel's driver shares by `pidfd_getfd`, else over sockets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Yama {
    /// As a kernel without Yama: an invalid argument.
    Absent,
    /// As a kernel with Yama: it succeeds.
    Present,
    /// As this kernel does.
    System,
}

/// The numbers that the descriptors of exported objects get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Descriptors {
    /// The lowest that is free, as the kernel gives them.
    Lowest,
    /// One that was not given for long. A driver that takes a number for an object that had it before is not led astray.
    Fresh,
}

/// A variable that cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}={value}: {reason}")]
pub struct BadSetting {
    name: String,
    value: String,
    reason: String,
}

impl Settings {
    /// Reads the settings from the environment of this process.
    pub fn from_environment() -> Result<Self, BadSetting> {
        Self::parse(std::env::vars_os())
    }

    /// Reads the settings from these variables. Those of other names mean nothing here.
    pub fn parse(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Result<Self, BadSetting> {
        let mut settings = Self::default();
        for (name, value) in variables {
            let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else { continue };
            let bad = |value: &str, reason: String| BadSetting {
                name: name.to_owned(),
                value: value.to_owned(),
                reason,
            };
            let Some(value) = value.to_str() else {
                return Err(bad(&value.to_string_lossy(), "is not UTF-8".to_owned()));
            };
            settings.set(&name[PREFIX.len()..], value).map_err(|reason| bad(value, reason))?;
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "DEVICES" => self.devices = devices(value)?,
            "VRAM" => self.vram = Some(vram(value)?),
            "MACHINE" => self.machine = machine(value)?,
            "YAMA" => {
                self.yama = value::one_of(
                    value,
                    &[("absent", Yama::Absent), ("present", Yama::Present), ("system", Yama::System)],
                )?;
            }
            "DESCRIPTORS" => {
                self.descriptors =
                    value::one_of(value, &[("lowest", Descriptors::Lowest), ("fresh", Descriptors::Fresh)])?;
            }
            "LATE_WRITES" => self.late_writes = value::one_of(value, &[("0", false), ("1", true)])?,
            "FAULTS" => self.faults = faults::parse(value)?,
            "LOG" => self.log = Some(value::path(value)?),
            "COUNTS" => self.counts = Some(value::path(value)?),
            "DRIVER" => self.driver = Some(value::path(value)?),
            _ => return Err("there is no such variable; README.md lists them".to_owned()),
        }
        Ok(())
    }
}

fn devices(value: &str) -> Result<Vec<&'static Device>, String> {
    let devices: Vec<_> = value
        .split(',')
        .map(|key| {
            Device::by_key(key).ok_or_else(|| {
                let keys: Vec<_> = crate::device::ALL.iter().map(|device| device.key).collect();
                format!("there is no device '{key}', there are {}", keys.join(", "))
            })
        })
        .collect::<Result<_, _>>()?;
    if devices.len() > MOST_DEVICES {
        return Err(format!("{} devices, and there can be {MOST_DEVICES}", devices.len()));
    }
    Ok(devices)
}

fn vram(value: &str) -> Result<u64, String> {
    let bytes = value::size(value)?;
    // What a page table entry can cover, so that no binding is refused for its place in memory.
    if bytes == 0 || bytes % (64 << 10) != 0 {
        return Err("local memory is a multiple of 64K, and not nothing".to_owned());
    }
    Ok(bytes)
}

fn machine(value: &str) -> Result<String, String> {
    let fits = !value.is_empty()
        && value.len() <= 64
        && value.replace("%s", "").bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    if fits {
        Ok(value.to_owned())
    } else {
        Err("a name has 1 to 64 letters, digits, '-', '_', '.' and '%s'".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::device::{LUNAR_LAKE, PONTE_VECCHIO};

    fn parse(name: &str, value: &str) -> Result<Settings, String> {
        Settings::parse([(name.into(), value.into())]).map_err(|bad| bad.to_string())
    }

    #[rstest]
    #[case::others_mean_nothing("PATH", "/bin", Settings::default())]
    #[case::device("SOFTWARE_XE_DEVICES", "lnl", Settings { devices: vec![&LUNAR_LAKE], ..Settings::default() })]
    #[case::devices("SOFTWARE_XE_DEVICES", "b580,pvc", Settings {
        devices: vec![&B580, &PONTE_VECCHIO], ..Settings::default()
    })]
    #[case::vram("SOFTWARE_XE_VRAM", "512M", Settings { vram: Some(512 << 20), ..Settings::default() })]
    #[case::machine("SOFTWARE_XE_MACHINE", "run-7", Settings { machine: "run-7".to_owned(), ..Settings::default() })]
    #[case::session("SOFTWARE_XE_MACHINE", "%s", Settings { machine: "%s".to_owned(), ..Settings::default() })]
    #[case::yama("SOFTWARE_XE_YAMA", "absent", Settings { yama: Yama::Absent, ..Settings::default() })]
    #[case::descriptors(
        "SOFTWARE_XE_DESCRIPTORS", "fresh", Settings { descriptors: Descriptors::Fresh, ..Settings::default() }
    )]
    #[case::late_writes("SOFTWARE_XE_LATE_WRITES", "1", Settings { late_writes: true, ..Settings::default() })]
    #[case::log("SOFTWARE_XE_LOG", "/tmp/%p", Settings { log: Some("/tmp/%p".to_owned()), ..Settings::default() })]
    fn takes(#[case] name: &str, #[case] value: &str, #[case] expected: Settings) {
        assert_eq!(parse(name, value), Ok(expected));
    }

    #[rstest]
    #[case::unknown("SOFTWARE_XE_DEVICE", "b580", "there is no such variable")]
    #[case::device("SOFTWARE_XE_DEVICES", "b580,", "there is no device ''")]
    #[case::too_many("SOFTWARE_XE_DEVICES", "lnl,lnl,lnl,lnl,lnl", "5 devices")]
    #[case::no_vram("SOFTWARE_XE_VRAM", "0", "not nothing")]
    #[case::odd_vram("SOFTWARE_XE_VRAM", "65537", "multiple of 64K")]
    #[case::machine("SOFTWARE_XE_MACHINE", "../etc", "letters")]
    #[case::part_of_a_session("SOFTWARE_XE_MACHINE", "%p", "'%s'")]
    #[case::yama("SOFTWARE_XE_YAMA", "yes", "absent, present or system")]
    #[case::late("SOFTWARE_XE_LATE_WRITES", "", "0 or 1")]
    #[case::log("SOFTWARE_XE_LOG", "", "it is a path")]
    fn refuses(#[case] name: &str, #[case] value: &str, #[case] reason: &str) {
        let message = parse(name, value).unwrap_err();
        assert!(message.starts_with(&format!("{name}={value}: ")), "{message}");
        assert!(message.contains(reason), "{message}");
    }

    proptest! {
        #[test]
        fn nothing_panics(
            name in "SOFTWARE_XE_(DEVICES|VRAM|MACHINE|YAMA|LATE_WRITES|FAULTS|LOG|[A-Z]*)",
            value: String,
        ) {
            let _ = parse(&name, &value);
        }
    }
}
