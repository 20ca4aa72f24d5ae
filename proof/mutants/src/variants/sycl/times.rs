//! Times of events, and the exceptions of their queries.

use super::tools::*;

pub(super) fn variants(c: &mut Catalogue) {
    c.sycl_variant(
        "sycl_times_are_equal",
        "reusable text @00b6389a, enqueue_signal_event: \"A tag captures a single device timestamp, so all \
         three fields report the same value.\"",
    )
    .of(&["sycl.reusable_event.profiling"])
    .does("submission, start and end of a signal have one time")
    .event_profiling_info(|sycl, event, _| sycl.event_profiling_info(event, ProfilingTime::End));

    c.sycl_variant(
        "sycl_times_are_coarse",
        "SYCL 2020, info::device::profiling_timer_resolution: \"The resolution of device timer in \
         nanoseconds.\", which may be any; info::event_profiling::command_start: \"there is no specific \
         accuracy that is guaranteed.\"",
    )
    .of(&["sycl.reusable_event.profiling"])
    .does("times are whole milliseconds")
    .event_profiling_info(|sycl, event, time| {
        Ok(sycl.event_profiling_info(event, time)? / 1_000_000 * 1_000_000)
    });

    for (name, errc) in [("runtime", Errc::RUNTIME), ("invalid", Errc::INVALID)] {
        c.sycl_variant(
            format!("sycl_times_without_profiling_are_{name}"),
            "SYCL 2020, event::get_profiling_info: throws invalid if the queue \"was not constructed with \
             the property::queue::enable_profiling property\"; of an event that has no times for another \
             reason it says nothing, and the runtime throws runtime",
        )
        .of(&["sycl.event.profiling_info", "sycl.reusable_event.profiling.by_queue"])
        .does(format!("asking for times that there are not throws {errc}"))
        .event_profiling_info(move |sycl, event, time| {
            sycl.event_profiling_info(event, time).map_err(|error| Error { errc, ..error })
        });
    }
}
