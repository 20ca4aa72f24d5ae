//! Kernels in a driver's file: ELF files within it, each with the code of some kernels and a description of them all.

use std::collections::HashMap;
use std::ops::Range;

use object::elf::Machine;
use object::read::elf::{ElfFile64, FileHeader};
use object::{Endianness, Object, ObjectSection};

const MAGIC: &[u8] = b"\x7fELF";
/// `EM_INTELGT`
const MACHINE: Machine = Machine(205);
/// The alignment of files within a file, at least.
const STEP: usize = 8;
/// Bytes that a relocation of the kinds in use puts in place.
const RELOCATED: usize = 4;
/// Bytes of an entry of a table of relocations without addends; the offset comes first.
const RELOCATION: usize = 16;

/// The code of a kernel.
#[derive(Debug)]
pub(super) struct Text {
    /// The kernel's name.
    pub(super) name: String,
    /// The range of the code in the driver's file.
    pub(super) range: Range<usize>,
    /// Offsets of what the driver puts in place when it loads the code.
    pub(super) relocations: Vec<usize>,
    /// The range of the description in the driver's file.
    pub(super) info: Range<usize>,
}

impl Text {
    /// Whether `found` is this kernel's code from `entry` on, but for what is put in place.
    pub(super) fn is(&self, file: &[u8], entry: usize, found: &[u8]) -> bool {
        let Some(code) = file.get(self.range.clone()).and_then(|code| code.get(entry..)) else {
            return false;
        };
        let Some(found) = found.get(..code.len()) else { return false };
        let mut at = 0;
        for &relocation in &self.relocations {
            let Some(relocation) = relocation.checked_sub(entry) else { continue };
            if relocation < at || relocation > code.len() {
                continue;
            }
            if code[at..relocation] != found[at..relocation] {
                return false;
            }
            at = (relocation + RELOCATED).min(code.len());
        }
        code[at..] == found[at..]
    }
}

/// All kernels in a driver's file. Those with the same name and the same code count once.
///
/// Each process looks through its driver, which has tens of megabytes of them: what is within a file that was understood is not
/// looked through for others, and code is compared with that of the same name only.
pub(super) fn kernels(file: &[u8]) -> Vec<Text> {
    let mut forms: HashMap<String, Vec<&[u8]>> = HashMap::new();
    let mut kernels = Vec::new();
    let mut start = 0;
    while start < file.len() {
        let known = |name: &str, code| forms.get(name).is_some_and(|forms| forms.contains(&code));
        let found = if file[start..].starts_with(MAGIC) { zebin(file, start, known) } else { None };
        let Some((texts, length)) = found else {
            start += STEP;
            continue;
        };
        for text in texts {
            forms.entry(text.name.clone()).or_default().push(&file[text.range.clone()]);
            kernels.push(text);
        }
        start += length.next_multiple_of(STEP);
    }
    kernels
}

/// The kernels of the ELF file that begins at `start`, without those that are known, and its length; none if it is not one
/// with kernels.
fn zebin<'f>(
    file: &'f [u8],
    start: usize,
    known: impl Fn(&str, &'f [u8]) -> bool,
) -> Option<(Vec<Text>, usize)> {
    let elf = ElfFile64::<Endianness>::parse(&file[start..]).ok()?;
    let header = elf.elf_header();
    if header.e_machine(elf.endian()) != MACHINE {
        return None;
    }
    let within = |section: &_| -> Option<Range<usize>> {
        let (offset, size) = ObjectSection::file_range(section)?;
        let from = start.checked_add(usize::try_from(offset).ok()?)?;
        let to = from.checked_add(usize::try_from(size).ok()?)?;
        (to <= file.len()).then_some(from..to)
    };
    let info = within(&elf.section_by_name(".ze_info")?)?;
    let mut texts = Vec::new();
    let mut end = info.end.max(start + STEP);
    for section in elf.sections() {
        let Some(range) = within(&section) else { continue };
        end = end.max(range.end);
        let Some(name) = section.name().ok().and_then(|name| name.strip_prefix(".text.")) else { continue };
        if known(name, &file[range.clone()]) {
            continue;
        }
        let mut relocations: Vec<usize> = elf
            .section_by_name(&format!(".rel.text.{name}"))
            .and_then(|table| table.data().ok())
            .unwrap_or_default()
            .chunks_exact(RELOCATION)
            .filter_map(|entry| usize::try_from(u64::from_le_bytes(*entry.first_chunk()?)).ok())
            .collect();
        relocations.sort_unstable();
        texts.push(Text { name: name.to_owned(), range, relocations, info: info.clone() });
    }
    Some((texts, end - start))
}
