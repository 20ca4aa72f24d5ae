//! A process in which several users hold the adapter, each with a reference of its own, and one of them releases it.

use super::open_verify_close;
use ur_ipc_fixtures::hierarchy::{Shareable, Source};
use ur_ipc_fixtures::{At, Tests, get_and_release_adapters};

/// Handles and imports of before stay good, and new ones are made.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::adapter_released");
    group.test(F::NAME).checks("lifetime.adapter.released").across(|s, source: &At<Source<F>>| {
        let handle = s.here(|_| source.export())?;
        let (user, own) = s.peer_with::<Source<F>>("user")?;
        let bytes = s.give(&user, |_| Ok(handle.bytes()))?;
        let import = s.at(&user, |_| F::open(own.in_context(), &bytes))?;
        let early = s.at(&user, |_| own.export())?;
        s.at(&user, |t| get_and_release_adapters(t.ur()).ok().map(drop))?;
        let early_bytes = s.ask(&user, |_| Ok(early.bytes()))?;
        s.here(|_| open_verify_close::<F>(source, &early_bytes))?;
        s.at(&user, |_| {
            F::verify(&own, import.raw(), own.t().source_pattern())?;
            import.take().release()?;
            open_verify_close::<F>(&own, &bytes)
        })?;
        let late = s.at(&user, |_| own.export())?;
        let late_bytes = s.ask(&user, |_| Ok(late.bytes()))?;
        s.here(|_| open_verify_close::<F>(source, &late_bytes))?;
        s.at(&user, |_| {
            late.take().release()?;
            early.take().release()
        })?;
        s.leave(user)
    });
}
