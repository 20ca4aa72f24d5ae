//! `DRM_IOCTL_XE_GEM_MMAP_OFFSET`: the offset for `mmap`.

use super::{Call, require};
use crate::errno::Errno;
use crate::mmap::PCI_BARRIER;
use crate::uapi::xe::{GemMmapOffset, gem};

pub(super) fn gem_mmap_offset(call: Call<'_>, mmap: &mut GemMmapOffset) -> Result<(), Errno> {
    require(mmap.extensions == 0 && mmap.reserved == [0; 2])?;
    require(mmap.flags & !gem::MMAP_PCI_BARRIER == 0)?;
    if mmap.flags & gem::MMAP_PCI_BARRIER != 0 {
        require(call.file.device.vram.is_some() && mmap.handle == 0)?;
        mmap.offset = PCI_BARRIER;
        return Ok(());
    }
    mmap.offset = call.file.handles().get(mmap.handle).ok_or(Errno::ENOENT)?.offset;
    Ok(())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::device::{B580, Device, LUNAR_LAKE};
    use crate::ioctl::testing::{call, file, file_of, object};
    use crate::uapi::xe::GEM_MMAP_OFFSET;

    #[rstest]
    #[case::object(GemMmapOffset { handle: 1, ..GemMmapOffset::default() }, Ok(()))]
    #[case::nothing(GemMmapOffset { handle: 2, ..GemMmapOffset::default() }, Err(Errno::ENOENT))]
    #[case::no_handle(GemMmapOffset::default(), Err(Errno::ENOENT))]
    #[case::flag(GemMmapOffset { handle: 1, flags: 2, ..GemMmapOffset::default() }, Err(Errno::EINVAL))]
    #[case::extension(GemMmapOffset { handle: 1, extensions: 8, ..GemMmapOffset::default() }, Err(Errno::EINVAL))]
    #[case::reserved(GemMmapOffset { handle: 1, reserved: [0, 1], ..GemMmapOffset::default() }, Err(Errno::EINVAL))]
    #[case::barrier_of_object(GemMmapOffset { handle: 1, flags: 1, ..GemMmapOffset::default() }, Err(Errno::EINVAL))]
    fn is_validated(#[case] mut mmap: GemMmapOffset, #[case] expected: Result<(), Errno>) {
        let file = file();
        assert_eq!(object(&file), 1);
        assert_eq!(call(&file, GEM_MMAP_OFFSET, &mut mmap), expected);
        assert_eq!(mmap.offset != 0, expected.is_ok());
    }

    #[rstest]
    #[case(&B580, Ok(PCI_BARRIER))]
    #[case(&LUNAR_LAKE, Err(Errno::EINVAL))]
    fn a_barrier_is_for_dedicated_devices(
        #[case] device: &'static Device,
        #[case] expected: Result<u64, Errno>,
    ) {
        let mut mmap = GemMmapOffset { flags: gem::MMAP_PCI_BARRIER, ..GemMmapOffset::default() };
        assert_eq!(call(&file_of(device), GEM_MMAP_OFFSET, &mut mmap).map(|()| mmap.offset), expected);
    }
}
