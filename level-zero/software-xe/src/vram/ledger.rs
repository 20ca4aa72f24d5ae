//! The ledger: the file with the memory that each process has taken.

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::sync::Mutex;

use crate::errno::Errno;
use crate::sys;

/// Devices that a line has room for.
const DEVICES: usize = 4;
/// Processes that the file has room for.
const LINES: usize = 1024;

/// The content of the file.
#[repr(C)]
struct Book {
    /// Held while anything below is read or written. It survives the death of who holds it.
    lock: libc::pthread_mutex_t,
    lines: [Line; LINES],
}

/// The memory that a process has taken.
#[repr(C)]
#[derive(Clone, Copy)]
struct Line {
    /// The process; 0 where the line is free.
    process: u32,
    /// The machine that it is on, by the hash of its name.
    machine: u32,
    /// When it started, as its number may be another's by now.
    started: u64,
    used: [u64; DEVICES],
}

/// A mapping of the file.
#[derive(Debug)]
pub(super) struct Ledger {
    book: *mut Book,
    machine: u32,
    /// This process's line, once it has taken something.
    own: Mutex<Option<usize>>,
}

// SAFETY: what the pointer names is only used under the lock that is in it.
unsafe impl Send for Ledger {}
// SAFETY: as above.
unsafe impl Sync for Ledger {}

impl Ledger {
    /// The one that all processes of this user have, for a machine.
    pub(super) fn shared(machine: &str) -> Result<Self, Errno> {
        let path = path().ok_or(Errno::EINVAL)?;
        let fd = sys::open_or_create(&path)?;
        // Who comes first makes the lock, while the others wait for the file.
        // SAFETY: no memory is passed.
        let lock = |how| unsafe { sys::call(libc::SYS_flock, [sys::word(fd), sys::word(how)]) };
        lock(libc::LOCK_EX)?;
        let mapped = sys::stat(fd).and_then(|stat| {
            let fresh = stat.st_size == 0;
            if !fresh && stat.st_size != size_of::<Book>() as i64 {
                // Of another version of this library.
                return Err(Errno::EINVAL);
            }
            if fresh {
                sys::truncate(fd, size_of::<Book>() as u64)?;
            }
            Self::map(libc::MAP_SHARED, fd, fresh, machine)
        });
        // The mapping keeps the file open, and with it the lock.
        let unlocked = lock(libc::LOCK_UN);
        sys::close(fd);
        unlocked?;
        mapped
    }

    /// One of this process's own.
    pub(super) fn private() -> Self {
        Self::map(libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1, true, "").expect("a page of memory")
    }

    fn map(flags: i32, fd: i32, fresh: bool, machine: &str) -> Result<Self, Errno> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the kernel chooses a free place.
        let place = unsafe { sys::mmap(std::ptr::null_mut(), size_of::<Book>(), protection, flags, fd, 0) }?;
        let book: *mut Book = place.cast();
        if fresh {
            // SAFETY: nobody else uses the lock before it is made, as the file is locked.
            unsafe {
                let mut attributes = MaybeUninit::uninit();
                libc::pthread_mutexattr_init(attributes.as_mut_ptr());
                libc::pthread_mutexattr_setpshared(attributes.as_mut_ptr(), libc::PTHREAD_PROCESS_SHARED);
                libc::pthread_mutexattr_setrobust(attributes.as_mut_ptr(), libc::PTHREAD_MUTEX_ROBUST);
                libc::pthread_mutex_init(&raw mut (*book).lock, attributes.as_ptr());
            }
        }
        Ok(Self { book, machine: number(machine), own: Mutex::new(None) })
    }

    /// Takes bytes of a device, unless they would be more than there are.
    pub(super) fn take(&self, device: usize, bytes: u64, total: u64) -> bool {
        self.with_lines(|own, lines| {
            let fits = |lines: &[Line]| self.sum(lines, device).saturating_add(bytes) <= total;
            if !fits(lines) {
                sweep(lines);
                if !fits(lines) {
                    return false;
                }
            }
            let Some(line) = self.own_line(own, lines) else { return false };
            lines[line].used[device] += bytes;
            true
        })
    }

    /// Gives back what was taken.
    pub(super) fn give_back(&self, device: usize, bytes: u64) {
        self.with_lines(|own, lines| {
            if let Some(line) = *own {
                lines[line].used[device] = lines[line].used[device].saturating_sub(bytes);
            }
        });
    }

    /// The bytes that all live processes have taken of a device.
    pub(super) fn used(&self, device: usize) -> u64 {
        self.with_lines(|_, lines| {
            sweep(lines);
            self.sum(lines, device)
        })
    }

    fn sum(&self, lines: &[Line], device: usize) -> u64 {
        lines.iter().filter(|line| line.machine == self.machine).map(|line| line.used[device]).sum()
    }

    fn own_line(&self, own: &mut Option<usize>, lines: &mut [Line]) -> Option<usize> {
        if own.is_none() {
            if lines.iter().all(|line| line.process != 0) {
                sweep(lines);
            }
            let free = lines.iter().position(|line| line.process == 0)?;
            let process = sys::process_id() as u32;
            let machine = self.machine;
            lines[free] = Line { process, machine, started: started(process)?, used: [0; DEVICES] };
            *own = Some(free);
        }
        *own
    }

    fn with_lines<T>(&self, action: impl FnOnce(&mut Option<usize>, &mut [Line]) -> T) -> T {
        let mut own = self.own.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // SAFETY: the mapping stays until the process ends, and the lock is held while the lines are used.
        unsafe {
            let lock = &raw mut (*self.book).lock;
            if libc::pthread_mutex_lock(lock) == libc::EOWNERDEAD {
                // Each line is whole at every moment.
                libc::pthread_mutex_consistent(lock);
            }
            let result = action(&mut own, &mut (*self.book).lines);
            libc::pthread_mutex_unlock(lock);
            result
        }
    }
}

/// The path of this user's file.
fn path() -> Option<CString> {
    // SAFETY: no memory is passed.
    let user = unsafe { libc::geteuid() };
    CString::new(format!("/dev/shm/software-xe-{user}")).ok()
}

/// The hash of a machine's name, the same in all processes (FNV-1a).
fn number(machine: &str) -> u32 {
    machine.bytes().fold(0x811C_9DC5, |number, byte| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Frees the lines of processes that are dead.
fn sweep(lines: &mut [Line]) {
    for line in lines.iter_mut().filter(|line| line.process != 0) {
        if started(line.process) != Some(line.started) {
            *line = Line { process: 0, machine: 0, started: 0, used: [0; DEVICES] };
        }
    }
}

/// When a process started, in ticks since the machine did.
fn started(process: u32) -> Option<u64> {
    let path = CString::new(format!("/proc/{process}/stat")).ok()?;
    let fd = sys::open_read(&path).ok()?;
    let mut stat = Vec::new();
    let read = sys::read_all(fd, &mut stat);
    sys::close(fd);
    read.ok()?;
    // The name before the last parenthesis may have blanks; the twentieth field after it is the time.
    let stat = String::from_utf8_lossy(&stat);
    let fields = stat.rsplit_once(')')?.1;
    fields.split_ascii_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_more_than_there_is() {
        let ledger = Ledger::private();
        assert!(ledger.take(0, 60, 100));
        assert!(!ledger.take(0, 41, 100));
        assert!(ledger.take(1, 100, 100), "devices have memory of their own");
        assert!(ledger.take(0, 40, 100));
        ledger.give_back(0, 60);
        assert_eq!((ledger.used(0), ledger.used(1)), (40, 100));
        assert!(!ledger.take(0, u64::MAX, 100), "sums do not wrap");
    }

    #[test]
    fn what_the_dead_have_taken_is_swept_away() {
        let ledger = Ledger::private();
        ledger.with_lines(|_, lines| {
            // The number is this process's, and the time is not.
            lines[5] = Line {
                process: sys::process_id() as u32,
                machine: number(""),
                started: 1,
                used: [70, 0, 0, 0],
            };
        });
        assert!(ledger.take(0, 50, 100));
        assert_eq!(ledger.used(0), 50);
    }

    #[test]
    fn all_who_name_one_machine_share() {
        let machine = |name: &str| Ledger::shared(&format!("test-{}-{name}", sys::process_id())).unwrap();
        let (one, other, elsewhere) = (machine("a"), machine("a"), machine("b"));
        assert!(one.take(2, 30, 100));
        assert_eq!((other.used(2), elsewhere.used(2)), (30, 0));
    }
}
