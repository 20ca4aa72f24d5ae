//! `DRM_IOCTL_XE_EXEC`: a submission to a queue.

use std::sync::Arc;

use super::{Call, require, sync};
use crate::errno::Errno;
use crate::faults::Verdict;
use crate::fence::Promise;
use crate::queue::Job;
use crate::uapi::xe::{Exec, sync as limits};

pub(super) fn exec(call: Call<'_>, exec: &mut Exec) -> Result<(), Errno> {
    require(exec.extensions == 0 && exec.pad == [0; 3] && exec.reserved == [0; 2])?;
    require(exec.num_syncs <= limits::MAX)?;
    let queue = call.file.queue(exec.exec_queue_id)?;
    require(!queue.is_bind && exec.num_batch_buffer <= 1)?;
    if queue.is_banned() {
        return Err(Errno::ECANCELED);
    }
    let syncs = sync::read(call.file, &queue.vm, exec.syncs, exec.num_syncs, true, |_| Ok(()))?;
    let has_batch = exec.num_batch_buffer != 0;
    if !has_batch && queue.vm.is_long_running() {
        // There is nothing that it could signal.
        return Ok(());
    }
    if queue.vm.is_closed() {
        return Err(Errno::ECANCELED);
    }
    let done = Promise::new(Arc::clone(&call.file.machine.progress));
    let fence = done.fence();
    let mut waits = syncs.waits.clone();
    if has_batch {
        waits.extend(queue.vm.add_job(done.fence()));
    }
    queue.submit(Job {
        waits,
        batch: has_batch.then_some(exec.address),
        // Without a batch, synchronisation objects are all that is signalled.
        fence: syncs.user_fence.filter(|_| has_batch).map(|fence| (fence.address, fence.value)),
        hangs: call.verdict == Verdict::Hang,
        done,
    })?;
    syncs.attach(&fence);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use rstest::rstest;

    use super::*;
    use crate::device::class;
    use crate::file::File;
    use crate::gpu::Memory;
    use crate::ioctl::testing::{call, file, machine, object};
    use crate::settings::{Effect, Fault, Settings, When};
    use crate::uapi::xe::{
        EXEC, EXEC_QUEUE_CREATE, EXEC_QUEUE_DESTROY, EXEC_QUEUE_GET_PROPERTY, EngineClassInstance,
        ExecQueueCreate, ExecQueueDestroy, ExecQueueGetProperty, Sync, VM_BIND, VM_CREATE, VM_DESTROY,
        VmBind, VmBindOp, VmCreate, VmDestroy, vm::LR_MODE,
    };

    /// The address at which the object is mapped. Batches begin there, and fences are written half-way.
    const BATCH: u64 = 0x10_0000;
    const FENCE: u64 = BATCH + 0x8000;
    const BATCH_END: u32 = 0x0A << 23;

    /// A file with an address space, an object that is mapped there, and a queue of the copy engine.
    fn prepare(file: &File) {
        prepare_in(file, LR_MODE);
    }

    fn prepare_in(file: &File, flags: u32) {
        object(file);
        call(file, VM_CREATE, &mut VmCreate { flags, ..VmCreate::default() }).unwrap();
        let bind = VmBindOp { obj: 1, range: 65536, addr: BATCH, ..VmBindOp::default() };
        call(file, VM_BIND, &mut VmBind { vm_id: 1, num_binds: 1, bind, ..VmBind::default() }).unwrap();
        let engine = EngineClassInstance { class: class::COPY, ..EngineClassInstance::default() };
        let instances = std::ptr::from_ref(&engine) as u64;
        let mut create =
            ExecQueueCreate { width: 1, num_placements: 1, vm_id: 1, instances, ..Default::default() };
        call(file, EXEC_QUEUE_CREATE, &mut create).unwrap();
    }

    fn write_batch(file: &File, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        file.vm(1).unwrap().write(BATCH, &bytes).unwrap();
    }

    fn submit(file: &File, change: fn(&mut Exec)) -> Result<(), Errno> {
        let sync = Sync {
            kind: limits::USER_FENCE,
            flags: limits::SIGNAL,
            addr: FENCE,
            timeline_value: 5,
            ..Sync::default()
        };
        let syncs = std::ptr::from_ref(&sync) as u64;
        let mut exec = Exec {
            exec_queue_id: 1,
            num_batch_buffer: 1,
            address: BATCH,
            num_syncs: 1,
            syncs,
            ..Exec::default()
        };
        change(&mut exec);
        call(file, EXEC, &mut exec)
    }

    fn until(what: &str, condition: impl Fn() -> bool) {
        let start = Instant::now();
        while !condition() {
            assert!(start.elapsed() < Duration::from_secs(20), "{what}");
            std::thread::yield_now();
        }
    }

    fn is_banned(file: &File) -> bool {
        let mut get = ExecQueueGetProperty { exec_queue_id: 1, ..ExecQueueGetProperty::default() };
        call(file, EXEC_QUEUE_GET_PROPERTY, &mut get).unwrap();
        get.value != 0
    }

    #[rstest]
    #[case::valid(|_: &mut Exec| {}, Ok(()))]
    #[case::nothing(|e: &mut Exec| e.num_batch_buffer = 0, Ok(()))]
    #[case::extension(|e: &mut Exec| e.extensions = 8, Err(Errno::EINVAL))]
    #[case::padding(|e: &mut Exec| e.pad[2] = 1, Err(Errno::EINVAL))]
    #[case::reserved(|e: &mut Exec| e.reserved[1] = 1, Err(Errno::EINVAL))]
    #[case::no_queue(|e: &mut Exec| e.exec_queue_id = 2, Err(Errno::ENOENT))]
    #[case::too_wide(|e: &mut Exec| e.num_batch_buffer = 2, Err(Errno::EINVAL))]
    #[case::syncs(|e: &mut Exec| e.num_syncs = 1025, Err(Errno::EINVAL))]
    #[case::no_syncs(|e: &mut Exec| e.syncs = 8, Err(Errno::EFAULT))]
    fn is_validated(#[case] change: fn(&mut Exec), #[case] expected: Result<(), Errno>) {
        let file = file();
        prepare(&file);
        write_batch(&file, &[BATCH_END]);
        assert_eq!(submit(&file, change), expected);
    }

    #[test]
    fn a_fence_is_written_when_the_batch_has_ended() {
        let file = file();
        prepare(&file);
        write_batch(&file, &[BATCH_END]);
        submit(&file, |_| {}).unwrap();
        let vm = file.vm(1).unwrap();
        until("the fence", || vm.load_u64(FENCE) == Ok(5));
        assert!(!is_banned(&file));
    }

    #[test]
    fn what_cannot_be_executed_bans_the_queue() {
        let file = file();
        prepare(&file);
        write_batch(&file, &[0xFFFF_FFFF]);
        submit(&file, |_| {}).unwrap();
        until("the ban", || is_banned(&file));
        assert_eq!(submit(&file, |_| {}), Err(Errno::ECANCELED));
        assert_eq!(file.vm(1).unwrap().load_u64(FENCE), Ok(0));
    }

    #[test]
    fn a_queue_that_hangs_is_destroyed() {
        let faults = vec![Fault { request: "EXEC", when: When::Nth(1), effect: Effect::Hangs }];
        let file = File::open(machine(Settings { faults, ..Settings::default() }), 0);
        prepare(&file);
        write_batch(&file, &[BATCH_END]);
        submit(&file, |_| {}).unwrap();
        submit(&file, |_| {}).unwrap();
        let mut vm = VmDestroy { vm_id: 1, ..VmDestroy::default() };
        assert_eq!(call(&file, VM_DESTROY, &mut vm), Err(Errno::EBUSY));
        let mut destroy = ExecQueueDestroy { exec_queue_id: 1, ..ExecQueueDestroy::default() };
        call(&file, EXEC_QUEUE_DESTROY, &mut destroy).unwrap();
        assert_eq!(file.vm(1).unwrap().load_u64(FENCE), Ok(0));
        assert_eq!(call(&file, EXEC_QUEUE_DESTROY, &mut destroy), Err(Errno::ENOENT));
        assert_eq!(call(&file, VM_DESTROY, &mut vm), Ok(()));
    }

    /// A synchronisation object, and how an address space without long queues signals it or waits for it.
    fn syncobj(file: &File, flags: u32) -> Sync {
        let handle = file.syncobjs().add(Arc::default());
        Sync { kind: limits::SYNCOBJ, flags, addr: handle.into(), ..Sync::default() }
    }

    fn submit_with(file: &File, num_batch_buffer: u16, syncs: &[Sync]) -> Result<(), Errno> {
        let mut exec = Exec {
            exec_queue_id: 1,
            num_batch_buffer,
            address: BATCH,
            num_syncs: syncs.len() as u32,
            syncs: syncs.as_ptr() as u64,
            ..Exec::default()
        };
        call(file, EXEC, &mut exec)
    }

    fn has_come(file: &File, sync: &Sync) -> bool {
        file.syncobjs().get(sync.addr as u32).unwrap().find(0).unwrap().has_come()
    }

    /// Waits until what is at the address is 9.
    const WAIT: [u32; 5] = [0x1C << 23 | 1 << 15 | 4 << 12 | 2, 9, BATCH as u32 + 0x4000, 0, BATCH_END];

    #[test]
    fn submissions_wait_for_each_other_by_synchronisation_objects() {
        let file = file();
        prepare_in(&file, 0);
        write_batch(&file, &WAIT);
        let (first, second, last) = (syncobj(&file, 1), syncobj(&file, 1), syncobj(&file, 1));
        submit_with(&file, 1, &[first]).unwrap();
        submit_with(&file, 1, &[Sync { flags: 0, ..first }, second]).unwrap();
        // Without a batch, the queue is what is waited for.
        submit_with(&file, 0, &[last]).unwrap();
        assert!(!has_come(&file, &first) && !has_come(&file, &second) && !has_come(&file, &last));
        file.vm(1).unwrap().store_u32(BATCH + 0x4000, 9).unwrap();
        until("the last", || has_come(&file, &last));
        assert!(has_come(&file, &first) && has_come(&file, &second));
    }

    #[test]
    fn a_queue_that_is_banned_or_destroyed_leaves_nobody_waiting() {
        let file = file();
        prepare_in(&file, 0);
        write_batch(&file, &[0xFFFF_FFFF]);
        let banned = syncobj(&file, 1);
        submit_with(&file, 1, &[banned]).unwrap();
        until("the fence of what cannot be executed", || has_come(&file, &banned));
        let file = self::file();
        prepare_in(&file, 0);
        write_batch(&file, &WAIT);
        let (running, waiting) = (syncobj(&file, 1), syncobj(&file, 1));
        submit_with(&file, 1, &[running]).unwrap();
        submit_with(&file, 1, &[waiting]).unwrap();
        let mut destroy = ExecQueueDestroy { exec_queue_id: 1, ..ExecQueueDestroy::default() };
        call(&file, EXEC_QUEUE_DESTROY, &mut destroy).unwrap();
        assert!(has_come(&file, &running) && has_come(&file, &waiting));
    }

    #[test]
    fn a_mapping_ends_after_the_submissions_that_may_use_it() {
        let file = file();
        prepare_in(&file, 0);
        write_batch(&file, &WAIT);
        let unmapped = syncobj(&file, 1);
        submit_with(&file, 1, &[]).unwrap();
        let bind = VmBindOp { op: 1, range: 65536, addr: BATCH, ..VmBindOp::default() };
        let syncs = std::ptr::from_ref(&unmapped) as u64;
        let mut unbind = VmBind { vm_id: 1, num_binds: 1, bind, num_syncs: 1, syncs, ..VmBind::default() };
        call(&file, VM_BIND, &mut unbind).unwrap();
        assert!(!has_come(&file, &unmapped));
        let vm = file.vm(1).unwrap();
        vm.store_u32(BATCH + 0x4000, 9).unwrap();
        until("the end of the mapping", || has_come(&file, &unmapped));
        assert!(vm.load_u32(BATCH).is_err() && !is_banned(&file));
    }

    #[test]
    fn a_mapping_waits_for_a_submission_and_holds_up_nobody() {
        let file = file();
        prepare_in(&file, 0);
        write_batch(&file, &WAIT);
        let (first, mapped) = (syncobj(&file, 1), syncobj(&file, 1));
        submit_with(&file, 1, &[first]).unwrap();
        let bind = VmBindOp { obj: 1, range: 65536, addr: 2 * BATCH, ..VmBindOp::default() };
        let syncs = [Sync { flags: 0, ..first }, mapped];
        let mut request = VmBind {
            vm_id: 1,
            num_binds: 1,
            bind,
            num_syncs: 2,
            syncs: syncs.as_ptr() as u64,
            ..VmBind::default()
        };
        call(&file, VM_BIND, &mut request).unwrap();
        let vm = file.vm(1).unwrap();
        assert!(vm.load_u32(2 * BATCH).is_err());
        vm.store_u32(BATCH + 0x4000, 9).unwrap();
        until("the mapping", || has_come(&file, &mapped));
        assert_eq!(vm.load_u32(2 * BATCH + 0x4000), Ok(9));
    }

    #[test]
    fn a_semaphore_is_waited_for() {
        let file = file();
        prepare(&file);
        // Until what is at the address is 9.
        let wait = [0x1C << 23 | 1 << 15 | 4 << 12 | 2, 9, BATCH as u32 + 0x4000, 0];
        write_batch(&file, &[wait[0], wait[1], wait[2], wait[3], BATCH_END]);
        submit(&file, |_| {}).unwrap();
        let vm = file.vm(1).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(vm.load_u64(FENCE), Ok(0));
        vm.store_u32(BATCH + 0x4000, 9).unwrap();
        until("the fence", || vm.load_u64(FENCE) == Ok(5));
    }
}
