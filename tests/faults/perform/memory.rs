//! Memory and limits.

use std::ptr::null_mut;

/// Bytes that are left when memory is limited.
const ROOM: u64 = 64 << 20;
const BLOCK: usize = 1 << 20;

/// Lowers a limit, of this process only.
pub fn limit(resource: libc::__rlimit_resource_t, to: u64) {
    let limit = libc::rlimit { rlim_cur: to, rlim_max: to };
    // SAFETY: reads a structure of the right type.
    assert_eq!(unsafe { libc::setrlimit(resource, &raw const limit) }, 0);
}

/// Lets this process have little more memory than it has, so that the machine is safe.
fn little_is_left() {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let pages: u64 = pages.split(' ').next().and_then(|n| n.parse().ok()).expect("a number of pages");
    // SAFETY: only asks.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    limit(libc::RLIMIT_AS, pages * page.cast_unsigned() + ROOM);
}

/// Asks for more than there is in the way that does not return.
pub fn abort() {
    little_is_left();
    std::hint::black_box(Vec::<u8>::with_capacity(1 << 30));
}

/// Takes block after block until there is none, and gives one back, so that the process can go on for a while.
pub fn take_all() {
    little_is_left();
    let mut last = null_mut();
    loop {
        // SAFETY: what comes is never used.
        let block = unsafe { libc::malloc(BLOCK) };
        if block.is_null() {
            break;
        }
        last = std::hint::black_box(block);
    }
    // SAFETY: the last block, or null.
    unsafe { libc::free(last) };
}

/// Returns the addresses of the first mapping with this name.
fn mapping_of(name: &str) -> Option<(usize, usize)> {
    let maps = std::fs::read_to_string("/proc/self/maps").expect("the system tells");
    let line = maps.lines().find(|line| line.contains(name))?;
    let (start, rest) = line.split_once('-').expect("a range");
    let end = rest.split(' ').next().expect("an end");
    let address = |text| usize::from_str_radix(text, 16).expect("an address");
    Some((address(start), address(end)))
}

/// Takes away what the harness keeps of the end of this process, and ends it.
pub fn lose_record_and_abort() {
    let (start, end) = mapping_of("isolated-crash").expect("there is a record");
    // SAFETY: mapped; that others use it is the point.
    unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(start), end - start) };
    std::process::abort();
}

/// Fills the harness' call log with ones, if it is still there.
pub fn scribble() {
    let Some((start, end)) = mapping_of("isolated-calls") else { return };
    // SAFETY: mapped and writable; that others use it is the point.
    unsafe { std::ptr::with_exposed_provenance_mut::<u8>(start).write_bytes(0xff, end - start) };
}
