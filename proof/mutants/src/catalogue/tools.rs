//! Tools for defects on the host backend.

pub(super) use super::Catalogue;
pub(super) use crate::Manifestation;
pub(super) use crate::change::Defect;
pub(super) use crate::layer::call::*;
pub(super) use crate::layer::codes::*;
pub(super) use crate::layer::sharing::*;
pub(super) use crate::layer::{Below, Call, Counter, Export, Import, In, Kept, Notes, Out, Ptr, Set, Waits};
pub(super) use ur_ipc_api::*;
pub(super) use ur_ipc_host::handle_data::{HandleData, SIZE};

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::process;
use std::thread::sleep;
use std::time::Duration;

/// An address at which there is nothing.
pub(super) const DANGLING: Ptr = Ptr(std::ptr::dangling_mut::<u64>().cast());

/// The families, by their names in ids and in sentences.
pub(super) const FAMILIES: [(Family, &str, &str); 3] = [
    (Memory, "memory", "USM memory"),
    (Physical, "physical", "physical memory"),
    (Event, "event", "an event"),
];

/// The number of values that a counter of one byte tells apart.
pub(super) const COUNTED: usize = 256;

/// State that several closures of a defect share. Mutants stay until the process ends.
pub(crate) fn shared<T: Default>() -> &'static T {
    Box::leak(Box::default())
}

/// Loses a descriptor, as code does that forgets to close its copy.
pub(crate) fn leak_descriptor() {
    std::mem::forget(File::open("/dev/null"));
}

/// Long enough for the other threads of a test to come in between.
pub(super) const MEANWHILE: Duration = Duration::from_micros(300);

/// Does something in place of calls that begin while another one is running.
pub(super) fn at_once<C: Call>(
    body: impl Fn(&C, &Below) -> UrResult + Send + Sync + 'static,
) -> impl Fn(&C, &Below) -> Option<UrResult> + Send + Sync + 'static {
    let running = Counter::default();
    move |c: &C, ur: &Below| {
        let first = running.next() == 0;
        if first {
            sleep(MEANWHILE);
        }
        let result = if first { c.run(ur) } else { body(c, ur) };
        running.back();
        Some(result)
    }
}

/// The ranges in which imports are mapped.
pub(super) type Mapped = Kept<Vec<Range<Ptr>>>;

impl Mapped {
    pub(super) fn has(&self, at: Ptr) -> bool {
        self.lock().iter().any(|range| range.contains(&at))
    }
}

/// Has a defect know where imports are mapped.
pub(super) fn knowing_mapped(defect: Defect<'_>) -> (Defect<'_>, &'static Mapped) {
    let mapped = shared::<Mapped>();
    let note = move |c: &virtual_mem_map, ur: &Below| {
        ur.is_import(c.physical_mem).then(|| mapped.lock().push(c.start..c.start.at(c.size)))
    };
    (defect.then(note), mapped)
}

/// The content of the handle that an import was opened from.
pub(super) fn handle_of(import: impl Into<Ptr>, ur: &Below) -> Option<HandleData> {
    let import = ur.import(import)?;
    handle(import.family, &import.bytes)
}

/// The opened memory that an address is in, if it is in such.
pub(super) fn import_at(ur: &Below, mem: Ptr) -> Option<Import> {
    ur.imports(Memory).into_iter().find(|import| {
        let base = |mem| ur.alloc_info::<Ptr>(import.context, mem, UsmAllocInfo::BASE_PTR);
        base(mem).is_some_and(|own| base(import.object) == Some(own))
    })
}

/// The command that stands in a queue in the place of a fill that is made later.
pub(super) fn stand_in(fill: &enqueue_usm_fill) -> enqueue_events_wait_with_barrier {
    let enqueue_usm_fill { queue, num_events_in_wait_list, event_wait_list, event, .. } = *fill;
    enqueue_events_wait_with_barrier { queue, num_events_in_wait_list, event_wait_list, event }
}

/// True if this is an import from another process.
pub(super) fn is_foreign(import: impl Into<Ptr>, ur: &Below) -> bool {
    handle_of(import, ur).is_some_and(|handle| handle.pid.cast_unsigned() != process::id())
}

/// True if the process that exported is gone.
pub(super) fn is_orphan(handle: &HandleData) -> bool {
    !Path::new(&format!("/proc/{}", handle.pid)).exists()
}

/// A field of handles, by what changes all of it.
pub(super) type Field = fn(&mut HandleData);

/// The range of a field in the bytes of a handle: the bytes that change with it, except the checksum at their end.
pub(super) fn place_of(field: Field) -> Range<usize> {
    let plain = HandleData {
        family: Memory,
        pid: 0,
        fd: 0,
        slot: 0,
        token: 0,
        object: 0,
        base: 0,
        size: 0,
        offset: 0,
        device: [0; 16],
        namespace: 0,
    };
    let mut changed = plain;
    field(&mut changed);
    let (plain, changed) = (plain.encode(), changed.encode());
    let start = plain.iter().zip(&changed).take_while(|(one, other)| one == other).count();
    let size = plain[start..].iter().zip(&changed[start..]).take_while(|(one, other)| one != other).count();
    start..start + size
}

/// The value that bytes have in a field, whether or not they are a handle; `None` if there are too few or too many.
pub(super) fn said(c: &Open, field: Field) -> Option<usize> {
    let bytes = c.bytes();
    let bytes = bytes.get(place_of(field))?;
    Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte)))
}
