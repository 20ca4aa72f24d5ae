// What the functions of the shim have in common.
//
// The shim is a C ABI over sycl_ext_oneapi_inter_process_communication, so that a Rust program can call a SYCL runtime
// without one at build time. There is a function `ur_ipc_sycl_NAME` for each row of the table in
// backends/api/src/sycl/functions.rs: it takes the row's arguments and a place for the answer, calls what the row names, and
// nothing else. It returns 0, or a status: the errc of the exception that came out, NO_ERRC for one that has none,
// NOT_OFFERED where there is nothing to call. What was said is in `ur_ipc_sycl_message` until this thread's next call.
//
// Compiles as C++17, which has no views of handles, and as C++20.

#pragma once

#include <sycl/detail/core.hpp>
#include <sycl/ext/intel/info/device.hpp>
#include <sycl/ext/oneapi/experimental/ipc_event.hpp>
#include <sycl/ext/oneapi/experimental/ipc_memory.hpp>
#include <sycl/ext/oneapi/experimental/ipc_physical_memory.hpp>
#include <sycl/ext/oneapi/experimental/reusable_events.hpp>
#include <sycl/ext/oneapi/virtual_mem/virtual_mem.hpp>
#include <sycl/properties/queue_properties.hpp>
#include <sycl/usm.hpp>
#include <sycl/version.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#if __has_include(<span>)
#include <span>
#endif

#define SHIM extern "C" __attribute__((visibility("default")))

namespace shim {

namespace oneapi = sycl::ext::oneapi::experimental;

// Changes with the signature of any function.
constexpr std::uint32_t ABI = 1;

// The status of an exception that is no sycl::exception, and that of `not_offered`.
constexpr std::int32_t NO_ERRC = -1;
constexpr std::int32_t NOT_OFFERED = -2;

// SYCL has no such function: not in this C++, or not at all.
struct not_offered : std::logic_error {
  using std::logic_error::logic_error;
};

// What C++17 lacks.
constexpr char VIEWS[] = "views of handles are of C++20";

// Arguments and answers. An object is the address of a SYCL object on the heap, 0 for none; a device is its place among
// all.
using object = std::uint64_t;
using device = std::uint32_t;

// Elements of an argument, or bytes of an answer, which are good until this thread's next call.
struct slice {
  const void *begin;
  std::size_t size;
};

// The place for the answer of a function that gives none.
using nothing = void;

// Which overload: with or without a context, and a device, which is -1 for none.
struct place {
  object context;
  std::int64_t device;
};

// A property with a value, or left out.
enum property : std::int32_t { LEFT_OUT = -1, OFF = 0, ON = 1 };

// An ipc::handle, or one of the deprecated namespace, which is a type of its own.
__SYCL_SUPPRESS_DEPRECATED_PUSH
using handle = std::variant<oneapi::ipc::handle, oneapi::ipc_memory::handle>;
__SYCL_SUPPRESS_DEPRECATED_POP

// Notes the exception that is being handled, and gives its status.
std::int32_t caught() noexcept;

// Every function's body. No exception may leave a function of C.
template <class Body> std::int32_t guarded(Body body) noexcept {
  try {
    body();
    return 0;
  } catch (...) {
    return caught();
  }
}

// All root devices, by platform.
const std::vector<sycl::device> &devices();

inline const sycl::device &device_at(std::int64_t index) { return devices().at(static_cast<std::size_t>(index)); }

template <class T> T &at(object number) {
  if (number == 0)
    throw std::invalid_argument("the shim was given no object");
  return *reinterpret_cast<T *>(number);
}

template <class T> object keep(T value) { return reinterpret_cast<object>(new T(std::move(value))); }

template <class T> void end(object number) { delete &at<T>(number); }

inline void *pointer(std::size_t address) { return reinterpret_cast<void *>(address); }

// Answers that live until this thread's next call.
slice lend(std::vector<std::byte> bytes);
slice lend(const std::string &text);

// Calls with the bytes of a handle as `handle_data_t` or, if `view` is not 0, as `handle_data_view_t`.
template <class Open> auto with_bytes(slice bytes, std::uint32_t view, Open open) {
  auto begin = static_cast<const std::byte *>(bytes.begin);
  if (view == 0)
    return open(std::vector<std::byte>(begin, begin + bytes.size));
#if __cpp_lib_span
  // Of no bytes, what a C++ program has then: no address.
  return open(std::span<const std::byte>(bytes.size != 0 ? begin : nullptr, bytes.size));
#else
  throw not_offered(VIEWS);
#endif
}

// Calls the overload of an `open` that takes what this place has.
template <class Open> auto with_place(slice bytes, std::uint32_t view, place where, Open open) {
  return with_bytes(bytes, view, [&](const auto &data) {
    if (where.context != 0 && where.device >= 0)
      return open(data, at<sycl::context>(where.context), device_at(where.device));
    if (where.context != 0)
      throw not_offered("SYCL has no overload of open with a context and without a device");
    return where.device >= 0 ? open(data, device_at(where.device)) : open(data);
  });
}

// Calls with the context, or without one where that is 0.
template <class Call> auto with_context(object context, Call call) {
  return context != 0 ? call(at<sycl::context>(context)) : call();
}

} // namespace shim
