//! Mappings at the time of a crash.

use super::memory::CrashRecord;
use std::ffi::c_void;

/// Longest line that is kept: an address range, and a path.
const LINE: usize = 512;

/// Adds the mappings to the record that its addresses lie in. Makes system calls only, and needs no memory but its stack.
pub(super) fn keep(record: &CrashRecord) {
    record.maps.clear();
    // SAFETY: a literal that ends in zero.
    let file = unsafe { libc::open(c"/proc/self/maps".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC) };
    if file < 0 {
        return;
    }
    let mut lines = Lines { line: [0; LINE], length: 0, base: 0 };
    let mut buffer = [0_u8; 512];
    loop {
        // SAFETY: writes to a buffer of this size.
        let read = unsafe { libc::read(file, buffer.as_mut_ptr().cast::<c_void>(), buffer.len()) };
        let Ok(read @ 1..) = usize::try_from(read) else { break };
        buffer[..read].iter().for_each(|byte| lines.push(*byte, record));
    }
    // SAFETY: opened above.
    unsafe { libc::close(file) };
}

/// Lines that come byte by byte.
struct Lines {
    line: [u8; LINE],
    length: usize,
    /// The start of the last line's module.
    base: u64,
}

impl Lines {
    fn push(&mut self, byte: u8, record: &CrashRecord) {
        if byte != b'\n' {
            if let Some(slot) = self.line.get_mut(self.length) {
                *slot = byte;
                self.length += 1;
            }
            return;
        }
        let line = &self.line[..self.length];
        if let Some(mapping) = MapsLine::parse(line) {
            // All parts of a module follow its beginning.
            if mapping.offset == 0 || mapping.path.is_empty() {
                self.base = mapping.start;
            }
            if record.is_about(mapping.start, mapping.end) {
                record.maps.push(&hexadecimal(self.base));
                record.maps.push(line);
                record.maps.push(b"\n");
            }
        }
        self.length = 0;
    }
}

/// The lines among these in which the addresses lie, as [`keep`] would keep them.
pub(super) fn around(maps: &str, addresses: &[u64]) -> String {
    let (mut base, mut kept) = (0, String::new());
    for line in maps.lines() {
        let Some(mapping) = MapsLine::parse(line.as_bytes()) else { continue };
        if mapping.offset == 0 || mapping.path.is_empty() {
            base = mapping.start;
        }
        if addresses.iter().any(|address| (mapping.start..mapping.end).contains(address)) {
            kept.push_str(&format!("{base:016x} {line}\n"));
        }
    }
    kept
}

/// Sixteen digits and a space.
fn hexadecimal(number: u64) -> [u8; 17] {
    let mut text = [b' '; 17];
    for (at, digit) in text[..16].iter_mut().enumerate() {
        let value = (number >> (60 - 4 * at) & 0xf) as u8;
        *digit = if value < 10 { b'0' + value } else { b'a' + value - 10 };
    }
    text
}

/// A line of `/proc/self/maps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MapsLine<'l> {
    pub start: u64,
    pub end: u64,
    /// `r-xp` and the like.
    pub rights: &'l [u8],
    pub offset: u64,
    /// Empty for anonymous memory.
    pub path: &'l [u8],
}

impl<'l> MapsLine<'l> {
    /// Safe in signal handlers.
    pub(super) fn parse(line: &'l [u8]) -> Option<Self> {
        let (range, rest) = split(line, b' ')?;
        let (start, end) = split(range, b'-')?;
        let (rights, rest) = split(rest, b' ')?;
        let (offset, rest) = split(rest, b' ')?;
        let (_device, rest) = split(rest, b' ')?;
        // The path follows the number of the file and spaces.
        let (_file, path) = split(rest, b' ').unwrap_or((rest, b""));
        let (start, end, offset) = (number(start)?, number(end)?, number(offset)?);
        Some(Self { start, end, rights, offset, path: path.trim_ascii() })
    }
}

fn split(text: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let found = text.iter().position(|byte| *byte == at)?;
    Some((&text[..found], &text[found + 1..]))
}

fn number(digits: &[u8]) -> Option<u64> {
    let digit = |number: u64, digit: &u8| Some(number << 4 | u64::from(char::from(*digit).to_digit(16)?));
    if digits.is_empty() || digits.len() > 16 { None } else { digits.iter().try_fold(0, digit) }
}

/// A mapping as the record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptMapping {
    /// The start of its module.
    pub base: u64,
    pub start: u64,
    pub end: u64,
    pub rights: String,
    /// As people know it: `memfd:shared`. Empty for anonymous memory.
    pub name: String,
}

/// The mappings of a record. Lines that are none were cut, or were not written by the handler.
pub(super) fn kept(maps: &str) -> Vec<KeptMapping> {
    let line = |line: &str| {
        let (base, line) = split(line.as_bytes(), b' ')?;
        let MapsLine { start, end, rights, path, .. } = MapsLine::parse(line)?;
        let [rights, path] = [rights, path].map(|text| String::from_utf8_lossy(text).into_owned());
        let name = match path.strip_prefix("/memfd:") {
            Some(name) => format!("memfd:{}", name.trim_end_matches(" (deleted)")),
            None => path,
        };
        Some(KeptMapping { base: number(base)?, start, end, rights, name })
    };
    maps.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::memory::create;
    use rstest::rstest;
    use std::sync::atomic::Ordering;

    #[rstest]
    #[case(
        "1000-3000 rw-s 00001000 00:01 5                  /memfd:a b (deleted)",
        0x1000,
        b"rw-s",
        0x1000,
        "/memfd:a b (deleted)"
    )]
    #[case(
        "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]",
        0xffff_ffff_ff60_0000,
        b"--xp",
        0,
        "[vsyscall]"
    )]
    #[case("1000-3000 ---p 00000000 00:00 0", 0x1000, b"---p", 0, "")]
    fn lines_are_read(
        #[case] line: &str,
        #[case] start: u64,
        #[case] rights: &[u8],
        #[case] offset: u64,
        #[case] path: &str,
    ) {
        let mapping = MapsLine::parse(line.as_bytes()).unwrap();
        assert_eq!((mapping.start, mapping.rights, mapping.offset), (start, rights, offset));
        assert_eq!(mapping.path, path.as_bytes());
    }

    #[test]
    fn what_is_no_line_is_none() {
        for line in ["", "1000", "1000-2000", "x-y rw-p 0 0 0", "1000-11111111111111111 rw-p 0 0 0 "] {
            assert_eq!(MapsLine::parse(line.as_bytes()), None, "{line}");
        }
        assert_eq!(kept("rubbish\n10 1000-2000 r--p 0 0 0 /lib/a.so\n").len(), 1);
    }

    #[test]
    fn own_code_is_found_with_its_module() {
        let memory = create().unwrap();
        let here = keep as *const () as u64;
        memory.frames.push(here);
        memory.address.store(&raw const memory as u64, Ordering::Relaxed);
        keep(&memory);
        let mappings = kept(&memory.maps.read());
        let program = std::env::current_exe().unwrap();
        let code = mappings.iter().find(|mapping| (mapping.start..mapping.end).contains(&here)).unwrap();
        assert_eq!(code.name, program.to_str().unwrap());
        assert!(code.base < code.start && code.rights.contains('x'), "{code:?}");
        assert!(mappings.len() == 2, "{mappings:?}");
    }
}
