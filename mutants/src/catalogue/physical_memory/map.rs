//! Mapping imports, and what the mappings show.

use super::calls::*;
use crate::Legacy as Mutant;
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::null;
use std::sync::Mutex;
use ur_ipc_api::*;

const ALIASES: &[&str] = &["physical_memory.map.aliases_source"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new("physical_map_private", "An import is memory of its own.", ALIASES, Private::make),
    Mutant::new(
        "physical_map_first_granule_only",
        "Only the first granule of an import shows the source; behind it is other memory.",
        ALIASES,
        FirstGranuleOnly::make,
    ),
    Mutant::new(
        "physical_map_last_granule_repeats_first",
        "The last granule of a mapping of a whole import shows the first one again.",
        ALIASES,
        LastRepeatsFirst::make,
    ),
    Mutant::new(
        "physical_map_granules_swapped",
        "A mapping of a whole import of two granules shows them in the wrong order.",
        ALIASES,
        Swapped::make,
    ),
    Mutant::new(
        "physical_map_read_write_is_read_only",
        "An import is mapped read-only, whatever is asked.",
        ALIASES,
        ReadOnlyAlways::make,
    ),
    Mutant::new(
        "physical_map_does_nothing",
        "Mapping an import succeeds and maps nothing.",
        ALIASES,
        MapsNothing::make,
    ),
    Mutant::new(
        "physical_map_fill_too_long",
        "A fill through a mapping of an import writes one byte too many.",
        ALIASES,
        FillTooLong::make,
    ),
    Mutant::new(
        "physical_map_fill_too_short",
        "A fill through a mapping of an import writes one byte too few.",
        ALIASES,
        FillTooShort::make,
    ),
    Mutant::new(
        "physical_map_fill_once",
        "A fill through a mapping of an import writes its pattern once only.",
        ALIASES,
        FillOnce::make,
    ),
    Mutant::new(
        "physical_map_fill_one_granule",
        "A fill through a mapping of an import ends at the granule's end.",
        ALIASES,
        FillOneGranule::make,
    ),
    Mutant::new(
        "physical_map_other_context",
        "An import in another context than the source's is memory of its own.",
        ALIASES,
        OtherContext::make,
    ),
    Mutant::new(
        "physical_map_other_context_refused",
        "An import in another context than the source's cannot be mapped.",
        ALIASES,
        OtherContextRefused::make,
    ),
];

/// The imports, and where they are mapped: the start and the call's size and object.
#[derive(Default)]
pub(super) struct Imported {
    objects: Mutex<Vec<PhysicalMemHandle>>,
    pub(super) mapped: Mutex<HashMap<usize, (usize, PhysicalMemHandle)>>,
}

impl Imported {
    /// Notes an import.
    pub(super) fn opened(&self, object: PhysicalMemHandle) {
        locked(&self.objects).push(object);
    }

    /// Whether this is one.
    pub(super) fn has(&self, object: PhysicalMemHandle) -> bool {
        locked(&self.objects).contains(&object)
    }

    /// Notes where one is mapped.
    pub(super) fn mapped(&self, call: &Map<'_>) {
        locked(&self.mapped).insert(call.start.addr(), (call.size, call.object));
    }

    /// Forgets a mapping.
    pub(super) fn unmapped(&self, start: *const c_void) {
        locked(&self.mapped).remove(&start.addr());
    }

    /// How often an object is mapped.
    pub(super) fn times(&self, object: PhysicalMemHandle) -> usize {
        locked(&self.mapped).values().filter(|(_, mapped)| *mapped == object).count()
    }

    /// Whether an address is in a mapping of an import.
    fn is_in(&self, at: usize) -> bool {
        let mapped = locked(&self.mapped);
        mapped.iter().any(|(start, (size, object))| self.has(*object) && (*start..start + size).contains(&at))
    }
}

/// Maps new memory where a call would map an object.
pub(super) fn map_other(call: &Map<'_>) -> UrResult {
    let mut other = PhysicalMemHandle::NULL;
    let below = call.below;
    let device = property(below, call.object, PhysicalMemInfo::DEVICE);
    let (context, size, properties, out) = (call.context, call.size, null(), &raw mut other);
    Create { below, context, device, size, properties, out }.run();
    // The mapping keeps its object alive.
    let result = Map { object: other, offset: 0, ..*call }.run();
    Release { below, object: other }.run();
    result
}

/// Maps in two pieces: the call's first bytes, and the rest by another call.
pub(super) fn map_pieces(first: &Map<'_>, rest: impl Fn(&Map<'_>) -> UrResult) -> UrResult {
    let result = Map { size: GRANULE, ..*first }.run();
    if !result.is_success() {
        return result;
    }
    rest(&Map {
        start: first.start.wrapping_byte_add(GRANULE),
        size: first.size - GRANULE,
        offset: first.offset + GRANULE,
        ..*first
    })
}

/// Defines a layer that maps imports in another way.
macro_rules! maps_imports {
    ($type:ident, |$this:ident, $call:ident| $map:expr) => {
        physical!($type { imported: Imported }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.imported.opened(call.opened());
                }
                result
            }
            map($this, $call) {
                let result = if $this.imported.has($call.object) { $map } else { $call.run() };
                if result.is_success() {
                    $this.imported.mapped(&$call);
                }
                result
            }
            unmap(this, call) {
                this.imported.unmapped(call.start);
                call.run()
            }
        );
    };
}

maps_imports!(Private, |this, call| map_other(&call));

maps_imports!(FirstGranuleOnly, |this, call| {
    if call.size > GRANULE { map_pieces(&call, map_other) } else { call.run() }
});

maps_imports!(LastRepeatsFirst, |this, call| {
    if call.size > GRANULE { map_pieces(&call, |rest| Map { offset: 0, ..*rest }.run()) } else { call.run() }
});

maps_imports!(Swapped, |this, call| {
    if call.size == 2 * GRANULE && call.offset == 0 {
        map_pieces(&Map { offset: GRANULE, ..call }, |rest| Map { offset: 0, ..*rest }.run())
    } else {
        call.run()
    }
});

maps_imports!(ReadOnlyAlways, |this, call| Map { flags: VirtualMemAccessFlags::READ_ONLY, ..call }.run());

maps_imports!(MapsNothing, |this, call| UrResult::SUCCESS);

/// Defines a layer that fills another number of bytes through mappings of imports.
macro_rules! fills_imports {
    ($type:ident, |$call:ident| $size:expr) => {
        physical!($type { imported: Imported }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.imported.opened(call.opened());
                }
                result
            }
            map(this, call) {
                this.imported.mapped(&call);
                call.run()
            }
            unmap(this, call) {
                this.imported.unmapped(call.start);
                call.run()
            }
            fill(this, $call) {
                let size = if this.imported.is_in($call.at.addr()) { $size } else { $call.size };
                Fill { size, ..$call }.run()
            }
        );
    };
}

fills_imports!(FillTooLong, |call| call.size + call.pattern_size);

fills_imports!(FillTooShort, |call| call.size - call.pattern_size);

fills_imports!(FillOnce, |call| call.pattern_size);

fills_imports!(FillOneGranule, |call| call.size.min(GRANULE - call.at.addr() % GRANULE));

/// Defines a layer that maps imports in another way, if they are in another context than the first object.
macro_rules! maps_in_other_context {
    ($type:ident, |$call:ident| $map:expr) => {
        physical!($type { imported: Imported, first: Mutex<ContextHandle> }
            create(this, call) {
                let mut first = locked(&this.first);
                if first.is_null() {
                    *first = call.context;
                }
                call.run()
            }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.imported.opened(call.opened());
                }
                result
            }
            map(this, $call) {
                let first = *locked(&this.first);
                let other = !first.is_null() && $call.context != first;
                if other && this.imported.has($call.object) { $map } else { $call.run() }
            }
        );
    };
}

maps_in_other_context!(OtherContext, |call| map_other(&call));

maps_in_other_context!(OtherContextRefused, |call| UrResult::ERROR_INVALID_CONTEXT);

pub(super) use maps_imports;
