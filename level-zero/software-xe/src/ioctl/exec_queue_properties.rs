//! Existing queues: their end, and their properties.

use super::{Call, require};
use crate::errno::Errno;
use crate::uapi::xe::{ExecQueueDestroy, ExecQueueGetProperty, ExecQueueSetProperty, exec_queue};

pub(super) fn exec_queue_destroy(call: Call<'_>, destroy: &mut ExecQueueDestroy) -> Result<(), Errno> {
    require(destroy.pad == 0 && destroy.reserved == [0; 2])?;
    let removed = call.file.queues().remove(destroy.exec_queue_id);
    removed.ok_or(Errno::ENOENT)?.kill();
    Ok(())
}

pub(super) fn exec_queue_get_property(call: Call<'_>, get: &mut ExecQueueGetProperty) -> Result<(), Errno> {
    require(get.reserved == [0; 2])?;
    let queue = call.file.queue(get.exec_queue_id)?;
    require(get.property == exec_queue::GET_BAN)?;
    get.value = queue.is_banned().into();
    Ok(())
}

pub(super) fn exec_queue_set_property(call: Call<'_>, set: &mut ExecQueueSetProperty) -> Result<(), Errno> {
    require(set.reserved == [0; 2] && set.property == exec_queue::MULTI_QUEUE_PRIORITY)?;
    call.file.queue(set.exec_queue_id)?;
    // It is for queues of a group, which no device here has.
    Err(Errno::EINVAL)
}
