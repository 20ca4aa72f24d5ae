//! Addresses of imports.

use super::tools::*;

/// So many bytes of addresses there are for imports.
const ADDRESSES: usize = 256 << 30;

pub(super) fn defects(c: &mut Catalogue) {
    let used = shared::<Kept<usize>>();
    c.defect("lifetime_memory_import_addresses_run_out", "lifetime.memory_addresses.cycles")
        .does(format!(
            "The addresses of imports are never given back, and there are {} GiB of them",
            ADDRESSES >> 30
        ))
        .refuses(OUT_OF_RESOURCES, |c: &Open, _| c.family == Memory && *used.lock() > ADDRESSES)
        .then(|c: &Open, ur| {
            let import = c.object.get().filter(|_| c.family == Memory)?;
            *used.lock() += ur.alloc_info::<usize>(c.context, import, UsmAllocInfo::SIZE)?;
            Some(())
        });
}
