// What the shim is made of, exceptions, and answers that are lent.

#include "shim.hpp"

namespace shim {
namespace {
thread_local std::string message;
thread_local std::vector<std::byte> lent;
} // namespace

std::int32_t caught() noexcept {
  try {
    try {
      throw;
    } catch (const sycl::exception &error) {
      message = error.what();
      return error.code().category() == sycl::sycl_category() ? error.code().value() : NO_ERRC;
    } catch (const not_offered &error) {
      message = error.what();
      return NOT_OFFERED;
    } catch (const std::exception &error) {
      message = error.what();
    } catch (...) {
      message = "an exception of no known type";
    }
  } catch (...) {
    // There was no memory for the text.
    message.clear();
  }
  return NO_ERRC;
}

slice lend(std::vector<std::byte> bytes) {
  lent = std::move(bytes);
  return {lent.data(), lent.size()};
}

slice lend(const std::string &text) {
  auto begin = reinterpret_cast<const std::byte *>(text.data());
  return lend(std::vector<std::byte>(begin, begin + text.size()));
}

} // namespace shim

SHIM std::uint32_t ur_ipc_sycl_abi() noexcept { return shim::ABI; }

// The year of the C++ standard that the extension's headers were compiled by: 17, or 20 with views.
SHIM std::uint32_t ur_ipc_sycl_surface() noexcept {
#if __cpp_lib_span
  return 20;
#else
  return 17;
#endif
}

// The version of the headers: libsycl's, and the compiler's date.
SHIM void ur_ipc_sycl_headers(std::uint32_t version[4]) noexcept {
  version[0] = __LIBSYCL_MAJOR_VERSION;
  version[1] = __LIBSYCL_MINOR_VERSION;
  version[2] = __LIBSYCL_PATCH_VERSION;
  version[3] = __SYCL_COMPILER_VERSION;
}

SHIM shim::slice ur_ipc_sycl_message() noexcept { return {shim::message.data(), shim::message.size()}; }
