//! Programs over several processes, compared with the model of the specification.
//!
//! The run is the supervisor. It takes the steps in order and has each done by its process. It relays the bytes of
//! handles, and compares the observations with those that [`ur_ipc_model::State`] allows. The processes are *actors*:
//! they make calls and judge nothing.
//!
//! 1. `protocol` has the messages between both; `perform` executes a step in an actor;
//! 2. a `Team` is the actors of a device: it starts them, talks to them, and tells how one was lost;
//! 3. a `Runner` takes a program through the model and a team, and returns a `Finding` if there is one. `at_once` has
//!    the steps that are taken at once;
//! 4. `confirm` reproduces a finding in fresh processes, if necessary with the programs of a `History` before it.
//!    `shrink` makes its program small;
//! 5. an `Explorer` makes programs, one after the other, and keeps the findings. A `Record` describes a finding in its
//!    file, and tells known findings from new ones.

mod actor;
mod at_once;
mod confirm;
mod explorer;
mod finding;
mod history;
mod leaks;
mod names;
mod perform;
mod plan;
mod protocol;
mod record;
pub mod reproduce;
mod runner;
mod shrink;
mod team;
mod unable;

pub use actor::actor;
pub use confirm::{Look, look, run_alone};
pub use explorer::{Explorer, ExplorerEvent, PATIENCE, Robustness, Scope, Totals};
pub use record::{Known, Record};
pub use runner::Runner;
pub use unable::Unable;

use ur_ipc_fixtures::{
    ALIKE_PEER, DeviceDescription, HOST_TASKS, REUSABLE_EVENTS, TIMESTAMPS, VIRTUAL_MEMORY,
};
use ur_ipc_model as model;

/// The model's description of a device.
pub fn capabilities(known: &DeviceDescription) -> model::Device {
    let can = |need: &str| known.capabilities.get(need).copied().unwrap_or(false);
    model::Device {
        memory: known.ipc_memory.unwrap_or(false),
        physical: known.ipc_physical_memory.unwrap_or(false),
        event: known.ipc_event.unwrap_or(false),
        virtual_memory: can(&VIRTUAL_MEMORY.to_string()),
        reusable_events: can(&REUSABLE_EVENTS.to_string()),
        host_tasks: can(&HOST_TASKS.to_string()),
        timestamps: can(&TIMESTAMPS.to_string()),
        second: can(ALIKE_PEER),
    }
}
