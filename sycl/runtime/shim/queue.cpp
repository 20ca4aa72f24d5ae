// Queues.

#include "shim.hpp"

using namespace shim;

namespace {
sycl::property_list properties(bool in_order, bool profiling) {
  namespace property = sycl::property::queue;
  if (in_order && profiling)
    return {property::in_order{}, property::enable_profiling{}};
  if (in_order)
    return {property::in_order{}};
  if (profiling)
    return {property::enable_profiling{}};
  return {};
}
} // namespace

// `wanted`: 1 for in_order, 2 for enable_profiling.
SHIM std::int32_t ur_ipc_sycl_queue_create(object context, device device, std::uint32_t wanted,
                                           object *queue) noexcept {
  return guarded([&] {
    *queue = keep(sycl::queue(at<sycl::context>(context), device_at(device), properties(wanted & 1, wanted & 2)));
  });
}

SHIM std::int32_t ur_ipc_sycl_queue_wait(object queue, nothing *) noexcept {
  return guarded([&] { at<sycl::queue>(queue).wait(); });
}

SHIM std::int32_t ur_ipc_sycl_queue_memcpy(object queue, std::size_t to, std::size_t from, std::size_t bytes,
                                           nothing *) noexcept {
  return guarded([&] { at<sycl::queue>(queue).memcpy(pointer(to), pointer(from), bytes); });
}

SHIM std::int32_t ur_ipc_sycl_queue_memset(object queue, std::size_t to, std::uint8_t value,
                                           std::size_t bytes, nothing *) noexcept {
  return guarded([&] { at<sycl::queue>(queue).memset(pointer(to), value, bytes); });
}

SHIM std::int32_t ur_ipc_sycl_queue_write(object queue, std::size_t to, slice bytes, nothing *) noexcept {
  return guarded([&] { at<sycl::queue>(queue).memcpy(pointer(to), bytes.begin, bytes.size).wait(); });
}

SHIM std::int32_t ur_ipc_sycl_queue_read(object queue, std::size_t from, std::size_t count, slice *bytes) noexcept {
  return guarded([&] {
    std::vector<std::byte> read(count);
    at<sycl::queue>(queue).memcpy(read.data(), pointer(from), count).wait();
    *bytes = lend(std::move(read));
  });
}

SHIM std::int32_t ur_ipc_sycl_queue_destroy(object queue, nothing *) noexcept {
  return guarded([&] { end<sycl::queue>(queue); });
}
