//! Unwinds the stack from the place of a signal.

use super::memory::KeptFrames;
use super::peek::peek;
use std::ffi::{c_int, c_void};
use std::mem::{MaybeUninit, zeroed};
use std::ptr::{null, null_mut};

/// Bytes of an alternate stack that have to be left for the walk, which takes half as much.
const ROOM: usize = 4096;

// Of the library by which Rust itself unwinds. It finds its tables without locks and memory on any system of today; where
// it does not, or finds a stack that is beyond repair, the handler's precautions end it.
unsafe extern "C" {
    fn _Unwind_Backtrace(frame: extern "C" fn(*mut c_void, *mut c_void) -> c_int, walk: *mut c_void)
    -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

/// Go on, and no further.
const GO_ON: c_int = 0;
const ENOUGH: c_int = 5;

/// The place of a thread in its code.
pub(super) struct Place {
    /// The instruction.
    pub at: u64,
    /// The place of the call of the function, for the case that `at` is its first instruction.
    caller: u64,
}

impl Place {
    /// Returns the place that a signal struck.
    ///
    /// # Safety
    /// The context is that of a handler which is running.
    pub(super) unsafe fn of(context: *const c_void) -> Self {
        // SAFETY: by this function's contract.
        let machine = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext };
        #[cfg(target_arch = "x86_64")]
        {
            let register = |number: c_int| machine.gregs[number as usize].cast_unsigned();
            Self { at: register(libc::REG_RIP), caller: word_at(register(libc::REG_RSP)).unwrap_or(0) }
        }
        #[cfg(target_arch = "aarch64")]
        {
            Self { at: machine.pc, caller: machine.regs[30] }
        }
    }
}

/// The word in memory; `None` where there is none.
fn word_at(address: u64) -> Option<u64> {
    // SAFETY: any bytes are a word.
    unsafe { peek(libc::getpid(), address) }
}

struct Walk<'r> {
    frames: &'r KeptFrames,
    place: &'r Place,
    /// Whether it has come by the place: what is before belongs to the handler.
    begun: bool,
}

/// Walks once, and keeps nothing: the linker binds what the library calls at the first call, and on the way it saves all registers,
/// for which an alternate stack may have no room.
pub(super) fn prepare() {
    extern "C" fn pass(_: *mut c_void, _: *mut c_void) -> c_int {
        GO_ON
    }
    // SAFETY: the function gets what it expects.
    unsafe { _Unwind_Backtrace(pass, null_mut()) };
}

/// Adds the frames from the place on upwards.
pub(super) fn keep(frames: &KeptFrames, place: &Place) {
    frames.push(place.at);
    let mut walk = Walk { frames, place, begun: false };
    if word_at(place.at).is_none() {
        // It has jumped to where there is no code. The library would look at it.
        frames.push(place.caller);
    } else if has_room() {
        // SAFETY: the function gets what it expects, for as long as the call takes.
        unsafe { _Unwind_Backtrace(frame, (&raw mut walk).cast()) };
    }
}

extern "C" fn frame(context: *mut c_void, walk: *mut c_void) -> c_int {
    // SAFETY: handed through from `keep`, which nobody else uses meanwhile.
    let walk = unsafe { &mut *walk.cast::<Walk<'_>>() };
    // SAFETY: the context is valid during this call.
    let at = unsafe { _Unwind_GetIP(context) } as u64;
    if !walk.begun {
        walk.begun = at == walk.place.at;
        return GO_ON;
    }
    // The last one of a thread is none.
    if at != 0 && walk.frames.push(at) { GO_ON } else { ENOUGH }
}

/// True if the stack has room for the walk: alternate ones are small.
fn has_room() -> bool {
    let here = MaybeUninit::<u8>::uninit();
    // SAFETY: all zeros is a value; the call fills it.
    let stack = unsafe {
        let mut stack: libc::stack_t = zeroed();
        libc::sigaltstack(null(), &raw mut stack);
        stack
    };
    stack.ss_flags & libc::SS_ONSTACK == 0 || here.as_ptr().addr().saturating_sub(stack.ss_sp.addr()) >= ROOM
}
