//! Tests that are the same in every family: written once over [`Family`](ur_ipc_fixtures::ladder::Family), and
//! listed once for each.

/// The tests of one case: `each_family!("group::case", "its.requirement", body, "role" => role_body, ...)`
/// lists `group::case::memory`, `::physical_memory` and `::event`, with `body::<Memory>` and so on on a
/// [`Source`](fixtures::Source), and the same for the roles.
macro_rules! each_family {
    ($case:literal, $requirement:literal, $body:ident $(, $name:expr => $role:ident)* $(,)?) => {
        &[
            $crate::shared::family_test!(
                concat!($case, "::memory"), $requirement, Memory, $body $(, $name => $role)*
            ),
            $crate::shared::family_test!(
                concat!($case, "::physical_memory"), $requirement, Physical, $body $(, $name => $role)*
            ),
            $crate::shared::family_test!(
                concat!($case, "::event"), $requirement, Events, $body $(, $name => $role)*
            ),
        ]
    };
}

/// One test of [`each_family`].
macro_rules! family_test {
    ($id:expr, $requirement:literal, $family:ident, $body:ident $(, $name:expr => $role:ident)*) => {
        ur_ipc_fixtures::Test::new(
            $id,
            &[$requirement],
            ur_ipc_fixtures::with!(
                $crate::shared::fixtures::Source<ur_ipc_fixtures::ladder::$family>,
                $body::<ur_ipc_fixtures::ladder::$family>
            ),
        )
        .roles(&[$(ur_ipc_fixtures::Role {
            name: $name,
            body: $role::<ur_ipc_fixtures::ladder::$family>,
        }),*])
    };
}

use {each_family, family_test};

mod context_beside;
mod context_release;
mod device_memory;
mod failed_calls;
mod fixtures;
mod handle_size;
mod host_cycles;
mod other_family;
mod peer_device;
mod ptrace_denied;
mod put_misuse;
mod teardown;

use ur_ipc_fixtures::Test;

/// The tests that all families share, a list a file.
pub(crate) const TESTS: &[&[Test]] = &[
    other_family::TESTS,
    failed_calls::TESTS,
    host_cycles::TESTS,
    device_memory::TESTS,
    context_release::TESTS,
    context_beside::TESTS,
    put_misuse::DOUBLE,
    put_misuse::COPY,
    put_misuse::OMITTED,
    teardown::TESTS,
    ptrace_denied::TESTS,
    handle_size::TESTS,
    handle_size::POOLED,
    peer_device::TESTS,
];
