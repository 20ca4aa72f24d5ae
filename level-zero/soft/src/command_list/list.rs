//! Command lists.

use std::sync::{Arc, Mutex};

use level_zero_sys::*;

use super::command::{Command, Run};
use super::executor::{Executor, QueueWish, check_group};
use crate::context::Context;
use crate::memory::checks::{CallResult, answer, described, ensure, flags, lock, pointer};
use crate::object::{Object, ObjectKind};

const KNOWN_FLAGS: u32 = 0x3f;

/// A command list.
pub(super) enum CommandList {
    /// It runs each command when it is appended.
    Immediate(Executor),
    /// It keeps the commands.
    Regular(Mutex<Recording>),
}

/// The commands of a regular list.
#[derive(Default)]
pub(super) struct Recording {
    /// The commands, to run any number of times. The waits and signals fixed at the append are for the first run.
    commands: Vec<Run>,
    closed: bool,
}

impl ObjectKind for CommandList {
    const KIND: u64 = u64::from_be_bytes(*b"cmd list");
    type Handle = ze_command_list_handle_t;
}

impl CommandList {
    /// Appends a command.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for a list that is closed, and those of [`Executor::run`].
    pub(super) fn append(&self, command: Command) -> CallResult {
        match self {
            Self::Immediate(executor) => executor.run(&[Run { command, appended: None }]),
            Self::Regular(recording) => {
                let mut recording = lock(recording);
                ensure(!recording.closed, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
                let appended = Some(command.appended()?);
                recording.commands.push(Run { command, appended });
                Ok(())
            }
        }
    }

    /// The executor of an immediate list.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE` for a regular one.
    pub(super) fn executor(&self) -> CallResult<&Executor> {
        match self {
            Self::Immediate(executor) => Ok(executor),
            Self::Regular(_) => Err(ze_result_t::ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE),
        }
    }

    fn recording(&self) -> CallResult<&Mutex<Recording>> {
        match self {
            Self::Immediate(_) => Err(ze_result_t::ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE),
            Self::Regular(recording) => Ok(recording),
        }
    }

    /// Checks that the list can be run.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE` for an immediate one, `ZE_RESULT_ERROR_INVALID_ARGUMENT` for one
    /// that is not closed.
    pub(super) fn check_closed(&self) -> CallResult {
        ensure(lock(self.recording()?).closed, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)
    }

    /// The commands of a regular list, to run once.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE` for an immediate one.
    pub(super) fn runs(&self) -> CallResult<Vec<Run>> {
        let mut recording = lock(self.recording()?);
        let runs = recording.commands.iter_mut();
        Ok(runs.map(|run| Run { command: run.command.clone(), appended: run.appended.take() }).collect())
    }
}

/// The list of a handle.
///
/// # Errors
/// Those of [`Object::get`].
pub(super) fn list(handle: ze_command_list_handle_t) -> CallResult<Arc<CommandList>> {
    Object::<CommandList>::get(handle)
}

/// `zeCommandListCreate`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListCreate(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    desc: *const ze_command_list_desc_t,
    phCommandList: *mut ze_command_list_handle_t,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        context.check(hDevice)?;
        // SAFETY: as the caller vouches.
        let desc = unsafe { described(desc) }?;
        pointer(phCommandList)?;
        flags(desc.flags.0, KNOWN_FLAGS)?;
        check_group(hDevice, desc.commandQueueGroupOrdinal, 0)?;
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { phCommandList.write(Object::create(CommandList::Regular(Mutex::default()))) };
        Ok(())
    }))
}

/// `zeCommandListCreateImmediate`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListCreateImmediate(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    altdesc: *const ze_command_queue_desc_t,
    phCommandList: *mut ze_command_list_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    answer(unsafe { QueueWish::check(hContext, hDevice, altdesc) }.and_then(|wish| {
        pointer(phCommandList)?;
        let list = CommandList::Immediate(Executor::new(&wish, wish.in_order));
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { phCommandList.write(Object::create(list)) };
        Ok(())
    }))
}

/// `zeCommandListDestroy`: an immediate list first does what it was given, unless that does not come to an end.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListDestroy(hCommandList: ze_command_list_handle_t) -> ze_result_t {
    answer(Object::<CommandList>::destroy(hCommandList).map(drop))
}

/// `zeCommandListClose`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListClose(hCommandList: ze_command_list_handle_t) -> ze_result_t {
    answer(list(hCommandList).and_then(|list| {
        lock(list.recording()?).closed = true;
        Ok(())
    }))
}

/// `zeCommandListReset`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListReset(hCommandList: ze_command_list_handle_t) -> ze_result_t {
    answer(list(hCommandList).and_then(|list| {
        *lock(list.recording()?) = Recording::default();
        Ok(())
    }))
}

/// `zeCommandListHostSynchronize`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListHostSynchronize(
    hCommandList: ze_command_list_handle_t,
    timeout: u64,
) -> ze_result_t {
    answer(list(hCommandList).and_then(|list| list.executor()?.synchronize(timeout)))
}

/// `zeCommandListIsImmediate`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeCommandListIsImmediate(
    hCommandList: ze_command_list_handle_t,
    pIsImmediate: *mut ze_bool_t,
) -> ze_result_t {
    answer(list(hCommandList).and_then(|list| {
        pointer(pIsImmediate)?;
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { pIsImmediate.write(list.executor().is_ok().into()) };
        Ok(())
    }))
}
