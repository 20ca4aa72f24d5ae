//! Tests that are the same of each kind of shared objects.

mod death;
mod handles;
mod leaks;
mod lifetime;
mod mixed;
mod open;
mod other_device;
mod overloads;
mod put;
mod refusals;
mod several_processes;

use crate::support::{Events, Memory, Physical};
use ur_ipc_fixtures::Tests;

pub(crate) fn tests(tests: &mut Tests) {
    macro_rules! of_each_kind {
        ($($module:ident),*) => {$(
            $module::tests::<Memory>(tests);
            $module::tests::<Physical>(tests);
            $module::tests::<Events>(tests);
        )*};
    }
    of_each_kind!(handles, open, overloads, refusals, put, lifetime, leaks, death, mixed);
    several_processes::tests(tests);
    other_device::tests(tests);
}
