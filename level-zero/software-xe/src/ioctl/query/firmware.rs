//! Versions of the firmware.

use super::super::{read, require};
use super::size_or_go_on;
use crate::errno::Errno;
use crate::sys;
use crate::uapi::Plain;
use crate::uapi::xe::{DeviceQuery, UcFwVersion};

/// The scheduler's interface.
const SUBMISSION: u16 = 0;
/// Media.
const MEDIA: u16 = 1;

pub(super) fn answer(asked: &mut DeviceQuery) -> Result<(), Errno> {
    if !size_or_go_on(asked, size_of::<UcFwVersion>())? {
        return Ok(());
    }
    let question: UcFwVersion = read(asked.data)?;
    require(question.pad == 0 && question.pad2 == 0 && question.reserved == 0)?;
    match question.uc_type {
        SUBMISSION => {}
        // None runs.
        MEDIA => return Err(Errno::ENODEV),
        _ => return Err(Errno::EINVAL),
    }
    let answer = UcFwVersion { branch_ver: 0, major_ver: 1, minor_ver: 26, patch_ver: 0, ..question };
    // SAFETY: the program has given this place for the answer.
    unsafe { sys::copy_to(asked.data, answer.bytes()) }
}
