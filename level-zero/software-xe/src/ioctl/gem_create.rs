//! `DRM_IOCTL_XE_GEM_CREATE`: a new object.

use super::{Call, extensions, require};
use crate::bo::Attributes;
use crate::errno::Errno;
use crate::uapi::xe::{GemCreate, gem};

/// Flags that there are.
const FLAGS: u32 = gem::DEFER_BACKING | gem::SCANOUT | gem::NEEDS_VISIBLE_VRAM | gem::NO_COMPRESSION;
/// Bytes that offsets of `mmap` can stand for: `DRM_FILE_PAGE_OFFSET_SIZE` pages.
const MMAP_OFFSETS: u64 = 0xFFFFF * 256 * 4096;
/// `DRM_XE_PXP_TYPE_NONE`: nothing is protected.
const UNPROTECTED: u64 = 0;
/// `DRM_XE_PXP_TYPE_HWDRM`
const PROTECTED: u64 = 1;

pub(super) fn gem_create(call: Call<'_>, create: &mut GemCreate) -> Result<(), Errno> {
    let file = call.file;
    let device = file.device;
    require(create.pad == [0; 3] && create.reserved == [0; 2])?;
    require(create.placement & !device.regions() == 0 && create.placement != 0)?;
    require(create.flags & !FLAGS == 0)?;
    require(create.handle == 0 && create.size != 0 && create.size.is_multiple_of(4096))?;
    let no_compression = create.flags & gem::NO_COMPRESSION != 0;
    if no_compression && device.graphics_version.0 < 20 {
        return Err(Errno::EOPNOTSUPP);
    }
    let local = create.placement & 0b10 != 0;
    require(create.flags & gem::NEEDS_VISIBLE_VRAM == 0 || local)?;
    require(create.cpu_caching == gem::CACHING_WB || create.cpu_caching == gem::CACHING_WC)?;
    // What is local, and what a display reads, does not go through the CPU's caches.
    require(!(local || create.flags & gem::SCANOUT != 0) || create.cpu_caching == gem::CACHING_WC)?;
    let private_to = match create.vm_id {
        0 => None,
        id => Some(file.vm(id)?.number),
    };
    // Each object has a range among the offsets of `mmap`, which is looked for before memory is: `ttm_bo_init_reserved`.
    if create.size > MMAP_OFFSETS {
        return Err(Errno::ENOSPC);
    }
    // Local memory comes in its pages.
    let size = if local { create.size.next_multiple_of(device.vram_page.into()) } else { create.size };
    let attributes = Attributes {
        device: file.index,
        placement: create.placement,
        caching: create.cpu_caching,
        no_compression,
    };
    let deferred = create.flags & gem::DEFER_BACKING != 0;
    let bo = file.machine.objects.create(attributes, size, deferred, private_to)?;
    extensions::properties(create.extensions, |property| match (property.property, property.value) {
        (0, UNPROTECTED) => Ok(()),
        // There is nothing that could protect it.
        (0, PROTECTED) => Err(Errno::ENODEV),
        _ => Err(Errno::EINVAL),
    })?;
    create.handle = file.handles().add(bo);
    Ok(())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::device::{B580, Device, LUNAR_LAKE, PONTE_VECCHIO};
    use crate::ioctl::testing::{call, file, file_of, local_object};
    use crate::uapi::xe::GEM_CREATE;

    #[rstest]
    #[case::local(|_: &mut GemCreate| {}, Ok(()))]
    #[case::either(|c: &mut GemCreate| c.placement = 3, Ok(()))]
    #[case::system(|c: &mut GemCreate| (c.placement, c.cpu_caching) = (1, gem::CACHING_WB), Ok(()))]
    #[case::deferred(|c: &mut GemCreate| c.flags = gem::DEFER_BACKING, Ok(()))]
    #[case::visible(|c: &mut GemCreate| c.flags = gem::NEEDS_VISIBLE_VRAM, Ok(()))]
    #[case::plain(|c: &mut GemCreate| c.flags = gem::NO_COMPRESSION, Ok(()))]
    #[case::padding(|c: &mut GemCreate| c.pad[1] = 1, Err(Errno::EINVAL))]
    #[case::reserved(|c: &mut GemCreate| c.reserved[1] = 1, Err(Errno::EINVAL))]
    #[case::nowhere(|c: &mut GemCreate| c.placement = 0, Err(Errno::EINVAL))]
    #[case::elsewhere(|c: &mut GemCreate| c.placement = 4, Err(Errno::EINVAL))]
    #[case::flag(|c: &mut GemCreate| c.flags = 1 << 4, Err(Errno::EINVAL))]
    #[case::handle(|c: &mut GemCreate| c.handle = 1, Err(Errno::EINVAL))]
    #[case::empty(|c: &mut GemCreate| c.size = 0, Err(Errno::EINVAL))]
    #[case::odd(|c: &mut GemCreate| c.size = 4097, Err(Errno::EINVAL))]
    #[case::no_caching(|c: &mut GemCreate| c.cpu_caching = 0, Err(Errno::EINVAL))]
    #[case::unknown_caching(|c: &mut GemCreate| c.cpu_caching = 3, Err(Errno::EINVAL))]
    #[case::cached_local(|c: &mut GemCreate| c.cpu_caching = gem::CACHING_WB, Err(Errno::EINVAL))]
    #[case::invisible_system(
        |c: &mut GemCreate| (c.placement, c.flags) = (1, gem::NEEDS_VISIBLE_VRAM), Err(Errno::EINVAL)
    )]
    #[case::no_vm(|c: &mut GemCreate| c.vm_id = 1, Err(Errno::ENOENT))]
    #[case::no_extension(|c: &mut GemCreate| c.extensions = 8, Err(Errno::EFAULT))]
    #[case::too_much(|c: &mut GemCreate| c.size = 1 << 39, Err(Errno::ENOMEM))]
    #[case::more_than_can_be_mapped(|c: &mut GemCreate| c.size = 1 << 40, Err(Errno::ENOSPC))]
    fn is_validated(#[case] change: fn(&mut GemCreate), #[case] expected: Result<(), Errno>) {
        let mut create = local_object();
        change(&mut create);
        assert_eq!(call(&file(), GEM_CREATE, &mut create), expected);
        assert_eq!(create.handle != 0, expected.is_ok() || create.handle == 1 && expected.is_err());
    }

    #[rstest]
    #[case::dedicated(&B580, 2, 0, Ok(()))]
    #[case::integrated(&LUNAR_LAKE, 2, 0, Err(Errno::EINVAL))]
    #[case::integrated_system(&LUNAR_LAKE, 1, 0, Ok(()))]
    #[case::older(&PONTE_VECCHIO, 2, gem::NO_COMPRESSION, Err(Errno::EOPNOTSUPP))]
    fn depends_on_the_device(
        #[case] device: &'static Device,
        #[case] placement: u32,
        #[case] flags: u32,
        #[case] expected: Result<(), Errno>,
    ) {
        let mut create = GemCreate { placement, flags, ..local_object() };
        assert_eq!(call(&file_of(device), GEM_CREATE, &mut create), expected);
    }
}
