//! Processes: starting children, ending them, and leaving nobody behind.

mod end;
mod exit;
mod signals;
mod spawn;
mod strays;

pub(crate) use end::{end_group, wait_until};
pub(crate) use exit::{describe_exit, is_stopped};
pub(crate) use signals::{die_with_parent, ends_are_unseen};
pub(crate) use spawn::{ChildSpec, Streams, spawn_child};
pub(crate) use strays::{Marker, adopt_orphans, end_strays};
