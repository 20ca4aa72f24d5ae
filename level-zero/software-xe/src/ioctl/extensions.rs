//! Chains of extensions to a request.

use super::{read, require};
use crate::errno::Errno;
use crate::uapi::xe::{SetProperty, UserExtension};

/// Links that a chain may have.
const MOST: usize = 16;

/// Has an action see each property that a chain sets.
pub(super) fn properties(
    mut address: u64,
    mut action: impl FnMut(&SetProperty) -> Result<(), Errno>,
) -> Result<(), Errno> {
    let mut count = 0;
    while address != 0 {
        if count == MOST {
            return Err(Errno::E2BIG);
        }
        count += 1;
        let extension: UserExtension = read(address)?;
        // Setting a property is the only kind there is.
        require(extension.pad == 0 && extension.name == 0)?;
        let property: SetProperty = read(address)?;
        require(property.pad == 0)?;
        action(&property)?;
        address = extension.next_extension;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_ends_somewhere() {
        let mut link = SetProperty { property: 3, ..SetProperty::default() };
        let address = std::ptr::from_ref(&link) as u64;
        let mut seen = Vec::new();
        let mut see = |property: &SetProperty| {
            seen.push(property.property);
            Ok(())
        };
        assert_eq!(properties(address, &mut see), Ok(()));
        link.base.next_extension = address;
        assert_eq!(properties(address, &mut see), Err(Errno::E2BIG));
        assert_eq!(properties(8, &mut see), Err(Errno::EFAULT));
        link.base = UserExtension { name: 1, ..UserExtension::default() };
        assert_eq!(properties(std::ptr::from_ref(&link) as u64, &mut see), Err(Errno::EINVAL));
        assert_eq!(seen, [3; 17]);
    }
}
