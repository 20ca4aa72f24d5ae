//! Options: the library to load, and the layers.

use std::ffi::OsStr;
use std::path::PathBuf;

/// Options for opening the loader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The loader's library: a path, or a name that the system looks up.
    pub library: PathBuf,
    /// Names of layers to enable, as `urLoaderConfigEnableLayer` takes them.
    pub layers: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { library: "libur_loader.so.0".into(), layers: vec!["UR_LAYER_PARAMETER_VALIDATION".to_owned()] }
    }
}

impl Options {
    /// The defaults, but for what is given: the library's path, and the names of layers with commas between them (`none`,
    /// or nothing, for no layers).
    #[must_use]
    pub fn from_values(library: Option<&OsStr>, layers: Option<&str>) -> Self {
        let default = Self::default();
        let library = library.filter(|path| !path.is_empty()).map(PathBuf::from);
        Self { library: library.unwrap_or(default.library), layers: layers.map_or(default.layers, list) }
    }

    /// True if a layer is among them that checks arguments.
    pub(crate) fn validate(&self) -> bool {
        let checks = ["UR_LAYER_PARAMETER_VALIDATION", "UR_LAYER_FULL_VALIDATION"];
        self.layers.iter().any(|layer| checks.contains(&layer.as_str()))
    }
}

/// The names in a list of layers.
fn list(text: &str) -> Vec<String> {
    if text.trim() == "none" {
        return Vec::new();
    }
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(None, None, "libur_loader.so.0", &["UR_LAYER_PARAMETER_VALIDATION"])]
    #[case(Some("/x/l.so"), Some(""), "/x/l.so", &[])]
    #[case(None, Some("none"), "libur_loader.so.0", &[])]
    #[case(Some(""), Some("A, B,"), "libur_loader.so.0", &["A", "B"])]
    fn values_override_defaults(
        #[case] library: Option<&str>,
        #[case] layers: Option<&str>,
        #[case] path: &str,
        #[case] names: &[&str],
    ) {
        let options = Options::from_values(library.map(OsStr::new), layers);
        assert_eq!(options.library, PathBuf::from(path));
        assert_eq!(options.layers, names);
    }
}
