//! Defects where UR leaves a choice and these choose nothing that it offers. Tests write them down.

use super::methods::method;
use super::shapes::{answers, overwrite, remember_signals, target};
use crate::catalogue::cross_process::sharing::{Events, make};
use crate::catalogue::memory::RefusedCrashes;
use crate::catalogue::tools::{Known, layer};
use crate::{Legacy as Mutant, Manner};
use ur_ipc_api::{EventInfo, EventStatus};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_never_signalled_is_submitted",
        "An event that nobody has signalled reports that its command is submitted",
        &["event.create.initial_status"],
        NeverSignalledIsSubmitted::make,
    ),
    Mutant::new(
        "event_get_of_nothing_wrong_code",
        "Get without an event and without outputs blames a value",
        &["event.get.null_precedence"],
        NothingWrongCode::make,
    ),
    Mutant::new(
        "event_open_of_stale_bytes_crashes",
        "Open of bytes that name nothing any more crashes",
        &["event.open.stale"],
        make::<Events, RefusedCrashes>,
    )
    .by(Manner::Crash),
];

layer!(NeverSignalledIsSubmitted { signalled: Known }
    remember_signals! { signalled }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        let is_status = result.is_success() && name == EventInfo::COMMAND_EXECUTION_STATUS;
        if is_status && !this.signalled.has(event.address()) {
            // SAFETY: the successful call has written a status, unless the pointer is null.
            unsafe { overwrite(value, EventStatus::SUBMITTED) };
        }
        result
    } }
);

answers!(
    NothingWrongCode,
    ipc_get_event_handle_exp(event, data, size),
    event.is_null() && data.is_null() && size.is_null() => ERROR_INVALID_VALUE
);
