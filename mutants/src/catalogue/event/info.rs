//! Defects of the queries of imports, except their status and count.

use super::methods::method;
use super::shapes::{overwrite, remember_imports, remember_signals, target};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use ur_ipc_api::{CommandType, EventInfo, ProfilingInfo, QueueHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_info_short_buffer_truncated",
        "A query of an import into a buffer that is too small gives a part of the value",
        &["event.imported.info_basic"],
        ShortTruncated::make,
    ),
    Mutant::new(
        "event_info_buffer_one_short_accepted",
        "A query of an import takes a buffer that is one byte too small",
        &["event.imported.info_basic"],
        OneShortAccepted::make,
    ),
    Mutant::new(
        "event_info_short_buffer_wrong_code",
        "A query of an import into a buffer that is too small answers INVALID_VALUE",
        &["event.imported.info_basic"],
        ShortWrongCode::make,
    ),
    Mutant::new(
        "event_info_size_not_given",
        "A query of an import gives the size 0",
        &["event.imported.info_basic"],
        SizeNotGiven::make,
    ),
    Mutant::new(
        "event_info_status_has_handle_size",
        "The status of an import has the size of a pointer",
        &["event.imported.info_basic"],
        StatusHasHandleSize::make,
    ),
    Mutant::new(
        "event_info_context_unsupported",
        "An import does not know its context",
        &["event.imported.info_basic"],
        ContextUnsupported::make,
    ),
    Mutant::new(
        "event_info_command_type_of_import_undefined",
        "The command type of an import that no local command used is 0x7fffffff",
        &["event.imported.info_command_type"],
        TypeUndefined::make,
    )
    .seen_in("unified-runtime source/adapters/level_zero/v2/event.cpp at 578c2a84a"),
    Mutant::new(
        "event_info_command_type_undefined_after_signal",
        "The command type of an import that a local command has signalled is 0x7fffffff",
        &["event.imported.info_command_type"],
        TypeUndefinedAfterSignal::make,
    ),
    Mutant::new(
        "event_info_command_type_wrong_code",
        "The command type of an import is refused with INVALID_VALUE",
        &["event.imported.info_command_type"],
        TypeWrongCode::make,
    ),
    Mutant::new(
        "event_info_queue_of_import_wild",
        "The queue of an import that no local command used is null minus a constant",
        &["event.imported.info_command_queue"],
        QueueWild::make,
    )
    .seen_in("unified-runtime source/adapters/level_zero/v2/event.cpp at 578c2a84a"),
    Mutant::new(
        "event_info_queue_of_import_not_written",
        "The queue of an import that no local command used is not written",
        &["event.imported.info_command_queue"],
        QueueNotWritten::make,
    ),
    Mutant::new(
        "event_info_queue_of_signalled_import_wild",
        "The queue of an import that a local command has signalled is off by a constant",
        &["event.imported.info_command_queue"],
        SignalledQueueWild::make,
    ),
    Mutant::new(
        "event_profiling_of_import_zero",
        "The time stamps of an import are zero",
        &["event.imported.profiling_info"],
        ProfilingZero::make,
    ),
    Mutant::new(
        "event_profiling_of_source_zero",
        "The time stamps of an event that can be shared are zero",
        &["event.imported.profiling_info"],
        SourceProfilingZero::make,
    ),
    Mutant::new(
        "event_profiling_of_import_wrong_code",
        "The time stamps of an import are refused with INVALID_EVENT",
        &["event.imported.profiling_info"],
        ProfilingWrongCode::make,
    ),
    Mutant::new(
        "event_profiling_of_import_complete_stamp",
        "An import has the last time stamp, and no other",
        &["event.imported.profiling_info"],
        CompleteStamp::make,
    ),
    Mutant::new(
        "event_profiling_of_signalled_import_zero",
        "The time stamps of an import that a local command has signalled are zero",
        &["event.imported.profiling_info"],
        SignalledProfilingZero::make,
    ),
];

/// The size in bytes of the answer to a query.
fn size_of_answer(name: EventInfo) -> usize {
    if [EventInfo::CONTEXT, EventInfo::COMMAND_QUEUE].contains(&name) { 8 } else { 4 }
}

/// A layer that does `$then` with queries of imports; it may return.
macro_rules! on_query {
    ($type:ident,
        |$this:ident, $event:ident, $name:ident, $size:ident, $value:ident, $size_ret:ident| $then:expr) => {
        layer!($type { imports: Known, signalled: Known }
            remember_imports! { imports }

            remember_signals! { signalled }

            method! { event_get_info($this, $event, $name, $size, $value, $size_ret) {
                if $this.imports.has($event.address()) {
                    $then;
                }
                // SAFETY: same contract.
                unsafe { $this.inner.event_get_info($event, $name, $size, $value, $size_ret) }
            } }
        );
    };
}

/// A layer that changes the answers to queries of imports with `$then`.
macro_rules! changes_answer {
    ($type:ident, |$this:ident, $event:ident, $name:ident, $value:ident, $size_ret:ident| $then:expr) => {
        on_query!($type, |$this, $event, $name, size, $value, $size_ret| {
            // SAFETY: same contract.
            let result = unsafe { $this.inner.event_get_info($event, $name, size, $value, $size_ret) };
            if result.is_success() {
                $then;
            }
            return result;
        });
    };
}

on_query!(ShortTruncated, |this, event, name, size, value, size_ret| {
    let mut own = 0u64;
    let real = size_of_answer(name);
    if !value.is_null() && size != 0 && size < real {
        // SAFETY: the value fits into `own`, of which the caller's buffer gets as much as it takes.
        unsafe {
            let result = this.inner.event_get_info(event, name, real, (&raw mut own).cast(), size_ret);
            value.cast::<u8>().copy_from((&raw const own).cast(), size);
            return result;
        }
    }
});

on_query!(OneShortAccepted, |this, event, name, size, value, size_ret| {
    if !value.is_null() && size == size_of_answer(name) - 1 {
        let mut own = 0u64;
        // SAFETY: the value fits into `own`, of which the caller's buffer gets as much as it takes.
        unsafe {
            let result = this.inner.event_get_info(event, name, size + 1, (&raw mut own).cast(), size_ret);
            value.cast::<u8>().copy_from((&raw const own).cast(), size);
            return result;
        }
    }
});

on_query!(ShortWrongCode, |this, event, name, size, value, size_ret| {
    if !value.is_null() && size < size_of_answer(name) {
        return UrResult::ERROR_INVALID_VALUE;
    }
});

on_query!(ContextUnsupported, |this, event, name, size, value, size_ret| {
    if name == EventInfo::CONTEXT {
        return UrResult::ERROR_UNSUPPORTED_ENUMERATION;
    }
});

on_query!(TypeWrongCode, |this, event, name, size, value, size_ret| {
    if name == EventInfo::COMMAND_TYPE {
        return UrResult::ERROR_INVALID_VALUE;
    }
});

on_query!(QueueNotWritten, |this, event, name, size, value, size_ret| {
    if name == EventInfo::COMMAND_QUEUE && !this.signalled.has(event.address()) {
        return UrResult::SUCCESS;
    }
});

changes_answer!(SizeNotGiven, |this, event, name, value, size_ret| if !size_ret.is_null() {
    // SAFETY: writable as UR demands.
    unsafe { size_ret.write(0) };
});

changes_answer!(StatusHasHandleSize, |this, event, name, value, size_ret| {
    if name == EventInfo::COMMAND_EXECUTION_STATUS && !size_ret.is_null() {
        // SAFETY: writable as UR demands.
        unsafe { size_ret.write(8) };
    }
});

/// What a C compiler makes the largest value of an enumeration.
const FORCE_UINT32: CommandType = CommandType(0x7fff_ffff);

changes_answer!(TypeUndefined, |this, event, name, value, size_ret| {
    if name == EventInfo::COMMAND_TYPE && !this.signalled.has(event.address()) {
        // SAFETY: the call has just written a type there.
        unsafe { overwrite(value, FORCE_UINT32) };
    }
});

changes_answer!(TypeUndefinedAfterSignal, |this, event, name, value, size_ret| {
    if name == EventInfo::COMMAND_TYPE && this.signalled.has(event.address()) {
        // SAFETY: the call has just written a type there.
        unsafe { overwrite(value, FORCE_UINT32) };
    }
});

changes_answer!(QueueWild, |this, event, name, value, size_ret| {
    if name == EventInfo::COMMAND_QUEUE && !this.signalled.has(event.address()) {
        // SAFETY: the call has just written a handle there.
        unsafe { overwrite(value, QueueHandle::from_address(0usize.wrapping_sub(0x48))) };
    }
});

changes_answer!(SignalledQueueWild, |this, event, name, value, size_ret| {
    if name == EventInfo::COMMAND_QUEUE && this.signalled.has(event.address()) && !value.is_null() {
        // SAFETY: the call has just written a handle there.
        unsafe { overwrite(value, value.cast::<usize>().read_unaligned() - 0x48) };
    }
});

/// A layer that answers queries of time stamps with zeroes where `$when` holds.
macro_rules! gives_stamps {
    ($type:ident, |$this:ident, $event:ident, $name:ident| $when:expr) => {
        layer!($type { imports: Known, signalled: Known, exported: Known }
            remember_imports! { imports }

            remember_signals! { signalled }

            method! { ipc_get_event_handle_exp(this, event, data, size) {
                this.exported.add(event.address());
                // SAFETY: same contract.
                unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
            } }

            method! { event_get_profiling_info($this, $event, $name, size, value, size_ret) {
                if $when {
                    // SAFETY: null or writable for a time stamp, which is what these queries give.
                    unsafe { overwrite(value, 0u64) };
                    return UrResult::SUCCESS;
                }
                // SAFETY: same contract.
                unsafe { $this.inner.event_get_profiling_info($event, $name, size, value, size_ret) }
            } }
        );
    };
}

gives_stamps!(ProfilingZero, |this, event, name| this.imports.has(event.address()));
gives_stamps!(SourceProfilingZero, |this, event, name| this.exported.has(event.address()));
gives_stamps!(CompleteStamp, |this, event, name| name == ProfilingInfo::COMMAND_COMPLETE
    && this.imports.has(event.address()));
gives_stamps!(SignalledProfilingZero, |this, event, name| this.signalled.has(event.address())
    && this.imports.has(event.address()));

layer!(ProfilingWrongCode { imports: Known }
    remember_imports! { imports }

    method! { event_get_profiling_info(this, event, name, size, value, size_ret) {
        if this.imports.has(event.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_get_profiling_info(event, name, size, value, size_ret) }
    } }
);
