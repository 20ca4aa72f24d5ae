// Events, reusable events and their sharing.

#include "shim.hpp"

using namespace shim;

namespace {
template <class Properties> sycl::event made(object context, Properties properties) {
  return with_context(context, [&](auto &...with) { return oneapi::make_event(with..., properties); });
}

std::uint64_t profiled(const sycl::event &event, std::uint32_t time) {
  namespace profiling = sycl::info::event_profiling;
  switch (time) {
  case 0:
    return event.get_profiling_info<profiling::command_submit>();
  case 1:
    return event.get_profiling_info<profiling::command_start>();
  case 2:
    return event.get_profiling_info<profiling::command_end>();
  }
  throw std::out_of_range("the shim does not know this time");
}

// The contract's number of a status, which is not SYCL's.
std::uint32_t numbered(sycl::info::event_command_status status) {
  switch (status) {
  case sycl::info::event_command_status::submitted:
    return 0;
  case sycl::info::event_command_status::running:
    return 1;
  case sycl::info::event_command_status::complete:
    return 2;
  default:
    return 3;
  }
}
} // namespace

SHIM std::int32_t ur_ipc_sycl_make_event(object context, std::int32_t enable_ipc, std::int32_t enable_profiling,
                                         object *event) noexcept {
  return guarded([&] {
    oneapi::enable_ipc ipc{enable_ipc == ON};
    oneapi::enable_profiling profiling{enable_profiling == ON};
    if (enable_ipc == LEFT_OUT && enable_profiling == LEFT_OUT)
      *event = keep(with_context(context, [](auto &...with) { return oneapi::make_event(with...); }));
    else if (enable_profiling == LEFT_OUT)
      *event = keep(made(context, oneapi::properties{ipc}));
    else if (enable_ipc == LEFT_OUT)
      *event = keep(made(context, oneapi::properties{profiling}));
    else
      *event = keep(made(context, oneapi::properties{ipc, profiling}));
  });
}

SHIM std::int32_t ur_ipc_sycl_event_default(object *event) noexcept {
  return guarded([&] { *event = keep(sycl::event()); });
}

SHIM std::int32_t ur_ipc_sycl_event_of_command(object queue, std::size_t to, std::size_t bytes,
                                               object *event) noexcept {
  return guarded([&] { *event = keep(at<sycl::queue>(queue).memset(pointer(to), 0, bytes)); });
}

SHIM std::int32_t ur_ipc_sycl_event_ipc_enabled(object event, std::uint8_t *enabled) noexcept {
  return guarded([&] { *enabled = at<sycl::event>(event).ext_oneapi_ipc_enabled(); });
}

SHIM std::int32_t ur_ipc_sycl_event_wait(object event, nothing *) noexcept {
  return guarded([&] { at<sycl::event>(event).wait(); });
}

SHIM std::int32_t ur_ipc_sycl_event_status(object event, std::uint32_t *status) noexcept {
  return guarded([&] {
    *status = numbered(at<sycl::event>(event).get_info<sycl::info::event::command_execution_status>());
  });
}

SHIM std::int32_t ur_ipc_sycl_event_profiling_info(object event, std::uint32_t time, std::uint64_t *value) noexcept {
  return guarded([&] { *value = profiled(at<sycl::event>(event), time); });
}

SHIM std::int32_t ur_ipc_sycl_event_destroy(object event, nothing *) noexcept {
  return guarded([&] { end<sycl::event>(event); });
}

SHIM std::int32_t ur_ipc_sycl_enqueue_signal_event(object queue, object event, nothing *) noexcept {
  return guarded([&] { oneapi::enqueue_signal_event(at<sycl::queue>(queue), at<sycl::event>(event)); });
}

SHIM std::int32_t ur_ipc_sycl_enqueue_wait_event(object queue, object event, nothing *) noexcept {
  return guarded([&] { oneapi::enqueue_wait_event(at<sycl::queue>(queue), at<sycl::event>(event)); });
}

SHIM std::int32_t ur_ipc_sycl_enqueue_wait_events(object queue, slice events, nothing *) noexcept {
  return guarded([&] {
    auto begin = static_cast<const object *>(events.begin);
    std::vector<sycl::event> all;
    for (auto event = begin; event != begin + events.size; ++event)
      all.push_back(at<sycl::event>(*event));
    oneapi::enqueue_wait_events(at<sycl::queue>(queue), all);
  });
}

SHIM std::int32_t ur_ipc_sycl_event_get(object event, object *number) noexcept {
  return guarded([&] { *number = keep<handle>(oneapi::ipc::event::get(at<sycl::event>(event))); });
}

SHIM std::int32_t ur_ipc_sycl_event_put(object number, object context, nothing *) noexcept {
  return guarded([&] {
    auto &own = std::get<oneapi::ipc::handle>(at<handle>(number));
    with_context(context, [&](auto &...with) { oneapi::ipc::event::put(own, with...); });
  });
}

SHIM std::int32_t ur_ipc_sycl_event_open(slice bytes, std::uint32_t view, object context, object *event) noexcept {
  return guarded([&] {
    *event = keep(with_bytes(bytes, view, [&](const auto &data) {
      return with_context(context, [&](auto &...with) { return oneapi::ipc::event::open(data, with...); });
    }));
  });
}
