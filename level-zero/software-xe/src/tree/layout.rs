//! The layout of the replaced folders.

use super::{MAJOR, Node, Tree, minor, primary_minor};
use crate::device::Device;

/// The folders that are replaced.
pub(super) const ROOTS: &[&str] = &[
    "/dev/dri",
    "/sys/bus/pci/devices",
    "/sys/bus/pci/drivers/xe",
    "/sys/bus/pci/slots",
    "/sys/class/drm",
    "/sys/class/intel_pmt",
    "/sys/module/xe",
];

/// The prefixes of further paths that are replaced.
pub(super) const BEGINNINGS: &[&str] = &["/sys/dev/char/226:", "/sys/devices/pci"];

/// The first bus that devices are on; each has its own.
const FIRST_BUS: usize = 3;

pub(super) fn fill(tree: &mut Tree, devices: &[&Device]) {
    tree.add("/sys/bus/pci/slots", Node::Folder(Default::default()));
    for (index, device) in devices.iter().enumerate() {
        add_device(tree, index, device);
    }
}

/// The address of a device on the bus.
pub fn address(index: usize) -> String {
    format!("0000:{:02x}:00.0", FIRST_BUS + index)
}

fn add_device(tree: &mut Tree, index: usize, device: &Device) {
    let address = address(index);
    let (card, render) = (format!("card{index}"), format!("renderD{}", minor(index)));
    // Behind a bridge, or with the processor.
    let place = match device.vram {
        Some(_) => format!("pci0000:00/0000:00:01.{index}/{address}"),
        None => format!("pci0000:00/{address}"),
    };
    let folder = format!("/sys/devices/{place}");
    let mut file = |name: &str, text: String| tree.add(&format!("{folder}/{name}"), Node::File(text + "\n"));
    file("vendor", "0x8086".to_owned());
    file("device", format!("{:#06x}", device.pci_id));
    file("revision", format!("{:#04x}", device.pci_revision));
    file("class", "0x030000".to_owned());
    file("subsystem_vendor", "0x8086".to_owned());
    file("subsystem_device", "0x0000".to_owned());
    file(
        "uevent",
        format!("DRIVER=xe\nPCI_CLASS=30000\nPCI_ID=8086:{:04X}\nPCI_SLOT_NAME={address}", device.pci_id),
    );
    let (speed, width) = device.link;
    for which in ["max", "current"] {
        file(&format!("{which}_link_speed"), speed.to_owned());
        file(&format!("{which}_link_width"), width.to_string());
    }
    for gt in 0..device.gts() {
        let name = |name: &str| format!("tile0/gt{gt}/freq0/{name}");
        file(&name("min_freq"), "400".to_owned());
        file(&name("max_freq"), device.max_frequency.to_string());
        file(&name("rp0_freq"), device.max_frequency.to_string());
    }
    for (name, minor) in [(&card, primary_minor(index)), (&render, minor(index))] {
        file(&format!("drm/{name}/dev"), format!("{MAJOR}:{minor}"));
    }

    let mut link = |path: String, target: String| tree.add(&path, Node::Link(target));
    for (name, minor) in [(&card, primary_minor(index)), (&render, minor(index))] {
        link(format!("{folder}/drm/{name}/device"), format!("../../../{address}"));
        link(format!("/sys/class/drm/{name}"), format!("../../devices/{place}/drm/{name}"));
        link(format!("/sys/dev/char/{MAJOR}:{minor}"), format!("../../devices/{place}/drm/{name}"));
    }
    link(format!("{folder}/driver"), "/sys/bus/pci/drivers/xe".to_owned());
    link(format!("/sys/bus/pci/devices/{address}"), format!("../../../devices/{place}"));
    link(format!("/sys/bus/pci/drivers/xe/{address}"), format!("../../../../devices/{place}"));
    let nodes = [("card", card, primary_minor(index)), ("render", render, minor(index))];
    for (kind, name, minor) in nodes {
        tree.add(&format!("/dev/dri/by-path/pci-{address}-{kind}"), Node::Link(format!("../{name}")));
        tree.add(&format!("/dev/dri/{name}"), Node::Device(index, minor));
    }
}
