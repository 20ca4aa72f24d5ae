//! `ur-ipc-cts reproduce`.

use crate::command_error::CommandError;
use crate::error::Error;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use ur_ipc_explore::capabilities;
use ur_ipc_explore::reproduce::{chosen, failing, program, reproduce};
use ur_ipc_model::Device;
use ur_ipc_report::{Document, escaped, print_data, read_text};

/// What a file is written in.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Language {
    /// One C file against `ur_api.h`
    C,
    /// A program, a step a line, for `replay`
    Program,
}

/// What a device may be unable to share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Sharing {
    Memory,
    PhysicalMemory,
    Event,
}

#[derive(Debug, Args)]
pub(super) struct ReproduceArguments {
    /// A program, a step a line, as `explore` writes it; or a result file and a test of it that went wrong
    #[arg(value_name = "PROGRAM.txt|RESULTS.json#TEST")]
    pub file: PathBuf,
    /// Write in this language
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value_t = Language::C)]
    pub lang: Language,
    /// Assume a device that does not support sharing of this family (repeatable)
    #[arg(long, value_name = "FAMILY", value_enum)]
    pub without: Vec<Sharing>,
}

pub(super) fn print(arguments: &ReproduceArguments) -> Result<u8, Error> {
    let ProgramSource { place, stem, text, device } =
        ProgramSource::read(&arguments.file, &arguments.without)?;
    let written = match arguments.lang {
        Language::C => {
            reproduce(&text, &stem, device).map_err(|why| CommandError::Unsayable { file: place, why })?
        }
        // Its comments may say anything.
        Language::Program => escaped(&text),
    };
    print_data(&written)?;
    Ok(0)
}

/// A program, and where it is from.
struct ProgramSource {
    place: String,
    /// The stem of its files' names.
    stem: String,
    text: String,
    /// The capabilities that the device is assumed to have.
    device: Device,
}

impl ProgramSource {
    fn read(file: &Path, without: &[Sharing]) -> Result<Self, Error> {
        let place = file.display().to_string();
        if let Some((results, test)) = place.rsplit_once('#').filter(|_| !file.exists()) {
            let document = Document::read(Path::new(results))?;
            let results = || results.to_owned();
            let record = chosen(&document.tests, test)
                .map_err(|why| CommandError::NotChosen { file: results(), why })?;
            let entry = document.devices.iter().find(|entry| entry.id == record.device);
            let device = entry.map_or(Device::WHOLE, |entry| capabilities(&entry.description));
            let device = lacking(device, without);
            let text = program(record, device).map_err(|why| CommandError::NoProgram {
                file: results(),
                test: record.name.clone(),
                why: Box::new(why),
            })?;
            return Ok(Self { place, stem: record.test.replace("::", "-"), text, device });
        }
        let text = read_text(file)?;
        if text.trim_start().starts_with('{') {
            let document = Document::read(file)?;
            return Err(CommandError::TestToName { file: place, failing: failing(&document.tests) }.into());
        }
        let stem = file.file_stem().map_or_else(|| "bug".into(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self { place, stem, text, device: lacking(Device::WHOLE, without) })
    }
}

fn lacking(device: Device, without: &[Sharing]) -> Device {
    let shares = |family| !without.contains(&family);
    Device {
        memory: device.memory && shares(Sharing::Memory),
        physical: device.physical && shares(Sharing::PhysicalMemory),
        event: device.event && shares(Sharing::Event),
        ..device
    }
}
