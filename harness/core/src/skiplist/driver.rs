//! The driver section of a skiplist.

use super::Glob;
use super::text;
use super::version::VersionRange;
use serde::Deserialize;
use std::fmt;
use ur_ipc_fixtures::DeviceDescription;

/// The drivers that a skiplist is about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping such as { backend: host }")]
pub struct Driver {
    /// The backend, by name or by label (with its profile).
    #[serde(deserialize_with = "text::plain")]
    pub backend: String,
    /// Pattern of adapters, as in `level_zero v2`.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub adapter: Option<Glob>,
    /// Pattern of the names of platforms.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub platform: Option<Glob>,
    /// Pattern of vendors.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub vendor: Option<Glob>,
    /// Pattern of device names.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub name: Option<Glob>,
    /// Pattern of PCI addresses, as in `0000:03:00.0`.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub pci: Option<Glob>,
    /// Range of driver versions.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub version: Option<VersionRange>,
    /// Its place in the skiplist: file, line and column.
    #[serde(skip)]
    pub place: String,
}

impl Driver {
    /// True if this device, under this backend label, is meant.
    #[must_use]
    pub fn matches(&self, label: &str, device: &DeviceDescription) -> bool {
        let facts = [&device.adapter, &device.platform, &device.vendor, &device.name, &device.pci_address];
        (self.backend == label || self.backend == without_profile(label))
            && self
                .patterns()
                .into_iter()
                .zip(facts)
                .all(|((_, pattern), fact)| pattern.is_none_or(|pattern| pattern.matches(fact)))
            && self.version.as_ref().is_none_or(|range| range.contains(&device.driver_version))
    }

    /// The patterns that a device is to match, by their keys.
    fn patterns(&self) -> [(&'static str, Option<&Glob>); 5] {
        [
            ("adapter", self.adapter.as_ref()),
            ("platform", self.platform.as_ref()),
            ("vendor", self.vendor.as_ref()),
            ("name", self.name.as_ref()),
            ("pci", self.pci.as_ref()),
        ]
    }
}

/// As in `backend cuda, name 'NVIDIA*', version '>=550'`.
impl fmt::Display for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "backend {}", self.backend)?;
        for (key, pattern) in self.patterns() {
            pattern.map_or(Ok(()), |pattern| write!(f, ", {key} '{pattern}'"))?;
        }
        self.version.as_ref().map_or(Ok(()), |range| write!(f, ", version '{range}'"))
    }
}

/// The name of a backend, of its label.
fn without_profile(label: &str) -> &str {
    label.split_once('@').map_or(label, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn driver(says: &str) -> Driver {
        serde_yaml::from_str(&format!("{{backend: ur{says}}}")).unwrap()
    }

    #[rstest]
    #[case::backend("", true)]
    #[case::adapter(", adapter: 'level_zero v2'", true)]
    #[case::other_adapter(", adapter: 'level_zero v1'", false)]
    #[case::platform(", platform: '*Level-Zero*'", true)]
    #[case::other_platform(", platform: '*CUDA*'", false)]
    #[case::vendor(", vendor: 'Intel*'", true)]
    #[case::other_vendor(", vendor: 'NVIDIA*'", false)]
    #[case::name(", name: '*GPU 0'", true)]
    #[case::other_name(", name: '*GPU 1'", false)]
    #[case::pci(", pci: '0000:03:*'", true)]
    #[case::other_pci(", pci: '0000:04:*'", false)]
    #[case::version(", version: '>=1.17'", true)]
    #[case::other_version(", version: '<1.17'", false)]
    #[case::all_must_hold(", vendor: 'Intel*', name: '*GPU 1'", false)]
    fn a_device_matches_in_every_respect(#[case] says: &str, #[case] expected: bool) {
        let device = DeviceDescription {
            name: "Software GPU 0".into(),
            vendor: "Intel(R) Corporation".into(),
            driver_version: "1.17.39000".into(),
            pci_address: "0000:03:00.0".into(),
            platform: "Unified Runtime over Level-Zero V2".into(),
            adapter: "level_zero v2".into(),
            ..Default::default()
        };
        assert_eq!(driver(says).matches("ur@no-layers", &device), expected);
        assert!(!driver(says).matches("cuda", &device));
        // What a device does not say matches nothing that is asked for.
        assert_eq!(driver(says).matches("ur", &DeviceDescription::default()), says.is_empty());
    }

    #[test]
    fn a_driver_has_words() {
        let driver = driver(", version: '>=1, <2', pci: '0000:*', adapter: 'cuda v1'");
        assert_eq!(driver.to_string(), "backend ur, adapter 'cuda v1', pci '0000:*', version '>=1, <2'");
    }
}
