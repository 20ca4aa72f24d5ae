//! Devices that lack something.

use crate::support::{Bed, code};
use rstest::rstest;
use ur_ipc::{
    Errc, EventProperties, GranularityMode, PhysicalMem, PhysicalMemProperties, Result, event,
    get_mem_granularity, make_event, malloc_device, memory, physical_memory, reserve_virtual_mem,
};

fn get_memory(bed: &Bed) -> Result<()> {
    memory::get(&malloc_device(64, &bed.device, &bed.context)?).map(drop)
}

fn open_memory(bed: &Bed) -> Result<()> {
    // SAFETY: the host backend tells bytes that are no handle.
    unsafe { memory::open(&[0; 8], (&bed.context, &bed.device)) }.map(drop)
}

fn open_physical_memory(bed: &Bed) -> Result<()> {
    // SAFETY: as above.
    unsafe { physical_memory::open(&[0; 8], (&bed.context, &bed.device)) }.map(drop)
}

fn open_event(bed: &Bed) -> Result<()> {
    // SAFETY: as above.
    unsafe { event::open(&[0; 8], &bed.context) }.map(drop)
}

fn physical_memory(bed: &Bed, properties: PhysicalMemProperties) -> Result<()> {
    PhysicalMem::new(&bed.device, &bed.context, 1 << 20, properties).map(drop)
}

fn physical_memory_to_share(bed: &Bed) -> Result<()> {
    physical_memory(bed, PhysicalMemProperties::default().enable_ipc(true))
}

fn physical_memory_alone(bed: &Bed) -> Result<()> {
    physical_memory(bed, PhysicalMemProperties::default())
}

fn granularity(bed: &Bed) -> Result<()> {
    get_mem_granularity(&bed.device, &bed.context, GranularityMode::default()).map(drop)
}

fn addresses(bed: &Bed) -> Result<()> {
    reserve_virtual_mem(1 << 20, &bed.context).map(drop)
}

fn event_to_share(bed: &Bed) -> Result<()> {
    make_event(&bed.context, EventProperties::default().enable_ipc(true)).map(drop)
}

fn event_with_times(bed: &Bed) -> Result<()> {
    make_event(&bed.context, EventProperties::default().enable_profiling(true)).map(drop)
}

fn event_alone(bed: &Bed) -> Result<()> {
    make_event(&bed.context, EventProperties::default()).map(drop)
}

#[rstest]
#[case::get_memory("no-memory", get_memory, "urIPCGetMemHandleExp", 1)]
#[case::open_memory("no-memory", open_memory, "urIPCOpenMemHandleExp", 0)]
#[case::open_memory_unknown("unknown-queries", open_memory, "urIPCOpenMemHandleExp", 0)]
#[case::make_physical("no-physical-memory", physical_memory_to_share, "urPhysicalMemCreate", 0)]
#[case::open_physical("no-physical-memory", open_physical_memory, "urIPCOpenPhysMemHandleExp", 0)]
#[case::open_physical_unknown("unknown-queries", open_physical_memory, "urIPCOpenPhysMemHandleExp", 0)]
#[case::no_virtual("no-virtual-memory", physical_memory_alone, "urPhysicalMemCreate", 0)]
#[case::no_granularity("no-virtual-memory", granularity, "urVirtualMemGranularityGetInfo", 0)]
#[case::no_addresses("no-virtual-memory", addresses, "urVirtualMemReserve", 0)]
#[case::make_event("no-event", event_to_share, "urEventCreateExp", 0)]
#[case::open_event("no-event", open_event, "urIPCOpenEventHandleExp", 0)]
#[case::open_event_unknown("unknown-queries", open_event, "urIPCOpenEventHandleExp", 0)]
#[case::no_times("no-profiling", event_with_times, "urEventCreateExp", 0)]
fn what_the_device_lacks_is_not_supported(
    #[case] profile: &str,
    #[case] call: fn(&Bed) -> Result<()>,
    #[case] entry_point: &str,
    #[case] asked: usize,
) {
    let bed = Bed::with(profile);
    assert_eq!(code(call(&bed)), (Errc::FeatureNotSupported, None));
    assert_eq!(bed.recorder.count(entry_point), asked, "calls of {entry_point}");
}

#[rstest]
#[case("no-physical-memory", physical_memory_alone)]
#[case("no-memory", event_to_share)]
#[case("no-event", event_alone)]
#[case("no-event", event_with_times)]
#[case("no-event", get_memory)]
fn what_it_has_works_beside_that(#[case] profile: &str, #[case] call: fn(&Bed) -> Result<()>) {
    assert_eq!(call(&Bed::with(profile)), Ok(()));
}
