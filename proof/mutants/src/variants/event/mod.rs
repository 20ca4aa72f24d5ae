//! Sharing of events.

mod arguments;
mod create;
mod get;
mod info;
mod layouts;
mod open;
mod order;
mod profiling;
mod status;
mod tools;

pub(super) const FILES: super::Files = &[
    create::variants,
    arguments::variants,
    get::variants,
    open::variants,
    layouts::variants,
    status::variants,
    info::variants,
    profiling::variants,
    order::variants,
];
