//! The end of a process that has not tidied up.

use ur_ipc_fixtures::hierarchy::{Shareable, Source};
use ur_ipc_fixtures::{At, ProcessEnd, Tests};

/// A process that leaves with handles not put and imports not closed ends cleanly and in time, and what it had imported
/// is as usable as before.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::teardown_outstanding");
    group.test(F::NAME).checks("lifetime.teardown.outstanding").across(|s, source: &At<Source<F>>| {
        let handle = s.here(|_| source.export())?;
        let (leaver, own) = s.peer_with::<Source<F>>("leaver")?;
        let _exported = s.at(&leaver, |_| Ok([own.export()?, own.export()?]))?;
        let bytes = s.give(&leaver, |_| Ok(handle.bytes()))?;
        let open = |_: &_| F::open(own.in_context(), &bytes);
        let _imports = [s.at(&leaver, open)?, s.at(&leaver, open)?];
        let (codes, known) = s.ask(&leaver, |t| {
            let (adapter, loader) = (t.ur().adapter_release(t.env().adapter()), t.ur().loader_tear_down());
            let known = adapter.result.name().is_some() && loader.result.name().is_some();
            Ok((format!("{}; {}", adapter.describe(), loader.describe()), known))
        })?;
        let end = s.ends(leaver, |_| std::process::exit(0))?;
        s.here(|t| {
            t.note(&codes);
            t.check(known, format!("codes that UR does not know: {codes}"))?;
            match end {
                Some(ProcessEnd::Exited(0)) => t.check(true, "it ended cleanly")?,
                Some(end) => t.check(false, format!("with things outstanding the process ends: {end}"))?,
                None => t.check(false, "the leaver went on instead of ending its process")?,
            }
            source.verify()?;
            handle.take().release()?;
            source.export()?.release()
        })
    });
}
