//! The one layer for all changes of a backend, defects and variants. It sees every call, records the shared objects, and
//! applies the changes.
//!
//! A call is a value, with its arguments by the names of the contract ([`call`]). Get, Put, Open and Close of the three
//! families, and the release of their objects, are also calls of one kind ([`sharing`]). So a defect can be of all
//! families at once. [`Below`] records exports, opens and releases for every defect.
//!
//! For defects of a driver there is the same between the Level Zero backend and its driver ([`driver`]).

mod ask;
mod below;
mod cell;
pub(crate) mod codes;
pub(crate) mod driver;
mod hooks;
pub(crate) mod sharing;
mod state;

pub(crate) use below::{Below, Export, Import};
pub(crate) use cell::{Argument, In, Out, Ptr};
pub(crate) use hooks::{Call, Interface, Slot, Ur};
pub(crate) use state::{Counter, Kept, Notes, Set};

use sharing::SharingCall;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::*;

macro_rules! define_layer {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// The calls of the entry points, with their arguments.
        pub(crate) mod call {
            use super::*;

            $(
                $(#[$doc])*
                #[derive(Clone, Copy)]
                pub(crate) struct $name {
                    $(pub(crate) $arg: <$ty as Argument>::Value,)*
                }

                impl $name {
                    /// Makes the call.
                    pub(crate) fn run(&self, ur: &Below) -> UrResult {
                        // SAFETY: the arguments are those of a caller of this entry point, or a defect has put others
                        // in their place that keep its rules as well.
                        unsafe { ur.backend().$name($(Argument::raw(self.$arg)),*) }
                    }
                }

                impl Call for $name {
                    fn slot(hooks: &mut Hooks) -> &mut Slot<Self> {
                        &mut hooks.$name
                    }

                    fn run(&self, ur: &Below) -> UrResult {
                        self.run(ur)
                    }
                }
            )*
        }

        /// The actions of a defect, by call.
        #[derive(Default)]
        pub(crate) struct Hooks {
            $($name: Slot<call::$name>,)*
            get: Slot<sharing::Get>,
            put: Slot<sharing::Put>,
            open: Slot<sharing::Open>,
            close: Slot<sharing::Close>,
            retain: Slot<sharing::Retain>,
            release: Slot<sharing::Release>,
            claims_no_validation: bool,
        }

        impl Hooks {
            /// Has the backend say that it does not claim to validate arguments.
            pub(crate) fn claims_no_validation(&mut self) {
                self.claims_no_validation = true;
            }
        }

        impl Layer for ChangeLayer {
            fn inner(&self) -> &dyn UrIpc {
                self.below.backend()
            }

            fn validates_arguments(&self) -> bool {
                !self.hooks.claims_no_validation && self.inner().validates_arguments()
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    let call = call::$name { $($arg: Argument::value($arg),)* };
                    let shared = SharingCall::of(EntryPoint::$name, &[$(LogArg::value($arg)),*]);
                    self.pass(&call, shared, &self.hooks.$name)
                }
            )*
        }
    };
}

for_each_entry_point!(define_layer);

/// A call that waits for events.
pub(crate) trait Waits: Call {
    /// The events that it waits for.
    fn events(&self) -> Vec<EventHandle>;

    /// Makes the call with others in their place.
    fn run_behind(&self, events: &[EventHandle], ur: &Below) -> UrResult;
}

macro_rules! waits {
    ($($entry:ident: $count:ident),* $(,)?) => {$(
        impl Waits for call::$entry {
            fn events(&self) -> Vec<EventHandle> {
                self.event_wait_list.list(self.$count)
            }

            fn run_behind(&self, events: &[EventHandle], ur: &Below) -> UrResult {
                let event_wait_list = if events.is_empty() { In::NULL } else { In(events.as_ptr()) };
                let mut call = *self;
                (call.$count, call.event_wait_list) = (events.len() as u32, event_wait_list);
                call.run(ur)
            }
        }
    )*};
}

waits! {
    event_wait: num_events,
    enqueue_usm_memcpy: num_events_in_wait_list,
    enqueue_usm_memcpy_2d: num_events_in_wait_list,
    enqueue_usm_fill: num_events_in_wait_list,
    enqueue_events_wait: num_events_in_wait_list,
    enqueue_events_wait_with_barrier: num_events_in_wait_list,
    enqueue_events_wait_with_barrier_ext: num_events_in_wait_list,
    enqueue_timestamp_recording_exp: num_events_in_wait_list,
    enqueue_host_task_exp: num_events_in_wait_list,
}

/// A backend with a change on top.
pub(crate) struct ChangeLayer {
    below: Below,
    hooks: &'static Hooks,
}

impl ChangeLayer {
    pub(crate) fn new(backend: Arc<dyn UrIpc>, hooks: &'static Hooks) -> Self {
        Self { below: Below::new(backend), hooks }
    }

    /// Passes a call on, as the change says.
    fn pass<C: Call>(&self, call: &C, shared: Option<SharingCall>, slot: &Slot<C>) -> UrResult {
        let instead = slot.instead(call, &self.below);
        let instead = instead.or_else(|| shared.as_ref()?.instead(self.hooks, &self.below));
        let result = instead.unwrap_or_else(|| call.run(&self.below));
        if let Some(shared) = &shared
            && result.is_success()
        {
            self.below.note(shared);
        }
        let result = slot.after(call, result, &self.below);
        shared.map_or(result, |shared| shared.after(result, self.hooks, &self.below))
    }
}
