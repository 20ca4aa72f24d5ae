//! Requests that every graphics device answers.

use super::Call;
use crate::errno::Errno;
use crate::sys;
use crate::uapi::drm::{GemClose, GetCap, Version, capability};

/// The driver's name, its date, which none has any more, and its description.
const NAME: &str = "xe";
const DATE: &str = "0";
const DESCRIPTION: &str = "Intel Xe2 Graphics";

pub(super) fn version(_: Call<'_>, version: &mut Version) -> Result<(), Errno> {
    (version.major, version.minor, version.patchlevel) = (1, 1, 0);
    copy_field(version.name, &mut version.name_len, NAME)?;
    copy_field(version.date, &mut version.date_len, DATE)?;
    copy_field(version.desc, &mut version.desc_len, DESCRIPTION)
}

/// Gives as much of a text as there is room for, and says how long it is.
fn copy_field(address: u64, length: &mut u64, text: &str) -> Result<(), Errno> {
    let room = usize::try_from(*length).unwrap_or(usize::MAX).min(text.len());
    *length = text.len() as u64;
    if room == 0 || address == 0 {
        return Ok(());
    }
    // SAFETY: the program has given this place for the text.
    unsafe { sys::copy_to(address, &text.as_bytes()[..room]) }
}

pub(super) fn get_cap(_: Call<'_>, cap: &mut GetCap) -> Result<(), Errno> {
    const IMPORT_AND_EXPORT: u64 = 3;
    cap.value = match cap.capability {
        capability::PRIME => IMPORT_AND_EXPORT,
        capability::TIMESTAMP_MONOTONIC => 1,
        capability::SYNCOBJ | capability::SYNCOBJ_TIMELINE => 1,
        _ => return Err(Errno::EOPNOTSUPP),
    };
    Ok(())
}

pub(super) fn gem_close(call: Call<'_>, close: &mut GemClose) -> Result<(), Errno> {
    let closed = call.file.handles().close(close.handle);
    // The object may go now, which takes a while.
    closed.map(drop).ok_or(Errno::EINVAL)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ioctl::serve;
    use crate::ioctl::testing::{call, file};
    use crate::uapi::drm;

    #[rstest]
    #[case::all(8, "xe", 2)]
    #[case::a_part(1, "x", 2)]
    #[case::nothing(0, "", 2)]
    fn the_driver_is_xe(#[case] room: u64, #[case] expected: &str, #[case] length: u64) {
        let name = [0_u8; 8];
        let mut version = Version { name_len: room, name: name.as_ptr() as u64, ..Version::default() };
        call(&file(), drm::VERSION, &mut version).unwrap();
        assert_eq!((version.major, version.minor, version.name_len), (1, 1, length));
        let written = name.iter().map(|byte| char::from(*byte)).take_while(|c| *c != '\0');
        assert_eq!(written.collect::<String>(), expected);
    }

    #[rstest]
    #[case::unknown_kind(0xC040_6500, Errno::ENOTTY)]
    #[case::hole(0xC040_6403, Errno::EINVAL)]
    #[case::beyond(0xC040_64FF, Errno::EINVAL)]
    #[case::of_displays(0xC040_64A0, Errno::EACCES)]
    #[case::not_emulated(0xC018_64CF, Errno::EOPNOTSUPP)]
    #[case::no_address(0xC040_6400, Errno::EFAULT)]
    fn others_are_refused(#[case] request: u32, #[case] errno: Errno) {
        assert_eq!(serve(&file(), request, 8), Err(errno));
    }

    #[rstest]
    #[case::prime(5, Ok(3))]
    #[case::sync_objects(0x13, Ok(1))]
    #[case::pictures(1, Err(Errno::EOPNOTSUPP))]
    fn capabilities(#[case] capability: u64, #[case] expected: Result<u64, Errno>) {
        let mut cap = GetCap { capability, value: 9 };
        assert_eq!(call(&file(), drm::GET_CAP, &mut cap).map(|()| cap.value), expected);
    }

    #[test]
    fn only_handles_are_closed() {
        let file = file();
        for handle in [0, 1, u32::MAX] {
            let mut close = GemClose { handle, pad: 0 };
            assert_eq!(call(&file, drm::GEM_CLOSE, &mut close), Err(Errno::EINVAL));
        }
    }
}
