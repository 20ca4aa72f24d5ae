//! The handler of fatal signals: records the crash, and lets the process die as it would have.

use super::memory::{CrashMemory, CrashRecord};
use super::unwind::Place;
use super::{maps, unwind, watchdog};
use libc::{c_int, c_void, siginfo_t};
use std::mem::zeroed;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, OnceLock};

/// The signals by which a fault ends a process.
const SIGNALS: [c_int; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE];
/// Number of milliseconds that a second crashing thread waits for the first one.
const PATIENCE: usize = 3000;

/// The data for the handler.
struct Watch {
    memory: Arc<CrashMemory>,
    /// The process that is watched: forks inherit the handler, and are nobody's.
    process: c_int,
    /// The actions of these signals before. Rust's own, for two of them, report overflows of stacks.
    before: [libc::sigaction; SIGNALS.len()],
}

impl Watch {
    fn is_of_this_process(&self) -> bool {
        // SAFETY: no pointers.
        unsafe { libc::getpid() == self.process }
    }
}

static WATCH: OnceLock<Watch> = OnceLock::new();
/// The signal whose record is being written.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// The thread that writes it.
static WRITER: AtomicI32 = AtomicI32::new(0);

/// From now on, a crash of this process is written down. To be called before a library is loaded: one that handles
/// signals itself goes on doing so. Of several calls the first counts.
pub fn watch(memory: &Arc<CrashMemory>) {
    let mut first = false;
    WATCH.get_or_init(|| {
        first = true;
        let before = SIGNALS.map(|signal| {
            // SAFETY: asks, into memory of the right type.
            unsafe {
                let mut action = zeroed();
                libc::sigaction(signal, null(), &raw mut action);
                action
            }
        });
        // SAFETY: no pointers.
        Watch { memory: Arc::clone(memory), process: unsafe { libc::getpid() }, before }
    });
    if first {
        unwind::prepare();
        SIGNALS.into_iter().for_each(|signal| handle(signal, crashed as *const () as usize));
    }
}

/// Has a function handle a signal, on the alternate stack of the thread that it comes to, if that has one.
fn handle(signal: c_int, handler: libc::sighandler_t) {
    // SAFETY: the handlers here have the signature for this flag, and do what handlers may.
    unsafe {
        let mut action: libc::sigaction = zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigaction(signal, &raw const action, null_mut());
    }
}

/// Gives a signal its own effect, and lets it in.
fn make_deadly(signal: c_int) {
    // SAFETY: no pointers.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    let_in(signal);
}

/// Unblocks a signal in this thread.
fn let_in(signal: c_int) {
    // SAFETY: the set is filled by the first call; only this thread's mask is changed.
    unsafe {
        let mut set = zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, null_mut());
    }
}

fn restore(watch: &Watch) {
    for (signal, action) in SIGNALS.into_iter().zip(&watch.before) {
        // SAFETY: what was in force before.
        unsafe { libc::sigaction(signal, action, null_mut()) };
    }
}

/// Sends a signal to this thread.
fn send(signal: c_int) {
    // SAFETY: no pointers.
    unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), libc::gettid(), signal) };
}

/// True if a signal with this code is of a fault, which happens again on return. A process may send itself any code that it
/// likes; those that the system has for what happens without a fault, and those that it may get, are sent again.
const fn is_fault(signal: c_int, code: c_int) -> bool {
    const SI_KERNEL: c_int = 0x80;
    let last = match signal {
        libc::SIGSEGV => 10,
        // The one behind these tells of memory that was not touched.
        libc::SIGBUS => 4,
        libc::SIGILL => 11,
        libc::SIGFPE => 15,
        _ => return false,
    };
    code == SI_KERNEL || 1 <= code && code <= last
}

/// Writes the crash down, and goes on as if nobody had.
extern "C" fn crashed(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let Some(watch) = WATCH.get() else { return };
    if watch.is_of_this_process() {
        // SAFETY: no pointers.
        let thread = unsafe { libc::gettid() };
        if WRITER.compare_exchange(0, thread, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
            // What goes wrong in this thread from here on ends the process at once, by the signal that the record is about.
            // What goes wrong in others waits for the record.
            SIGNAL.store(signal, Ordering::Release);
            SIGNALS.into_iter().for_each(|signal| handle(signal, crashed_again as *const () as usize));
            let_in(signal);
            // SAFETY: the system hands over what belongs to the signal.
            unsafe { write(&watch.memory, signal, info, context) };
        } else {
            wait_for(&watch.memory);
        }
    }
    // SAFETY: as above.
    go_on(watch, signal, unsafe { (*info).si_code });
}

/// A signal while one is written down: of the writer itself, of its watchdog, of another thread, or of a fork.
extern "C" fn crashed_again(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let Some(watch) = WATCH.get() else { return };
    // SAFETY: the system hands over what belongs to the signal.
    let code = unsafe { (*info).si_code };
    if watch.is_of_this_process() {
        // SAFETY: no pointers.
        let is_writer = WRITER.load(Ordering::Acquire) == unsafe { libc::gettid() };
        if is_writer || code == libc::SI_TIMER {
            let signal = SIGNAL.load(Ordering::Acquire);
            make_deadly(signal);
            return send(signal);
        }
        wait_for(&watch.memory);
    }
    go_on(watch, signal, code);
}

/// Returns to the fault, which then has the effect that it would have had. A signal that was sent is sent again.
fn go_on(watch: &Watch, signal: c_int, code: c_int) {
    restore(watch);
    if !is_fault(signal, code) {
        make_deadly(signal);
        send(signal);
    }
}

/// # Safety
/// The arguments are those of a handler.
unsafe fn write(record: &CrashRecord, signal: c_int, info: *const siginfo_t, context: *const c_void) {
    // Before all that may wait: for memory of the process, or for what maps it.
    let limit = watchdog::start(signal);
    // SAFETY: by this function's contract. The address is there in signals of all kinds, if without a meaning in some.
    let (code, address, place) =
        unsafe { ((*info).si_code, (*info).si_addr().expose_provenance() as u64, Place::of(context)) };
    record.signal.store(signal, Ordering::Relaxed);
    record.code.store(code, Ordering::Relaxed);
    record.address.store(if code > 0 { address } else { 0 }, Ordering::Relaxed);
    // SAFETY: no pointers.
    record.thread_number.store(unsafe { libc::gettid() }, Ordering::Relaxed);
    record.thread.push(&thread_name());
    maps::keep(record);
    unwind::keep(&record.frames, &place);
    maps::keep(record);
    watchdog::stop(limit);
    record.end();
}

/// The name of this thread, and zeros. That of the main one is the program's to the system.
fn thread_name() -> [u8; 16] {
    let mut name = *b"main\0\0\0\0\0\0\0\0\0\0\0\0";
    // SAFETY: no pointers; then writes sixteen bytes at most.
    unsafe {
        if libc::gettid() != libc::getpid() {
            libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr());
        }
    }
    name
}

/// Another thread was first, and whoever returns to his fault ends both.
fn wait_for(record: &CrashRecord) {
    for _ in 0..PATIENCE {
        if record.is_told() {
            return;
        }
        let pause = libc::timespec { tv_sec: 0, tv_nsec: 1_000_000 };
        // SAFETY: reads a structure of the right type.
        unsafe { libc::nanosleep(&raw const pause, null_mut()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::not_mapped(libc::SIGSEGV, 1, true)]
    #[case::address_of_no_form(libc::SIGSEGV, 0x80, true)]
    #[case::made_up(libc::SIGSEGV, 77, false)]
    #[case::broken_memory(libc::SIGBUS, libc::BUS_MCEERR_AR, true)]
    #[case::broken_memory_elsewhere(libc::SIGBUS, libc::BUS_MCEERR_AO, false)]
    #[case::no_instruction(libc::SIGILL, 1, true)]
    #[case::by_zero(libc::SIGFPE, 1, true)]
    #[case::never_a_fault(libc::SIGABRT, 1, false)]
    #[case::sent(libc::SIGSEGV, libc::SI_TKILL, false)]
    #[case::of_a_timer(libc::SIGSEGV, libc::SI_TIMER, false)]
    fn faults_are_told_from_what_was_sent(#[case] signal: c_int, #[case] code: c_int, #[case] fault: bool) {
        assert_eq!(is_fault(signal, code), fault);
    }
}
