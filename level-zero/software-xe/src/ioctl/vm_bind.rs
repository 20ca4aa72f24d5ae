//! `DRM_IOCTL_XE_VM_BIND`: mappings of an address space.

use std::ops::Range;
use std::sync::Arc;

use super::sync::UserFence;
use super::{Call, read_all, require, sync};
use crate::bo::Bo;
use crate::device::{Coherency, Device, PageAttribute};
use crate::errno::Errno;
use crate::fence::{Promise, wait_until};
use crate::file::File;
use crate::uapi::xe::{VmBind, VmBindOp, bind, gem, sync as limits};
use crate::vm::{Mapping, Space, Target, Vm};
use crate::{sys, threads};

/// Operations of a request that are read at once, as a size that a program asks for must not be what is allocated.
const MOST: u32 = 1 << 20;

pub(super) fn vm_bind(call: Call<'_>, request: &mut VmBind) -> Result<(), Errno> {
    let file = call.file;
    let vm = file.vm(request.vm_id).map_err(|_| Errno::EINVAL)?;
    require(request.pad == 0 && request.pad2 == 0 && request.reserved == [0; 2] && request.extensions == 0)?;
    require(request.num_syncs <= limits::MAX)?;
    let operations = match request.num_binds {
        0 => Vec::new(),
        1 => vec![request.bind],
        // With several, the operation's first field is the address of all.
        count @ 2..=MOST => read_all(request.bind.extensions, count as usize)?,
        _ => return Err(Errno::ENOBUFS),
    };
    for operation in &operations {
        check(file.device, &vm, operation)?;
    }
    let queue = match request.exec_queue_id {
        0 => None,
        id => Some(file.queue(id)?),
    };
    require(queue.as_ref().is_none_or(|queue| queue.is_bind && Arc::ptr_eq(&queue.vm, &vm)))?;
    for operation in &operations {
        require(operation.range <= vm.size() && operation.addr <= vm.size() - operation.range)?;
    }
    let objects =
        operations.iter().map(|operation| object(file, &vm, operation)).collect::<Result<Vec<_>, _>>()?;
    let readable = |fence: &UserFence| sys::copy_from(fence.address, &mut [0; 8]);
    let syncs = sync::read(file, &vm, request.syncs, request.num_syncs, !operations.is_empty(), readable)?;
    for bo in objects.iter().flatten() {
        bo.back()?;
    }
    let done = Promise::new(Arc::clone(&file.machine.progress));
    let fence = done.fence();
    let mut waits = syncs.waits.clone();
    let binding = vm.lock_binding();
    let last = queue.as_ref().map_or(&vm.last_bind, |queue| &queue.last_bind);
    waits.extend(last.replace(done.fence()));
    if operations.iter().any(|operation| takes_away(&vm.space(), operation)) {
        waits.extend(vm.add_unmap(done.fence()));
    }
    drop(binding);
    let user_fence = syncs.user_fence;
    let bind = Bind { vm, operations, objects, user_fence, done };
    if waits.iter().all(|fence| fence.has_come()) {
        bind.run();
    } else {
        let progress = Arc::clone(&file.machine.progress);
        threads::spawn("xe-bind", move || {
            wait_until(&progress, None, || waits.iter().all(|fence| fence.has_come()));
            bind.run();
        })?;
    }
    syncs.attach(&fence);
    Ok(())
}

/// A request whose turn comes when what it waits for has come.
struct Bind {
    vm: Arc<Vm>,
    operations: Vec<VmBindOp>,
    objects: Vec<Option<Arc<Bo>>>,
    user_fence: Option<UserFence>,
    done: Promise,
}

impl Bind {
    fn run(self) {
        if !self.vm.is_closed() {
            let mut space = self.vm.space_mut();
            for (operation, bo) in self.operations.iter().zip(&self.objects) {
                apply(&mut space, operation, bo.as_ref());
            }
        }
        if let Some(fence) = self.user_fence {
            // Memory that is not there any more is not written: nobody is told, as of the kernel.
            // SAFETY: the program has given this place for the value.
            let _ = unsafe { sys::copy_to(fence.address, &fence.value.to_le_bytes()) };
        }
        drop(self.done);
    }
}

/// True if an operation ends a mapping that submissions may use.
fn takes_away(space: &Space, operation: &VmBindOp) -> bool {
    match operation.op {
        bind::UNMAP | bind::UNMAP_ALL => true,
        bind::MAP | bind::MAP_USERPTR => space.has_any(operation.addr..operation.addr + operation.range),
        _ => false,
    }
}

/// Checks an operation by itself.
fn check(device: &Device, vm: &Vm, operation: &VmBindOp) -> Result<(), Errno> {
    let (op, flags, has_object) = (operation.op, operation.flags, operation.obj != 0);
    let is_null = flags & bind::NULL != 0;
    let is_decompress = flags & bind::DECOMPRESS != 0;
    // Memory of the program's that needs no mapping is not what the configuration offers.
    require(flags & bind::CPU_ADDR_MIRROR == 0)?;
    let attribute = device.page_attributes.get(usize::from(operation.pat_index)).copied();
    let Some(PageAttribute::Caching { coherency, compressed }) = attribute else { return Err(Errno::EINVAL) };
    require(op <= bind::PREFETCH && flags & !bind::ALL_FLAGS == 0)?;
    require(!is_null || !has_object && operation.obj_offset == 0)?;
    require(op == bind::MAP || !is_null && !is_decompress)?;
    require(!(is_decompress && compressed))?;
    let region = operation.prefetch_mem_region_instance;
    require(match op {
        bind::MAP => has_object || is_null,
        bind::UNMAP | bind::PREFETCH => !has_object,
        bind::MAP_USERPTR => !has_object && coherency != Coherency::None && !compressed,
        _ => has_object && operation.addr == 0 && operation.range == 0,
    })?;
    require(region == 0 || op == bind::PREFETCH)?;
    require(region == bind::CONSULT_ADVICE || region < 32 && device.regions() >> region & 1 != 0)?;
    require(flags & bind::MADVISE_AUTORESET == 0)?;
    require((operation.obj_offset | operation.addr | operation.range).is_multiple_of(4096))?;
    require(operation.range != 0 || op == bind::UNMAP_ALL)?;
    if is_decompress && (device.graphics_version.0 < 20 || device.vram.is_none()) {
        return Err(Errno::EOPNOTSUPP);
    }
    if op == bind::MAP_USERPTR && !vm.has_faults() {
        // Its pages are pinned.
        let last = operation.obj_offset.wrapping_add(operation.range - 1);
        sys::copy_from(operation.obj_offset, &mut [0])?;
        sys::copy_from(last, &mut [0])?;
    }
    Ok(())
}

/// The object of an operation, if it has one and may use it so.
fn object(file: &File, vm: &Vm, operation: &VmBindOp) -> Result<Option<Arc<Bo>>, Errno> {
    if operation.obj == 0 {
        return Ok(None);
    }
    let bo = file.handles().get(operation.obj).ok_or(Errno::ENOENT)?;
    let attribute = file.device.page_attributes[usize::from(operation.pat_index)];
    let PageAttribute::Caching { coherency, compressed } = attribute else { return Err(Errno::EINVAL) };
    require(!(bo.attributes.no_compression && compressed))?;
    require(operation.range <= bo.size() && operation.obj_offset <= bo.size() - operation.range)?;
    if bo.attributes.placement & 0b10 != 0 {
        let page = u64::from(file.device.vram_page);
        require((operation.obj_offset | operation.addr | operation.range).is_multiple_of(page))?;
    }
    let is_foreign = bo.attributes.device != file.index;
    require(!(coherency == Coherency::None && (is_foreign || bo.attributes.caching == gem::CACHING_WB)))?;
    require(!(is_foreign && compressed))?;
    // Only the address space that it was created for may map it.
    require(bo.private_to.is_none_or(|number| number == vm.number))?;
    Ok(Some(bo))
}

fn apply(space: &mut Space, operation: &VmBindOp, bo: Option<&Arc<Bo>>) {
    let range: Range<u64> = operation.addr..operation.addr + operation.range;
    let target = match (operation.op, bo) {
        (bind::MAP, Some(bo)) => Target::Object(Arc::clone(bo), operation.obj_offset),
        (bind::MAP, None) => Target::Null,
        (bind::MAP_USERPTR, _) => Target::Host(operation.obj_offset),
        (bind::UNMAP, _) => return space.unmap(range),
        (bind::UNMAP_ALL, Some(bo)) => return space.unmap_object(bo),
        // Everything is where it is used.
        _ => return,
    };
    let read_only = operation.flags & bind::READONLY != 0;
    space.map(operation.addr, Mapping { length: operation.range, target, read_only });
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::device::{B580, LUNAR_LAKE, PONTE_VECCHIO};
    use crate::gpu::Memory;
    use crate::ioctl::testing::{call, file, file_of, object as new_object, vm as new_vm};
    use crate::uapi::xe::{Sync, VM_BIND};

    /// Maps the first object as a whole.
    fn map() -> VmBind {
        let bind = VmBindOp { obj: 1, range: 65536, addr: 0x10_0000, ..VmBindOp::default() };
        VmBind { vm_id: 1, num_binds: 1, bind, ..VmBind::default() }
    }

    type Change = fn(&mut VmBind);

    #[rstest]
    #[case::map(|_: &mut VmBind| {}, Ok(()))]
    #[case::part(|b: &mut VmBind| (b.bind.obj_offset, b.bind.range) = (4096, 4096), Ok(()))]
    #[case::null(|b: &mut VmBind| (b.bind.obj, b.bind.flags) = (0, bind::NULL), Ok(()))]
    #[case::unmap(|b: &mut VmBind| (b.bind.obj, b.bind.op) = (0, bind::UNMAP), Ok(()))]
    #[case::unmap_all(|b: &mut VmBind| (b.bind.op, b.bind.addr, b.bind.range) = (bind::UNMAP_ALL, 0, 0), Ok(()))]
    #[case::prefetch(
        |b: &mut VmBind| (b.bind.op, b.bind.obj, b.bind.prefetch_mem_region_instance) = (bind::PREFETCH, 0, 1), Ok(())
    )]
    #[case::nothing(|b: &mut VmBind| b.num_binds = 0, Ok(()))]
    #[case::no_vm(|b: &mut VmBind| b.vm_id = 2, Err(Errno::EINVAL))]
    #[case::padding(|b: &mut VmBind| b.pad = 1, Err(Errno::EINVAL))]
    #[case::padding_after(|b: &mut VmBind| b.pad2 = 1, Err(Errno::EINVAL))]
    #[case::reserved(|b: &mut VmBind| b.reserved[0] = 1, Err(Errno::EINVAL))]
    #[case::extension(|b: &mut VmBind| b.extensions = 8, Err(Errno::EINVAL))]
    #[case::too_many_syncs(|b: &mut VmBind| b.num_syncs = 1025, Err(Errno::EINVAL))]
    #[case::no_syncs(|b: &mut VmBind| (b.num_syncs, b.syncs) = (1, 8), Err(Errno::EFAULT))]
    #[case::no_operations(|b: &mut VmBind| (b.num_binds, b.bind.extensions) = (2, 8), Err(Errno::EFAULT))]
    #[case::no_queue(|b: &mut VmBind| b.exec_queue_id = 1, Err(Errno::ENOENT))]
    #[case::operation(|b: &mut VmBind| b.bind.op = 5, Err(Errno::EINVAL))]
    #[case::flag(|b: &mut VmBind| b.bind.flags = 1 << 8, Err(Errno::EINVAL))]
    #[case::no_such_object(|b: &mut VmBind| b.bind.obj = 2, Err(Errno::ENOENT))]
    #[case::no_object(|b: &mut VmBind| b.bind.obj = 0, Err(Errno::EINVAL))]
    #[case::null_object(|b: &mut VmBind| b.bind.flags = bind::NULL, Err(Errno::EINVAL))]
    #[case::null_unmap(|b: &mut VmBind| (b.bind.obj, b.bind.op, b.bind.flags) = (0, bind::UNMAP, bind::NULL), Err(Errno::EINVAL))]
    #[case::unmap_object(|b: &mut VmBind| b.bind.op = bind::UNMAP, Err(Errno::EINVAL))]
    #[case::unmap_all_somewhere(|b: &mut VmBind| b.bind.op = bind::UNMAP_ALL, Err(Errno::EINVAL))]
    #[case::prefetch_elsewhere(
        |b: &mut VmBind| (b.bind.op, b.bind.obj, b.bind.prefetch_mem_region_instance) = (bind::PREFETCH, 0, 2), Err(Errno::EINVAL)
    )]
    #[case::region_of_map(|b: &mut VmBind| b.bind.prefetch_mem_region_instance = 1, Err(Errno::EINVAL))]
    #[case::mirror(|b: &mut VmBind| (b.bind.obj, b.bind.flags) = (0, bind::CPU_ADDR_MIRROR), Err(Errno::EINVAL))]
    #[case::attribute_beyond(|b: &mut VmBind| b.bind.pat_index = 32, Err(Errno::EINVAL))]
    #[case::attribute_reserved(|b: &mut VmBind| b.bind.pat_index = 16, Err(Errno::EINVAL))]
    #[case::misaligned_address(|b: &mut VmBind| b.bind.addr += 64, Err(Errno::EINVAL))]
    #[case::misaligned_range(|b: &mut VmBind| b.bind.range -= 64, Err(Errno::EINVAL))]
    #[case::misaligned_offset(|b: &mut VmBind| (b.bind.obj_offset, b.bind.range) = (64, 4096), Err(Errno::EINVAL))]
    #[case::empty(|b: &mut VmBind| b.bind.range = 0, Err(Errno::EINVAL))]
    #[case::beyond_object(|b: &mut VmBind| b.bind.obj_offset = 4096, Err(Errno::EINVAL))]
    #[case::larger_than_object(|b: &mut VmBind| b.bind.range = 1 << 17, Err(Errno::EINVAL))]
    #[case::beyond_space(|b: &mut VmBind| b.bind.addr = (1 << 48) - 4096, Err(Errno::EINVAL))]
    #[case::canonical(|b: &mut VmBind| b.bind.addr = 0xFFFF_8000_0000_0000, Err(Errno::EINVAL))]
    #[case::user_memory_nowhere(
        |b: &mut VmBind| (b.bind.op, b.bind.obj, b.bind.pat_index, b.bind.obj_offset) = (bind::MAP_USERPTR, 0, 1, 4096),
        Err(Errno::EFAULT)
    )]
    #[case::user_memory_incoherent(
        |b: &mut VmBind| (b.bind.op, b.bind.obj, b.bind.pat_index) = (bind::MAP_USERPTR, 0, 0), Err(Errno::EINVAL)
    )]
    fn is_validated(#[case] change: Change, #[case] expected: Result<(), Errno>) {
        let file = file();
        assert_eq!((new_object(&file), new_vm(&file)), (1, 1));
        let mut request = map();
        change(&mut request);
        assert_eq!(call(&file, VM_BIND, &mut request), expected);
    }

    #[rstest]
    #[case::pvc_needs_its_pages(&PONTE_VECCHIO, 4096, Err(Errno::EINVAL))]
    #[case::b580_does_not(&B580, 4096, Ok(()))]
    #[case::pages(&PONTE_VECCHIO, 65536, Ok(()))]
    fn local_memory_has_pages(
        #[case] device: &'static Device,
        #[case] range: u64,
        #[case] expected: Result<(), Errno>,
    ) {
        let file = file_of(device);
        new_object(&file);
        new_vm(&file);
        let mut request = map();
        request.bind.range = range;
        assert_eq!(call(&file, VM_BIND, &mut request), expected);
    }

    #[test]
    fn cached_memory_is_not_mapped_incoherently() {
        let file = file_of(&LUNAR_LAKE);
        let mut create =
            crate::uapi::xe::GemCreate { placement: 1, cpu_caching: 1, size: 65536, ..Default::default() };
        call(&file, crate::uapi::xe::GEM_CREATE, &mut create).unwrap();
        new_vm(&file);
        let mut request = map();
        assert_eq!(call(&file, VM_BIND, &mut request), Err(Errno::EINVAL));
        request.bind.pat_index = 1;
        assert_eq!(call(&file, VM_BIND, &mut request), Ok(()));
    }

    #[test]
    fn operations_follow_each_other_and_a_fence_follows_all() {
        let file = file();
        new_object(&file);
        new_vm(&file);
        let map = map().bind;
        let hole = VmBindOp { obj: 0, op: bind::UNMAP, addr: map.addr + 4096, range: 4096, ..map };
        let operations = [map, hole];
        let done = 0_u64;
        let sync = Sync {
            kind: limits::USER_FENCE,
            flags: limits::SIGNAL,
            addr: std::ptr::from_ref(&done) as u64,
            timeline_value: 77,
            ..Sync::default()
        };
        let mut request = VmBind {
            vm_id: 1,
            num_binds: 2,
            bind: VmBindOp { extensions: operations.as_ptr() as u64, ..VmBindOp::default() },
            num_syncs: 1,
            syncs: std::ptr::from_ref(&sync) as u64,
            ..VmBind::default()
        };
        call(&file, VM_BIND, &mut request).unwrap();
        // SAFETY: it is this test's own variable, which the request has written.
        assert_eq!(unsafe { std::ptr::from_ref(&done).read_volatile() }, 77);
        let vm = file.vm(1).unwrap();
        assert!(vm.load_u64(map.addr).is_ok() && vm.load_u64(map.addr + 8192).is_ok());
        assert!(vm.load_u64(map.addr + 4096).is_err());
    }

    #[test]
    fn a_mapping_keeps_an_object_whose_handle_is_closed() {
        let file = file();
        new_object(&file);
        new_vm(&file);
        call(&file, VM_BIND, &mut map()).unwrap();
        let vm = file.vm(1).unwrap();
        vm.store_u64(0x10_0000, 5).unwrap();
        file.handles().close(1);
        assert_eq!(vm.load_u64(0x10_0000), Ok(5));
    }
}
