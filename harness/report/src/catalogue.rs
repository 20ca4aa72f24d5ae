//! What results are held against.

use crate::requirements::Requirements;
use std::collections::BTreeSet;
use std::sync::Arc;
use ur_ipc_fixtures::Test;

/// A suite and the program that it is in, as far as results are held against it.
pub trait Catalogue {
    /// The tests, in the order in which they run.
    fn tests(&self) -> &[Arc<Test>];

    /// The requirements that they check.
    fn requirements(&self) -> &Requirements;

    /// The commit that the program was built of, if it is known.
    fn commit(&self) -> Option<&'static str>;

    /// Whether the program has a backend and a profile of this label.
    fn knows(&self, label: &str) -> bool;

    /// Whether a label names software, a backend or what stands in for one.
    fn is_software(&self, label: &str) -> bool;

    /// The test of this id.
    fn test(&self, id: &str) -> Option<&Arc<Test>> {
        self.tests().iter().find(|test| test.id == id)
    }
}

/// That no hardware is tested on devices of these labels, if so, and what is instead.
#[must_use]
pub fn only_software<'l>(suite: &dyn Catalogue, labels: impl IntoIterator<Item = &'l str>) -> Option<String> {
    let labels: BTreeSet<&str> = labels.into_iter().collect();
    let software = !labels.is_empty() && labels.iter().all(|label| suite.is_software(label));
    software.then(|| {
        let labels = labels.into_iter().collect::<Vec<_>>().join(", ");
        format!("no hardware was tested, only software: {labels}")
    })
}
