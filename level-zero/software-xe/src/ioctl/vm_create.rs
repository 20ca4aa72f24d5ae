//! `DRM_IOCTL_XE_VM_CREATE` and `DRM_IOCTL_XE_VM_DESTROY`: address spaces.

use std::sync::Arc;

use super::{Call, require};
use crate::errno::Errno;
use crate::uapi::xe::vm::{FAULT_MODE, LR_MODE, NO_VM_OVERCOMMIT, SCRATCH_PAGE};
use crate::uapi::xe::{VmCreate, VmDestroy};
use crate::vm::Vm;

pub(super) fn vm_create(call: Call<'_>, create: &mut VmCreate) -> Result<(), Errno> {
    let has = |flag| create.flags & flag != 0;
    require(create.extensions == 0 && create.reserved == [0; 2])?;
    require(create.flags & !(SCRATCH_PAGE | LR_MODE | FAULT_MODE | NO_VM_OVERCOMMIT) == 0)?;
    require(!has(FAULT_MODE) || has(LR_MODE))?;
    require(!has(FAULT_MODE) || !has(SCRATCH_PAGE) || call.file.device.faults_with_scratch())?;
    require(has(FAULT_MODE) || !has(NO_VM_OVERCOMMIT))?;
    create.vm_id = call.file.vms().add(Arc::new(Vm::new(call.file.device, create.flags)));
    Ok(())
}

pub(super) fn vm_destroy(call: Call<'_>, destroy: &mut VmDestroy) -> Result<(), Errno> {
    require(destroy.pad == 0 && destroy.reserved == [0; 2])?;
    let vm = call.file.vm(destroy.vm_id)?;
    let in_use =
        |vm: &Arc<Vm>| call.file.queues().values().any(|queue| !queue.is_bind && Arc::ptr_eq(&queue.vm, vm));
    // Queues that can only be stopped by what they agree to keep their address space.
    if vm.is_long_running() && !vm.has_faults() && in_use(&vm) {
        return Err(Errno::EBUSY);
    }
    call.file.vms().remove(destroy.vm_id);
    vm.close();
    Ok(())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::device::{B580, Device, PONTE_VECCHIO};
    use crate::ioctl::testing::{call, file, file_of, vm};
    use crate::uapi::xe::{VM_CREATE, VM_DESTROY};

    #[rstest]
    #[case::plain(&B580, 0, Ok(()))]
    #[case::scratch(&B580, SCRATCH_PAGE, Ok(()))]
    #[case::long(&B580, LR_MODE, Ok(()))]
    #[case::faults(&B580, LR_MODE | FAULT_MODE, Ok(()))]
    #[case::faults_and_scratch(&B580, LR_MODE | FAULT_MODE | SCRATCH_PAGE, Ok(()))]
    #[case::faults_and_scratch_of_pvc(&PONTE_VECCHIO, LR_MODE | FAULT_MODE | SCRATCH_PAGE, Err(Errno::EINVAL))]
    #[case::short_faults(&B580, FAULT_MODE, Err(Errno::EINVAL))]
    #[case::no_overcommit(&B580, LR_MODE | FAULT_MODE | NO_VM_OVERCOMMIT, Ok(()))]
    #[case::no_overcommit_without_faults(&B580, LR_MODE | NO_VM_OVERCOMMIT, Err(Errno::EINVAL))]
    #[case::unknown(&B580, 1 << 4, Err(Errno::EINVAL))]
    fn flags_fit_together(
        #[case] device: &'static Device,
        #[case] flags: u32,
        #[case] expected: Result<(), Errno>,
    ) {
        let mut create = VmCreate { flags, ..VmCreate::default() };
        assert_eq!(call(&file_of(device), VM_CREATE, &mut create), expected);
        assert_eq!(create.vm_id, u32::from(expected.is_ok()));
    }

    #[rstest]
    #[case::extension(VmCreate { extensions: 8, ..VmCreate::default() })]
    #[case::reserved(VmCreate { reserved: [1, 0], ..VmCreate::default() })]
    fn reserved_fields_are_zero(#[case] mut create: VmCreate) {
        assert_eq!(call(&file(), VM_CREATE, &mut create), Err(Errno::EINVAL));
    }

    #[test]
    fn is_destroyed_once() {
        let file = file();
        let mut destroy = VmDestroy { vm_id: vm(&file), ..VmDestroy::default() };
        let mut bad = VmDestroy { pad: 1, ..destroy };
        assert_eq!(call(&file, VM_DESTROY, &mut bad), Err(Errno::EINVAL));
        assert_eq!(call(&file, VM_DESTROY, &mut destroy), Ok(()));
        assert_eq!(call(&file, VM_DESTROY, &mut destroy), Err(Errno::ENOENT));
    }
}
