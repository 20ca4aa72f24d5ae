//! Packages of `certify` in the hands of another person: what `verify` accepts, and all the reasons for which it does not.

mod files;
mod made;
mod package;
mod results;
mod statements;
