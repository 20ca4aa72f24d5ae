//! A backend with one device, whose `urIPCOpenMemHandleExp` misbehaves as its size argument says.

use std::ffi::c_void;
use std::io::Write;
use std::os::fd::RawFd;
use std::time::Duration;
use ur_ipc_fixtures::api::*;

/// What a call does instead of its work; the size argument carries the number.
#[derive(Clone, Copy)]
#[repr(usize)]
pub enum Fault {
    None,
    Segfault,
    Abort,
    ExitZero,
    ExitAtOnce,
    Hang,
    Stop,
    Garble,
    CloseAll,
    Exhaust,
    Flood,
    DeviceLost,
    Daemon,
    Kill,
    StackOverflow,
    ForkAndDie,
}

impl Fault {
    const ALL: [Self; 16] = [
        Self::None,
        Self::Segfault,
        Self::Abort,
        Self::ExitZero,
        Self::ExitAtOnce,
        Self::Hang,
        Self::Stop,
        Self::Garble,
        Self::CloseAll,
        Self::Exhaust,
        Self::Flood,
        Self::DeviceLost,
        Self::Daemon,
        Self::Kill,
        Self::StackOverflow,
        Self::ForkAndDie,
    ];
}

/// How the backend behaves as a whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Character {
    Good,
    /// Cannot list its devices without crashing.
    CrashesInProbe,
    /// Lists its device in the probe, but has none in workers.
    GoneInWorkers,
    /// Never answers the first query.
    HangsInProbe,
}

/// The backend.
pub struct Faulty(pub Character);

const ONE: usize = 0x10;

/// UR's way of listing one object.
///
/// # Safety
/// The pointers are null or writable.
unsafe fn list<H>(entries: u32, out: *mut H, count: *mut u32, handle: H) -> UrResult {
    // SAFETY: by this function's contract.
    unsafe {
        if !count.is_null() {
            count.write(1);
        }
        if entries > 0 && !out.is_null() {
            out.write(handle);
        }
    }
    UrResult::SUCCESS
}

fn is_worker() -> bool {
    std::env::args().nth(2).as_deref() == Some("worker")
}

impl UrIpc for Faulty {
    fn implementation(&self) -> Implementation {
        Implementation { name: "faulty".into(), version: "1.2".into(), details: Vec::new() }
    }

    unsafe fn adapter_get(&self, n: u32, out: *mut AdapterHandle, count: *mut u32) -> UrResult {
        match self.0 {
            Character::CrashesInProbe => perform(Fault::Segfault),
            Character::HangsInProbe => perform(Fault::Hang),
            Character::GoneInWorkers if is_worker() => return UrResult::ERROR_DEVICE_LOST,
            _ => {}
        }
        // SAFETY: as UR demands of the caller.
        unsafe { list(n, out, count, AdapterHandle::from_address(ONE)) }
    }

    unsafe fn platform_get(
        &self,
        _adapter: AdapterHandle,
        n: u32,
        out: *mut PlatformHandle,
        count: *mut u32,
    ) -> UrResult {
        // SAFETY: as UR demands of the caller.
        unsafe { list(n, out, count, PlatformHandle::from_address(ONE)) }
    }

    unsafe fn device_get(
        &self,
        _platform: PlatformHandle,
        _kind: DeviceType,
        n: u32,
        out: *mut DeviceHandle,
        count: *mut u32,
    ) -> UrResult {
        // SAFETY: as UR demands of the caller.
        unsafe { list(n, out, count, DeviceHandle::from_address(ONE)) }
    }

    unsafe fn device_get_info(
        &self,
        _device: DeviceHandle,
        info: DeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        let text: &[u8] = match info {
            DeviceInfo::NAME => b"Faulty device\0",
            DeviceInfo::DRIVER_VERSION => b"1.2\0",
            _ => return UrResult::ERROR_UNSUPPORTED_ENUMERATION,
        };
        // SAFETY: as UR demands of the caller: null, or writable for `size` bytes.
        unsafe {
            if !size_ret.is_null() {
                size_ret.write(text.len());
            }
            if !value.is_null() && size >= text.len() {
                std::ptr::copy_nonoverlapping(text.as_ptr(), value.cast(), text.len());
            }
        }
        UrResult::SUCCESS
    }

    unsafe fn ipc_open_mem_handle_exp(
        &self,
        _context: ContextHandle,
        _device: DeviceHandle,
        _data: *mut c_void,
        size: usize,
        _mem: *mut *mut c_void,
    ) -> UrResult {
        match Fault::ALL.get(size) {
            Some(Fault::DeviceLost) => UrResult::ERROR_DEVICE_LOST,
            Some(&fault) => {
                perform(fault);
                UrResult::SUCCESS
            }
            None => UrResult::ERROR_INVALID_VALUE,
        }
    }
}

/// Faults for real: Rust's own handler swallows a signal that is only raised.
fn segfault() {
    // SAFETY: not sound, which is the point; nothing is mapped there.
    unsafe { std::ptr::without_provenance_mut::<u8>(8).write_volatile(1) };
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// All descriptors of this process but the standard ones.
fn descriptors() -> impl Iterator<Item = RawFd> {
    3..1024
}

fn perform(fault: Fault) {
    match fault {
        Fault::None | Fault::DeviceLost => {}
        Fault::Segfault => segfault(),
        Fault::Abort => std::process::abort(),
        Fault::ExitZero => std::process::exit(0),
        // SAFETY: ends the process at once.
        Fault::ExitAtOnce => unsafe { libc::_exit(3) },
        Fault::Hang => hang(),
        // SAFETY: signals to oneself.
        Fault::Stop => unsafe {
            libc::raise(libc::SIGSTOP);
        },
        // SAFETY: as above.
        Fault::Kill => unsafe {
            libc::raise(libc::SIGKILL);
        },
        Fault::Garble => {
            for fd in descriptors() {
                // SAFETY: reads a buffer of this size; what it is written to is the point.
                unsafe { libc::send(fd, c"this is no frame at all".as_ptr().cast(), 20, libc::MSG_NOSIGNAL) };
            }
        }
        Fault::CloseAll => {
            for fd in descriptors() {
                // SAFETY: no pointers; that others own these descriptors is the point.
                unsafe { libc::close(fd) };
            }
        }
        // SAFETY: no pointers.
        Fault::Exhaust => while unsafe { libc::dup(1) } >= 0 {},
        Fault::Flood => {
            let block = [b'x'; 1 << 16];
            for _ in 0..1024 {
                let _ = std::io::stderr().write_all(&block);
            }
        }
        Fault::Daemon => daemon(false),
        Fault::ForkAndDie => {
            daemon(true);
            segfault();
        }
        Fault::StackOverflow => {
            std::hint::black_box(dig(1));
        }
    }
}

/// Leaves a process behind that outlives this one; it holds the channel open, if so asked.
fn daemon(holding_the_channel: bool) {
    // SAFETY: between fork and the end, the child makes system calls only.
    unsafe {
        if libc::fork() == 0 {
            libc::setsid();
            if libc::fork() == 0 {
                if !holding_the_channel {
                    libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 0);
                }
                loop {
                    libc::pause();
                }
            }
            libc::_exit(0);
        }
        libc::wait(std::ptr::null_mut());
    }
}

#[expect(unconditional_recursion, reason = "it is to overflow the stack")]
fn dig(depth: usize) -> usize {
    let ballast = std::hint::black_box([depth; 64]);
    dig(ballast[0] + 1) + ballast[1]
}
