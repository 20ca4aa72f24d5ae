// Sharing of USM memory: in namespace ipc::memory, and in ipc_memory, which is deprecated and has a handle of its own.

#include "shim.hpp"

using namespace shim;

namespace {
// The functions of a namespace, as objects that can be passed on.
#define FUNCTIONS(NAME, NAMESPACE)                                                                                     \
  struct NAME {                                                                                                        \
    using own_handle = NAMESPACE::handle;                                                                              \
    template <class... With> static handle get(void *memory, With &...with) {                                          \
      return NAMESPACE::get(memory, with...);                                                                          \
    }                                                                                                                  \
    template <class... With> static void put(own_handle &handle, With &...with) { NAMESPACE::put(handle, with...); }   \
    template <class... With> static void *open(With &...with) { return NAMESPACE::open(with...); }                     \
    template <class... With> static void close(void *memory, With &...with) { NAMESPACE::close(memory, with...); }     \
  };
namespace present_names {
using namespace oneapi::ipc::memory;
using oneapi::ipc::handle;
} // namespace present_names
FUNCTIONS(present, present_names)
__SYCL_SUPPRESS_DEPRECATED_PUSH
FUNCTIONS(deprecated, oneapi::ipc_memory)
__SYCL_SUPPRESS_DEPRECATED_POP
#undef FUNCTIONS

template <class Of> std::int32_t get(std::size_t memory, object context, object *number) noexcept {
  return guarded([&] {
    *number = keep(with_context(context, [&](auto &...with) { return Of::get(pointer(memory), with...); }));
  });
}

template <class Of> std::int32_t put(object number, object context) noexcept {
  return guarded([&] {
    auto &own = std::get<typename Of::own_handle>(at<handle>(number));
    with_context(context, [&](auto &...with) { Of::put(own, with...); });
  });
}

template <class Of>
std::int32_t open(slice bytes, std::uint32_t view, place where, std::size_t *memory) noexcept {
  return guarded([&] {
    auto opened = with_place(bytes, view, where, [](auto &...with) { return Of::open(with...); });
    *memory = reinterpret_cast<std::size_t>(opened);
  });
}

template <class Of> std::int32_t close(std::size_t memory, object context) noexcept {
  return guarded([&] { with_context(context, [&](auto &...with) { Of::close(pointer(memory), with...); }); });
}
} // namespace

SHIM std::int32_t ur_ipc_sycl_memory_get(std::size_t memory, object context, object *handle) noexcept {
  return get<present>(memory, context, handle);
}
SHIM std::int32_t ur_ipc_sycl_memory_put(object handle, object context, nothing *) noexcept {
  return put<present>(handle, context);
}
SHIM std::int32_t ur_ipc_sycl_memory_open(slice bytes, std::uint32_t view, place where, std::size_t *memory) noexcept {
  return open<present>(bytes, view, where, memory);
}
SHIM std::int32_t ur_ipc_sycl_memory_close(std::size_t memory, object context, nothing *) noexcept {
  return close<present>(memory, context);
}
SHIM std::int32_t ur_ipc_sycl_deprecated_get(std::size_t memory, object context, object *handle) noexcept {
  return get<deprecated>(memory, context, handle);
}
SHIM std::int32_t ur_ipc_sycl_deprecated_put(object handle, object context, nothing *) noexcept {
  return put<deprecated>(handle, context);
}
SHIM std::int32_t ur_ipc_sycl_deprecated_open(slice bytes, std::uint32_t view, place where,
                                              std::size_t *memory) noexcept {
  return open<deprecated>(bytes, view, where, memory);
}
SHIM std::int32_t ur_ipc_sycl_deprecated_close(std::size_t memory, object context, nothing *) noexcept {
  return close<deprecated>(memory, context);
}
