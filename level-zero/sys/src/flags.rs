//! Text form of flag sets.

use core::fmt;

/// Writes the names of the set bits joined by bars, unnamed bits as one number, and `0` for none.
pub(crate) fn write_names(f: &mut fmt::Formatter<'_>, bits: u32, names: &[(u32, &str)]) -> fmt::Result {
    let mut rest = bits;
    let mut separator = "";
    for (bit, name) in names {
        if bits & bit != 0 {
            write!(f, "{separator}{name}")?;
            separator = " | ";
            rest &= !bit;
        }
    }
    if rest != 0 {
        write!(f, "{separator}{rest:#x}")
    } else if bits == 0 {
        f.write_str("0")
    } else {
        Ok(())
    }
}
