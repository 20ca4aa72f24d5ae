//! Processes: starting children, ending them, and leaving nobody behind.

mod end;
mod exit;
mod spawn;
mod strays;

pub(crate) use end::end_group;
pub(crate) use exit::{describe_exit, is_stopped};
pub(crate) use spawn::{ChildSpec, Streams, spawn_child};
pub(crate) use strays::{Marker, adopt_orphans, end_strays};
