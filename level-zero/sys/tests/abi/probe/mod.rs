//! A program that compares expectations with the official headers.

mod headers;
mod program;

pub use headers::{CORE, DRIVER, HeaderSet, Headers};
pub use program::Program;
