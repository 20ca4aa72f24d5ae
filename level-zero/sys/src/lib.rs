#![doc = include_str!("../README.md")]
#![expect(non_camel_case_types, non_snake_case, reason = "names of the C API")]

#[macro_use]
mod macros;

// As the generator prints it, so that it can be compared.
#[rustfmt::skip]
#[macro_use]
#[allow(missing_docs, unused_qualifications, reason = "made of the headers, which describe most of it")]
mod bindings;
mod error;
mod flags;
mod functions;
mod library;
mod numbers;

pub use bindings::*;
pub use error::{LoadError, Origin};
pub use functions::*;
pub use library::{DEFAULT_LOADER, LOADER_VARIABLE, Library};
pub use numbers::ze_make_version;
