//! Answers from the description of a device.

use crate::device::Device;
use crate::file::File;
use crate::uapi::Plain;
use crate::uapi::xe::{Count, Engine, EngineClassInstance, Gt, MemRegion, TopologyMask, query};

/// System memory that the GPU may use.
const SYSTEM_MEMORY: u64 = 16 << 30;

fn list<T: Plain>(elements: &[T]) -> Vec<u8> {
    let mut answer = Count { count: elements.len() as u32, pad: 0 }.bytes().to_vec();
    answer.extend(elements.iter().flat_map(|element| element.bytes().iter().copied()));
    answer
}

pub(super) fn engines(device: &Device) -> Vec<u8> {
    let engine = |engine: &crate::device::Engine| Engine {
        instance: EngineClassInstance {
            class: engine.class,
            instance: engine.instance,
            gt_id: engine.gt,
            pad: 0,
        },
        reserved: [0; 3],
    };
    list(&device.engines.iter().map(engine).collect::<Vec<_>>())
}

pub(super) fn mem_regions(file: &File) -> Vec<u8> {
    let mut regions =
        vec![MemRegion { min_page_size: 4096, total_size: SYSTEM_MEMORY, ..MemRegion::default() }];
    if file.device.vram.is_some() {
        let (total, used) = (file.machine.vram.total(file.index), file.machine.vram.used(file.index));
        regions.push(MemRegion {
            mem_class: 1,
            instance: 1,
            min_page_size: file.device.vram_page,
            total_size: total,
            used,
            // The whole of it is behind a large enough window.
            cpu_visible_size: total,
            cpu_visible_used: used,
            ..MemRegion::default()
        });
    }
    list(&regions)
}

pub(super) fn config(device: &Device) -> Vec<u8> {
    use query::config_flag::{HAS_LOW_LATENCY, HAS_NO_COMPRESSION_HINT, HAS_VRAM};
    let mut flags = HAS_LOW_LATENCY;
    if device.vram.is_some() {
        flags |= HAS_VRAM;
    }
    if device.graphics_version.0 >= 20 {
        flags |= HAS_NO_COMPRESSION_HINT;
    }
    list(&[
        u64::from(device.pci_id) | u64::from(device.pci_revision) << 16,
        flags,
        device.vram_page.into(),
        device.address_bits.into(),
        crate::priority::highest(),
    ])
}

pub(super) fn gt_list(device: &Device) -> Vec<u8> {
    let regions = u64::from(device.regions());
    let near = if device.vram.is_some() { 0b10 } else { 0b01 };
    let gt = |id: u16, (major, minor): (u8, u8), stepping: u8| Gt {
        // Media is a GT of its own.
        kind: id,
        gt_id: id,
        reference_clock: device.timestamp_frequency,
        near_mem_regions: near,
        far_mem_regions: regions ^ near,
        ip_ver_major: major.into(),
        ip_ver_minor: minor.into(),
        ip_ver_rev: stepping.into(),
        ..Gt::default()
    };
    let mut gts = vec![gt(0, device.graphics_version, device.graphics_stepping)];
    gts.extend(device.media_version.map(|version| gt(1, version, 0)));
    list(&gts)
}

pub(super) fn hardware_config(device: &Device) -> Vec<u8> {
    device
        .hardware_config
        .iter()
        .flat_map(|(key, value)| [*key, 1, *value])
        .flat_map(u32::to_le_bytes)
        .collect()
}

pub(super) fn topology(device: &Device) -> Vec<u8> {
    use query::topology::{DSS_COMPUTE, DSS_GEOMETRY, EU_PER_DSS, L3_BANK, SIMD16_EU_PER_DSS};
    let topology = &device.topology;
    let units = if topology.wide_units { SIMD16_EU_PER_DSS } else { EU_PER_DSS };
    let mut answer = Vec::new();
    for gt in 0..device.gts() {
        // Media has none of these.
        let own = |mask: u64| if gt == 0 { mask } else { 0 };
        let masks = [
            (DSS_GEOMETRY, 16, own(topology.geometry_cores)),
            (DSS_COMPUTE, 16, own(topology.compute_cores)),
            (L3_BANK, 8, own(topology.l3_banks)),
            (units, 8, own(topology.units.into())),
        ];
        for (kind, length, mask) in masks {
            answer.extend_from_slice(TopologyMask { gt_id: gt, kind, num_bytes: length }.bytes());
            let end = answer.len() + length as usize;
            answer.extend_from_slice(&mask.to_le_bytes());
            answer.resize(end, 0);
        }
    }
    answer
}
