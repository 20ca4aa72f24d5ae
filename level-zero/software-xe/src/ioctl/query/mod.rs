//! `DRM_IOCTL_XE_DEVICE_QUERY`: the description of a device.

mod answers;
mod engine_cycles;
mod firmware;

use super::{Call, require};
use crate::errno::Errno;
use crate::sys;
use crate::uapi::xe::{DeviceQuery, query};

/// `struct drm_xe_query_pxp_status`
const PXP_STATUS_SIZE: usize = 8;

pub(super) fn device_query(call: Call<'_>, asked: &mut DeviceQuery) -> Result<(), Errno> {
    require(asked.extensions == 0 && asked.reserved == [0; 2])?;
    let file = call.file;
    match asked.query {
        query::ENGINES => give(asked, &answers::engines(file.device)),
        query::MEM_REGIONS => give(asked, &answers::mem_regions(file)),
        query::CONFIG => give(asked, &answers::config(file.device)),
        query::GT_LIST => give(asked, &answers::gt_list(file.device)),
        query::HWCONFIG => give(asked, &answers::hardware_config(file.device)),
        query::GT_TOPOLOGY => give(asked, &answers::topology(file.device)),
        query::ENGINE_CYCLES => engine_cycles::answer(file.device, asked),
        query::UC_FW_VERSION => firmware::answer(asked),
        query::PXP_STATUS => {
            // The size is told before it turns out that nothing can be protected.
            if size_or_go_on(asked, PXP_STATUS_SIZE)? { Err(Errno::ENODEV) } else { Ok(()) }
        }
        // Nothing stalls.
        query::EU_STALL => Err(Errno::ENODEV),
        query::OA_UNITS => {
            file.machine.report.not_emulated("DEVICE_QUERY OA_UNITS");
            Err(Errno::EOPNOTSUPP)
        }
        _ => Err(Errno::EINVAL),
    }
}

/// Gives an answer, or its size to who asks with none.
fn give(asked: &mut DeviceQuery, answer: &[u8]) -> Result<(), Errno> {
    if size_or_go_on(asked, answer.len())? {
        // SAFETY: the program has given this place for the answer.
        unsafe { sys::copy_to(asked.data, answer) }?;
    }
    Ok(())
}

/// Tells the size of an answer to who asks with none, and refuses who asks with another. Says whether to answer.
fn size_or_go_on(asked: &mut DeviceQuery, size: usize) -> Result<bool, Errno> {
    if asked.size == 0 {
        asked.size = size as u32;
        return Ok(false);
    }
    require(asked.size as usize == size)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::device::{B580, Device, LUNAR_LAKE, PONTE_VECCHIO};
    use crate::file::File;
    use crate::ioctl::testing::{call, file, file_of};
    use crate::uapi::xe::DEVICE_QUERY;

    fn ask(file: &File, query: u32) -> Result<Vec<u8>, Errno> {
        let mut asked = DeviceQuery { query, ..DeviceQuery::default() };
        call(file, DEVICE_QUERY, &mut asked)?;
        let mut answer = vec![0; asked.size as usize];
        asked.data = answer.as_mut_ptr() as u64;
        call(file, DEVICE_QUERY, &mut asked).map(|()| answer)
    }

    #[rstest]
    #[case::engines(&B580, query::ENGINES, 8 + 5 * 32)]
    #[case::engines_of_pvc(&PONTE_VECCHIO, query::ENGINES, 8 + 2 * 32)]
    #[case::regions(&B580, query::MEM_REGIONS, 8 + 2 * 88)]
    #[case::regions_of_lnl(&LUNAR_LAKE, query::MEM_REGIONS, 8 + 88)]
    #[case::config(&B580, query::CONFIG, 8 + 5 * 8)]
    #[case::gts(&B580, query::GT_LIST, 8 + 2 * 96)]
    #[case::gts_of_pvc(&PONTE_VECCHIO, query::GT_LIST, 8 + 96)]
    #[case::hardware(&B580, query::HWCONFIG, 11 * 12)]
    #[case::topology(&B580, query::GT_TOPOLOGY, 2 * (4 * 8 + 16 + 16 + 8 + 8))]
    fn answers_have_the_size_that_they_are_said_to(
        #[case] device: &'static Device,
        #[case] query: u32,
        #[case] size: usize,
    ) {
        let answer = ask(&file_of(device), query).unwrap();
        assert_eq!(answer.len(), size);
        assert!(answer.iter().any(|byte| *byte != 0));
    }

    #[test]
    fn the_device_is_the_one_that_was_asked_for() {
        let config = ask(&file_of(&LUNAR_LAKE), query::CONFIG).unwrap();
        assert_eq!(config[8..12], [0xA0, 0x64, 4, 0]);
        assert_eq!(config[16] & 1, 0, "no local memory");
        assert_eq!(config[32], 48);
    }

    #[rstest]
    #[case::extension(DeviceQuery { extensions: 8, ..DeviceQuery::default() }, Errno::EINVAL)]
    #[case::reserved(DeviceQuery { reserved: [0, 1], ..DeviceQuery::default() }, Errno::EINVAL)]
    #[case::unknown(DeviceQuery { query: 11, ..DeviceQuery::default() }, Errno::EINVAL)]
    #[case::size(DeviceQuery { size: 8, ..DeviceQuery::default() }, Errno::EINVAL)]
    #[case::nowhere(DeviceQuery { size: 168, data: 8, ..DeviceQuery::default() }, Errno::EFAULT)]
    #[case::protection(DeviceQuery { query: query::PXP_STATUS, size: 8, ..DeviceQuery::default() }, Errno::ENODEV)]
    #[case::size_of_protection(DeviceQuery { query: query::PXP_STATUS, size: 4, ..DeviceQuery::default() }, Errno::EINVAL)]
    #[case::observation(DeviceQuery { query: query::OA_UNITS, ..DeviceQuery::default() }, Errno::EOPNOTSUPP)]
    fn others_are_refused(#[case] mut asked: DeviceQuery, #[case] errno: Errno) {
        assert_eq!(call(&file(), DEVICE_QUERY, &mut asked), Err(errno));
    }
}
