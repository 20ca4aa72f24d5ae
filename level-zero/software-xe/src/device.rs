//! The devices that can be presented.

/// The properties in which devices differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The product's name.
    pub name: &'static str,
    /// The key that selects it in `SOFTWARE_XE_DEVICES`.
    pub key: &'static str,
    /// The PCI device id.
    pub pci_id: u16,
    /// The PCI revision.
    pub pci_revision: u8,
    /// Version, release and stepping of the graphics IP.
    pub graphics_version: (u8, u8),
    /// Stepping of the graphics IP.
    pub graphics_stepping: u8,
    /// Version and release of the media IP; none where there is no media GT.
    pub media_version: Option<(u8, u8)>,
    /// Bits of a GPU virtual address.
    pub address_bits: u32,
    /// Bytes of local memory; none where the GPU is integrated.
    pub vram: Option<u64>,
    /// The smallest page of local memory, which bindings of it are aligned to.
    pub vram_page: u32,
    /// The engines that the kernel driver offers.
    pub engines: &'static [Engine],
    /// Page attributes, in the order of their indices.
    pub page_attributes: &'static [PageAttribute],
    /// The enabled parts of the slices that the product was made of.
    pub topology: Topology,
    /// The table of attributes that firmware has of the hardware: keys and their single values.
    pub hardware_config: &'static [(u32, u32)],
    /// Ticks of the timestamp counter in a second.
    pub timestamp_frequency: u32,
    /// Whether timestamps have 64 bits; 36 else.
    pub wide_timestamps: bool,
    /// Highest frequency of the GT, in MHz.
    pub max_frequency: u32,
    /// Speed and width of the PCI link.
    pub link: (&'static str, u32),
}

impl Device {
    /// The device that a setting names.
    pub fn by_key(key: &str) -> Option<&'static Self> {
        ALL.iter().copied().find(|device| device.key == key)
    }

    /// The memory regions that there are: bit 0 for system memory, bit 1 for local memory.
    pub fn regions(&self) -> u32 {
        if self.vram.is_some() { 0b11 } else { 0b01 }
    }

    /// Whether an address space with page faults may have a scratch page, as its prefetches need one.
    pub fn faults_with_scratch(&self) -> bool {
        self.graphics_version.0 >= 20
    }

    /// Number of GTs.
    pub fn gts(&self) -> u16 {
        1 + u16::from(self.media_version.is_some())
    }

    /// The engine with these coordinates.
    pub fn engine(&self, class: u16, instance: u16, gt: u16) -> Option<&Engine> {
        self.engines.iter().find(|engine| (engine.class, engine.instance, engine.gt) == (class, instance, gt))
    }
}

/// An engine, as the kernel driver numbers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engine {
    /// `DRM_XE_ENGINE_CLASS_*`
    pub class: u16,
    /// Its number among those of the class.
    pub instance: u16,
    /// The GT that it belongs to.
    pub gt: u16,
}

/// The degree to which the GPU's accesses are coherent with the caches of the CPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coherency {
    /// Not at all.
    None,
    /// The GPU looks into the caches of the CPU.
    OneWay,
    /// Both look into each other's.
    TwoWay,
}

/// The meaning of an index of the page attribute table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageAttribute {
    /// Reserved by the hardware: no binding may have it.
    Reserved,
    /// A kind of caching.
    Caching {
        /// Its coherency with the CPU.
        coherency: Coherency,
        /// Whether memory may be compressed.
        compressed: bool,
    },
}

/// The enabled parts of the slices that the product was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topology {
    /// Cores with geometry.
    pub geometry_cores: u64,
    /// Cores that compute.
    pub compute_cores: u64,
    /// Banks of the L3 cache.
    pub l3_banks: u64,
    /// Execution units of a core.
    pub units: u32,
    /// Whether the units are 16 lanes wide; 8 else.
    pub wide_units: bool,
}

/// Arc B580.
pub const B580: Device = Device {
    name: "Arc B580",
    key: "b580",
    pci_id: 0xE20B,
    pci_revision: 0,
    graphics_version: (20, 1),
    graphics_stepping: 4,
    media_version: Some((13, 1)),
    address_bits: 48,
    vram: Some(12_216_958_976),
    vram_page: 4096,
    engines: XE2_ENGINES,
    page_attributes: XE2_PAGE_ATTRIBUTES,
    topology: Topology {
        geometry_cores: 0xF_FFFF,
        compute_cores: 0xF_FFFF,
        l3_banks: 0xFFFF_FFFF,
        units: 0xFF,
        wide_units: true,
    },
    hardware_config: &[
        (config::MAX_SLICES, 5),
        (config::MAX_MEMORY_CHANNELS, 12),
        (config::MEMORY_TYPE, config::GDDR6),
        (config::THREADS_PER_UNIT, 8),
        (config::MAX_RENDER_ENGINES, 1),
        (config::MAX_COMPUTE_ENGINES, 1),
        (config::SAVE_AREA_IN_MB, 64),
        (config::L3_BANK_SIZE_IN_KB, 512),
        (config::MAX_CORES, 20),
        (config::MAX_UNITS_PER_CORE, 8),
        (config::SHARED_LOCAL_MEMORY_IN_KB, 128),
    ],
    timestamp_frequency: 19_200_000,
    wide_timestamps: true,
    max_frequency: 2850,
    link: ("16.0 GT/s PCIe", 8),
};

/// Lunar Lake's integrated GPU.
pub const LUNAR_LAKE: Device = Device {
    name: "Lunar Lake",
    key: "lnl",
    pci_id: 0x64A0,
    pci_revision: 4,
    graphics_version: (20, 4),
    graphics_stepping: 4,
    media_version: Some((20, 0)),
    vram: None,
    topology: Topology {
        geometry_cores: 0xFF,
        compute_cores: 0xFF,
        l3_banks: 0xFF,
        units: 0xFF,
        wide_units: true,
    },
    hardware_config: &[
        (config::MAX_SLICES, 2),
        (config::MAX_MEMORY_CHANNELS, 8),
        (config::MEMORY_TYPE, config::LPDDR5),
        (config::THREADS_PER_UNIT, 8),
        (config::MAX_RENDER_ENGINES, 1),
        (config::MAX_COMPUTE_ENGINES, 1),
        (config::SAVE_AREA_IN_MB, 64),
        (config::L3_BANK_SIZE_IN_KB, 1024),
        (config::MAX_CORES, 8),
        (config::MAX_UNITS_PER_CORE, 8),
        (config::SHARED_LOCAL_MEMORY_IN_KB, 128),
    ],
    max_frequency: 2050,
    ..B580
};

/// A tile of the Data Center GPU Max.
pub const PONTE_VECCHIO: Device = Device {
    name: "Data Center GPU Max 1550",
    key: "pvc",
    pci_id: 0x0BD5,
    pci_revision: 0x2F,
    graphics_version: (12, 60),
    graphics_stepping: 7,
    media_version: None,
    address_bits: 57,
    vram: Some(64 << 30),
    vram_page: 65536,
    engines: &[
        Engine { class: class::COPY, instance: 0, gt: 0 },
        Engine { class: class::COMPUTE, instance: 0, gt: 0 },
    ],
    page_attributes: XE_HPC_PAGE_ATTRIBUTES,
    topology: Topology {
        geometry_cores: 0,
        compute_cores: u64::MAX,
        l3_banks: 0xFFFF_FFFF,
        units: 0xFF,
        wide_units: true,
    },
    hardware_config: &[
        (config::MAX_SLICES, 8),
        (config::MAX_MEMORY_CHANNELS, 16),
        (config::MEMORY_TYPE, config::HBM2E),
        (config::THREADS_PER_UNIT, 8),
        (config::MAX_RENDER_ENGINES, 0),
        (config::MAX_COMPUTE_ENGINES, 1),
        (config::SAVE_AREA_IN_MB, 64),
        (config::L3_BANK_SIZE_IN_KB, 512),
        (config::MAX_CORES, 64),
        (config::MAX_UNITS_PER_CORE, 8),
        (config::SHARED_LOCAL_MEMORY_IN_KB, 128),
    ],
    timestamp_frequency: 19_200_000,
    wide_timestamps: false,
    max_frequency: 1600,
    link: ("32.0 GT/s PCIe", 16),
};

/// All devices, the one that is presented unless another is asked for first.
pub const ALL: &[&Device] = &[&B580, &LUNAR_LAKE, &PONTE_VECCHIO];

/// `DRM_XE_ENGINE_CLASS_*`
pub mod class {
    /// Graphics.
    pub const RENDER: u16 = 0;
    /// Copies and fills.
    pub const COPY: u16 = 1;
    /// Decoders of video.
    pub const VIDEO_DECODE: u16 = 2;
    /// Filters of video.
    pub const VIDEO_ENHANCE: u16 = 3;
    /// Kernels.
    pub const COMPUTE: u16 = 4;
    /// No engine: a queue of bindings.
    pub const VM_BIND: u16 = 5;
}

/// Keys and values of firmware's table, as far as drivers ask for them.
mod config {
    pub(super) const MAX_SLICES: u32 = 1;
    pub(super) const MAX_MEMORY_CHANNELS: u32 = 10;
    pub(super) const MEMORY_TYPE: u32 = 11;
    pub(super) const THREADS_PER_UNIT: u32 = 15;
    pub(super) const MAX_RENDER_ENGINES: u32 = 23;
    pub(super) const MAX_COMPUTE_ENGINES: u32 = 24;
    pub(super) const SAVE_AREA_IN_MB: u32 = 62;
    pub(super) const L3_BANK_SIZE_IN_KB: u32 = 64;
    pub(super) const MAX_CORES: u32 = 70;
    pub(super) const MAX_UNITS_PER_CORE: u32 = 71;
    pub(super) const SHARED_LOCAL_MEMORY_IN_KB: u32 = 73;

    pub(super) const LPDDR5: u32 = 1;
    pub(super) const HBM2E: u32 = 3;
    pub(super) const GDDR6: u32 = 4;
}

const XE2_ENGINES: &[Engine] = &[
    Engine { class: class::RENDER, instance: 0, gt: 0 },
    Engine { class: class::COPY, instance: 0, gt: 0 },
    Engine { class: class::COMPUTE, instance: 0, gt: 0 },
    Engine { class: class::VIDEO_DECODE, instance: 0, gt: 1 },
    Engine { class: class::VIDEO_ENHANCE, instance: 0, gt: 1 },
];

const fn cached(coherency: Coherency) -> PageAttribute {
    PageAttribute::Caching { coherency, compressed: false }
}

/// The indices from 16 to 19 are reserved; those with a compressed memory are not coherent.
const XE2_PAGE_ATTRIBUTES: &[PageAttribute] = {
    const NONE: PageAttribute = cached(Coherency::None);
    const ONE: PageAttribute = cached(Coherency::OneWay);
    const TWO: PageAttribute = cached(Coherency::TwoWay);
    const PACKED: PageAttribute = PageAttribute::Caching { coherency: Coherency::None, compressed: true };
    const GAP: PageAttribute = PageAttribute::Reserved;
    &[
        NONE, ONE, TWO, NONE, ONE, ONE, NONE, TWO, NONE, PACKED, PACKED, PACKED, PACKED, NONE, PACKED,
        PACKED, GAP, GAP, GAP, GAP, NONE, PACKED, ONE, TWO, NONE, PACKED, ONE, TWO, NONE, PACKED, ONE, TWO,
    ]
};

const XE_HPC_PAGE_ATTRIBUTES: &[PageAttribute] = {
    const NONE: PageAttribute = cached(Coherency::None);
    const ONE: PageAttribute = cached(Coherency::OneWay);
    &[NONE, NONE, NONE, ONE, NONE, ONE, NONE, ONE]
};

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::b580(&B580, 32, 20)]
    #[case::lunar_lake(&LUNAR_LAKE, 32, 8)]
    #[case::ponte_vecchio(&PONTE_VECCHIO, 8, 64)]
    fn figures_fit_together(#[case] device: &Device, #[case] attributes: usize, #[case] cores: u32) {
        assert_eq!(device.page_attributes.len(), attributes);
        assert_eq!(device.topology.compute_cores.count_ones(), cores);
        assert!(device.hardware_config.contains(&(config::MAX_CORES, cores)));
        assert!(device.engines.iter().all(|engine| engine.gt < device.gts()));
        assert_eq!(device.regions() & 0b10 != 0, device.vram.is_some());
        assert_eq!(Device::by_key(device.key), Some(device));
    }
}
