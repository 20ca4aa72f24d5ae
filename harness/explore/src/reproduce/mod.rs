//! A program of the model as one C file, for a driver engineer to compile, run and attach to a report.

mod calls;
mod checks;
mod file;
mod helpers;
mod parts;
mod process;
mod recorded;
mod script;
#[cfg(test)]
mod tests;
mod things;

pub use recorded::{NoProgram, NoStep, NotChosen, chosen, failing, program};
pub use script::{NotDefined, Unsaid, Unsayable};

use script::Script;
use ur_ipc_model::Device;

/// The C file for a program, which is read from `text`. The device is taken to be able to do what `device` says, which the
/// file checks.
///
/// # Errors
/// What is wrong with the text, and where: `LINE:COLUMN: ...`, or `LINE: ...`.
pub fn reproduce(text: &str, name: &str, device: Device) -> Result<String, Unsayable> {
    let script = Script::read(text, device)?;
    Ok(file::write(&script, name))
}
