//! Which tests were asked for.

use crate::device::Device;
use crate::requirements::{Level, Requirements};
use crate::skiplist::Glob;
use ur_ipc_fixtures::Test;

/// Conditions on tests; an empty list is no condition, and one match in each list is enough.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    /// Parts of full names, or patterns with `*` of full names or ids.
    pub names: Vec<String>,
    /// Whether `names` are whole names.
    pub exact: bool,
    pub families: Vec<String>,
    pub levels: Vec<Level>,
    /// Ids of requirements, or patterns of them.
    pub requirements: Vec<String>,
    /// Numbers, `devN`, device ids, or patterns of device names.
    pub devices: Vec<String>,
}

impl Filter {
    /// Checks the conditions against what there is.
    ///
    /// # Errors
    /// Which condition can never hold.
    pub(crate) fn validate(&self, tests: &[Test], requirements: &Requirements) -> Result<(), String> {
        for family in &self.families {
            if !tests.iter().any(|test| test.family() == family) {
                let mut known: Vec<_> = tests.iter().map(Test::family).collect();
                known.dedup();
                return Err(format!("there is no family '{family}': the tests have {}", known.join(", ")));
            }
        }
        for id in &self.requirements {
            let glob = Glob::new(id);
            if !requirements.all().iter().any(|requirement| glob.matches(&requirement.id)) {
                return Err(format!("there is no requirement '{id}'"));
            }
        }
        Ok(())
    }

    pub(crate) fn wants_device(&self, device: &Device) -> bool {
        self.devices.is_empty()
            || self.devices.iter().any(|wanted| {
                let glob = Glob::new(wanted);
                *wanted == device.index.to_string()
                    || *wanted == format!("dev{}", device.index)
                    || glob.matches(&device.id())
                    || glob.matches(&device.description.name)
            })
    }

    pub(crate) fn wants(&self, name: &str, test: &Test, level: Level) -> bool {
        let family = self.families.is_empty() || self.families.iter().any(|f| f == test.family());
        let level = self.levels.is_empty() || self.levels.contains(&level);
        let requirement = self.requirements.is_empty()
            || self.requirements.iter().any(|wanted| {
                let glob = Glob::new(wanted);
                test.requirements.iter().any(|id| glob.matches(id))
            });
        family && level && requirement && self.wants_name(name, test.id)
    }

    fn wants_name(&self, name: &str, id: &str) -> bool {
        self.names.is_empty()
            || self.names.iter().any(|wanted| {
                if self.exact {
                    wanted == name || wanted == id
                } else if wanted.contains('*') {
                    let glob = Glob::new(wanted);
                    glob.matches(name) || glob.matches(id)
                } else {
                    name.contains(wanted.as_str())
                }
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_fixtures::DeviceDescription;

    const TEST: Test = Test::new("memory::open::stale", &["memory.open.stale"], |_| Ok(()));
    const NAME: &str = "host::dev1::memory::open::stale";

    #[rstest]
    #[case(Filter::default(), true)]
    #[case(Filter { names: vec!["open".into()], ..Filter::default() }, true)]
    #[case(Filter { names: vec!["close".into(), "stale".into()], ..Filter::default() }, true)]
    #[case(Filter { names: vec!["memory::*".into()], ..Filter::default() }, true)]
    #[case(Filter { names: vec!["host::*".into()], ..Filter::default() }, true)]
    #[case(Filter { names: vec!["open".into()], exact: true, ..Filter::default() }, false)]
    #[case(Filter { names: vec![NAME.into()], exact: true, ..Filter::default() }, true)]
    #[case(Filter { families: vec!["event".into()], ..Filter::default() }, false)]
    #[case(Filter { families: vec!["memory".into()], ..Filter::default() }, true)]
    #[case(Filter { levels: vec![Level::May], ..Filter::default() }, false)]
    #[case(Filter { requirements: vec!["memory.open.*".into()], ..Filter::default() }, true)]
    #[case(Filter { requirements: vec!["memory.open".into()], ..Filter::default() }, false)]
    fn tests_are_chosen(#[case] filter: Filter, #[case] wanted: bool) {
        assert_eq!(filter.wants(NAME, &TEST, Level::Must), wanted);
    }

    #[rstest]
    #[case(&[], true)]
    #[case(&["1"], true)]
    #[case(&["dev1"], true)]
    #[case(&["host::dev1"], true)]
    #[case(&["Soft*"], true)]
    #[case(&["0"], false)]
    fn devices_are_chosen(#[case] devices: &[&str], #[case] wanted: bool) {
        let description = DeviceDescription { name: "Software".into(), ..Default::default() };
        let device = Device { label: "host".into(), index: 1, description };
        let devices = devices.iter().map(|&d| d.to_owned()).collect();
        assert_eq!(Filter { devices, ..Filter::default() }.wants_device(&device), wanted);
    }

    #[test]
    fn conditions_that_cannot_hold_are_refused() {
        let wrong = Filter { families: vec!["memroy".into()], ..Filter::default() };
        assert!(wrong.validate(&[TEST], &Requirements::default()).is_err());
        let wrong = Filter { requirements: vec!["a.b".into()], ..Filter::default() };
        assert!(wrong.validate(&[TEST], &Requirements::default()).is_err());
    }
}
