//! Batches, command by command.

/// The dwords of a batch.
#[derive(Debug, Clone, Default)]
pub struct Batch(pub Vec<u32>);

fn low(value: u64) -> u32 {
    value as u32
}

fn high(value: u64) -> u32 {
    (value >> 32) as u32
}

/// The first dword of a command streamer's command of `length` dwords.
pub fn mi(opcode: u32, length: u32) -> u32 {
    opcode << 23 | (length - 2)
}

impl Batch {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds dwords.
    pub fn raw(mut self, dwords: &[u32]) -> Self {
        self.0.extend(dwords);
        self
    }

    pub fn end(self) -> Self {
        self.raw(&[0x0a << 23])
    }

    pub fn store32(self, at: u64, value: u32) -> Self {
        self.raw(&[mi(0x20, 4), low(at), high(at), value])
    }

    pub fn store64(self, at: u64, value: u64) -> Self {
        self.raw(&[mi(0x20, 5) | 1 << 21, low(at), high(at), low(value), high(value)])
    }

    pub fn load_immediate(self, register: u32, value: u32) -> Self {
        self.raw(&[mi(0x22, 3), register, value])
    }

    /// Loads one of the registers for calculations.
    pub fn load_general(self, number: u32, value: u64) -> Self {
        let register = 0x2600 + number * 8;
        self.load_immediate(register, low(value)).load_immediate(register + 4, high(value))
    }

    pub fn store_register(self, register: u32, at: u64) -> Self {
        self.raw(&[mi(0x24, 4), register, low(at), high(at)])
    }

    /// Stores one of the registers for calculations.
    pub fn store_general(self, number: u32, at: u64) -> Self {
        let register = 0x2600 + number * 8;
        self.store_register(register, at).store_register(register + 4, at + 4)
    }

    pub fn wait(self, at: u64, compare: u32, value: u32) -> Self {
        self.raw(&[mi(0x1c, 5) | compare << 12 | 1 << 15, value, low(at), high(at), 0])
    }

    /// Ends the batch unless what is there compares with the value.
    pub fn end_unless(self, at: u64, compare: u32, value: u32, flags: u32) -> Self {
        self.raw(&[mi(0x36, 4) | 1 << 21 | compare << 12 | flags, value, low(at), high(at)])
    }

    pub fn start(self, at: u64, flags: u32) -> Self {
        self.raw(&[mi(0x31, 3) | 1 << 8 | flags, low(at), high(at)])
    }

    pub fn flush(self, at: u64, value: u64) -> Self {
        self.raw(&[mi(0x26, 5) | 1 << 14, low(at), high(at), low(value), high(value)])
    }

    pub fn copy(self, to: u64, from: u64, length: u32) -> Self {
        self.raw(&[
            2 << 29 | 0x5a << 22 | 8,
            length - 1,
            0,
            0,
            0,
            low(from),
            high(from),
            low(to),
            high(to),
            0,
        ])
    }

    pub fn set(self, to: u64, length: u32, value: u8) -> Self {
        self.raw(&[2 << 29 | 0x5b << 22 | 5, length - 1, 0, 0, low(to), high(to), u32::from(value) << 24])
    }

    /// A pipe control with flags, and an immediate value behind them if there is an address.
    pub fn pipe_control(self, header_flags: u32, flags: u32, write: Option<(u64, u64)>) -> Self {
        let (at, value) = write.unwrap_or((0, 0));
        let operation = u32::from(write.is_some()) << 14;
        self.raw(&[0x7a00_0004 | header_flags, flags | operation, low(at), high(at), low(value), high(value)])
    }

    pub fn bases(self, general: u64, instruction: u64) -> Self {
        let mut dwords = [0; 22];
        dwords[0] = 0x6101_0014;
        dwords[1] = low(general) | 1;
        dwords[2] = high(general);
        dwords[10] = low(instruction) | 1;
        dwords[11] = high(instruction);
        self.raw(&dwords)
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|dword| dword.to_le_bytes()).collect()
    }
}
