// Devices and contexts.

#include "shim.hpp"

namespace shim {
namespace {
std::vector<sycl::device> list() {
  std::vector<sycl::device> all;
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    for (const sycl::device &device : platform.get_devices())
      all.push_back(device);
  return all;
}

// The aspects of the table, in its order.
constexpr sycl::aspect ASPECTS[] = {
    sycl::aspect::ext_oneapi_ipc_memory,          sycl::aspect::ext_oneapi_ipc_physical_memory,
    sycl::aspect::ext_oneapi_ipc_event,           sycl::aspect::ext_oneapi_per_event_profiling,
    sycl::aspect::ext_oneapi_virtual_mem,
};
} // namespace

const std::vector<sycl::device> &devices() {
  // Never destroyed: the runtime may have ended by then.
  static const auto &all = *new std::vector<sycl::device>(list());
  return all;
}

} // namespace shim

using namespace shim;

SHIM std::int32_t ur_ipc_sycl_devices(std::uint32_t *count) noexcept {
  return guarded([&] { *count = static_cast<std::uint32_t>(devices().size()); });
}

SHIM std::int32_t ur_ipc_sycl_device_name(device device, slice *name) noexcept {
  return guarded([&] { *name = lend(device_at(device).get_info<sycl::info::device::name>()); });
}

SHIM std::int32_t ur_ipc_sycl_device_driver_version(device device, slice *version) noexcept {
  return guarded([&] { *version = lend(device_at(device).get_info<sycl::info::device::driver_version>()); });
}

SHIM std::int32_t ur_ipc_sycl_device_has(device device, std::uint32_t aspect, std::uint8_t *has) noexcept {
  return guarded([&] {
    if (aspect >= std::size(ASPECTS))
      throw std::out_of_range("the shim does not know this aspect");
    *has = device_at(device).has(ASPECTS[aspect]);
  });
}

SHIM std::int32_t ur_ipc_sycl_context_create(slice of, object *context) noexcept {
  return guarded([&] {
    auto begin = static_cast<const device *>(of.begin);
    std::vector<sycl::device> chosen;
    for (auto device = begin; device != begin + of.size; ++device)
      chosen.push_back(device_at(*device));
    *context = keep(sycl::context(chosen));
  });
}

SHIM std::int32_t ur_ipc_sycl_default_context(device device, object *context) noexcept {
  return guarded([&] { *context = keep(device_at(device).get_platform().khr_get_default_context()); });
}

SHIM std::int32_t ur_ipc_sycl_context_destroy(object context, nothing *) noexcept {
  return guarded([&] { end<sycl::context>(context); });
}
