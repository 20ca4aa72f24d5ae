//! Mutants of the Level Zero backend on the software driver, with the defect between the two. The driver does something
//! wrong, or the backend asks for the wrong thing.

#![expect(non_snake_case, reason = "names of the C API")]

mod addresses;
mod deaths;
mod event_handles;
mod event_lifetimes;
mod event_signals;
mod memory_exports;
mod memory_imports;
mod memory_lifetimes;
mod physical;
mod presence;
mod tools;

/// The imports of the files here.
mod prelude {
    pub(super) use super::tools::*;
    pub(super) use crate::Manifestation;
    pub(super) use crate::catalogue::{Catalogue, tools::shared};
    pub(super) use crate::change::Defect;
    pub(super) use crate::layer::driver::{Driver, LevelZero, Object, Says, Sort, call::*, codes::*};
    pub(super) use crate::layer::{Counter, In, Kept, Notes, Out, Ptr, Set};
    pub(super) use level_zero_sys::*;
}

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] = &[
    memory_exports::defects,
    memory_imports::defects,
    memory_lifetimes::defects,
    physical::defects,
    addresses::defects,
    event_handles::defects,
    event_signals::defects,
    event_lifetimes::defects,
    deaths::defects,
];
