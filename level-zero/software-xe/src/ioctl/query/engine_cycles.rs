//! An engine's timestamp beside the time of a clock.

use std::mem::offset_of;
use std::time::Instant;

use super::super::{read, require};
use super::size_or_go_on;
use crate::clock::{SystemClock, now};
use crate::device::Device;
use crate::errno::Errno;
use crate::gpu::Clock;
use crate::sys;
use crate::uapi::Plain;
use crate::uapi::xe::{DeviceQuery, EngineCycles};

/// Clocks that can be asked for.
const CLOCKS: [i32; 5] = [
    libc::CLOCK_MONOTONIC,
    libc::CLOCK_MONOTONIC_RAW,
    libc::CLOCK_REALTIME,
    libc::CLOCK_BOOTTIME,
    libc::CLOCK_TAI,
];

pub(super) fn answer(device: &Device, asked: &mut DeviceQuery) -> Result<(), Errno> {
    if !size_or_go_on(asked, size_of::<EngineCycles>())? {
        return Ok(());
    }
    let question: EngineCycles = read(asked.data)?;
    require(CLOCKS.contains(&question.clockid))?;
    let engine = question.eci;
    require(device.engine(engine.class, engine.instance, engine.gt_id).is_some())?;
    let before = Instant::now();
    let time = now(question.clockid).ok_or(Errno::EINVAL)?;
    let ticks = SystemClock::new(device.timestamp_frequency).ticks();
    let (width, cycles) = if device.wide_timestamps { (64, ticks) } else { (36, ticks & ((1 << 36) - 1)) };
    let answer = EngineCycles {
        width,
        engine_cycles: cycles,
        cpu_timestamp: time.as_nanos() as u64,
        cpu_delta: before.elapsed().as_nanos() as u64,
        ..question
    };
    // What was asked stays as it is.
    let from = offset_of!(EngineCycles, width);
    // SAFETY: the program has given this place for the answer.
    unsafe { sys::copy_to(asked.data + from as u64, &answer.bytes()[from..]) }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::device::class;
    use crate::ioctl::testing::{call, file};
    use crate::uapi::xe::{DEVICE_QUERY, EngineClassInstance, query};

    #[rstest]
    #[case::compute(class::COMPUTE, libc::CLOCK_MONOTONIC, Ok(()))]
    #[case::copy(class::COPY, libc::CLOCK_MONOTONIC_RAW, Ok(()))]
    #[case::no_engine(9, libc::CLOCK_MONOTONIC, Err(Errno::EINVAL))]
    #[case::no_clock(class::COPY, libc::CLOCK_THREAD_CPUTIME_ID, Err(Errno::EINVAL))]
    fn is_validated(#[case] class: u16, #[case] clockid: i32, #[case] expected: Result<(), Errno>) {
        let eci = EngineClassInstance { class, ..EngineClassInstance::default() };
        let mut cycles = EngineCycles { eci, clockid, ..EngineCycles::default() };
        let data = std::ptr::from_mut(&mut cycles) as u64;
        let mut asked = DeviceQuery { query: query::ENGINE_CYCLES, size: 40, data, ..DeviceQuery::default() };
        assert_eq!(call(&file(), DEVICE_QUERY, &mut asked), expected);
        assert_eq!(
            (cycles.width, cycles.cpu_timestamp != 0),
            if expected.is_ok() { (64, true) } else { (0, false) }
        );
    }
}
