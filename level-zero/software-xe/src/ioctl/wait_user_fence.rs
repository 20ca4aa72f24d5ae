//! `DRM_IOCTL_XE_WAIT_USER_FENCE`: waiting for a value in memory.

use std::time::{Duration, Instant};

use super::{Call, require};
use crate::clock::now;
use crate::errno::Errno;
use crate::sys;
use crate::uapi::xe::{WaitUserFence, wait};

/// The first pause between two reads of the memory. It grows up to `LONGEST`.
const SHORTEST: Duration = Duration::from_micros(20);
/// The limit of the pause. A writer need not report its value, so that only a read finds it.
const LONGEST: Duration = Duration::from_millis(1);

pub(super) fn wait_user_fence(call: Call<'_>, request: &mut WaitUserFence) -> Result<(), Errno> {
    require(request.extensions == 0 && request.pad == 0 && request.pad2 == 0 && request.reserved == [0; 2])?;
    require(
        request.flags & !wait::ABSTIME == 0 && request.op <= wait::LTE && request.addr.is_multiple_of(8),
    )?;
    let machine = &call.file.machine;
    let queue = match request.exec_queue_id {
        0 => None,
        id => Some(call.file.queue(id)?),
    };
    let start = Instant::now();
    let limit = limit(request);
    let mut pause = SHORTEST;
    let result = loop {
        let count = machine.progress.count();
        if passes(request)? {
            break Ok(());
        }
        if queue.as_ref().is_some_and(|queue| queue.is_banned()) {
            break Err(Errno::EIO);
        }
        let left = limit.map(|limit| limit.saturating_sub(start.elapsed()));
        if left == Some(Duration::ZERO) {
            break Err(Errno::ETIME);
        }
        // What this waits for may be done by a queue that waits for what the program has just written.
        machine.waiter.look();
        machine.progress.wait(count, left.map_or(pause, |left| pause.min(left)));
        pause = (pause + pause / 4).min(LONGEST);
    };
    if request.timeout < 0 {
        request.timeout = i64::MAX;
    }
    if request.flags & wait::ABSTIME == 0 {
        let elapsed = i64::try_from(start.elapsed().as_nanos()).unwrap_or(i64::MAX);
        request.timeout = request.timeout.saturating_sub(elapsed).max(0);
    }
    result
}

/// The time to wait; `None` for ever.
fn limit(request: &WaitUserFence) -> Option<Duration> {
    let timeout = Duration::from_nanos(u64::try_from(request.timeout).ok()?);
    if request.flags & wait::ABSTIME == 0 {
        return Some(timeout);
    }
    Some(timeout.saturating_sub(now(libc::CLOCK_MONOTONIC).unwrap_or_default()))
}

fn passes(request: &WaitUserFence) -> Result<bool, Errno> {
    let mut bytes = [0; 8];
    sys::copy_from(request.addr, &mut bytes)?;
    let found = u64::from_le_bytes(bytes) & request.mask;
    let value = request.value & request.mask;
    Ok(match request.op {
        wait::EQ => found == value,
        wait::NEQ => found != value,
        wait::GT => found > value,
        wait::GTE => found >= value,
        wait::LT => found < value,
        _ => found <= value,
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ioctl::testing::{call, file};
    use crate::uapi::xe::WAIT_USER_FENCE;

    #[rstest]
    #[case::equal(|_: &mut WaitUserFence| {}, Ok(()))]
    #[case::mask(|w: &mut WaitUserFence| (w.value, w.mask) = (0x1_0007, 0xFFFF), Ok(()))]
    #[case::not_equal(|w: &mut WaitUserFence| w.op = wait::NEQ, Err(Errno::ETIME))]
    #[case::greater(|w: &mut WaitUserFence| (w.op, w.value) = (wait::GT, 6), Ok(()))]
    #[case::greater_or_equal(|w: &mut WaitUserFence| w.op = wait::GTE, Ok(()))]
    #[case::less(|w: &mut WaitUserFence| w.op = wait::LT, Err(Errno::ETIME))]
    #[case::less_or_equal(|w: &mut WaitUserFence| w.op = wait::LTE, Ok(()))]
    #[case::until_a_time(|w: &mut WaitUserFence| (w.op, w.flags, w.timeout) = (wait::LT, wait::ABSTIME, 1), Err(Errno::ETIME))]
    #[case::for_ever(|w: &mut WaitUserFence| w.timeout = -1, Ok(()))]
    #[case::operation(|w: &mut WaitUserFence| w.op = 6, Err(Errno::EINVAL))]
    #[case::flag(|w: &mut WaitUserFence| w.flags = 2, Err(Errno::EINVAL))]
    #[case::misaligned(|w: &mut WaitUserFence| w.addr += 4, Err(Errno::EINVAL))]
    #[case::nowhere(|w: &mut WaitUserFence| w.addr = 8, Err(Errno::EFAULT))]
    #[case::no_queue(|w: &mut WaitUserFence| w.exec_queue_id = 1, Err(Errno::ENOENT))]
    #[case::padding(|w: &mut WaitUserFence| w.pad2 = 1, Err(Errno::EINVAL))]
    #[case::reserved(|w: &mut WaitUserFence| w.reserved[0] = 1, Err(Errno::EINVAL))]
    #[case::extension(|w: &mut WaitUserFence| w.extensions = 8, Err(Errno::EINVAL))]
    fn is_validated(#[case] change: fn(&mut WaitUserFence), #[case] expected: Result<(), Errno>) {
        let place = 7_u64;
        let mut request = WaitUserFence {
            addr: std::ptr::from_ref(&place) as u64,
            value: 7,
            mask: u64::MAX,
            timeout: 1_000_000,
            ..WaitUserFence::default()
        };
        change(&mut request);
        assert_eq!(call(&file(), WAIT_USER_FENCE, &mut request), expected);
    }
}
