//! The executor: runs the commands of an immediate list or a queue.

use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use level_zero_sys::*;
use ur_ipc_soft_gpu::{Dependency, Engine};

use super::command::{Appended, Run, Submitted};
use super::turns::QueuePlace;
use crate::context::Context;
use crate::device::{Device, zeDeviceGetCommandQueueGroupProperties};
use crate::memory::checks::{CallResult, deadline, described, ensure, flags, lock, system};
use crate::object::Object;

/// Time that the end of a list gives commands that do not come to theirs. A list does what it was given, but an event
/// that never comes must not hold its end up for ever.
const GRACE: Duration = Duration::from_secs(2);

const KNOWN_FLAGS: u32 = 0x7;

/// All engines, by device.
static ENGINES: Mutex<Vec<(u32, Weak<Engine<Submitted>>)>> = Mutex::new(Vec::new());

/// Runs commands, and ends with the list or queue that it belongs to.
pub(super) struct Executor {
    engine: Arc<Engine<Submitted>>,
    device: u32,
    synchronous: bool,
}

/// The arguments that both kinds of creation have in common.
pub(super) struct QueueWish {
    device: u32,
    /// Whether each command waits for the one before it.
    pub(super) in_order: bool,
    synchronous: bool,
}

impl QueueWish {
    /// Checks the arguments.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for handles and queues that do not exist,
    /// `ZE_RESULT_ERROR_INVALID_ENUMERATION` for unknown flags, modes and priorities.
    ///
    /// # Safety
    /// The descriptor is null or readable.
    pub(super) unsafe fn check(
        context: ze_context_handle_t,
        device: ze_device_handle_t,
        desc: *const ze_command_queue_desc_t,
    ) -> CallResult<Self> {
        Object::<Context>::get(context)?.check(device)?;
        // SAFETY: as the caller vouches.
        let desc = unsafe { described(desc) }?;
        flags(desc.flags.0, KNOWN_FLAGS)?;
        let known = desc.mode.name().is_some() && desc.priority.name().is_some();
        ensure(known, ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION)?;
        check_group(device, desc.ordinal, desc.index)?;
        Ok(Self {
            device: Object::<Device>::get(device)?.index,
            in_order: desc.flags.contains(ze_command_queue_flags_t::ZE_COMMAND_QUEUE_FLAG_IN_ORDER),
            synchronous: desc.mode == ze_command_queue_mode_t::ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS,
        })
    }
}

/// `ZE_RESULT_ERROR_INVALID_ARGUMENT` unless the device has that group and that many queues in it.
pub(super) fn check_group(device: ze_device_handle_t, ordinal: u32, index: u32) -> CallResult {
    let mut count = 1;
    let mut group = ze_command_queue_group_properties_t::new();
    // SAFETY: both outputs are live, and there is room for as many groups as the count says.
    unsafe { zeDeviceGetCommandQueueGroupProperties(device, &mut count, &mut group) }.ok()?;
    let exists = ordinal < count && index < group.numQueues;
    ensure(exists, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)
}

impl Executor {
    /// Starts one, with nothing to do and no thread yet.
    pub(super) fn new(wish: &QueueWish, in_order: bool) -> Self {
        let engine = Arc::new(Engine::new(in_order));
        let mut engines = lock(&ENGINES);
        engines.retain(|(_, engine)| engine.strong_count() > 0);
        engines.push((wish.device, Arc::downgrade(&engine)));
        Self { engine, device: wish.device, synchronous: wish.synchronous }
    }

    fn submit(&self, run: &Run) -> CallResult<Dependency> {
        let Run { command, appended } = run;
        let (mut waits, signal, number) = match appended {
            Some(Appended { dependencies, number }) => (dependencies.clone(), None, *number),
            None => (command.dependencies(), command.signal()?, None),
        };
        let mut place = QueuePlace::take(self.device);
        let turn = place.as_mut().map(|place| place.turn(&mut waits));
        self.engine
            .submit(command.submitted(number, self.device, turn), waits, command.order, signal, || ())
            .map_err(|error| system(&error))
    }

    /// Submits commands, and waits for them where the mode is synchronous.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY` if there is no thread to run one, `ZE_RESULT_ERROR_INVALID_ARGUMENT` if
    /// it signals an event that cannot be signalled here; the commands before it run.
    pub(super) fn run(&self, runs: &[Run]) -> CallResult {
        let mut last = None;
        for run in runs {
            last = Some(self.submit(run)?);
        }
        if let Some(last) = last.filter(|_| self.synchronous) {
            last.wait(None);
        }
        Ok(())
    }

    /// Waits for all commands; timeout in nanoseconds, `u64::MAX` for no limit.
    ///
    /// # Errors
    /// `ZE_RESULT_NOT_READY` if they are not done in time.
    pub(super) fn synchronize(&self, timeout: u64) -> CallResult {
        ensure(self.engine.finish_by(deadline(timeout)), ze_result_t::ZE_RESULT_NOT_READY)
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        if !self.engine.finish_by(Instant::now().checked_add(GRACE)) {
            self.engine.abandon();
            self.engine.finish_by(Instant::now().checked_add(GRACE));
        }
        self.engine.close();
    }
}

/// Waits for all commands of a device.
pub(super) fn finish_all(device: u32) {
    let engines: Vec<_> = {
        let engines = lock(&ENGINES);
        engines.iter().filter(|(of, _)| *of == device).filter_map(|(_, engine)| engine.upgrade()).collect()
    };
    for engine in engines {
        engine.finish();
    }
}
