//! Room in the keeper's table.

use std::sync::Mutex;
use std::sync::PoisonError;

/// Descriptors that the keeper has besides files, and those that requests at the same time add.
const MARGIN: usize = 64;

/// Held while the limit is another than the process's.
static RAISED: Mutex<()> = Mutex::new(());

/// Does something for which the keeper's table needs room for this many files and one more. The limit on descriptors is the
/// process's, and is for its own table: where it is too low it is as high as it may be meanwhile.
pub(super) fn with_room_for<T>(files: usize, action: impl FnOnce() -> T) -> T {
    let limit = limit();
    if limit.rlim_cur as usize > files + MARGIN {
        return action();
    }
    let _raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner);
    let limit = self::limit();
    set(libc::rlimit { rlim_cur: limit.rlim_max, ..limit });
    let result = action();
    set(limit);
    result
}

fn limit() -> libc::rlimit {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is the caller's own.
    unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) };
    limit
}

fn set(limit: libc::rlimit) {
    // SAFETY: as above.
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &limit) };
}
