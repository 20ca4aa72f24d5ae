//! Copies of rows.

use super::Verb;
use crate::generate::Draft;
use crate::state::{Kind, NotEnabled, ObservedCapability, State, why};
use crate::{Allowed, Blocks, Name, Observed, Process, verb};
use ur_ipc_api::{Family, UrResult};

impl Verb for verb::CopyRows {
    const LASTS: bool = true;

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let (from, to) = (self.rows(self.from, self.from_pitch)?, self.rows(self.to, self.to_pitch)?);
        if self.from.count() != self.to.count() {
            return why(self.to.of, "gets rows of another length than are copied");
        }
        let used: Vec<(Blocks, bool)> = self.used(&from, &to).collect();
        let command = state.judge_command(process, self.queue, &self.after, &used)?;
        let (_, context) = state.queue(process, self.queue)?;
        let (one, start) = state.reach(process, self.from, context, false)?;
        let (other, end) = state.reach(process, self.to, context, true)?;
        if state.storages[one].bytes != state.storages[other].bytes {
            return why(self.to.of, "has blocks of another size than what is copied");
        }
        let apart = |one: usize, other: usize| one.abs_diff(other) >= self.from.count() as usize;
        let first = |at: usize, rows: &[Blocks], row: &Blocks| at + (row.from - rows[0].from) as usize;
        let is_apart =
            |row: &Blocks| to.iter().all(|other| apart(first(start, &from, row), first(end, &to, other)));
        if one == other && !from.iter().all(is_apart) {
            return why(self.to.of, "would overlap what is copied");
        }
        // A device may have no copies of rows.
        let known = !command.0.is_empty() && state.capabilities.contains(&ObservedCapability::CopiesRows);
        let is_import = |blocks: Blocks, storage: usize| {
            state.is_imported(process, blocks.of) && state.storages[storage].family == Family::Memory
        };
        Ok(if known && (is_import(self.from, one) || is_import(self.to, other)) {
            Allowed::success(&["memory.open.copies_2d"])
        } else {
            Allowed::default()
        })
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        // Who has no such copies does nothing.
        if observed.is(UrResult::ERROR_UNSUPPORTED_FEATURE) {
            return;
        }
        let Ok((_, context)) = state.queue(process, self.queue) else { return };
        let (Ok(from), Ok(to)) = (self.rows(self.from, self.from_pitch), self.rows(self.to, self.to_pitch))
        else {
            return;
        };
        let mut copied = Vec::new();
        for row in &from {
            let Ok((storage, first)) = state.reach(process, *row, context, false) else { return };
            let blocks = &state.storages[storage].blocks[first..first + row.count() as usize];
            copied.extend(blocks.iter().map(|block| block.value.filter(|_| observed.succeeded())));
        }
        if observed.succeeded() && [self.from, self.to].iter().all(|side| state.is_own(process, side.of)) {
            state.capabilities.insert(ObservedCapability::CopiesRows);
        }
        let used: Vec<(Blocks, bool)> = self.used(&from, &to).collect();
        state.take_command(process, self.queue, &self.after, &used, |number| copied[number as usize]);
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        // What was opened comes first as often as not, as there is little of it.
        let opened = draft.own(process, |kind| matches!(kind, Kind::Memory { imported: true, .. }));
        let (first, queue, after) = match opened.filter(|_| draft.chance(2)) {
            Some(of) => {
                let (most, queue) = (draft.blocks_of(of)?, draft.queue_beside(of)?);
                (draft.blocks(of, most), queue, draft.wait_list(process, queue))
            }
            None => draft.command(process)?,
        };
        let context = draft.state.objects.get(&first.of)?.context;
        let second = draft.target(process, Some(context))?;
        let (from, to) = if draft.chance(2) { (first, second) } else { (second, first) };
        let mut side = |of: Name, from: u32| {
            // Behind the start there is less room for rows.
            let from = if draft.chance(3) { from } else { 0 };
            Some((Blocks { of, from, to: from + 1 }, draft.blocks_of(of)? - from))
        };
        let ((from, from_most), (to, to_most)) = (side(from.of, from.from)?, side(to.of, to.from)?);
        let most = from_most.min(to_most);
        // Rows take less than half of what there is, and begin so close to each other that there can be more than one.
        let width = 1 + draft.below((most / 2).max(1) as usize) as u32;
        let mut pitch = |most: u32| {
            let apart = (most - width).saturating_sub(width).min(MOST_APART);
            width + draft.below(apart as usize + 1) as u32
        };
        let (from_pitch, to_pitch) = (pitch(from_most), pitch(to_most));
        let rows = |most: u32, pitch: u32| (most - width) / pitch + 1;
        let height = rows(from_most, from_pitch).min(rows(to_most, to_pitch));
        let height = if draft.chance(3) { 1 + draft.below(height as usize) as u32 } else { height };
        let cut = |blocks: Blocks| Blocks { to: blocks.from + width, ..blocks };
        Some(Self { from: cut(from), from_pitch, to: cut(to), to_pitch, height, queue, after })
    }
}

/// Between two rows are fewer blocks.
const MOST_APART: u32 = 4;

impl verb::CopyRows {
    /// The rows of one side.
    fn rows(&self, first: Blocks, pitch: u32) -> Result<Vec<Blocks>, NotEnabled> {
        if pitch < first.count() {
            return why(first.of, "has rows that are longer than their pitch");
        }
        let last = u64::from(pitch) * u64::from(self.height - 1) + u64::from(first.to);
        if last > u64::from(Blocks::MOST) {
            return why(first.of, "has not so many blocks");
        }
        let row =
            |number| Blocks { from: first.from + number * pitch, to: first.to + number * pitch, ..first };
        Ok((0..self.height).map(row).collect())
    }

    /// Lists the blocks that are read (`false`) and those that are written (`true`).
    fn used<'r>(
        &self,
        from: &'r [Blocks],
        to: &'r [Blocks],
    ) -> impl Iterator<Item = (Blocks, bool)> + use<'r> {
        from.iter().map(|row| (*row, false)).chain(to.iter().map(|row| (*row, true)))
    }
}

impl State {
    /// Whether it is USM memory that was allocated in this process.
    fn is_own(&self, process: Process, name: Name) -> bool {
        !self.is_imported(process, name) && self.family_of(name) == Some(Family::Memory)
    }
}
