// Physical memory and its sharing.

#include "shim.hpp"

using namespace shim;
using oneapi::physical_mem;

SHIM std::int32_t ur_ipc_sycl_physical_create(device device, object context, std::size_t bytes,
                                              std::int32_t enable_ipc, object *memory) noexcept {
  return guarded([&] {
    auto &on = device_at(device);
    auto &in = at<sycl::context>(context);
    if (enable_ipc == LEFT_OUT)
      *memory = keep(physical_mem(on, in, bytes));
    else
      *memory = keep(physical_mem(on, in, bytes, oneapi::properties{oneapi::enable_ipc{enable_ipc == ON}}));
  });
}

SHIM std::int32_t ur_ipc_sycl_physical_size(object memory, std::size_t *size) noexcept {
  return guarded([&] { *size = at<physical_mem>(memory).size(); });
}

SHIM std::int32_t ur_ipc_sycl_physical_is_of(object memory, object context, device device, std::uint8_t *is) noexcept {
  return guarded([&] {
    auto &physical = at<physical_mem>(memory);
    *is = physical.get_context() == at<sycl::context>(context) && physical.get_device() == device_at(device);
  });
}

SHIM std::int32_t ur_ipc_sycl_physical_map(object memory, std::size_t address, std::size_t bytes, std::uint32_t access,
                                           std::size_t offset, std::size_t *mapped) noexcept {
  return guarded([&] {
    auto mode = static_cast<oneapi::address_access_mode>(access);
    *mapped = reinterpret_cast<std::size_t>(at<physical_mem>(memory).map(address, bytes, mode, offset));
  });
}

SHIM std::int32_t ur_ipc_sycl_physical_destroy(object memory, nothing *) noexcept {
  return guarded([&] { end<physical_mem>(memory); });
}

SHIM std::int32_t ur_ipc_sycl_physical_get(object memory, object *number) noexcept {
  return guarded([&] { *number = keep<handle>(oneapi::ipc::physical_memory::get(at<physical_mem>(memory))); });
}

SHIM std::int32_t ur_ipc_sycl_physical_put(object number, object context, nothing *) noexcept {
  return guarded([&] {
    auto &own = std::get<oneapi::ipc::handle>(at<handle>(number));
    with_context(context, [&](auto &...with) { oneapi::ipc::physical_memory::put(own, with...); });
  });
}

SHIM std::int32_t ur_ipc_sycl_physical_open(slice bytes, std::uint32_t view, place where, object *memory) noexcept {
  return guarded([&] {
    *memory = keep(
        with_place(bytes, view, where, [](auto &...with) { return oneapi::ipc::physical_memory::open(with...); }));
  });
}
