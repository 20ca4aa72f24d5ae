//! Mutants against the requirements of the family `device_info`.

mod promises;
mod queries;
mod unsupported;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] =
    &[queries::defects, promises::defects, unsupported::defects];
