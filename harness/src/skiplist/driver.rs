//! Which drivers a skiplist is about.

use super::pattern::Glob;
use super::text;
use super::version::VersionRange;
use serde::Deserialize;
use ur_ipc_fixtures::DeviceDescription;

/// Which drivers a skiplist is about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Driver {
    /// The backend, by name or by label (with its profile).
    #[serde(deserialize_with = "text::plain")]
    pub backend: String,
    /// Pattern of adapters, as in `level_zero v2`.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub adapter: Option<Glob>,
    /// Pattern of device names.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub name: Option<Glob>,
    /// Range of driver versions.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub version: Option<VersionRange>,
    /// Where it is said: file, line and column.
    #[serde(skip)]
    pub place: String,
}

impl Driver {
    /// Whether this device, under this backend label, is meant.
    #[must_use]
    pub fn matches(&self, label: &str, device: &DeviceDescription) -> bool {
        let backend = label.split_once('@').map_or(label, |(name, _)| name);
        (self.backend == label || self.backend == backend)
            && self.adapter.as_ref().is_none_or(|adapter| adapter.matches(&device.adapter))
            && self.name.as_ref().is_none_or(|name| name.matches(&device.name))
            && self.version.as_ref().is_none_or(|range| range.contains(&device.driver_version))
    }
}
