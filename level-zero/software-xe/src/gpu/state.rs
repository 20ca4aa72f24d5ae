//! The state of an engine between commands, and the conditions that it waits for.

use crate::gpu::registers::{PREDICATE_RESULT, PREDICATE_RESULT_2, Registers};

/// Bytes of a value that a semaphore looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// Four bytes.
    Dword,
    /// Eight bytes.
    Qword,
}

/// The comparison of a semaphore: memory is on the left, its value on the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    /// `memory > value`
    Greater,
    /// `memory >= value`
    GreaterOrEqual,
    /// `memory < value`
    Less,
    /// `memory <= value`
    LessOrEqual,
    /// `memory == value`
    Equal,
    /// `memory != value`
    NotEqual,
}

impl Compare {
    /// The operation of a command's field; 6 and 7 mean none.
    pub(super) fn from_field(field: u32) -> Option<Self> {
        Some(match field {
            0 => Self::Greater,
            1 => Self::GreaterOrEqual,
            2 => Self::Less,
            3 => Self::LessOrEqual,
            4 => Self::Equal,
            5 => Self::NotEqual,
            _ => return None,
        })
    }

    /// True if what is in memory lets the semaphore pass.
    pub fn holds(self, memory: u64, value: u64) -> bool {
        match self {
            Self::Greater => memory > value,
            Self::GreaterOrEqual => memory >= value,
            Self::Less => memory < value,
            Self::LessOrEqual => memory <= value,
            Self::Equal => memory == value,
            Self::NotEqual => memory != value,
        }
    }
}

/// When commands that can be predicated do nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Predicate {
    #[default]
    Never,
    OnResult2Clear,
    OnResult2Set,
    OnResultClear,
    OnResultSet,
    Always,
}

impl Predicate {
    pub(super) fn from_field(field: u32) -> Option<Self> {
        Some(match field {
            0 => Self::Never,
            1 => Self::OnResult2Clear,
            2 => Self::OnResult2Set,
            3 => Self::OnResultClear,
            4 => Self::OnResultSet,
            15 => Self::Always,
            _ => return None,
        })
    }
}

/// The bases of the offsets in compute commands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bases {
    /// Of a walker's indirect data.
    pub(super) general: u64,
    /// Of kernels.
    pub(super) instruction: u64,
}

/// The context of a queue on an engine: it outlives batches.
#[derive(Debug, Default)]
pub(super) struct GpuState {
    pub(super) registers: Registers,
    pub(super) predicate: Predicate,
    pub(super) bases: Bases,
}

impl GpuState {
    /// True if a command that asks for the predicate does nothing now.
    pub(super) fn suppressed(&self) -> bool {
        let set = |register| self.registers.own(register) & 1 == 1;
        match self.predicate {
            Predicate::Never => false,
            Predicate::OnResult2Clear => !set(PREDICATE_RESULT_2),
            Predicate::OnResult2Set => set(PREDICATE_RESULT_2),
            Predicate::OnResultClear => !set(PREDICATE_RESULT),
            Predicate::OnResultSet => set(PREDICATE_RESULT),
            Predicate::Always => true,
        }
    }
}
