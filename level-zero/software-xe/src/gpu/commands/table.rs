//! The table of commands.

use super::store;
use super::{
    CommandKind, Engines, Execute, Length, atomic, blitter, dispatch, flow, flush, math, registers,
    semaphore, state,
};
use crate::gpu::engine::EngineClass;
use crate::gpu::fault::Reason;

const BYTE_LENGTH: u32 = 8;

/// A command of the command streamer, by its opcode in bits 23 to 28.
const fn mi(name: &'static str, opcode: u32, length: Length, execute: Execute) -> CommandKind {
    CommandKind { name, mask: 0xff80_0000, value: opcode << 23, length, engines: Engines::All, execute }
}

/// A command of the copy engine, by its opcode in bits 22 to 28.
const fn copy(name: &'static str, opcode: u32, least: usize, most: usize, execute: Execute) -> CommandKind {
    let value = 2 << 29 | opcode << 22;
    let length = Length::Field { bits: BYTE_LENGTH, least, most };
    CommandKind { name, mask: 0xffc0_0000, value, length, engines: Engines::Copy, execute }
}

/// A command of the compute pipeline, by the upper half of its first dword.
const fn compute(name: &'static str, upper: u32, least: usize, most: usize, execute: Execute) -> CommandKind {
    let length = Length::Field { bits: BYTE_LENGTH, least, most };
    CommandKind { name, mask: 0xffff_0000, value: upper << 16, length, engines: Engines::Compute, execute }
}

/// Of this length alone.
const fn exactly(dwords: usize) -> Length {
    between(dwords, dwords)
}

const fn between(least: usize, most: usize) -> Length {
    Length::Field { bits: BYTE_LENGTH, least, most }
}

static COMMANDS: &[CommandKind] = &[
    mi("MI_NOOP", 0x00, Length::One, flow::nothing),
    mi("MI_SET_PREDICATE", 0x01, Length::One, flow::set_predicate),
    mi("MI_USER_INTERRUPT", 0x02, Length::One, flow::nothing),
    mi("MI_ARB_CHECK", 0x05, Length::One, flow::nothing),
    mi("MI_ARB_ON_OFF", 0x08, Length::One, flow::nothing),
    CommandKind {
        name: "MI_MEM_FENCE",
        mask: 0xfffe_0000,
        value: 0x09 << 23,
        length: Length::One,
        engines: Engines::All,
        execute: flush::memory_fence,
    },
    mi("MI_BATCH_BUFFER_END", 0x0a, Length::One, flow::batch_end),
    mi("MI_MATH", 0x1a, between(2, 257), math::math),
    mi("MI_SEMAPHORE_WAIT", 0x1c, between(4, 5), semaphore::wait),
    CommandKind {
        name: "MI_STORE_DATA_IMM",
        mask: 0xff80_0000,
        value: 0x20 << 23,
        length: Length::Field { bits: 10, least: 4, most: 1025 },
        engines: Engines::All,
        execute: store::store_data,
    },
    mi("MI_LOAD_REGISTER_IMM", 0x22, between(3, 257), registers::load_immediate),
    mi("MI_STORE_REGISTER_MEM", 0x24, exactly(4), registers::store_to_memory),
    CommandKind {
        name: "MI_FLUSH_DW",
        mask: 0xff80_0000,
        value: 0x26 << 23,
        length: Length::Field { bits: 6, least: 3, most: 5 },
        engines: Engines::CopyAndMedia,
        execute: flush::flush,
    },
    mi("MI_REPORT_PERF_COUNT", 0x28, exactly(4), store::report_counters),
    mi("MI_LOAD_REGISTER_MEM", 0x29, exactly(4), registers::load_from_memory),
    mi("MI_LOAD_REGISTER_REG", 0x2a, exactly(3), registers::load_register),
    mi("MI_COPY_MEM_MEM", 0x2e, exactly(5), store::copy_dword),
    mi("MI_ATOMIC", 0x2f, between(3, 11), atomic::atomic),
    mi("MI_BATCH_BUFFER_START", 0x31, exactly(3), flow::batch_start),
    mi("MI_CONDITIONAL_BATCH_BUFFER_END", 0x36, exactly(4), flow::conditional_end),
    copy("XY_BLOCK_COPY_BLT", 0x41, 22, 22, blitter::block_copy),
    copy("XY_FAST_COLOR_BLT", 0x44, 16, 16, blitter::fast_color),
    copy("MEM_COPY", 0x5a, 10, 10, blitter::memory_copy),
    copy("MEM_SET", 0x5b, 7, 7, blitter::memory_set),
    compute("STATE_PREFETCH", 0x6003, 4, 4, state::ignore),
    compute("STATE_BASE_ADDRESS", 0x6101, 22, 22, state::base_address),
    compute("STATE_SIP", 0x6102, 3, 3, state::ignore),
    compute("STATE_COMPUTE_MODE", 0x6105, 2, 3, state::ignore),
    compute("3DSTATE_BTD", 0x6106, 2, 8, state::ignore),
    CommandKind {
        name: "STATE_SYSTEM_MEM_FENCE_ADDRESS",
        mask: 0xffff_0000,
        value: 0x6109_0000,
        length: exactly(3),
        // Copy engines need the place for their fences as well.
        engines: Engines::All,
        execute: state::ignore,
    },
    compute("STATE_CONTEXT_DATA_BASE_ADDRESS", 0x610b, 3, 3, state::ignore),
    CommandKind {
        name: "PIPELINE_SELECT",
        mask: 0xffff_0000,
        value: 0x6904_0000,
        length: Length::One,
        engines: Engines::Compute,
        execute: state::ignore,
    },
    compute("3DSTATE_BINDING_TABLE_POOL_ALLOC", 0x7919, 4, 4, state::ignore),
    compute("PIPE_CONTROL", 0x7a00, 6, 6, flush::pipe_control),
    CommandKind {
        name: "CFE_STATE",
        mask: 0xfffc_0000,
        value: 0x7200_0000,
        length: between(6, 6),
        engines: Engines::Compute,
        execute: state::ignore,
    },
    CommandKind {
        name: "COMPUTE_WALKER",
        mask: 0xfffc_0000,
        value: 0x7208_0000,
        length: between(39, 40),
        engines: Engines::Compute,
        execute: dispatch::walker,
    },
    CommandKind {
        name: "RESOURCE_BARRIER",
        mask: 0xfc00_0000,
        value: 5 << 29 | 3 << 26,
        length: between(5, 5),
        engines: Engines::Compute,
        execute: flush::resource_barrier,
    },
];

/// The command of an engine that begins with `header`.
pub(in crate::gpu) fn find(header: u32, class: EngineClass) -> Result<&'static CommandKind, Reason> {
    COMMANDS
        .iter()
        .find(|command| header & command.mask == command.value && command.engines.have(class))
        .ok_or(Reason::Unknown { header, engine: class.name() })
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    #[test]
    fn no_header_is_that_of_two_commands() {
        for (at, one) in COMMANDS.iter().enumerate() {
            assert_eq!(one.value & !one.mask, 0, "{}: bits outside of its mask", one.name);
            for other in &COMMANDS[at + 1..] {
                let common = one.mask & other.mask;
                assert_ne!(one.value & common, other.value & common, "{} and {}", one.name, other.name);
            }
        }
    }

    #[test]
    fn a_command_of_the_copy_engine_is_none_of_a_compute_engine() {
        let header = 2 << 29 | 0x5a << 22 | 8;
        assert!(find(header, EngineClass::Copy).is_ok());
        assert!(matches!(find(header, EngineClass::Compute), Err(Reason::Unknown { .. })));
    }

    #[test]
    fn fields_are_cut_out_of_dwords() {
        assert_eq!(words::bits(0xdead_beef, 8, 15), 0xbe);
        assert_eq!(words::bits(0xdead_beef, 0, 31), 0xdead_beef);
        assert!(words::bit(0x8000_0000, 31));
    }
}
