//! Events.

use crate::device::Device;
use crate::level_zero::{Context, Event, LevelZero};
use crate::native_event::{NativeEvent, Purpose};
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_api::{ExpEventFlags, UrResult};
use ur_ipc_backend_kit::calls::EventCalls;
use ur_ipc_backend_kit::checks::{Ur, ensure};
use ur_ipc_backend_kit::lock;

/// True if an event takes times.
pub fn takes_times(event: &Event) -> bool {
    event.native.purpose == Purpose::Times
}

/// Nanoseconds of two time stamps of which only the bits of `mask` count, and which may have wrapped in between.
fn nanoseconds(start: u64, end: u64, hertz: u64, mask: u64) -> (u64, u64) {
    let start = start & mask;
    let took = end.wrapping_sub(start) & mask;
    let scaled = |cycles: u64| {
        u64::try_from(u128::from(cycles) * 1_000_000_000 / u128::from(hertz)).unwrap_or(u64::MAX)
    };
    (scaled(start), scaled(start).saturating_add(scaled(took)))
}

impl EventCalls for LevelZero {
    fn create_event(&self, context: &Context, device: &Device, flags: ExpEventFlags) -> Ur<Arc<NativeEvent>> {
        let has = device.capabilities();
        let (purpose, feature) = if flags.contains(ExpEventFlags::IPC_EXP) {
            (Purpose::Sharing, &has.ipc_event)
        } else if flags.contains(ExpEventFlags::ENABLE_PROFILING) {
            (Purpose::Times, &has.times)
        } else {
            (Purpose::Order, &has.reusable_events)
        };
        ensure(feature.is_ok(), UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        NativeEvent::counter_based(&context.native, device.native, purpose).map(Arc::new).map_err(ur)
    }

    fn native_handle(&self, event: &Event) -> usize {
        event.native.native.0.0.expose_provenance()
    }

    fn is_complete(&self, event: &Event) -> Ur<bool> {
        event.native.is_complete().map_err(ur)
    }

    fn synchronize(&self, event: &Event) -> Ur<()> {
        event.native.synchronize().map_err(ur)
    }

    fn nanoseconds(&self, event: &Event) -> Ur<(u64, u64)> {
        let signalled = lock(&event.signaller).queue != 0;
        let taken = takes_times(event) && signalled && self.is_complete(event)?;
        ensure(taken, UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE)?;
        let (start, end) = event.native.cycles().map_err(|_| UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE)?;
        let properties = &event.device.properties;
        Ok(nanoseconds(start, end, properties.timer_hertz, properties.timestamp_mask))
    }
}

#[cfg(test)]
mod tests {
    use super::nanoseconds;
    use rstest::rstest;

    #[rstest]
    #[case(10, 15, 1_000_000_000, u64::MAX, (10, 15))]
    #[case(10, 15, 19_200_000, u64::MAX, (520, 780))]
    #[case(0xfff0, 0x0010, 1_000_000_000, 0xffff, (0xfff0, 0x1_0010))]
    #[case(0x1_0001, 0x1_0002, 1_000_000_000, 0xffff, (1, 2))]
    fn cycles_become_nanoseconds(
        #[case] start: u64,
        #[case] end: u64,
        #[case] hertz: u64,
        #[case] mask: u64,
        #[case] expected: (u64, u64),
    ) {
        assert_eq!(nanoseconds(start, end, hertz, mask), expected);
    }
}
