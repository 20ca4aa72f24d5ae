//! Imports that are closed after their exporter has ended.

use ur_ipc_fixtures::hierarchy::{Events, Memory, Physical, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Owned};
use ur_ipc_fixtures::{At, Scenario, TestResult, Tests, Usage};

/// Imports of one exporter. An implementation may keep descriptors of the exporter, though not of each import.
const IMPORTS: usize = 12;

/// Exporters are killed while a context has their objects open. Once these are closed and the context is released, this process has
/// no more descriptors than after the exporter before, or does not go on growing.
pub(super) fn tests<F: EndedExporter>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::closed_after_exporter");
    group.test(F::NAME).checks(F::REQUIREMENT).needs(F::NEEDS).across(|s, _: &At<UrQueueTest>| {
        open_kill_close::<F>(s)?;
        let before = s.here(|_| Usage::now())?;
        open_kill_close::<F>(s)?;
        let between = s.here(|_| Usage::now())?;
        open_kill_close::<F>(s)?;
        s.here(|t| {
            let usages = [before.descriptors, between.descriptors, Usage::now()?.descriptors];
            let more = usages.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).min().unwrap_or_default();
            let what = format!(
                "descriptors leak: {more} more each time that {IMPORTS} imports are closed after their exporter's end"
            );
            t.check(more < IMPORTS / 2, what)
        })
        .map(drop)
    });
}

fn open_kill_close<F: Shareable>(s: &Scenario) -> TestResult {
    let (exporter, f) = s.peer_with::<UrQueueTest>("exporter")?;
    let exports = s.at(&exporter, |t| {
        let export = |number| {
            let object = F::create(f.in_context(), number)?;
            F::write(&f, object.raw(), t.pattern(number))?;
            Ok((F::export(f.in_context(), object.raw())?, object))
        };
        (0..IMPORTS).map(export).collect::<TestResult<Vec<_>>>()
    })?;
    let handles =
        s.ask(&exporter, |_| Ok(exports.iter().map(|(handle, _)| handle.bytes()).collect::<Vec<_>>()))?;
    let context = s.here(Context::on_device)?;
    let imports =
        s.here(|_| handles.iter().map(|bytes| F::open(&context, bytes)).collect::<TestResult<Vec<_>>>())?;
    s.kill(exporter)?;
    s.here(|_| {
        imports.take().into_iter().try_for_each(Owned::release)?;
        context.take().release()
    })
    .map(drop)
}

/// A family, with what it says of descriptors.
pub(super) trait EndedExporter: Shareable {
    const REQUIREMENT: &'static str;
}

impl EndedExporter for Memory {
    const REQUIREMENT: &'static str = "lifetime.fd.memory_cycles";
}

impl EndedExporter for Physical {
    const REQUIREMENT: &'static str = "lifetime.fd.physical_open_close";
}

impl EndedExporter for Events {
    const REQUIREMENT: &'static str = "lifetime.fd.event_cycles";
}
