use super::*;
use rstest::rstest;
use std::os::fd::AsRawFd;
use ur_ipc_api::Family;

/// An exported object, the descriptor that its handle names, and the handle.
fn exported() -> (SharedObject, OwnedFd, HandleData) {
    let object = SharedObject::create(Family::Memory, 1).expect("an object");
    let file = object.duplicate_file().expect("a descriptor");
    let export = object.open_export().expect("room in the table");
    let data = HandleData {
        family: Family::Memory,
        pid: nix::unistd::getpid().as_raw(),
        fd: file.as_raw_fd(),
        slot: export.slot,
        token: export.token,
        object: object.identity(),
        base: 0,
        size: GRANULE as u64,
        offset: 0,
        device: [0; 16],
        namespace: 0,
    };
    (object, file, data)
}

#[test]
fn a_handle_opens_what_it_names_until_it_is_put() {
    let (object, _file, data) = exported();
    let last_byte = HandleData { base: GRANULE as u64 - 1, size: 1, ..data };
    let last_offset = HandleData { offset: GRANULE as u64 - 1, ..data };
    for data in [data, last_byte, last_offset] {
        assert_eq!(SharedObject::import(&data).expect("it is exported").identity(), object.identity());
    }
    object.close_export(ExportEntry { slot: data.slot, token: data.token });
    assert_eq!(SharedObject::import(&data).unwrap_err(), UrResult::ERROR_INVALID_VALUE);
}

#[rstest]
#[case::of_another_family(|data: &mut HandleData| data.family = Family::Event)]
#[case::of_another_object(|data: &mut HandleData| data.object ^= 1)]
#[case::with_another_token(|data: &mut HandleData| data.token ^= 1)]
#[case::at_a_free_place(|data: &mut HandleData| data.slot += 1)]
#[case::without_a_token_at_a_free_place(|data: &mut HandleData| (data.slot, data.token) = (data.slot + 1, 0))]
#[case::beyond_the_table(|data: &mut HandleData| data.slot = u32::MAX)]
#[case::one_byte_too_long(|data: &mut HandleData| data.size += 1)]
#[case::one_byte_too_late(|data: &mut HandleData| data.base += 1)]
#[case::longer_than_numbers(|data: &mut HandleData| data.base = u64::MAX)]
#[case::at_its_end(|data: &mut HandleData| data.offset = data.size)]
#[case::behind_its_end(|data: &mut HandleData| data.offset = data.size + 1)]
fn a_handle_that_is_wrong_in_one_thing_opens_nothing(#[case] change: fn(&mut HandleData)) {
    let (_object, _file, mut data) = exported();
    change(&mut data);
    assert_eq!(SharedObject::import(&data).unwrap_err(), UrResult::ERROR_INVALID_VALUE);
}

fn spoil(word: &AtomicU64) {
    word.fetch_xor(4, Ordering::Relaxed);
}

#[rstest]
#[case::magic(|header: &Header| spoil(&header.magic))]
#[case::family(|header: &Header| spoil(&header.family))]
#[case::object(|header: &Header| spoil(&header.object))]
#[case::data_size(|header: &Header| spoil(&header.data_size))]
fn a_file_whose_header_is_wrong_in_one_thing_is_not_opened(#[case] damage: fn(&Header)) {
    let (object, _file, data) = exported();
    damage(object.header());
    assert_eq!(SharedObject::import(&data).unwrap_err(), UrResult::ERROR_INVALID_VALUE);
}

#[rstest]
#[case::no_data(HEADER_SIZE, false)]
#[case::less_than_a_header(HEADER_SIZE - 1, false)]
#[case::half_a_granule(HEADER_SIZE + GRANULE / 2, false)]
#[case::a_granule(HEADER_SIZE + GRANULE, true)]
#[case::a_granule_and_a_half(HEADER_SIZE + GRANULE + GRANULE / 2, false)]
#[case::two_granules(HEADER_SIZE + 2 * GRANULE, true)]
fn only_files_of_whole_granules_are_mapped(#[case] size: usize, #[case] mapped: bool) {
    let file = memfd::create(c"ur-ipc-test", size).expect("a file");
    assert_eq!(SharedObject::map(file.as_fd()).is_some(), mapped);
}

#[rstest]
#[case::nothing(0)]
#[case::more_than_addresses(1 << 61)]
#[case::more_than_numbers(usize::MAX)]
#[case::no_room_for_the_header(usize::MAX - GRANULE + 1)]
fn impossible_sizes_are_refused(#[case] size: usize) {
    let refused = SharedObject::create(Family::Memory, size).unwrap_err();
    assert_eq!(refused, UrResult::ERROR_OUT_OF_RESOURCES);
}

#[test]
fn a_mapping_is_no_larger_than_its_file() {
    // The address space has no room for a multiple of this.
    let object = SharedObject::create(Family::Memory, 8 << 30).expect("a sparse file");
    assert_eq!(object.data_size, 8 << 30);
}

#[test]
fn the_header_begins_a_page_of_any_size() {
    let object = SharedObject::create(Family::Memory, 1).expect("an object");
    let header = std::ptr::from_ref(object.header()).addr();
    assert_eq!(header - object.data().addr(), 64 * 1024);
}

#[test]
fn the_table_is_used_to_its_end_and_again() {
    let object = SharedObject::create(Family::Memory, 1).expect("an object");
    let exports: Vec<ExportEntry> = std::iter::from_fn(|| object.open_export().ok()).take(1 << 16).collect();
    assert_eq!(exports.len(), 64 * 1024 / 8 - 4);
    assert_eq!(object.open_export().unwrap_err(), UrResult::ERROR_OUT_OF_RESOURCES);
    object.close_export(exports[7]);
    assert_eq!(object.open_export().expect("a free place").slot, exports[7].slot);
}

#[rstest]
#[case(libc::EPERM, UrResult::ERROR_INVALID_ARGUMENT)]
#[case(libc::EACCES, UrResult::ERROR_INVALID_ARGUMENT)]
#[case(libc::ENOSYS, UrResult::ERROR_UNSUPPORTED_FEATURE)]
#[case(libc::EMFILE, UrResult::ERROR_OUT_OF_RESOURCES)]
#[case(libc::ENFILE, UrResult::ERROR_OUT_OF_RESOURCES)]
#[case(libc::ENOMEM, UrResult::ERROR_OUT_OF_RESOURCES)]
#[case(libc::ESRCH, UrResult::ERROR_INVALID_VALUE)]
#[case(libc::EBADF, UrResult::ERROR_INVALID_VALUE)]
fn the_systems_reasons_become_result_codes(#[case] errno: i32, #[case] code: UrResult) {
    assert_eq!(import_error(&io::Error::from_raw_os_error(errno)), code);
}
