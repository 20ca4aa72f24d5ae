//! Drivers that need the exporter of an event to live.

use super::layer::{defect, install};
use super::outputs::{exporter_of, is_done};
use crate::catalogue::cross_process::sharing::{Notes, is_alive};
use crate::{Legacy as Mutant, Manner};
use level_zero_sys::ze_result_t;
use std::process;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_event_wait_needs_exporter",
        "zeEventHostSynchronize of an opened event fails when its exporter is gone",
        &["cross_process.event.producer_death"],
        install::<WaitNeedsExporter>,
    ),
    Mutant::of_driver(
        "lz_driver_event_status_needs_exporter",
        "zeEventQueryStatus of an opened event aborts when its exporter is gone",
        &["cross_process.event.producer_death"],
        install::<StatusNeedsExporter>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_event_close_needs_exporter",
        "zeEventCounterBasedCloseIpcHandle aborts when the exporter is gone",
        &["cross_process.event.producer_death"],
        install::<CloseNeedsExporter>,
    )
    .by(Manner::Crash)
    .seen_in("Level Zero driver, which aborts a consumer that imports counter memory anew"),
];

/// Defines a driver that does something else with an opened event whose exporter is gone.
macro_rules! without_exporter {
    ($defect:ident, $name:ident, $instead:expr) => {
        defect!(
            $defect { exporters: Notes<u32> },
            zeEventCounterBasedOpenIpcHandle,
            |this, call| {
                let result = call.run();
                if is_done(result) {
                    this.exporters.set(call.gave().0.addr(), exporter_of(&call.hIpc));
                }
                result
            },
            $name,
            |this, call| {
                let exporter = this.exporters.get(call.hEvent.0.addr());
                if exporter.is_some_and(|exporter| !is_alive(exporter)) { $instead } else { call.run() }
            }
        );
    };
}

without_exporter!(WaitNeedsExporter, zeEventHostSynchronize, ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST);
without_exporter!(StatusNeedsExporter, zeEventQueryStatus, process::abort());
without_exporter!(CloseNeedsExporter, zeEventCounterBasedCloseIpcHandle, process::abort());
