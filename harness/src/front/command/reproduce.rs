//! `ur-ipc-cts reproduce`.

use crate::report::print_data;
use crate::reproduce::reproduce;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use ur_ipc_model::Device;

/// What a file is written in.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Language {
    C,
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
    /// A program, a step a line, as `explore` writes it
    #[arg(value_name = "PROGRAM.txt")]
    pub file: PathBuf,
    /// What to write
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value_t = Language::C)]
    pub lang: Language,
    /// It is about a device that says that it cannot share this (repeatable)
    #[arg(long, value_name = "FAMILY", value_enum)]
    pub without: Vec<Sharing>,
}

pub(super) fn print(arguments: &ReproduceArguments) -> Result<u8, String> {
    let name = arguments.file.display().to_string();
    let text = std::fs::read_to_string(&arguments.file).map_err(|error| format!("{name}: {error}"))?;
    let stem = arguments.file.file_stem().map_or_else(|| "bug".into(), |stem| stem.to_string_lossy());
    let shares = |family| !arguments.without.contains(&family);
    let device = Device {
        memory: shares(Sharing::Memory),
        physical: shares(Sharing::PhysicalMemory),
        event: shares(Sharing::Event),
        ..Device::WHOLE
    };
    let written = match arguments.lang {
        Language::C => reproduce(&text, &stem, device),
    };
    print_data(&written.map_err(|error| format!("{name}:{error}"))?).map(|()| 0)
}
