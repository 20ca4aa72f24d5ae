// What else the suite tells of a device. Besides the table: no test is about it.

#include "shim.hpp"

using namespace shim;

// The number of the device's platform among all, from 0.
SHIM std::int32_t ur_ipc_sycl_device_platform(device device, std::uint32_t *platform) noexcept {
  return guarded([&] {
    auto all = sycl::platform::get_platforms();
    auto own = device_at(device).get_platform();
    *platform = 0;
    while (all.at(*platform) != own)
      ++*platform;
  });
}

// `sycl::backend`
SHIM std::int32_t ur_ipc_sycl_device_backend(device device, std::uint32_t *backend) noexcept {
  return guarded([&] { *backend = static_cast<std::uint32_t>(device_at(device).get_backend()); });
}

SHIM std::int32_t ur_ipc_sycl_platform_name(device device, slice *name) noexcept {
  return guarded([&] { *name = lend(device_at(device).get_platform().get_info<sycl::info::platform::name>()); });
}

SHIM std::int32_t ur_ipc_sycl_platform_version(device device, slice *version) noexcept {
  return guarded([&] { *version = lend(device_at(device).get_platform().get_info<sycl::info::platform::version>()); });
}

SHIM std::int32_t ur_ipc_sycl_device_vendor(device device, slice *vendor) noexcept {
  return guarded([&] { *vendor = lend(device_at(device).get_info<sycl::info::device::vendor>()); });
}

SHIM std::int32_t ur_ipc_sycl_device_uuid(device device, slice *uuid) noexcept {
  return guarded([&] {
    auto id = device_at(device).get_info<sycl::ext::intel::info::device::uuid>();
    auto begin = reinterpret_cast<const std::byte *>(id.data());
    *uuid = lend(std::vector<std::byte>(begin, begin + id.size()));
  });
}

SHIM std::int32_t ur_ipc_sycl_device_pci_address(device device, slice *address) noexcept {
  return guarded([&] { *address = lend(device_at(device).get_info<sycl::ext::intel::info::device::pci_address>()); });
}
