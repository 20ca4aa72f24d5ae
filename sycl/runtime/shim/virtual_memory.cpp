// Addresses for physical memory.

#include "shim.hpp"

using namespace shim;

SHIM std::int32_t ur_ipc_sycl_mem_granularity(device device, object context, std::uint8_t recommended,
                                              std::size_t *granularity) noexcept {
  return guarded([&] {
    auto mode = recommended ? oneapi::granularity_mode::recommended : oneapi::granularity_mode::minimum;
    *granularity = oneapi::get_mem_granularity(device_at(device), at<sycl::context>(context), mode);
  });
}

SHIM std::int32_t ur_ipc_sycl_virtual_reserve(std::size_t bytes, object context, std::size_t *address) noexcept {
  return guarded([&] { *address = oneapi::reserve_virtual_mem(bytes, at<sycl::context>(context)); });
}

SHIM std::int32_t ur_ipc_sycl_virtual_free(std::size_t address, std::size_t bytes, object context,
                                           nothing *) noexcept {
  return guarded([&] { oneapi::free_virtual_mem(address, bytes, at<sycl::context>(context)); });
}

SHIM std::int32_t ur_ipc_sycl_virtual_unmap(std::size_t address, std::size_t bytes, object context,
                                            nothing *) noexcept {
  return guarded([&] { oneapi::unmap(pointer(address), bytes, at<sycl::context>(context)); });
}
