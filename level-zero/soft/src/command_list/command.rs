//! Commands of a list.

use core::ffi::c_void;
use std::sync::Arc;
use std::time::Duration;

use level_zero_sys::ze_host_function_callback_t;
use ur_ipc_soft_gpu::{Dependency, EventPage, Order, Work};
use ur_ipc_sys::process::now;

use super::host_thread;
use super::turns::Turn;
use crate::device::now_cycles;
use crate::event::EventState;
use crate::faults::{self, Freedom, uses};
use crate::memory::checks::CallResult;
use crate::memory::{InUse, in_use};

/// Fills copy at least this many bytes at a time.
const FILL_STEP: usize = 4096;

/// A command as it was described. Regular lists run it any number of times.
#[derive(Clone)]
pub(super) struct Command {
    /// The action of the command.
    pub(super) action: Action,
    /// Its order among the other commands of a list that is not in order.
    pub(super) order: Order,
    /// The events that it waits for.
    pub(super) waits: Vec<Arc<EventState>>,
    /// The event that it signals.
    pub(super) signal: Option<Arc<EventState>>,
}

/// The waits and the signal of a command, fixed when it was appended to a regular list. From then on the event is
/// pending, whenever the list is run.
pub(super) struct Appended {
    /// The signals that it waits for.
    pub(super) dependencies: Vec<Dependency>,
    /// The number of its signal.
    pub(super) number: Option<u64>,
}

/// A command to run once.
pub(super) struct Run {
    /// The command.
    pub(super) command: Command,
    /// The waits and the signal that were fixed before; `None` to fix them now, as for an immediate list and for all
    /// runs but the first.
    pub(super) appended: Option<Appended>,
}

/// The action of a command.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// Nothing: it waits, or signals.
    Nothing,
    /// Copies bytes.
    Copy {
        /// The address of the first byte to write.
        to: usize,
        /// The address of the first byte to read.
        from: usize,
        /// The number of bytes.
        size: usize,
    },
    /// Writes a pattern again and again, at the end only what fits.
    Fill {
        /// The address of the first byte to write.
        to: usize,
        /// The pattern.
        pattern: Arc<[u8]>,
        /// The number of bytes.
        size: usize,
    },
    /// Writes the clock of the devices.
    Timestamp {
        /// The address of the cycles to write.
        to: usize,
    },
    /// Switches an event off.
    Reset(Arc<EventState>),
    /// Calls the application.
    HostFunction(HostFunction),
}

/// A function of the application and what to give it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HostFunction {
    /// The function.
    pub(super) function: ze_host_function_callback_t,
    /// Its argument.
    pub(super) data: *mut c_void,
}

impl HostFunction {
    /// Calls it.
    pub(super) fn call(self) {
        if let Some(function) = self.function {
            // SAFETY: the application gave the function to be called with this argument.
            unsafe { function(self.data) };
        }
    }
}

// SAFETY: the specification lets the driver call the function on any thread; the data must bear that.
unsafe impl Send for HostFunction {}
// SAFETY: as above.
unsafe impl Sync for HostFunction {}

/// A command on its way: submitted once, run once.
pub(super) struct Submitted {
    action: Action,
    signal: Option<Arc<EventState>>,
    /// The number of the signal, where it was appended before.
    number: Option<u64>,
    delay: Duration,
    _uses: Vec<InUse>,
    turn: Option<Turn>,
    host_thread: Option<u32>,
}

impl Command {
    /// Fixes what it waits for and signals.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for an event that cannot be signalled here.
    pub(super) fn appended(&self) -> CallResult<Appended> {
        let page = self.signal()?;
        // First the waits: it may wait for the event that it signals.
        let dependencies = self.dependencies();
        Ok(Appended { dependencies, number: page.map(|page| page.append()) })
    }

    /// The signals that it waits for, if it was appended now.
    pub(super) fn dependencies(&self) -> Vec<Dependency> {
        self.waits.iter().map(|state| state.dependency()).collect()
    }

    /// The page that its signal is appended to, if any.
    ///
    /// # Errors
    /// As for [`Command::appended`].
    pub(super) fn signal(&self) -> CallResult<Option<&Arc<EventPage>>> {
        match &self.signal {
            Some(state) => state.signal(),
            None => Ok(None),
        }
    }

    /// The command, submitted. From now on the allocations that it names are in use. `number` is that of its signal,
    /// if that was appended before; `device` is where it runs, and `turn` its place there, if the device runs one
    /// command at a time.
    pub(super) fn submitted(&self, number: Option<u64>, device: u32, turn: Option<Turn>) -> Submitted {
        Submitted {
            action: self.action.clone(),
            signal: self.signal.clone(),
            number,
            delay: faults::settings().command_delay,
            _uses: self.action.addresses().into_iter().flatten().filter_map(in_use).collect(),
            turn,
            host_thread: uses(Freedom::HostThread).then_some(device),
        }
    }
}

impl Action {
    fn addresses(&self) -> [Option<usize>; 2] {
        match self {
            Self::Copy { to, from, .. } => [Some(*to), Some(*from)],
            Self::Fill { to, .. } | Self::Timestamp { to } => [Some(*to), None],
            Self::Nothing | Self::Reset(_) | Self::HostFunction(_) => [None, None],
        }
    }

    fn run(self, host_thread: Option<u32>) {
        match self {
            Self::Nothing => {}
            Self::Copy { to, from, size } => copy(to, from, size),
            Self::Fill { to, pattern, size } => fill(to, &pattern, size),
            Self::Timestamp { to } => {
                let to = core::ptr::with_exposed_provenance_mut::<u64>(to);
                // SAFETY: the application vouches for the address until the command has run.
                unsafe { to.write_unaligned(now_cycles()) };
            }
            Self::Reset(state) => state.switch_off(),
            Self::HostFunction(function) => match host_thread {
                Some(device) => host_thread::call(device, function),
                None => function.call(),
            },
        }
    }
}

impl Work for Submitted {
    type Held = Option<Turn>;

    fn is_bounded(&self) -> bool {
        self.delay.is_zero() && !matches!(self.action, Action::HostFunction(_))
    }

    fn run(self) -> Option<Turn> {
        if !self.delay.is_zero() {
            std::thread::sleep(self.delay);
        }
        let start = now();
        self.action.run(self.host_thread);
        if let Some(state) = self.signal {
            state.record(start, now());
            state.switch_on();
            if let Some(number) = self.number {
                state.complete(number);
            }
        }
        self.turn
    }
}

impl core::fmt::Debug for Submitted {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.action.fmt(f)
    }
}

/// Copies whatever is there: an address that names nothing faults, as it would on a device.
fn copy(to: usize, from: usize, size: usize) {
    let to = core::ptr::with_exposed_provenance_mut::<u8>(to);
    let from = core::ptr::with_exposed_provenance::<u8>(from);
    // SAFETY: the application vouches for the addresses until the command has run. They may overlap.
    unsafe { to.copy_from(from, size) };
}

fn fill(to: usize, pattern: &[u8], size: usize) {
    let block = pattern.repeat(FILL_STEP.div_ceil(pattern.len().max(1)));
    let mut done = 0;
    while done < size {
        let len = block.len().min(size - done);
        let to = core::ptr::with_exposed_provenance_mut::<u8>(to + done);
        // SAFETY: the application vouches for the range until the command has run; the block is the driver's own.
        unsafe { to.copy_from_nonoverlapping(block.as_ptr(), len) };
        done += len;
    }
}
