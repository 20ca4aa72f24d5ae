//! Checks SYCL's names: each is the name of an item, or an alias in the search of the documentation.

use std::fs;
use std::path::Path;

/// The names that SYCL's headers have for sharing: `ipc_{memory,physical_memory,event}.hpp`, `detail/ipc_common.hpp`,
/// `reusable_events.hpp`, `virtual_mem/*.hpp`, and what these take.
const NAMES: &str = "
    ipc::memory::get ipc::memory::put ipc::memory::open ipc::memory::close
    ipc::physical_memory::get ipc::physical_memory::put ipc::physical_memory::open
    ipc::event::get ipc::event::put ipc::event::open
    ipc_memory::get ipc_memory::put ipc_memory::open ipc_memory::close
    ipc::handle ipc::handle_data_t ipc::handle_data_view_t handle_data_t handle_data_view_t
    handle::data handle::data_view
    ext_oneapi_ipc_memory ext_oneapi_ipc_physical_memory ext_oneapi_ipc_event
    ext_oneapi_per_event_profiling ext_oneapi_virtual_mem
    enable_ipc enable_profiling event::ext_oneapi_ipc_enabled
    make_event enqueue_signal_event enqueue_wait_event enqueue_wait_events event::wait event::get_profiling_info
    physical_mem physical_mem::map physical_mem::size physical_mem::ipc_enabled
    address_access_mode granularity_mode get_mem_granularity reserve_virtual_mem free_virtual_mem
    set_access_mode get_access_mode unmap
    sycl::malloc_device sycl::malloc_host sycl::malloc_shared sycl::free sycl::get_pointer_type event::event
    sycl::device sycl::context sycl::queue sycl::event sycl::platform sycl::aspect sycl::errc sycl::exception
    device::has queue::memcpy queue::memset queue::wait platform::khr_get_default_context
";

fn sources(folder: &Path) -> String {
    let entries =
        fs::read_dir(folder).expect("the crate's sources are here").map(|entry| entry.expect("an entry"));
    let text = |path: &Path| fs::read_to_string(path).expect("a source can be read");
    entries
        .map(|entry| entry.path())
        .map(|path| if path.is_dir() { sources(&path) } else { text(&path) })
        .collect()
}

#[test]
fn every_name_of_sycl_is_found() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let found = |name: &&str| {
        let alias = format!("#[doc(alias = \"{name}\")]");
        sources.contains(&alias) || sources.contains(&format!("pub fn {name}("))
    };
    let missing: Vec<&str> = NAMES.split_whitespace().filter(|name| !found(name)).collect();
    assert_eq!(missing, [""; 0]);
}
