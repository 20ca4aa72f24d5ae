// Unified shared memory.

#include "shim.hpp"

using namespace shim;

SHIM std::int32_t ur_ipc_sycl_malloc(std::uint32_t kind, std::size_t bytes, device device, object context,
                                     std::size_t *memory) noexcept {
  return guarded([&] {
    auto allocated =
        sycl::malloc(bytes, device_at(device), at<sycl::context>(context), static_cast<sycl::usm::alloc>(kind));
    *memory = reinterpret_cast<std::size_t>(allocated);
  });
}

SHIM std::int32_t ur_ipc_sycl_free(std::size_t memory, object context, nothing *) noexcept {
  return guarded([&] { sycl::free(pointer(memory), at<sycl::context>(context)); });
}

SHIM std::int32_t ur_ipc_sycl_pointer_type(std::size_t memory, object context, std::uint32_t *kind) noexcept {
  return guarded([&] {
    *kind = static_cast<std::uint32_t>(sycl::get_pointer_type(pointer(memory), at<sycl::context>(context)));
  });
}
