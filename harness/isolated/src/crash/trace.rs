//! A crash as it is reported.

use super::maps::{KeptMapping, kept};
use super::symbols::Symbols;
use crate::text::one_line;
use serde::{Deserialize, Serialize};
use std::fmt;
use ur_ipc_sys::ProcessEnd;

/// Addresses below this are null pointers with an offset.
const NEAR_NULL: u64 = 64 << 10;
/// Functions of Rust's own library, which are nobody's who reads of a crash.
const LIBRARIES: [&str; 5] = ["std::", "core::", "alloc::", "__rust", "rust_"];
/// `si_code` of a fault of which the processor tells no address, and those of faults in what is mapped.
const SI_KERNEL: i32 = 0x80;
const SEGV_ACCERR: i32 = 2;
const BUS_ADRERR: i32 = 2;

/// The frames that backtraces leave out.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    /// Paths of functions by which work is run: what is below them in a backtrace is the same in all.
    pub machinery: &'static [&'static str],
    /// Their sources, where inlined functions have no paths.
    pub sources: &'static [&'static str],
    /// Whether a source is of a library that is nobody's who reads of a crash.
    pub is_library: fn(&str) -> bool,
}

/// The record of a crash, in the form in which processes exchange it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawCrash {
    /// The number of the signal.
    pub signal: i32,
    /// Its `si_code`: why it came.
    pub code: i32,
    /// Its `si_addr`: the address at fault.
    pub address: u64,
    /// The name of the thread.
    pub thread: String,
    /// Its number, as the system has it.
    pub thread_number: i32,
    /// The instructions of the backtrace, innermost first.
    pub frames: Vec<u64>,
    /// Lines of `/proc/self/maps` around these, each after the base of its module.
    pub maps: String,
}

/// A crash of one of the processes of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Crash {
    /// Which process: `worker`, `peer 4711`.
    pub process: String,
    /// The signal. A process that handles its faults may have died of another one.
    pub signal: String,
    /// The address at fault and what lies there, in words, where the signal is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The name of the thread.
    pub thread: String,
    /// Where it was, innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
}

/// A line of a backtrace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frame {
    /// The instruction.
    pub address: String,
    /// The file that it is in and the offset there: `libdriver.so.1+0x1a2b`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The function, where the file has symbols.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// File and line of the source, where the file has debugging information. Not of Rust's own library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl RawCrash {
    /// The crash with the names that its numbers have. They are looked up in the files that were mapped, which must not have
    /// changed.
    #[must_use]
    pub fn named(&self, process: String, hidden: &Hidden) -> Crash {
        let (mappings, mut symbols) = (kept(&self.maps), Symbols::new(hidden.is_library));
        let frames = frames_of(&self.frames, &mappings, &mut symbols, hidden);
        let signal = ProcessEnd::Signalled(self.signal).to_string();
        Crash { process, signal, fault: self.fault(&mappings), thread: self.thread.clone(), frames }
    }

    /// Describes the address at fault, if the signal has one.
    fn fault(&self, mappings: &[KeptMapping]) -> Option<String> {
        if !matches!(self.signal, libc::SIGSEGV | libc::SIGBUS) {
            return None;
        }
        if self.code <= 0 {
            return Some("sent by a process, for no fault of the memory".to_owned());
        }
        if self.code == SI_KERNEL {
            return Some("at an unknown address, probably a pointer that is not canonical".to_owned());
        }
        let address = self.address;
        let what = match mapping_of(mappings, address) {
            None if address < NEAR_NULL => "unmapped, near null".to_owned(),
            None => "unmapped".to_owned(),
            Some(mapping) => {
                let name = if mapping.name.is_empty() { "anonymous memory" } else { &mapping.name };
                let offset = address - mapping.start;
                let why = match (self.signal, self.code) {
                    (libc::SIGSEGV, SEGV_ACCERR) => format!(", whose rights are {}", mapping.rights),
                    (libc::SIGBUS, BUS_ADRERR) => ", of which the file has nothing there".to_owned(),
                    _ => String::new(),
                };
                format!("{offset:#x} bytes into a mapping of {name}{why}")
            }
        };
        Some(format!("at {address:#x}, {what}"))
    }
}

/// The frames of a backtrace, without what is below the machinery.
pub(super) fn frames_of(
    addresses: &[u64],
    mappings: &[KeptMapping],
    symbols: &mut Symbols,
    hidden: &Hidden,
) -> Vec<Frame> {
    let mut frames = Vec::new();
    for (number, &address) in addresses.iter().enumerate() {
        // All but the first are where a call returns to, which may be another line.
        let inside = address.saturating_sub(u64::from(number > 0));
        frames.extend(frames_at(address, inside, mapping_of(mappings, inside), symbols));
    }
    let told = frames.iter().position(|frame| frame.is_machinery(hidden)).filter(|told| *told > 0);
    frames.truncate(told.unwrap_or(frames.len()));
    if !frames.iter().all(Frame::is_of_rust) {
        frames.retain(|frame| !frame.is_of_rust());
    }
    frames
}

fn mapping_of(mappings: &[KeptMapping], address: u64) -> Option<&KeptMapping> {
    mappings.iter().find(|mapping| (mapping.start..mapping.end).contains(&address))
}

/// The frames at an address: several where functions were inlined.
fn frames_at(address: u64, inside: u64, mapping: Option<&KeptMapping>, symbols: &mut Symbols) -> Vec<Frame> {
    let frame = Frame { address: format!("{address:#x}"), ..Frame::default() };
    let Some(mapping) = mapping.filter(|mapping| !mapping.name.is_empty()) else { return vec![frame] };
    let file = mapping.name.rsplit('/').next().unwrap_or(&mapping.name);
    let frame = Frame { module: Some(format!("{file}+{:#x}", address.wrapping_sub(mapping.base))), ..frame };
    let Some(names) = symbols.at(&mapping.name, mapping.base, inside) else { return vec![frame] };
    names.into_iter().map(|(function, place)| Frame { function, place, ..frame.clone() }).collect()
}

impl Frame {
    fn is_machinery(&self, hidden: &Hidden) -> bool {
        let place = self.place.as_deref().unwrap_or_default();
        self.is_of(hidden.machinery) || hidden.sources.iter().any(|source| place.contains(source))
    }

    fn is_of_rust(&self) -> bool {
        self.is_of(&LIBRARIES)
    }

    fn is_of(&self, paths: &[&str]) -> bool {
        let function = self.function.as_deref().unwrap_or_default().trim_start_matches(['<', '&']);
        paths.iter().any(|path| function.starts_with(path))
    }

    /// Whether it would be shown as another one is.
    fn is_like(&self, other: &Self) -> bool {
        (&self.function, &self.place) == (&other.function, &other.place) && self.function.is_some()
    }
}

impl Crash {
    /// The place in one word or two, for comparison with others: no address is in it.
    pub fn place(&self) -> Option<&str> {
        let own = |frame: &&Frame| {
            frame.module.as_deref().is_some_and(|module| !module.starts_with("libc.so"))
                && !frame.is_of_rust()
        };
        let frame = self.frames.iter().find(own)?;
        frame.function.as_deref().or(frame.module.as_deref())
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.function, &self.module) {
            (Some(function), _) => f.write_str(function)?,
            (None, Some(module)) => f.write_str(module)?,
            (None, None) => f.write_str(&self.address)?,
        }
        match (&self.place, &self.function, &self.module) {
            (Some(place), ..) => write!(f, " ({place})"),
            (None, Some(_), Some(module)) => write!(f, " ({module})"),
            _ => Ok(()),
        }
    }
}

/// The first line, and one for each frame.
impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { process, signal, fault, thread, frames } = self;
        // What comes from the process begins no line.
        write!(f, "crash of the {process}: {signal} in thread '{}'", one_line(thread))?;
        fault.iter().try_for_each(|fault| write!(f, ", {}", one_line(fault)))?;
        write_frames(f, frames)
    }
}

/// A line for each frame, after a line end.
pub(super) fn write_frames(f: &mut fmt::Formatter<'_>, frames: &[Frame]) -> fmt::Result {
    let mut number = 0;
    for like in frames.chunk_by(Frame::is_like) {
        write!(f, "\n{number:>4} {}", one_line(&like[0].to_string()))?;
        if like.len() > 1 {
            write!(f, ", {} times", like.len())?;
        }
        number += like.len();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const NOTHING: Hidden = Hidden { machinery: &[], sources: &[], is_library: |_| false };
    const MAPS: &str = "0000000000001000 1000-3000 rw-s 00000000 00:01 5 /memfd:shared (deleted)
0000000000005000 6000-7000 r-xp 00001000 00:02 6 /nowhere/libdriver.so.1
0000000000008000 8000-9000 ---p 00000000 00:00 0
";

    fn crash(signal: i32, code: i32, address: u64) -> RawCrash {
        let frames = vec![0x6123, 0x8000, 0x6200];
        RawCrash { signal, code, address, thread: "main".into(), thread_number: 7, frames, maps: MAPS.into() }
    }

    #[rstest]
    #[case(libc::SIGSEGV, 1, 8, Some("at 0x8, unmapped, near null"))]
    #[case(libc::SIGSEGV, 1, 0x7fff_0000, Some("at 0x7fff0000, unmapped"))]
    #[case(
        libc::SIGSEGV,
        SEGV_ACCERR,
        0x8010,
        Some("at 0x8010, 0x10 bytes into a mapping of anonymous memory, whose rights are ---p")
    )]
    #[case(
        libc::SIGBUS,
        BUS_ADRERR,
        0x2000,
        Some("at 0x2000, 0x1000 bytes into a mapping of memfd:shared, of which the file has nothing there")
    )]
    #[case(
        libc::SIGSEGV,
        SI_KERNEL,
        0,
        Some("at an unknown address, probably a pointer that is not canonical")
    )]
    #[case(libc::SIGSEGV, -6, 0, Some("sent by a process, for no fault of the memory"))]
    #[case(libc::SIGABRT, -6, 0, None)]
    fn what_lies_at_the_fault_is_told(
        #[case] signal: i32,
        #[case] code: i32,
        #[case] address: u64,
        #[case] told: Option<&str>,
    ) {
        assert_eq!(crash(signal, code, address).named("worker".into(), &NOTHING).fault.as_deref(), told);
    }

    #[test]
    fn what_has_no_names_is_told_by_numbers() {
        let named = crash(libc::SIGSEGV, 1, 8).named("peer 7".into(), &NOTHING);
        let expected = "crash of the peer 7: SIGSEGV in thread 'main', at 0x8, unmapped, near null
   0 libdriver.so.1+0x1123
   1 0x8000
   2 libdriver.so.1+0x1200";
        assert_eq!(named.to_string(), expected);
        assert_eq!(named.place(), Some("libdriver.so.1+0x1123"));
    }

    #[test]
    fn the_same_frames_are_counted() {
        let frame = |function: &str| Frame { function: Some(function.into()), ..Frame::default() };
        let mut crash = crash(libc::SIGABRT, -6, 0).named("worker".into(), &NOTHING);
        crash.frames = ["a", "b", "b", "b", "c"].map(frame).to_vec();
        let expected = "crash of the worker: SIGABRT in thread 'main'\n   0 a\n   1 b, 3 times\n   4 c";
        assert_eq!(crash.to_string(), expected);
    }
}
