//! Times of events, and what asking for them throws.

use super::tools::*;

pub(super) fn variants(c: &mut Catalogue) {
    c.sycl_variant(
        "sycl_times_are_equal",
        "reusable text @00b6389a: \"command_submit, command_start, and command_end timestamps are all equal to the device time at \
         which the tag operation executes\"",
    )
    .of(&["sycl.reusable_event.profiling"])
    .does("submission, start and end of a signal have one time")
    .event_profiling_info(|sycl, event, _| sycl.event_profiling_info(event, ProfilingTime::End));

    c.sycl_variant(
        "sycl_times_are_coarse",
        "SYCL 2020, info::event_profiling: times in nanoseconds; how fine the device's clock is is not said",
    )
    .of(&["sycl.reusable_event.profiling"])
    .does("times are whole milliseconds")
    .event_profiling_info(|sycl, event, time| {
        Ok(sycl.event_profiling_info(event, time)? / 1_000_000 * 1_000_000)
    });

    for (name, errc) in [("runtime", Errc::RUNTIME), ("invalid", Errc::INVALID)] {
        c.sycl_variant(
            format!("sycl_times_without_profiling_are_{name}"),
            "SYCL 2020: invalid where profiling is not enabled, which the runtime says of the queue; it says runtime where Unified \
             Runtime has no times",
        )
        .of(&["sycl.event.profiling_info", "sycl.reusable_event.profiling.by_queue"])
        .does(format!("asking for times that there are not throws {errc}"))
        .event_profiling_info(move |sycl, event, time| {
            sycl.event_profiling_info(event, time).map_err(|error| Error { errc, ..error })
        });
    }
}
