//! Lists the devices that the environment asks for.

use std::process::ExitCode;

use software_xe::settings::Settings;
use software_xe::tree;

const USAGE: &str = "Usage: software-xe

Lists the devices that programs see with this library preloaded. README.md has the variables of the environment.";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        None => {}
        Some("-h" | "--help") => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Some(_) => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    let settings = match Settings::from_environment() {
        Ok(settings) => settings,
        Err(bad) => {
            eprintln!("software-xe: {bad}");
            return ExitCode::from(2);
        }
    };
    for (index, device) in settings.devices.iter().enumerate() {
        let memory = match device.vram {
            Some(own) => format!("{} MiB of local memory", settings.vram.unwrap_or(own) >> 20),
            None => "no local memory".to_owned(),
        };
        let (node, address) = (tree::minor(index), tree::address(index));
        println!("/dev/dri/renderD{node}  {address}  8086:{:04x}  {} ({memory})", device.pci_id, device.name);
    }
    ExitCode::SUCCESS
}
