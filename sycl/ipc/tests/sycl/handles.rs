//! Properties of handles of all families.

use crate::support::{Bed, code};
use rstest::rstest;
use ur_ipc::{Errc, Result, event, malloc_device, memory, physical_memory};
use ur_ipc_api::UrResult;

/// The beginning of a handle: so many of its bytes, but never all.
fn part(data: &[u8], size: usize) -> &[u8] {
    &data[..size.min(data.len() - 1)]
}

fn open_memory(bed: &Bed, size: usize) -> Result<()> {
    let memory = malloc_device(64, &bed.device, &bed.context)?;
    let data = memory::get(&memory)?.data();
    // SAFETY: the host backend tells bytes that are no handle.
    unsafe { memory::open(part(&data, size), (&bed.context, &bed.device)) }.map(drop)
}

fn open_physical_memory(bed: &Bed, size: usize) -> Result<()> {
    let memory = bed.physical();
    let data = physical_memory::get(&memory)?.data();
    // SAFETY: as above.
    unsafe { physical_memory::open(part(&data, size), (&bed.context, &bed.device)) }.map(drop)
}

fn open_event(bed: &Bed, size: usize) -> Result<()> {
    let event = bed.event();
    let data = event::get(&event)?.data();
    // SAFETY: as above.
    unsafe { event::open(part(&data, size), &bed.context) }.map(drop)
}

#[rstest]
#[case::memory(open_memory)]
#[case::physical_memory(open_physical_memory)]
#[case::event(open_event)]
fn bytes_of_another_number_are_invalid(
    #[case] open: fn(&Bed, usize) -> Result<()>,
    #[values(0, 1, 7, usize::MAX)] size: usize,
) {
    assert_eq!(code(open(&Bed::new(), size)), (Errc::Invalid, Some(UrResult::ERROR_INVALID_VALUE)));
}
