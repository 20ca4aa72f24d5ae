//! Programs as text, a line a step. `#` begins a comment, and empty lines are none.

mod parse;
mod print;

pub use parse::SyntaxError;
pub(crate) use parse::{Read, Words};
