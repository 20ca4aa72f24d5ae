//! Tests that are the same in every family: written once over [`Shareable`], and made for each.

mod above_4_gib;
mod adapter_release;
mod any_situation;
mod any_thread;
mod at_once;
mod commands;
mod context_beside;
mod context_release;
mod counts;
mod damaged_handles;
mod descriptor_header;
mod device_memory;
mod device_of_context;
mod ended_exporter;
mod ever_met;
mod failed_calls;
mod forked_child;
mod getfd_denied;
mod handle_bounds;
mod handle_size;
mod host_cycles;
mod killed_consumers;
mod large_patterns;
mod more_descriptors;
mod next_handle;
mod opened_often;
mod other_family;
mod own_files;
mod peer_device;
mod process;
mod ptrace_denied;
mod put_misuse;
mod reached;
mod refused_creations;
mod room;
mod seconds;
mod sources;
mod surroundings;
mod teardown;
mod through_host;
mod unusual_processes;
mod want;

use ur_ipc_fixtures::hierarchy::{Events, Memory, Physical, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::Owned;
use ur_ipc_fixtures::{TestResult, Tests};

pub(crate) fn tests(tests: &mut Tests) {
    each_family::<Memory>(tests);
    each_family::<Physical>(tests);
    each_family::<Events>(tests);
    each_with_contents::<Memory>(tests);
    each_with_contents::<Physical>(tests);
    other_family::tests(tests);
    any_situation::parts(tests);
    handle_size::pooled(tests);
    handle_bounds::tests(tests);
    above_4_gib::tests(tests);
    context_release::tests::<Physical>(tests);
    context_release::tests::<Events>(tests);
    counts::tests(tests);
    at_once::signals(tests);
    at_once::families::<Memory, Physical>(tests);
    at_once::families::<Physical, Events>(tests);
    at_once::families::<Events, Memory>(tests);
    at_once::contexts(tests);
    descriptor_header::tests::<Physical>(tests);
    descriptor_header::tests::<Events>(tests);
}

fn each_family<F>(tests: &mut Tests)
where
    F: any_situation::Situated
        + ended_exporter::EndedExporter
        + failed_calls::Unexportable
        + handle_size::Various
        + killed_consumers::Killed
        + next_handle::Distinct
        + peer_device::OnDevice,
{
    failed_calls::tests::<F>(tests);
    damaged_handles::tests::<F>(tests);
    own_files::tests::<F>(tests);
    host_cycles::tests::<F>(tests);
    context_beside::tests::<F>(tests);
    adapter_release::tests::<F>(tests);
    put_misuse::tests::<F>(tests);
    teardown::tests::<F>(tests);
    ptrace_denied::tests::<F>(tests);
    getfd_denied::tests::<F>(tests);
    handle_size::tests::<F>(tests);
    any_thread::tests::<F>(tests);
    process::tests::<F>(tests);
    forked_child::tests::<F>(tests);
    unusual_processes::tests::<F>(tests);
    device_of_context::tests::<F>(tests);
    peer_device::tests::<F>(tests);
    killed_consumers::tests::<F>(tests);
    next_handle::tests::<F>(tests);
    surroundings::tests::<F>(tests);
    ever_met::tests::<F>(tests);
    ended_exporter::tests::<F>(tests);
    want::tests::<F>(tests);
    opened_often::tests::<F>(tests);
    seconds::tests::<F>(tests);
    any_situation::tests::<F>(tests);
}

/// Those of the families whose objects have contents.
fn each_with_contents<F: device_memory::Large + reached::Reached + sources::Sources>(tests: &mut Tests) {
    device_memory::tests::<F>(tests);
    refused_creations::tests::<F>(tests);
    commands::tests::<F>(tests);
    large_patterns::tests::<F>(tests);
    through_host::tests::<F>(tests);
    at_once::contents::<F>(tests);
    sources::tests::<F>(tests);
}

/// Opens a handle in the process of a consumer, checks that the import holds the pattern of the test, and closes it.
#[track_caller]
pub(crate) fn open_verify_close<F: Shareable>(f: &UrQueueTest, handle: &[u8]) -> TestResult {
    open_verified::<F>(f, handle)?.release()
}

/// Opens a handle in the process of a consumer, and checks that the import holds the pattern of the test.
#[track_caller]
fn open_verified<F: Shareable>(f: &UrQueueTest, handle: &[u8]) -> TestResult<Owned<F::Raw>> {
    let import = F::open(f.in_context(), handle)?;
    F::verify(f, import.raw(), f.t().source_pattern())?;
    // What a queue still holds of a command that was waited for must not be taken for a leak.
    f.queue().finish()?;
    Ok(import)
}
