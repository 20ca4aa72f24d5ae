//! The catalogue of tests and requirements, to compare results with.

use crate::requirements::Requirements;
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

    /// True if the program has a backend and a profile of this label.
    fn knows(&self, label: &str) -> bool;

    /// Whether a label names software, a backend or what stands in for one.
    fn is_software(&self, label: &str) -> bool;

    /// The test of this id.
    fn test(&self, id: &str) -> Option<&Arc<Test>> {
        self.tests().iter().find(|test| test.id == id)
    }
}
