//! Processes: starting children, speaking with them, ending them, and leaving nobody behind.

mod call_ring;
mod channel;
mod child;
mod condition;
mod end;
mod farewell;
mod interruption;
mod last_word;
mod output;
mod patience;
mod run_state;
mod shared_memory;
mod shortage;
mod signals;
mod spawn;
mod standstill;
mod state;
mod strays;
mod told;
mod watch;

pub(crate) use call_ring::CallRing;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use channel::Frame;
pub(crate) use channel::{CHANNEL_LOST, Channel, ChannelError, MAX_PAYLOAD, Message};
pub(crate) use child::{BadLeave, ChildProcess, SeenEnd};
pub(crate) use condition::Condition;
pub(crate) use end::end_group;
pub(crate) use farewell::{Farewell, Prepared, leave, prepare};
pub(crate) use interruption::{await_signal, end_by, end_on_signals, interruptions, is_traced};
pub(crate) use last_word::{LastWord, Said, Shared, say_ended, say_folder, share};
pub(crate) use output::Output;
pub(crate) use patience::Patience;
pub(crate) use run_state::{RunState, run_state};
pub(crate) use shared_memory::{Shareable, SharedMemory};
pub(crate) use shortage::{keep_limits, lacked, not_started, shortage, soft_limit};
pub(crate) use signals::{bear_full_files, die_by, die_with_parent, ends_are_unseen, see_ends};
pub(crate) use spawn::{Streams, spawn_child};
pub(crate) use state::{has_ended, is_stopped};
pub(crate) use strays::VARIABLE as WORKER_VARIABLE;
pub(crate) use strays::{Marker, adopt_orphans, end_descendants_of, end_strays};
pub(crate) use told::with_call;
pub(crate) use watch::{ENOUGH as HANGS_ENOUGH, Watch};
