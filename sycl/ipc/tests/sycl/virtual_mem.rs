//! Addresses and mappings.

use crate::support::{Bed, Fault, code};
use rstest::rstest;
use ur_ipc::{
    AddressAccessMode, DeviceMemory, Errc, Error, GranularityMode, PhysicalMem, PhysicalMemProperties,
    get_mem_granularity, reserve_virtual_mem, unmap,
};
use ur_ipc_api::UrResult;

#[test]
fn pieces_of_several_memories_stand_side_by_side() -> Result<(), Error> {
    let bed = Bed::new();
    let (granule, queue) = (bed.granule(), bed.in_order());
    let addresses = reserve_virtual_mem(3 * granule, &bed.context)?;
    let properties = PhysicalMemProperties::default();
    let memory = PhysicalMem::new(&bed.device, &bed.context, 2 * granule, properties)?;
    let other = bed.physical();
    let first = other.map(&addresses, 0, granule, AddressAccessMode::ReadWrite, 0)?;
    let second = memory.map(&addresses, granule, 2 * granule, AddressAccessMode::ReadWrite, 0)?;
    assert_eq!(second.as_ptr().addr(), addresses.as_ptr().addr() + granule);
    assert_eq!((addresses.size(), second.size(), first.size()), (3 * granule, 2 * granule, granule));
    queue.write(&second, granule, b"right")?;
    queue.memcpy(&first, 0, &second, granule, 5)?;
    unmap(second)?;
    // The half that was written, and it alone.
    let again = memory.map(&addresses, granule, granule, AddressAccessMode::Read, granule)?;
    let mut bytes = [[0; 5]; 2];
    queue.read(&first, 0, &mut bytes[0])?;
    queue.read(&again, 0, &mut bytes[1])?;
    assert_eq!(bytes, [*b"right"; 2]);
    Ok(())
}

#[rstest]
#[case::taken(0, 1, 0)]
#[case::partly_taken(0, 2, 0)]
#[case::beyond(2, 2, 0)]
#[case::nothing(1, 0, 0)]
#[case::overflow(usize::MAX, 1, 0)]
#[case::beyond_the_memory(1, 1, 2)]
#[case::overflow_in_the_memory(1, 1, usize::MAX)]
fn what_does_not_fit_is_not_mapped(#[case] at: usize, #[case] granules: usize, #[case] offset: usize) {
    let bed = Bed::new();
    let granule = bed.granule();
    let bytes = |granules: usize| granules.saturating_mul(granule);
    let addresses = reserve_virtual_mem(bytes(3), &bed.context).expect("addresses");
    let properties = PhysicalMemProperties::default();
    let memory = PhysicalMem::new(&bed.device, &bed.context, bytes(2), properties).expect("physical memory");
    let _taken = memory.map(&addresses, 0, granule, AddressAccessMode::ReadWrite, 0).expect("there is room");
    bed.recorder.take();
    let mapped =
        memory.map(&addresses, bytes(at), bytes(granules), AddressAccessMode::ReadWrite, bytes(offset));
    assert_eq!(code(mapped), (Errc::Invalid, None));
    assert_eq!(bed.recorder.take(), [""; 0]);
}

#[test]
fn a_place_where_mapping_failed_is_free() -> Result<(), Error> {
    let bed = Bed::new();
    let (memory, granule) = (bed.physical(), bed.granule());
    let addresses = reserve_virtual_mem(granule, &bed.context)?;
    let map = |at| memory.map(&addresses, at, granule - at, AddressAccessMode::ReadWrite, 0);
    assert_eq!(code(map(1)), (Errc::Invalid, None));
    let lost = UrResult::ERROR_DEVICE_LOST;
    bed.recorder.fail("urVirtualMemMap", Fault::Instead(lost));
    assert_eq!(code(map(0)), (Errc::Runtime, Some(lost)));
    map(0).map(drop)
}

/// In granules and bytes.
#[rstest]
#[case::address((0, 1), (1, 0), (0, 0))]
#[case::size((0, 0), (1, -1), (0, 0))]
#[case::offset((0, 0), (1, 0), (0, 1))]
#[case::all_alike((0, 1), (1, 1), (0, 1))]
#[case::one_less((1, -1), (1, 0), (1, 0))]
fn addresses_sizes_and_offsets_are_multiples_of_the_granularity(
    #[case] at: (usize, isize),
    #[case] num_bytes: (usize, isize),
    #[case] offset: (usize, isize),
) -> Result<(), Error> {
    let bed = Bed::new();
    let granule = bed.granule();
    let [at, num_bytes, offset] =
        [at, num_bytes, offset].map(|(granules, bytes)| (granules * granule).wrapping_add_signed(bytes));
    let addresses = reserve_virtual_mem(3 * granule, &bed.context)?;
    let memory = PhysicalMem::new(&bed.device, &bed.context, 3 * granule, PhysicalMemProperties::default())?;
    let mapped = memory.map(&addresses, at, num_bytes, AddressAccessMode::ReadWrite, offset);
    assert_eq!((code(mapped), bed.recorder.count("urVirtualMemMap")), ((Errc::Invalid, None), 0));
    Ok(())
}

#[test]
fn commands_keep_to_the_access_mode() -> Result<(), Error> {
    let bed = Bed::new();
    let (memory, queue, mut byte) = (bed.physical(), bed.in_order(), [0]);
    let addresses = reserve_virtual_mem(memory.size(), &bed.context)?;
    let mut mapping = memory.map(&addresses, 0, memory.size(), AddressAccessMode::ReadWrite, 0)?;
    queue.memset(&mapping, 0, 9, 1)?;
    let cases = [
        (AddressAccessMode::None, [false, false]),
        (AddressAccessMode::Read, [true, false]),
        (AddressAccessMode::ReadWrite, [true, true]),
    ];
    for (mode, allowed) in cases {
        mapping.set_access_mode(mode)?;
        assert_eq!(mapping.get_access_mode(), Ok(mode));
        let results = [queue.read(&mapping, 0, &mut byte), queue.write(&mapping, 0, &[9])];
        assert_eq!(results.each_ref().map(Result::is_ok), allowed);
        for error in results.into_iter().filter_map(Result::err) {
            assert_eq!((error.errc(), error.ur_result()), (Errc::Invalid, None));
        }
    }
    assert_eq!(byte, [9]);
    Ok(())
}

#[test]
fn memory_and_addresses_are_of_one_context() -> Result<(), Error> {
    let bed = Bed::new();
    let (memory, elsewhere) = (bed.physical(), bed.platform.khr_get_default_context()?);
    let addresses = reserve_virtual_mem(memory.size(), &elsewhere)?;
    assert_eq!(addresses.get_context(), &elsewhere);
    let mapped = memory.map(&addresses, 0, memory.size(), AddressAccessMode::Read, 0);
    assert_eq!(code(mapped), (Errc::Invalid, None));
    Ok(())
}

#[rstest]
#[case::nothing(0, 0)]
#[case::one_byte(0, 1)]
#[case::one_less(1, -1)]
#[case::one_more(1, 1)]
#[case::most(0, -1)]
fn sizes_are_multiples_of_the_granularity(#[case] granules: usize, #[case] bytes: isize) {
    let bed = Bed::with("two-devices");
    let size = (granules * bed.granule()).wrapping_add_signed(bytes);
    let made = PhysicalMem::new(&bed.device, &bed.context, size, PhysicalMemProperties::default());
    assert_eq!(code(made), (Errc::Invalid, None));
    assert_eq!(code(reserve_virtual_mem(size, &bed.context)), (Errc::Invalid, None));
    for entry_point in ["urPhysicalMemCreate", "urVirtualMemReserve"] {
        assert_eq!(bed.recorder.count(entry_point), 0, "{entry_point}");
    }
}

#[rstest]
#[case(GranularityMode::Minimum)]
#[case(GranularityMode::Recommended)]
fn a_granule_can_be_had(#[case] mode: GranularityMode) -> Result<(), Error> {
    let bed = Bed::new();
    let granule = get_mem_granularity(&bed.device, &bed.context, mode)?;
    reserve_virtual_mem(granule, &bed.context)?;
    PhysicalMem::new(&bed.device, &bed.context, granule, PhysicalMemProperties::default()).map(drop)
}
