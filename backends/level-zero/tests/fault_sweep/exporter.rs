//! The process that exports what the importer opens.

use crate::journal::Journal;
use crate::process::{Companion, OFFER, again};
use crate::programs::SIZE;
use crate::user::{Manner, Step, User};
use std::io::Read;
use ur_ipc_api::{ExpEventFlags, PhysicalMemFlags, UsmPoolHandle, UsmType};

/// The bytes of the handles.
pub struct Offer {
    /// Device memory.
    pub memory: Vec<u8>,
    /// Physical memory.
    pub physical: Vec<u8>,
    /// An event.
    pub event: Vec<u8>,
}

const MARK: &str = "OFFER ";

impl Offer {
    /// Reads the handles that the importer is offered.
    pub fn from_environment() -> Self {
        let text = std::env::var(OFFER).expect("the importer is offered something");
        let mut parts = text.split(':').map(bytes);
        let mut next = || parts.next().expect("three handles");
        Self { memory: next(), physical: next(), event: next() }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(text: &str) -> Vec<u8> {
    let digits = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]);
    digits.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal")).collect()
}

/// Starts the exporter; it goes on until it is dropped. The text is for the importer's environment.
pub fn start() -> (Companion, String) {
    Companion::start(again("exporter::exports_until_its_input_ends", None, &[]), MARK)
}

fn export(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let context = context.handle;
    let memory = user.memory(UsmType::DEVICE, context, device, UsmPoolHandle::NULL, SIZE)?;
    let physical = user.physical(context, device, PhysicalMemFlags::ENABLE_IPC, SIZE)?;
    let event = user.event(context, device, ExpEventFlags::IPC_EXP)?;
    let handles = (
        user.exported_memory(context, memory.handle)?,
        user.exported_physical(context, physical.handle)?,
        user.exported_event(context, event.handle)?,
    );
    let parts = [&handles.0, &handles.1, &handles.2].map(|made| hexadecimal(&made.handle.bytes()));
    println!("{MARK}{}", parts.join(":"));
    std::io::stdin().read_to_end(&mut Vec::new()).expect("a pipe");
    Ok(())
}

#[test]
#[ignore = "a process that the sweep starts"]
fn exports_until_its_input_ends() {
    let journal = Journal::default();
    let user = User::open(&journal, Manner::Tidy).expect("the software driver");
    let outcome = export(&user);
    assert_eq!((outcome, journal.first_failure()), (Ok(()), None));
    drop(user);
    assert!(journal.all_wrong().is_empty(), "{:?}", journal.all_wrong());
}
