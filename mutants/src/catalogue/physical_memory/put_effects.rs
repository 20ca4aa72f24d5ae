//! What becomes of an object and its imports with a Put or a Close, and of a handle without its object.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use std::collections::HashMap;
use std::ptr::null;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_put_releases_object",
        "The first Put of an object's handles drops a reference to the object.",
        &["physical_memory.put.keeps_source"],
        ReleasesObject::make,
    ),
    Mutant::new(
        "physical_put_closes_imports",
        "Put closes the imports that were opened from the handle.",
        &["physical_memory.put.keeps_source"],
        ClosesImports::make,
    ),
    Mutant::new(
        "physical_put_stops_exports",
        "An object cannot be exported again after a Put.",
        &["physical_memory.put.keeps_source", "physical_memory.get.success"],
        StopsExports::make,
    ),
    Mutant::new(
        "physical_put_stops_mapping_imports",
        "An import cannot be mapped once its handle was put.",
        &["physical_memory.put.keeps_source"],
        StopsMappingImports::make,
    ),
    Mutant::new(
        "physical_put_empties_imports",
        "A mapping of an import that is made after the Put shows other memory.",
        &["physical_memory.put.keeps_source"],
        EmptiesImports::make,
    ),
    Mutant::new(
        "physical_close_releases_source",
        "Close drops a reference to the source, if its handle was put.",
        &["physical_memory.put.keeps_source"],
        CloseReleasesSource::make,
    ),
    Mutant::new(
        "physical_close_stops_exports",
        "A source cannot be exported again after an import of it was closed.",
        &["physical_memory.put.keeps_source"],
        CloseStopsExports::make,
    ),
    Mutant::new(
        "physical_handle_dies_with_source",
        "The release of the source ends its handles; their Puts still succeed.",
        &["physical_memory.handle_outlives_source"],
        DiesWithSource::make,
    ),
    Mutant::new(
        "physical_put_fails_after_source",
        "A handle cannot be put once its source was released.",
        &["physical_memory.handle_outlives_source"],
        PutFailsAfterSource::make,
    ),
    Mutant::new(
        "physical_handle_shows_successor",
        "A handle of a released object opens the object that was made next.",
        &["physical_memory.handle_outlives_source"],
        ShowsSuccessor::make,
    ),
    Mutant::new(
        "physical_handle_opens_once_after_source",
        "A handle of a released object opens once more only.",
        &["physical_memory.handle_outlives_source"],
        OpensOnceAfterSource::make,
    ),
    Mutant::new(
        "physical_put_empties_source",
        "A mapping of the object that is made after a Put shows other memory.",
        &["physical_memory.put.keeps_source"],
        EmptiesSource::make,
    ),
];

/// The objects that buffers and handles are for.
#[derive(Default)]
struct Sources {
    exported: Mutex<HashMap<Vec<u8>, PhysicalMemHandle>>,
    imported: Mutex<HashMap<PhysicalMemHandle, Vec<u8>>>,
}

impl Sources {
    fn got(&self, call: &Get<'_>) {
        locked(&self.exported).insert(call.bytes(), call.object);
    }

    fn opened(&self, call: &Open<'_>) {
        locked(&self.imported).insert(call.opened(), call.bytes());
    }

    /// The source of a handle.
    fn of(&self, bytes: &[u8]) -> Option<PhysicalMemHandle> {
        locked(&self.exported).get(bytes).copied()
    }

    /// The handle that an import was opened from.
    fn handle_of(&self, import: PhysicalMemHandle) -> Option<Vec<u8>> {
        locked(&self.imported).get(&import).cloned()
    }

    /// The imports of a handle.
    fn imports_of(&self, bytes: &[u8]) -> Vec<PhysicalMemHandle> {
        let imported = locked(&self.imported);
        imported.iter().filter(|(_, handle)| *handle == bytes).map(|(import, _)| *import).collect()
    }
}

/// Defines a layer with [`Sources`] that are kept up to date; the rest is given.
macro_rules! with_sources {
    ($type:ident { $($state:tt)* } $($rest:tt)*) => {
        physical!($type { sources: Sources, $($state)* }
            get(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.sources.got(&call);
                }
                result
            }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.sources.opened(&call);
                }
                result
            }
            $($rest)*
        );
    };
}

with_sources!(ReleasesObject { released: Known }
    put(this, call) {
        let bytes = call.bytes();
        let result = call.run();
        if result.is_success() && let Some(object) = this.sources.of(&bytes) && this.released.add(object.address()) {
            Release { below: call.below, object }.run();
        }
        result
    }
);

with_sources!(ClosesImports {}
    put(this, call) {
        for object in this.sources.imports_of(&call.bytes()) {
            Close { below: call.below, context: call.context, object }.run();
        }
        call.run()
    }
);

physical!(StopsExports { objects: Mutex<HashMap<Vec<u8>, PhysicalMemHandle>>, stopped: Known }
    get(this, call) {
        if this.stopped.has(call.object.address()) {
            return UrResult::ERROR_INVALID_ARGUMENT;
        }
        let result = call.run();
        if result.is_success() {
            locked(&this.objects).insert(call.bytes(), call.object);
        }
        result
    }
    put(this, call) {
        if let Some(object) = locked(&this.objects).remove(&call.bytes()) {
            this.stopped.add(object.address());
        }
        call.run()
    }
);

with_sources!(StopsMappingImports { dead: Known }
    put(this, call) {
        for object in this.sources.imports_of(&call.bytes()) {
            this.dead.add(object.address());
        }
        call.run()
    }
    map(this, call) {
        if this.dead.has(call.object.address()) { UrResult::ERROR_INVALID_MEM_OBJECT } else { call.run() }
    }
);

with_sources!(EmptiesImports { dead: Known }
    put(this, call) {
        for object in this.sources.imports_of(&call.bytes()) {
            this.dead.add(object.address());
        }
        call.run()
    }
    map(this, call) {
        if !this.dead.has(call.object.address()) {
            return call.run();
        }
        let device = property(call.below, call.object, PhysicalMemInfo::DEVICE);
        let size = property(call.below, call.object, PhysicalMemInfo::SIZE);
        let mut other = PhysicalMemHandle::NULL;
        let below = call.below;
        let (context, properties, out) = (call.context, null(), &raw mut other);
        Create { below, context, device, size, properties, out }.run();
        let result = Map { object: other, ..call }.run();
        Release { below, object: other }.run();
        result
    }
);

with_sources!(CloseReleasesSource {}
    put(this, call) {
        let bytes = call.bytes();
        for object in this.sources.imports_of(&bytes) {
            locked(&this.sources.imported).insert(object, [&bytes[..], b"put"].concat());
        }
        call.run()
    }
    close(this, call) {
        let handle = this.sources.handle_of(call.object);
        let result = call.run();
        let put = handle.as_deref().and_then(|handle| handle.strip_suffix(b"put"));
        if result.is_success() && let Some(object) = put.and_then(|handle| this.sources.of(handle)) {
            Release { below: call.below, object }.run();
        }
        result
    }
);

physical!(CloseStopsExports { exported: Mutex<HashMap<Vec<u8>, PhysicalMemHandle>>, imports: Imports, stopped: Known }
    get(this, call) {
        if this.stopped.has(call.object.address()) {
            return UrResult::ERROR_INVALID_ARGUMENT;
        }
        let result = call.run();
        if result.is_success() {
            locked(&this.exported).insert(call.bytes(), call.object);
        }
        result
    }
    open(this, call) {
        let result = call.run();
        if result.is_success() && let Some(source) = locked(&this.exported).get(&call.bytes()) {
            locked(&this.imports).insert(call.opened(), *source);
        }
        result
    }
    close(this, call) {
        if let Some(source) = locked(&this.imports).remove(&call.object) {
            this.stopped.add(source.address());
        }
        call.run()
    }
);

/// Imports, with their sources.
type Imports = Mutex<HashMap<PhysicalMemHandle, PhysicalMemHandle>>;

/// Whether an object that was exported is gone.
fn gone(below: &dyn UrIpc, object: Option<PhysicalMemHandle>) -> bool {
    object.is_some_and(|object| references(below, object) == 0)
}

physical!(DiesWithSource { sources: Sources }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.sources.got(&call);
        }
        result
    }
    open(this, call) {
        let source = this.sources.of(&call.bytes());
        if gone(call.below, source) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
);

with_sources!(PutFailsAfterSource {}
    put(this, call) {
        let source = this.sources.of(&call.bytes());
        if gone(call.below, source) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
);

physical!(ShowsSuccessor { sources: Sources, made: Mutex<Vec<PhysicalMemHandle>>, opened: Known }
    create(this, call) {
        let result = call.run();
        if result.is_success() {
            locked(&this.made).push(call.made());
        }
        result
    }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.sources.got(&call);
        }
        result
    }
    open(this, call) {
        let source = this.sources.of(&call.bytes());
        let made = locked(&this.made);
        let next = made.iter().skip_while(|made| Some(**made) != source).nth(1).copied();
        match next {
            Some(object) if gone(call.below, source) => {
                this.opened.add(object.address());
                Retain { below: call.below, object }.run();
                call.give(object)
            }
            _ => call.run(),
        }
    }
    close(this, call) {
        if !this.opened.has(call.object.address()) {
            return call.run();
        }
        Release { below: call.below, object: call.object }.run()
    }
);

physical!(OpensOnceAfterSource { sources: Sources, opened: Handles }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.sources.got(&call);
        }
        result
    }
    open(this, call) {
        let bytes = call.bytes();
        if !gone(call.below, this.sources.of(&bytes)) {
            return call.run();
        }
        if this.opened.has(&bytes) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        this.opened.add(bytes);
        call.run()
    }
);

with_sources!(EmptiesSource { emptied: Known }
    put(this, call) {
        if let Some(object) = this.sources.of(&call.bytes()) {
            this.emptied.add(object.address());
        }
        call.run()
    }
    map(this, call) {
        if !this.emptied.has(call.object.address()) {
            return call.run();
        }
        let device = property(call.below, call.object, PhysicalMemInfo::DEVICE);
        let mut other = PhysicalMemHandle::NULL;
        let (below, context, size) = (call.below, call.context, call.size);
        Create { below, context, device, size, properties: null(), out: &raw mut other }.run();
        let result = Map { object: other, ..call }.run();
        Release { below, object: other }.run();
        result
    }
);
