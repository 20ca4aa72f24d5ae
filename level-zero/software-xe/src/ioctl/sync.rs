//! What requests signal when they are done.

use super::read_all;
use crate::errno::Errno;
use crate::uapi::xe::{Sync, sync};
use crate::vm::Vm;

/// A value, and where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UserFence {
    pub(super) address: u64,
    pub(super) value: u64,
}

/// Reads what a request is to signal: one fence at most.
pub(super) fn fences(
    vm: &Vm,
    address: u64,
    count: u32,
    may_have_fences: bool,
    mut check: impl FnMut(&UserFence) -> Result<(), Errno>,
) -> Result<Option<UserFence>, Errno> {
    let syncs: Vec<Sync> = read_all(address, count as usize)?;
    let mut found = None;
    let mut count = 0;
    for sync in &syncs {
        if let Some(fence) = parse(vm, sync, may_have_fences)? {
            check(&fence)?;
            count += 1;
            found = Some(fence);
        }
    }
    if count > 1 { Err(Errno::EINVAL) } else { Ok(found) }
}

fn parse(vm: &Vm, sync: &Sync, may_have_fences: bool) -> Result<Option<UserFence>, Errno> {
    let signal = sync.flags & sync::SIGNAL != 0;
    super::require(sync.flags & !sync::SIGNAL == 0 && sync.reserved == [0; 2])?;
    match sync.kind {
        sync::SYNCOBJ | sync::TIMELINE_SYNCOBJ => {
            if vm.is_long_running() && signal {
                return Err(Errno::EOPNOTSUPP);
            }
            super::require(sync.addr >> 32 == 0)?;
            super::require(sync.kind == sync::SYNCOBJ || sync.timeline_value != 0)?;
            // None can be created.
            Err(Errno::ENOENT)
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
    #[case::two(&[FENCE, FENCE], Err(Errno::EINVAL))]
    #[case::waited_for(&[Sync { flags: 0, ..FENCE }], Err(Errno::EOPNOTSUPP))]
    #[case::misaligned(&[Sync { addr: 68, ..FENCE }], Err(Errno::EINVAL))]
    #[case::flag(&[Sync { flags: 2, ..FENCE }], Err(Errno::EINVAL))]
    #[case::reserved(&[Sync { reserved: [0, 1], ..FENCE }], Err(Errno::EINVAL))]
    #[case::kind(&[Sync { kind: 3, ..FENCE }], Err(Errno::EINVAL))]
    #[case::object_signalled(&[Sync { kind: sync::SYNCOBJ, ..FENCE }], Err(Errno::EOPNOTSUPP))]
    #[case::object(&[Sync { kind: sync::SYNCOBJ, flags: 0, ..FENCE }], Err(Errno::ENOENT))]
    #[case::no_point(
        &[Sync { kind: sync::TIMELINE_SYNCOBJ, flags: 0, timeline_value: 0, ..FENCE }], Err(Errno::EINVAL)
    )]
    fn is_validated(#[case] syncs: &[Sync], #[case] expected: Result<Option<UserFence>, Errno>) {
        let vm = Vm::new(&B580, LR_MODE);
        let address = syncs.as_ptr() as u64;
        assert_eq!(fences(&vm, address, syncs.len() as u32, true, |_| Ok(())), expected);
    }

    #[test]
    fn where_there_is_nothing_to_do_there_is_no_fence() {
        let vm = Vm::new(&B580, LR_MODE);
        let address = std::ptr::from_ref(&FENCE) as u64;
        assert_eq!(fences(&vm, address, 1, false, |_| Ok(())), Err(Errno::EOPNOTSUPP));
    }
}
