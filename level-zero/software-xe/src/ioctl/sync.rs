//! Fences that requests wait for, and signal at their ends.

use std::sync::Arc;

use super::read_all;
use crate::errno::Errno;
use crate::fence::Fence;
use crate::file::File;
use crate::syncobj::Syncobj;
use crate::uapi::xe::{Sync, sync};
use crate::vm::Vm;

/// A value, and where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UserFence {
    pub(super) address: u64,
    pub(super) value: u64,
}

/// The fences that a request waits for, and the objects that it signals.
#[derive(Debug, Default)]
pub(super) struct Syncs {
    pub(super) waits: Vec<Arc<Fence>>,
    /// Synchronisation objects, with points of those that have a timeline.
    signals: Vec<(Arc<Syncobj>, Option<u64>)>,
    pub(super) user_fence: Option<UserFence>,
}

impl Syncs {
    /// Puts the fence of the request into the objects that it signals.
    pub(super) fn attach(&self, fence: &Arc<Fence>) {
        for (syncobj, point) in &self.signals {
            match point {
                None => syncobj.replace(Arc::clone(fence)),
                Some(point) => syncobj.add_point(*point, Arc::clone(fence)),
            }
        }
    }
}

/// Reads what a request waits for and signals: one fence of the program's at most.
pub(super) fn read(
    file: &File,
    vm: &Vm,
    address: u64,
    count: u32,
    may_have_fences: bool,
    mut check: impl FnMut(&UserFence) -> Result<(), Errno>,
) -> Result<Syncs, Errno> {
    let entries: Vec<Sync> = read_all(address, count as usize)?;
    let mut syncs = Syncs::default();
    let mut count = 0;
    for sync in &entries {
        if let Some(fence) = parse(file, vm, sync, may_have_fences, &mut syncs)? {
            check(&fence)?;
            count += 1;
            syncs.user_fence = Some(fence);
        }
    }
    if count > 1 { Err(Errno::EINVAL) } else { Ok(syncs) }
}

fn parse(
    file: &File,
    vm: &Vm,
    sync: &Sync,
    may_have_fences: bool,
    syncs: &mut Syncs,
) -> Result<Option<UserFence>, Errno> {
    let signal = sync.flags & sync::SIGNAL != 0;
    super::require(sync.flags & !sync::SIGNAL == 0 && sync.reserved == [0; 2])?;
    match sync.kind {
        sync::SYNCOBJ | sync::TIMELINE_SYNCOBJ => {
            if vm.is_long_running() && signal {
                return Err(Errno::EOPNOTSUPP);
            }
            super::require(sync.addr >> 32 == 0)?;
            let syncobj = file.syncobjs().get(sync.addr as u32).cloned().ok_or(Errno::ENOENT)?;
            let point = (sync.kind == sync::TIMELINE_SYNCOBJ).then_some(sync.timeline_value);
            super::require(point != Some(0))?;
            if signal {
                syncs.signals.push((syncobj, point));
            } else {
                syncs.waits.push(syncobj.find(point.unwrap_or(0)).ok_or(Errno::EINVAL)?);
            }
            Ok(None)
        }
        sync::USER_FENCE => {
            if !may_have_fences || !signal {
                return Err(Errno::EOPNOTSUPP);
            }
            super::require(sync.addr.is_multiple_of(8))?;
            Ok(Some(UserFence { address: sync.addr, value: sync.timeline_value }))
        }
        _ => Err(Errno::EINVAL),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::device::B580;
    use crate::ioctl::testing::file;
    use crate::uapi::xe::vm::LR_MODE;

    const FENCE: Sync = Sync {
        extensions: 0,
        kind: sync::USER_FENCE,
        flags: sync::SIGNAL,
        addr: 64,
        timeline_value: 5,
        reserved: [0; 2],
    };

    #[rstest]
    #[case::none(&[], Ok(None))]
    #[case::one(&[FENCE], Ok(Some(UserFence { address: 64, value: 5 })))]
    #[case::object_waited_for(&[Sync { kind: sync::SYNCOBJ, flags: 0, addr: 1, ..FENCE }], Ok(None))]
    #[case::empty_object(&[Sync { kind: sync::SYNCOBJ, flags: 0, addr: 2, ..FENCE }], Err(Errno::EINVAL))]
    #[case::wide_handle(&[Sync { kind: sync::SYNCOBJ, flags: 0, addr: 1 << 32 | 1, ..FENCE }], Err(Errno::EINVAL))]
    #[case::no_such_point(
        &[Sync { kind: sync::TIMELINE_SYNCOBJ, flags: 0, addr: 1, ..FENCE }], Err(Errno::EINVAL)
    )]
    #[case::two(&[FENCE, FENCE], Err(Errno::EINVAL))]
    #[case::waited_for(&[Sync { flags: 0, ..FENCE }], Err(Errno::EOPNOTSUPP))]
    #[case::misaligned(&[Sync { addr: 68, ..FENCE }], Err(Errno::EINVAL))]
    #[case::flag(&[Sync { flags: 2, ..FENCE }], Err(Errno::EINVAL))]
    #[case::reserved(&[Sync { reserved: [0, 1], ..FENCE }], Err(Errno::EINVAL))]
    #[case::kind(&[Sync { kind: 3, ..FENCE }], Err(Errno::EINVAL))]
    #[case::object_signalled(&[Sync { kind: sync::SYNCOBJ, ..FENCE }], Err(Errno::EOPNOTSUPP))]
    #[case::no_object(&[Sync { kind: sync::SYNCOBJ, flags: 0, ..FENCE }], Err(Errno::ENOENT))]
    #[case::no_point(
        &[Sync { kind: sync::TIMELINE_SYNCOBJ, flags: 0, addr: 1, timeline_value: 0, ..FENCE }], Err(Errno::EINVAL)
    )]
    fn is_validated(#[case] syncs: &[Sync], #[case] expected: Result<Option<UserFence>, Errno>) {
        let (file, vm) = (file(), Vm::new(&B580, LR_MODE));
        let signalled = Arc::new(Syncobj::default());
        signalled.replace(Fence::signalled());
        file.syncobjs().add(signalled);
        file.syncobjs().add(Arc::default());
        let address = syncs.as_ptr() as u64;
        let found = read(&file, &vm, address, syncs.len() as u32, true, |_| Ok(()));
        assert_eq!(found.map(|syncs| syncs.user_fence), expected);
    }

    #[test]
    fn where_there_is_nothing_to_do_there_is_no_fence() {
        let vm = Vm::new(&B580, LR_MODE);
        let address = std::ptr::from_ref(&FENCE) as u64;
        assert_eq!(read(&file(), &vm, address, 1, false, |_| Ok(())).unwrap_err(), Errno::EOPNOTSUPP);
    }
}
