//! Small drivers' files: ELF files with made-up code and real descriptions.

const HEADER: usize = 64;
const SECTION: usize = 64;

/// A part of a kernel's payload.
#[derive(Debug, Clone)]
pub struct Part {
    pub kind: &'static str,
    pub offset: usize,
    pub size: usize,
    pub index: Option<usize>,
}

/// A kernel with its code.
#[derive(Debug, Clone)]
pub struct Kernel {
    pub name: &'static str,
    pub code: Vec<u8>,
    pub relocations: Vec<u64>,
    pub inline_size: usize,
    pub skip: usize,
    pub addressing: &'static str,
    pub parts: Vec<Part>,
}

impl Kernel {
    /// A kernel whose arguments follow offset and group size, as compilers lay them out. Pointers are eight bytes long.
    pub fn new(name: &'static str, sizes: &[(char, usize)]) -> Self {
        let mut parts = vec![
            Part { kind: "global_id_offset", offset: 0, size: 12, index: None },
            Part { kind: "enqueued_local_size", offset: 12, size: 12, index: None },
        ];
        let mut offset: usize = 24;
        for (index, &(kind, size)) in sizes.iter().enumerate() {
            offset = offset.next_multiple_of(size.min(16));
            let kind = if kind == 'p' { "arg_bypointer" } else { "arg_byvalue" };
            parts.push(Part { kind, offset, size, index: Some(index) });
            offset += size;
        }
        let code =
            name.bytes().cycle().take(320).enumerate().map(|(at, byte)| byte ^ (at / 7) as u8).collect();
        Self { name, code, relocations: vec![76], inline_size: 32, skip: 128, addressing: "stateless", parts }
    }

    /// The payload of a launch.
    pub fn payload(&self, offset: [u32; 3], local: [u32; 3], arguments: &[&[u8]]) -> Vec<u8> {
        let size = self.parts.iter().map(|part| part.offset + part.size).max().unwrap_or(0);
        let mut payload = vec![0; size];
        for part in &self.parts {
            let bytes: Vec<u8> = match (part.kind, part.index) {
                ("global_id_offset", _) => offset.iter().flat_map(|value| value.to_le_bytes()).collect(),
                ("enqueued_local_size", _) => local.iter().flat_map(|value| value.to_le_bytes()).collect(),
                (_, Some(index)) => arguments[index].to_vec(),
                _ => continue,
            };
            payload[part.offset..part.offset + part.size].copy_from_slice(&bytes);
        }
        payload
    }

    fn description(&self) -> String {
        let mut text = format!(
            "  - name:            {}\n    execution_env:\n      inline_data_payload_size: {}\n      \
             offset_to_skip_per_thread_data_load: {}\n      simd_size:       32\n    payload_arguments:\n",
            self.name, self.inline_size, self.skip
        );
        for part in &self.parts {
            text += &format!("      - arg_type:        {}\n", part.kind);
            text += &format!(
                "        offset:          {}\n        size:            {}\n",
                part.offset, part.size
            );
            if let Some(index) = part.index {
                text += &format!("        arg_index:       {index}\n");
            }
            if part.kind == "arg_bypointer" {
                text += &format!(
                    "        addrmode:        {}\n        addrspace:       global\n",
                    self.addressing
                );
            }
        }
        text
    }
}

/// A driver's file, with something else before and behind its kernels.
#[derive(Default)]
pub struct DriverFile {
    bytes: Vec<u8>,
}

impl DriverFile {
    pub fn new() -> Self {
        Self { bytes: b"\x7fELF this is no kernel's file, and is passed over".to_vec() }
    }

    /// Adds an ELF file with these kernels.
    pub fn with(mut self, kernels: &[Kernel]) -> Self {
        self.bytes.resize(self.bytes.len().next_multiple_of(32), 0xcc);
        self.bytes.extend(elf(kernels));
        self
    }

    pub fn bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// An ELF file for Intel's GPUs.
pub fn elf(kernels: &[Kernel]) -> Vec<u8> {
    const PROGRAM: u32 = 1;
    const RELOCATIONS: u32 = 9;
    let mut sections: Vec<(String, u32, Vec<u8>)> = vec![(String::new(), 0, Vec::new())];
    for kernel in kernels {
        sections.push((format!(".text.{}", kernel.name), PROGRAM, kernel.code.clone()));
        let entries = kernel.relocations.iter().flat_map(|at| [*at, 2]).flat_map(u64::to_le_bytes).collect();
        sections.push((format!(".rel.text.{}", kernel.name), RELOCATIONS, entries));
    }
    let description: String = kernels.iter().map(Kernel::description).collect();
    let description = format!("---\nversion:         '1.73'\nkernels:\n{description}...\n");
    sections.push((".ze_info".to_owned(), 0xff00_0011, description.into_bytes()));
    let mut names = vec![0];
    let mut name_offsets: Vec<u32> = Vec::new();
    for (name, ..) in &sections {
        name_offsets.push(names.len() as u32);
        names.extend(name.bytes().chain([0]));
    }
    name_offsets.push(names.len() as u32);
    names.extend(b".shstrtab\0");
    sections.push((".shstrtab".to_owned(), 3, names));

    let mut contents = Vec::new();
    let mut headers = Vec::new();
    for (index, (_, kind, bytes)) in sections.iter().enumerate() {
        contents.resize(contents.len().next_multiple_of(16), 0);
        let offset = (HEADER + contents.len()) as u64;
        contents.extend(bytes);
        headers.extend(name_offsets[index].to_le_bytes());
        headers.extend(kind.to_le_bytes());
        for value in [0, 0, offset, bytes.len() as u64, 0, 16, 16] {
            headers.extend(u64::to_le_bytes(value));
        }
    }
    contents.resize(contents.len().next_multiple_of(16), 0);

    let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    for half in [3_u16, 205] {
        file.extend(half.to_le_bytes());
    }
    file.extend(1_u32.to_le_bytes());
    for value in [0, 0, (HEADER + contents.len()) as u64] {
        file.extend(u64::to_le_bytes(value));
    }
    file.extend(0_u32.to_le_bytes());
    for half in [HEADER as u16, 0, 0, SECTION as u16, sections.len() as u16, sections.len() as u16 - 1] {
        file.extend(half.to_le_bytes());
    }
    file.extend(contents);
    file.extend(headers);
    file
}
