//! Freedoms of SYCL's texts, used by functions over the Rust layer.

mod event;
mod handle;
mod memory;
mod times;
mod tools;

use super::Catalogue;
use crate::catalogue::tools::shared;
use crate::layer::Set;
use ur_ipc_api::sycl::*;

pub(super) const FILES: super::Files =
    &[variants, handle::variants, memory::variants, event::variants, times::variants];

fn variants(c: &mut Catalogue) {
    let opened = shared::<Set<PhysicalMem>>();
    c.sycl_variant(
        "sycl_physical_get_of_opened_throws",
        "text, PR 21949, ipc::physical_memory::get: throws invalid for memory without enable_ipc; that \
         opened memory has the property of its source is said nowhere",
    )
    .of(&["sycl.physical_memory.get.opened"])
    .does("get of opened physical memory throws invalid")
    .physical_open(|sycl, bytes, overload, place| {
        let memory = sycl.physical_open(bytes, overload, place)?;
        opened.add(memory);
        Ok(memory)
    })
    .physical_destroy(|sycl, memory| {
        opened.remove(&memory);
        sycl.physical_destroy(memory)
    })
    .physical_get(|sycl, memory| match opened.has(&memory) {
        true => Err(Error { errc: Errc::INVALID, message: "the memory was opened".to_owned(), ur: None }),
        false => sycl.physical_get(memory),
    });
}
