//! Mutants against the requirements of the family `device_info`.

mod promises;
mod queries;
mod touched;
mod unsupported;

use crate::catalogue::Catalogue;

/// The files here.
pub(super) const FILES: &[fn(&mut Catalogue)] =
    &[queries::defects, promises::defects, unsupported::defects, touched::defects];
