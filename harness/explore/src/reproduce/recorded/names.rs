//! Names in a program for the names in a record.

use crate::reproduce::things::ThingKind;
use std::collections::BTreeMap;
use ur_ipc_fixtures::Named;
use ur_ipc_fixtures::api::Family;
use ur_ipc_model::{Name, Process};

/// Something that a process made or opened.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    /// Its names: what is opened again may be the same thing once more.
    pub names: Vec<Name>,
    pub kind: ThingKind,
    pub context: Name,
    pub imported: bool,
}

impl Thing {
    pub(super) fn name(&self) -> Name {
        self.names[self.names.len() - 1]
    }
}

/// Addresses that were reserved, and what is mapped there.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub size: u64,
    pub mapping: Option<Name>,
}

/// The bytes of a handle.
#[derive(Clone, Debug)]
pub(super) struct RecordedHandle {
    pub name: Name,
    pub process: Process,
    pub context: Name,
    pub family: Family,
    pub size: u64,
    pub put: bool,
}

/// All that a program has names for.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub things: BTreeMap<(Process, Named), Thing>,
    pub ranges: BTreeMap<(Process, Named), Range>,
    pub handles: Vec<(Named, RecordedHandle)>,
    numbers: BTreeMap<char, u32>,
}

impl Names {
    /// A name that nothing has.
    pub(super) fn new_name(&mut self, letter: char) -> Name {
        let number = self.numbers.entry(letter).or_default();
        *number += 1;
        Name { letter, number: *number }
    }

    /// Takes note of what came back under this name.
    pub(super) fn made(&mut self, process: Process, told: Named, thing: Thing) {
        let key = (process, told.bare());
        match self.things.get_mut(&key) {
            Some(known) => known.names.extend(thing.names),
            None => drop(self.things.insert(key, thing)),
        }
    }

    /// The handle with these bytes: of several the last that was not put.
    pub(super) fn handle(&mut self, bytes: Named) -> Option<&mut RecordedHandle> {
        let at = self.handles.iter().rposition(|(known, handle)| *known == bytes && !handle.put);
        let at = at.or_else(|| self.handles.iter().rposition(|(known, _)| *known == bytes))?;
        Some(&mut self.handles[at].1)
    }
}
