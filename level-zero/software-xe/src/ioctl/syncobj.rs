//! Synchronisation objects: `DRM_IOCTL_SYNCOBJ_*`, as `drm_syncobj.c` has them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Call, read_all, require};
use crate::clock::now;
use crate::errno::Errno;
use crate::fence::{Fence, wait_until};
use crate::file::File;
use crate::syncobj::Syncobj;
use crate::sys;
use crate::uapi::drm::{
    SyncobjArray, SyncobjCreate, SyncobjDestroy, SyncobjHandle, SyncobjTimelineArray, SyncobjTimelineWait,
    SyncobjTransfer, SyncobjWait, syncobj as flags,
};

pub(super) fn create(call: Call<'_>, create: &mut SyncobjCreate) -> Result<(), Errno> {
    require(create.flags & !flags::CREATE_SIGNALED == 0)?;
    let syncobj = Arc::new(Syncobj::default());
    if create.flags & flags::CREATE_SIGNALED != 0 {
        syncobj.replace(Fence::signalled());
    }
    create.handle = call.file.syncobjs().add(syncobj);
    Ok(())
}

pub(super) fn destroy(call: Call<'_>, destroy: &mut SyncobjDestroy) -> Result<(), Errno> {
    require(destroy.pad == 0)?;
    call.file.syncobjs().remove(destroy.handle).map(drop).ok_or(Errno::EINVAL)
}

pub(super) fn handle_to_fd(call: Call<'_>, request: &mut SyncobjHandle) -> Result<(), Errno> {
    require(request.pad == 0 && request.flags & !(flags::SYNC_FILE | flags::TIMELINE) == 0)?;
    if request.flags & flags::SYNC_FILE != 0 {
        call.file.machine.report.not_emulated("SYNCOBJ_HANDLE_TO_FD to a file of a fence");
        return Err(Errno::EOPNOTSUPP);
    }
    require(request.point == 0)?;
    let syncobj = call.file.syncobjs().get(request.handle).cloned().ok_or(Errno::EINVAL)?;
    request.fd = call.file.machine.export_syncobj(syncobj)?;
    Ok(())
}

pub(super) fn fd_to_handle(call: Call<'_>, request: &mut SyncobjHandle) -> Result<(), Errno> {
    require(request.pad == 0 && request.flags & !(flags::SYNC_FILE | flags::TIMELINE) == 0)?;
    if request.flags & flags::SYNC_FILE != 0 {
        call.file.machine.report.not_emulated("SYNCOBJ_FD_TO_HANDLE from a file of a fence");
        return Err(Errno::EOPNOTSUPP);
    }
    require(request.point == 0)?;
    let syncobj = call.file.machine.import_syncobj(request.fd)?;
    request.handle = call.file.syncobjs().add(syncobj);
    Ok(())
}

pub(super) fn wait(call: Call<'_>, request: &mut SyncobjWait) -> Result<(), Errno> {
    require(request.flags & !(flags::WAIT_ALL | flags::WAIT_FOR_SUBMIT | flags::WAIT_DEADLINE) == 0)?;
    if request.count_handles == 0 {
        return Ok(());
    }
    let syncobjs = find_all(call.file, request.handles, request.count_handles)?;
    let points = vec![0; syncobjs.len()];
    request.first_signaled = wait_for(call, &syncobjs, &points, request.timeout_nsec, request.flags)?;
    Ok(())
}

pub(super) fn timeline_wait(call: Call<'_>, request: &mut SyncobjTimelineWait) -> Result<(), Errno> {
    const ALL: u32 = flags::WAIT_ALL | flags::WAIT_FOR_SUBMIT | flags::WAIT_AVAILABLE | flags::WAIT_DEADLINE;
    require(request.flags & !ALL == 0)?;
    if request.count_handles == 0 {
        return Ok(());
    }
    let syncobjs = find_all(call.file, request.handles, request.count_handles)?;
    let points = points(request.points, syncobjs.len())?;
    request.first_signaled = wait_for(call, &syncobjs, &points, request.timeout_nsec, request.flags)?;
    Ok(())
}

pub(super) fn reset(call: Call<'_>, request: &mut SyncobjArray) -> Result<(), Errno> {
    require(request.pad == 0 && request.count_handles != 0)?;
    for syncobj in find_all(call.file, request.handles, request.count_handles)? {
        syncobj.reset();
    }
    Ok(())
}

pub(super) fn signal(call: Call<'_>, request: &mut SyncobjArray) -> Result<(), Errno> {
    require(request.pad == 0 && request.count_handles != 0)?;
    for syncobj in find_all(call.file, request.handles, request.count_handles)? {
        syncobj.replace(Fence::signalled());
    }
    call.file.machine.progress.advance();
    Ok(())
}

pub(super) fn timeline_signal(call: Call<'_>, request: &mut SyncobjTimelineArray) -> Result<(), Errno> {
    require(request.flags == 0 && request.count_handles != 0)?;
    let syncobjs = find_all(call.file, request.handles, request.count_handles)?;
    let points = points(request.points, syncobjs.len())?;
    for (syncobj, point) in syncobjs.iter().zip(points) {
        syncobj.add_point(point, Fence::signalled());
    }
    call.file.machine.progress.advance();
    Ok(())
}

pub(super) fn query(call: Call<'_>, request: &mut SyncobjTimelineArray) -> Result<(), Errno> {
    require(request.flags & !flags::QUERY_LAST_SUBMITTED == 0 && request.count_handles != 0)?;
    let syncobjs = find_all(call.file, request.handles, request.count_handles)?;
    for (index, syncobj) in syncobjs.iter().enumerate() {
        let submitted = request.flags & flags::QUERY_LAST_SUBMITTED != 0;
        let point = if submitted { syncobj.submitted() } else { syncobj.reached() };
        // SAFETY: the program has given this place for the points.
        unsafe { sys::copy_to(request.points.wrapping_add(index as u64 * 8), &point.to_le_bytes()) }?;
    }
    Ok(())
}

pub(super) fn transfer(call: Call<'_>, request: &mut SyncobjTransfer) -> Result<(), Errno> {
    require(request.pad == 0)?;
    let find = |handle| call.file.syncobjs().get(handle).cloned().ok_or(Errno::ENOENT);
    let to = find(request.dst_handle)?;
    let from = find(request.src_handle)?;
    require(request.flags & !flags::WAIT_FOR_SUBMIT == 0)?;
    if request.flags & flags::WAIT_FOR_SUBMIT != 0 {
        wait_until(&call.file.machine.progress, None, || from.find(request.src_point).is_some());
    }
    let fence = from.find(request.src_point).ok_or(Errno::EINVAL)?;
    match request.dst_point {
        0 => to.replace(fence),
        point => to.add_point(point, fence),
    }
    call.file.machine.progress.advance();
    Ok(())
}

/// The objects of an array of handles.
fn find_all(file: &File, handles: u64, count: u32) -> Result<Vec<Arc<Syncobj>>, Errno> {
    // Objects are counted by what the kernel can allocate for them; this many are more than any program has.
    if count > 1 << 20 {
        return Err(Errno::ENOMEM);
    }
    let handles: Vec<u32> = read_all(handles, count as usize)?;
    let syncobjs = file.syncobjs();
    handles.iter().map(|handle| syncobjs.get(*handle).cloned().ok_or(Errno::ENOENT)).collect()
}

/// An array of points; none given are zeros.
fn points(address: u64, count: usize) -> Result<Vec<u64>, Errno> {
    if address == 0 { Ok(vec![0; count]) } else { read_all(address, count) }
}

/// Waits for one of these or for all. Gives the first that has come; `u32::MAX` where that is not told.
fn wait_for(
    call: Call<'_>,
    syncobjs: &[Arc<Syncobj>],
    points: &[u64],
    timeout: i64,
    wait_flags: u32,
) -> Result<u32, Errno> {
    let has = |flag| wait_flags & flag != 0;
    let mut fences: Vec<Option<Arc<Fence>>> = vec![None; syncobjs.len()];
    let mut first = u32::MAX;
    let mut missing = false;
    let machine = &call.file.machine;
    let come = wait_until(&machine.progress, limit(timeout), || {
        machine.waiter.look();
        let mut count = 0;
        first = u32::MAX;
        for (index, ((syncobj, point), fence)) in syncobjs.iter().zip(points).zip(&mut fences).enumerate() {
            // What was found once is what is waited for, even if the object gets another one.
            if fence.is_none() {
                *fence = syncobj.find(*point);
            }
            missing |= fence.is_none();
            if fence.as_ref().is_some_and(|fence| has(flags::WAIT_AVAILABLE) || fence.has_come()) {
                first = first.min(index as u32);
                count += 1;
            }
        }
        if missing && !has(flags::WAIT_FOR_SUBMIT) && !has(flags::WAIT_AVAILABLE) {
            return true;
        }
        missing = false;
        if has(flags::WAIT_ALL) { count == syncobjs.len() } else { count > 0 }
    });
    require(!missing)?;
    if come { Ok(first) } else { Err(Errno::ETIME) }
}

/// The end of a wait, from a time of the monotonic clock.
fn limit(timeout: i64) -> Option<Instant> {
    let at = Duration::from_nanos(u64::try_from(timeout).unwrap_or(0));
    Instant::now().checked_add(at.saturating_sub(now(libc::CLOCK_MONOTONIC).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ioctl::testing::{call, file};
    use crate::uapi::drm::{
        SYNCOBJ_CREATE, SYNCOBJ_DESTROY, SYNCOBJ_FD_TO_HANDLE, SYNCOBJ_HANDLE_TO_FD, SYNCOBJ_QUERY,
        SYNCOBJ_RESET, SYNCOBJ_SIGNAL, SYNCOBJ_TIMELINE_SIGNAL, SYNCOBJ_TIMELINE_WAIT, SYNCOBJ_TRANSFER,
        SYNCOBJ_WAIT,
    };

    fn create(file: &File, flags: u32) -> Result<u32, Errno> {
        let mut create = SyncobjCreate { flags, ..SyncobjCreate::default() };
        call(file, SYNCOBJ_CREATE, &mut create).map(|()| create.handle)
    }

    fn wait(file: &File, handles: &[u32], flags: u32) -> Result<u32, Errno> {
        let mut wait = SyncobjWait {
            handles: handles.as_ptr() as u64,
            count_handles: handles.len() as u32,
            flags,
            ..SyncobjWait::default()
        };
        call(file, SYNCOBJ_WAIT, &mut wait).map(|()| wait.first_signaled)
    }

    fn wait_for_point(file: &File, handle: u32, point: u64, flags: u32) -> Result<(), Errno> {
        let mut wait = SyncobjTimelineWait {
            handles: std::ptr::from_ref(&handle) as u64,
            points: std::ptr::from_ref(&point) as u64,
            count_handles: 1,
            flags,
            ..SyncobjTimelineWait::default()
        };
        call(file, SYNCOBJ_TIMELINE_WAIT, &mut wait)
    }

    fn query(file: &File, handle: u32, flags: u32) -> u64 {
        let mut point = u64::MAX;
        let mut query = SyncobjTimelineArray {
            handles: std::ptr::from_ref(&handle) as u64,
            points: std::ptr::from_mut(&mut point) as u64,
            count_handles: 1,
            flags,
        };
        call(file, SYNCOBJ_QUERY, &mut query).unwrap();
        point
    }

    // The handles: 1 is signalled, 2 has nothing.
    #[rstest]
    #[case::signalled(&[1], 0, Ok(0))]
    #[case::second(&[2, 1], flags::WAIT_FOR_SUBMIT, Ok(1))]
    #[case::nothing_there(&[2], 0, Err(Errno::EINVAL))]
    #[case::one_not_there(&[1, 2], 0, Err(Errno::EINVAL))]
    #[case::not_in_time(&[2], flags::WAIT_FOR_SUBMIT, Err(Errno::ETIME))]
    #[case::not_all_in_time(&[1, 2], flags::WAIT_ALL | flags::WAIT_FOR_SUBMIT, Err(Errno::ETIME))]
    #[case::all(&[1, 1], flags::WAIT_ALL, Ok(0))]
    #[case::none(&[], 0, Ok(0))]
    #[case::no_object(&[3], 0, Err(Errno::ENOENT))]
    #[case::available(&[1], flags::WAIT_AVAILABLE, Err(Errno::EINVAL))]
    fn waits(#[case] handles: &[u32], #[case] flags: u32, #[case] expected: Result<u32, Errno>) {
        let file = file();
        create(&file, flags::CREATE_SIGNALED).unwrap();
        create(&file, 0).unwrap();
        assert_eq!(wait(&file, handles, flags), expected);
    }

    #[test]
    fn an_object_is_signalled_and_reset() {
        let file = file();
        let handle = create(&file, 0).unwrap();
        assert_eq!(create(&file, 2), Err(Errno::EINVAL));
        let handles = std::ptr::from_ref(&handle) as u64;
        let mut array = SyncobjArray { handles, count_handles: 1, pad: 0 };
        call(&file, SYNCOBJ_SIGNAL, &mut array).unwrap();
        assert_eq!(wait(&file, &[handle], 0), Ok(0));
        call(&file, SYNCOBJ_RESET, &mut array).unwrap();
        assert_eq!(wait(&file, &[handle], 0), Err(Errno::EINVAL));
        for bad in [SyncobjArray { count_handles: 0, ..array }, SyncobjArray { pad: 1, ..array }] {
            assert_eq!(call(&file, SYNCOBJ_RESET, &mut { bad }), Err(Errno::EINVAL));
            assert_eq!(call(&file, SYNCOBJ_SIGNAL, &mut { bad }), Err(Errno::EINVAL));
        }
    }

    #[test]
    fn points_of_a_timeline_are_signalled_queried_and_waited_for() {
        let file = file();
        let handle = create(&file, 0).unwrap();
        let point = 5_u64;
        let mut signal = SyncobjTimelineArray {
            handles: std::ptr::from_ref(&handle) as u64,
            points: std::ptr::from_ref(&point) as u64,
            count_handles: 1,
            flags: 0,
        };
        call(&file, SYNCOBJ_TIMELINE_SIGNAL, &mut signal).unwrap();
        assert_eq!((query(&file, handle, 0), query(&file, handle, flags::QUERY_LAST_SUBMITTED)), (5, 5));
        assert_eq!(wait_for_point(&file, handle, 3, 0), Ok(()));
        assert_eq!(wait_for_point(&file, handle, 6, 0), Err(Errno::EINVAL));
        assert_eq!(wait_for_point(&file, handle, 6, flags::WAIT_AVAILABLE), Err(Errno::ETIME));
        let other = create(&file, 0).unwrap();
        let mut transfer = SyncobjTransfer { src_handle: handle, dst_handle: other, ..Default::default() };
        call(&file, SYNCOBJ_TRANSFER, &mut SyncobjTransfer { dst_point: 9, ..transfer }).unwrap();
        assert_eq!(query(&file, other, 0), 9);
        transfer.src_point = 6;
        assert_eq!(call(&file, SYNCOBJ_TRANSFER, &mut transfer), Err(Errno::EINVAL));
        transfer.src_handle = 7;
        assert_eq!(call(&file, SYNCOBJ_TRANSFER, &mut transfer), Err(Errno::ENOENT));
    }

    #[test]
    fn a_descriptor_stands_for_an_object() {
        let file = file();
        let handle = create(&file, 0).unwrap();
        let mut export = SyncobjHandle { handle, ..SyncobjHandle::default() };
        call(&file, SYNCOBJ_HANDLE_TO_FD, &mut export).unwrap();
        let mut import = SyncobjHandle { fd: export.fd, ..SyncobjHandle::default() };
        call(&file, SYNCOBJ_FD_TO_HANDLE, &mut import).unwrap();
        assert_ne!(import.handle, handle);
        let mut destroy = SyncobjDestroy { handle, pad: 0 };
        call(&file, SYNCOBJ_DESTROY, &mut destroy).unwrap();
        assert_eq!(call(&file, SYNCOBJ_DESTROY, &mut destroy), Err(Errno::EINVAL));
        file.syncobjs().get(import.handle).unwrap().replace(Fence::signalled());
        assert_eq!(wait(&file, &[import.handle], 0), Ok(0));
        sys::close(export.fd);
        // No descriptor, no object, and a field that is reserved.
        assert_eq!(call(&file, SYNCOBJ_FD_TO_HANDLE, &mut import), Err(Errno::EINVAL));
        assert_eq!(call(&file, SYNCOBJ_HANDLE_TO_FD, &mut export), Err(Errno::EINVAL));
        let mut padded = SyncobjHandle { handle: import.handle, pad: 1, ..SyncobjHandle::default() };
        assert_eq!(call(&file, SYNCOBJ_HANDLE_TO_FD, &mut padded), Err(Errno::EINVAL));
    }
}
