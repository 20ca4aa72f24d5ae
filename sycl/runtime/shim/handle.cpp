// Handles of every kind.

#include "shim.hpp"

using namespace shim;

SHIM std::int32_t ur_ipc_sycl_handle_data(object number, slice *bytes) noexcept {
  return guarded([&] {
    *bytes = lend(std::visit([](const auto &handle) { return handle.data(); }, at<handle>(number)));
  });
}

SHIM std::int32_t ur_ipc_sycl_handle_data_view(object number, slice *bytes) noexcept {
  return guarded([&] {
#if __cpp_lib_span
    auto view = std::visit([](const auto &handle) { return handle.data_view(); }, at<handle>(number));
    *bytes = lend(std::vector<std::byte>(view.begin(), view.end()));
#else
    (void)number, (void)bytes;
    throw not_offered(VIEWS);
#endif
  });
}

SHIM std::int32_t ur_ipc_sycl_handle_destroy(object number, nothing *) noexcept {
  return guarded([&] { end<handle>(number); });
}
