//! The devices that can be presented.

/// What differs between devices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The product's name.
    pub name: &'static str,
    /// The PCI device id.
    pub pci_id: u16,
    /// Version and release of the graphics IP.
    pub graphics_version: (u8, u8),
    /// Bits of a GPU virtual address.
    pub address_bits: u32,
    /// Whether timestamps have 64 bits; 36 else.
    pub wide_timestamps: bool,
}

/// Arc B580.
pub const B580: Device = Device {
    name: "B580",
    pci_id: 0xE20B,
    graphics_version: (20, 1),
    address_bits: 48,
    wide_timestamps: true,
};
/// Lunar Lake's integrated GPU.
pub const LUNAR_LAKE: Device = Device {
    name: "Lunar Lake",
    pci_id: 0x64A0,
    graphics_version: (20, 4),
    address_bits: 48,
    wide_timestamps: true,
};
/// Data Center GPU Max.
pub const PONTE_VECCHIO: Device = Device {
    name: "Ponte Vecchio",
    pci_id: 0x0BD5,
    graphics_version: (12, 60),
    address_bits: 57,
    wide_timestamps: false,
};
