//! Ends of a process.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Faults for real: Rust's own handler swallows a signal that is only raised.
pub fn segfault() {
    // SAFETY: not sound, which is the point; nothing is mapped there.
    unsafe { std::ptr::without_provenance_mut::<u8>(8).write_volatile(1) };
}

pub fn overflow_the_stack() {
    std::hint::black_box(dig(1));
}

#[expect(unconditional_recursion, reason = "it is to overflow the stack")]
fn dig(depth: usize) -> usize {
    let ballast = std::hint::black_box([depth; 64]);
    dig(ballast[0] + 1) + ballast[1]
}

/// Number of orders to this process, to misbehave or not to.
static ORDERS: AtomicUsize = AtomicUsize::new(0);

pub fn count() {
    ORDERS.fetch_add(1, Ordering::Relaxed);
}

/// Whether a thread of this process waits to die.
static DOOMED: AtomicBool = AtomicBool::new(false);

/// Goes on in a process that is not to die.
pub fn await_doom() {
    while DOOMED.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
}

/// Leaves a thread that dies at the next order: during another test.
pub fn die_later() {
    DOOMED.store(true, Ordering::Relaxed);
    let now = ORDERS.load(Ordering::Relaxed);
    std::thread::spawn(move || {
        while ORDERS.load(Ordering::Relaxed) == now {
            std::thread::yield_now();
        }
        segfault();
    });
}

/// Dies in a thread that Rust knows nothing of, so that it has no alternate stack.
pub fn die_in_a_bare_thread() {
    extern "C" fn work(_: *mut libc::c_void) -> *mut libc::c_void {
        // SAFETY: the name ends in zero.
        unsafe { libc::prctl(libc::PR_SET_NAME, c"bare".as_ptr()) };
        segfault();
        std::ptr::null_mut()
    }
    let mut thread = 0;
    // SAFETY: the thread gets no data, and its number has a place. It is waited for.
    unsafe {
        libc::pthread_create(&raw mut thread, std::ptr::null(), work, std::ptr::null_mut());
        libc::pthread_join(thread, std::ptr::null_mut());
    }
}

/// Dies in all threads at once: the end of one must not cut the record of another one short.
pub fn die_in_many_threads() {
    const THREADS: usize = 8;
    let barrier = std::sync::Barrier::new(THREADS);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                barrier.wait();
                segfault();
            });
        }
    });
}

/// Calls a function where there is none.
#[inline(never)]
pub fn jump_to_nowhere() {
    let address = std::hint::black_box(0x10_usize);
    // SAFETY: not sound, which is the point; nothing is mapped there.
    let nowhere: extern "C" fn() = unsafe { std::mem::transmute(address) };
    nowhere();
    std::hint::black_box(address);
}

/// Sends itself a signal that says it comes from a fault, and goes on if it lives.
pub fn abort_for_no_reason() {
    // SAFETY: reads a structure of the right type, which may have any content.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        (info.si_signo, info.si_code) = (libc::SIGABRT, 1);
        let (process, thread) = (libc::getpid(), libc::gettid());
        libc::syscall(libc::SYS_rt_tgsigqueueinfo, process, thread, libc::SIGABRT, &raw const info);
    }
}

/// Faults where no file can be opened any more: who tries waits for somebody who never answers.
pub fn open_nothing_and_die() {
    let step = |code: u32, k: u32, jf: u8| libc::sock_filter { code: code as u16, jt: 0, jf, k };
    let mut filter = [
        // The number of the call comes first.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, libc::SYS_openat as u32, 1),
        step(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_USER_NOTIF, 0),
        step(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW, 0),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: reads structures of the right types. The descriptor of who is to answer stays open.
    let listener = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        let (mode, flags) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
        libc::syscall(libc::SYS_seccomp, mode, flags, &raw const program)
    };
    assert!(listener >= 0, "the system can filter calls: {}", std::io::Error::last_os_error());
    segfault();
}
