//! `DRM_IOCTL_XE_EXEC_QUEUE_CREATE`: a new queue.

use std::sync::Arc;

use super::{Call, extensions, read_all, require};
use crate::device::{Device, class};
use crate::errno::Errno;
use crate::priority;
use crate::queue::Queue;
use crate::uapi::xe::{EngineClassInstance, ExecQueueCreate, SetProperty, exec_queue};

/// Engines that a queue can be placed on.
const MOST_ENGINES: u32 = 9;
/// Microseconds of a turn that anybody may ask for.
const TIMESLICES: std::ops::RangeInclusive<u64> = 1..=10_000_000;

pub(super) fn exec_queue_create(call: Call<'_>, create: &mut ExecQueueCreate) -> Result<(), Errno> {
    let file = call.file;
    require(create.flags & !exec_queue::LOW_LATENCY_HINT == 0 && create.reserved == [0; 2])?;
    let count = u32::from(create.width) * u32::from(create.num_placements);
    require((1..=MOST_ENGINES).contains(&count))?;
    let engines: Vec<EngineClassInstance> = read_all(create.instances, count as usize)?;
    let first = engines[0];
    require(first.gt_id < file.device.gts())?;
    let is_bind = first.class == class::VM_BIND;
    if is_bind {
        require(count == 1 && first.instance == 0)?;
    } else {
        require(are_placements(file.device, &engines, create.width.into()))?;
        if create.width > 1 {
            file.machine.report.not_emulated("EXEC_QUEUE_CREATE of parallel queues");
            return Err(Errno::EOPNOTSUPP);
        }
    }
    let vm = file.vm(create.vm_id)?;
    extensions::properties(create.extensions, |property| set(call, first.class, property))?;
    let queue = if is_bind {
        Arc::new(Queue::for_binds(vm))
    } else {
        Queue::start(&file.machine, file.device, first.class, vm)?
    };
    create.exec_queue_id = file.queues().add(queue);
    Ok(())
}

/// Whether a queue can be placed on each of these: engines of one class and GT, and those of a parallel queue in a row.
fn are_placements(device: &Device, engines: &[EngineClassInstance], width: usize) -> bool {
    let first = engines[0];
    let are_there = engines.iter().all(|engine| {
        (engine.class, engine.gt_id) == (first.class, first.gt_id)
            && device.engine(engine.class, engine.instance, engine.gt_id).is_some()
    });
    let mask = |column: usize| {
        engines
            .iter()
            .skip(column)
            .step_by(width)
            .fold(0_u32, |mask, engine| mask | 1 << (engine.instance % 32))
    };
    are_there && (1..width).all(|column| mask(column) == mask(column - 1) << 1)
}

fn set(call: Call<'_>, class: u16, property: &SetProperty) -> Result<(), Errno> {
    match property.property {
        exec_queue::PRIORITY => {
            require(property.value <= 2)?;
            if property.value > priority::highest() { Err(Errno::EPERM) } else { Ok(()) }
        }
        exec_queue::TIMESLICE => require(priority::is_privileged() || TIMESLICES.contains(&property.value)),
        // Nothing is protected unless there is something that protects it.
        exec_queue::PXP_TYPE => match property.value {
            0 => Ok(()),
            1 => Err(Errno::ENODEV),
            _ => Err(Errno::EINVAL),
        },
        exec_queue::HANG_REPLAY_STATE => {
            call.file.machine.report.not_emulated("EXEC_QUEUE_CREATE with a state to replay");
            Err(Errno::EOPNOTSUPP)
        }
        // Groups of queues are for later devices.
        exec_queue::MULTI_GROUP => Err(Errno::ENODEV),
        exec_queue::MULTI_QUEUE_PRIORITY => Err(Errno::EINVAL),
        exec_queue::DISABLE_STATE_CACHE_PERF_FIX if class == class::RENDER => Ok(()),
        exec_queue::DISABLE_STATE_CACHE_PERF_FIX => Err(Errno::EOPNOTSUPP),
        _ => Err(Errno::EINVAL),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::file::File;
    use crate::ioctl::testing::{call, file, vm};
    use crate::uapi::xe::{EXEC_QUEUE_CREATE, UserExtension};

    fn engine(class: u16, instance: u16, gt_id: u16) -> EngineClassInstance {
        EngineClassInstance { class, instance, gt_id, pad: 0 }
    }

    fn try_create(
        file: &File,
        engines: &[EngineClassInstance],
        create: ExecQueueCreate,
    ) -> Result<u32, Errno> {
        let mut create = ExecQueueCreate { instances: engines.as_ptr() as u64, ..create };
        call(file, EXEC_QUEUE_CREATE, &mut create).map(|()| create.exec_queue_id)
    }

    const ONE: ExecQueueCreate = ExecQueueCreate {
        extensions: 0,
        width: 1,
        num_placements: 1,
        vm_id: 1,
        flags: 0,
        exec_queue_id: 0,
        instances: 0,
        reserved: [0; 2],
    };

    #[rstest]
    #[case::compute(engine(class::COMPUTE, 0, 0), ONE, Ok(1))]
    #[case::copy(engine(class::COPY, 0, 0), ONE, Ok(1))]
    #[case::binds(engine(class::VM_BIND, 0, 0), ONE, Ok(1))]
    #[case::low_latency(engine(class::COPY, 0, 0), ExecQueueCreate { flags: 1, ..ONE }, Ok(1))]
    #[case::flag(engine(class::COPY, 0, 0), ExecQueueCreate { flags: 2, ..ONE }, Err(Errno::EINVAL))]
    #[case::reserved(engine(class::COPY, 0, 0), ExecQueueCreate { reserved: [0, 1], ..ONE }, Err(Errno::EINVAL))]
    #[case::nowhere(engine(class::COPY, 0, 0), ExecQueueCreate { num_placements: 0, ..ONE }, Err(Errno::EINVAL))]
    #[case::everywhere(engine(class::COPY, 0, 0), ExecQueueCreate { num_placements: 10, ..ONE }, Err(Errno::EINVAL))]
    #[case::no_instance(engine(class::COPY, 1, 0), ONE, Err(Errno::EINVAL))]
    #[case::no_class(engine(9, 0, 0), ONE, Err(Errno::EINVAL))]
    #[case::no_gt(engine(class::COPY, 0, 2), ONE, Err(Errno::EINVAL))]
    #[case::other_gt(engine(class::COPY, 0, 1), ONE, Err(Errno::EINVAL))]
    #[case::second_of_binds(engine(class::VM_BIND, 1, 0), ONE, Err(Errno::EINVAL))]
    #[case::no_vm(engine(class::COPY, 0, 0), ExecQueueCreate { vm_id: 2, ..ONE }, Err(Errno::ENOENT))]
    fn is_validated(
        #[case] engine: EngineClassInstance,
        #[case] create: ExecQueueCreate,
        #[case] expected: Result<u32, Errno>,
    ) {
        let file = file();
        vm(&file);
        assert_eq!(try_create(&file, &[engine; 16], create), expected);
    }

    #[rstest]
    #[case::low(exec_queue::PRIORITY, 0, Ok(1))]
    #[case::beyond(exec_queue::PRIORITY, 3, Err(Errno::EINVAL))]
    #[case::turn(exec_queue::TIMESLICE, 1000, Ok(1))]
    #[case::unprotected(exec_queue::PXP_TYPE, 0, Ok(1))]
    #[case::protected(exec_queue::PXP_TYPE, 1, Err(Errno::ENODEV))]
    #[case::group(exec_queue::MULTI_GROUP, 1 << 63, Err(Errno::ENODEV))]
    #[case::unknown(7, 0, Err(Errno::EINVAL))]
    fn properties_are_validated(
        #[case] property: u32,
        #[case] value: u64,
        #[case] expected: Result<u32, Errno>,
    ) {
        let file = file();
        vm(&file);
        let set = SetProperty { base: UserExtension::default(), property, value, ..SetProperty::default() };
        let create = ExecQueueCreate { extensions: std::ptr::from_ref(&set) as u64, ..ONE };
        assert_eq!(try_create(&file, &[engine(class::COPY, 0, 0)], create), expected);
    }
}
