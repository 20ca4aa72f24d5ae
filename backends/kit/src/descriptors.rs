//! UR's descriptors as the bytes of an answer.

use ur_ipc_api::{PhysicalMemFlags, StructureType};

/// `ur_physical_mem_properties_t` as bytes, its padding zero.
pub fn physical_mem_properties(flags: PhysicalMemFlags) -> [u8; 24] {
    let mut bytes = [0; 24];
    bytes[..4].copy_from_slice(&StructureType::PHYSICAL_MEM_PROPERTIES.0.to_ne_bytes());
    bytes[16..20].copy_from_slice(&flags.0.to_ne_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_api::PhysicalMemProperties;

    #[test]
    fn properties_have_urs_layout() {
        let bytes = physical_mem_properties(PhysicalMemFlags::ENABLE_IPC);
        // SAFETY: 24 bytes, every pattern of which is a value: a number, a pointer that is not followed, flags.
        let read = unsafe { bytes.as_ptr().cast::<PhysicalMemProperties>().read_unaligned() };
        assert_eq!(read.stype, StructureType::PHYSICAL_MEM_PROPERTIES);
        assert!(read.p_next.is_null());
        assert_eq!(read.flags, PhysicalMemFlags::ENABLE_IPC);
    }
}
