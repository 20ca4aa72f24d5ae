//! Processes: starting children, speaking with them, ending them, and leaving nobody behind.

mod call_ring;
mod channel;
mod child;
mod end;
mod output;
mod signals;
mod spawn;
mod state;
mod strays;

pub(crate) use call_ring::CallRing;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use channel::Frame;
pub(crate) use channel::{CHANNEL_LOST, Channel, ChannelError, MAX_PAYLOAD, Message};
pub(crate) use child::{ChildProcess, SeenEnd};
pub(crate) use end::end_group;
pub(crate) use output::Output;
pub(crate) use signals::{die_with_parent, ends_are_unseen};
pub(crate) use spawn::{Streams, spawn_child};
pub(crate) use state::is_stopped;
pub(crate) use strays::{Marker, adopt_orphans, end_strays};
