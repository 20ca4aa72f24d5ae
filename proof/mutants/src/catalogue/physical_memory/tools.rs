//! Tools for defects of physical memory.

pub(super) use crate::catalogue::tools::*;
pub(super) use crate::layer::call::{
    ipc_close_phys_mem_handle_exp as close, ipc_get_phys_mem_handle_exp as get,
    ipc_open_phys_mem_handle_exp as open, ipc_put_phys_mem_handle_exp as put, physical_mem_create as create,
    physical_mem_get_info as info, virtual_mem_map as map, virtual_mem_unmap as unmap,
};

use std::hash::Hash;

/// The host backend's granularity in bytes.
pub(super) const GRANULE: usize = 64 * 1024;

/// Adds each of these.
pub(super) fn add_all<T: Eq + Hash>(set: &Set<T>, items: impl IntoIterator<Item = T>) {
    for item in items {
        set.add(item);
    }
}

/// Adds a reference; false if the object is gone.
pub(super) fn retain(object: impl Into<Ptr>, ur: &Below) -> bool {
    Retain { family: Physical, object: object.into() }.run(ur).is_success()
}

/// Adds a reference to each of these.
pub(super) fn retain_all(objects: impl IntoIterator<Item: Into<Ptr>>, ur: &Below) {
    for object in objects {
        retain(object, ur);
    }
}

/// Drops a reference; false if the object is gone.
pub(super) fn release(object: impl Into<Ptr>, ur: &Below) -> bool {
    Release { family: Physical, context: ContextHandle::NULL, object: object.into() }.run(ur).is_success()
}

/// Drops a reference to each of these.
pub(super) fn release_all(objects: impl IntoIterator<Item: Into<Ptr>>, ur: &Below) {
    for object in objects {
        release(object, ur);
    }
}

/// The size of an object; 0 if it is gone.
pub(super) fn size(object: PhysicalMemHandle, ur: &Below) -> usize {
    ur.physical_info(object, PhysicalMemInfo::SIZE).unwrap_or_default()
}

/// The object of this process that an import is of.
pub(super) fn source(import: PhysicalMemHandle, ur: &Below) -> Option<PhysicalMemHandle> {
    ur.source_of_import(import).map(|source| PhysicalMemHandle(source.0))
}

/// The object whose handle stands there.
pub(super) fn exported(data: Ptr, ur: &Below) -> Option<PhysicalMemHandle> {
    ur.export_at(data).map(|export| PhysicalMemHandle(export.source.0))
}

/// The imports that were opened from these bytes, and live.
pub(super) fn imports_of(bytes: &[u8], ur: &Below) -> Vec<PhysicalMemHandle> {
    let imports = ur.imports(Physical).into_iter().filter(|import| import.bytes == bytes);
    imports.map(|import| PhysicalMemHandle(import.object.0)).collect()
}

/// True if nothing but its bytes can keep an Open of physical memory from success.
pub(super) fn well_formed(c: &Open) -> bool {
    c.family == Physical && !c.context.is_null() && !c.device.is_null() && !c.object.is_null()
}

/// Gives new memory of this size as what was opened.
pub(super) fn open_other(c: &Open, size: usize, ur: &Below) -> UrResult {
    let (properties, physical_mem) = (In::NULL, Out(c.object.0.cast()));
    create { context: c.context, device: c.device, size, properties, physical_mem }.run(ur)
}

/// Closes what was given as opened, whatever it is.
pub(super) fn close_other(c: &close, ur: &Below) -> Option<UrResult> {
    let given = !c.context.is_null() && ur.is_import(c.phys_mem);
    given.then(|| physical_mem_release { physical_mem: c.phys_mem }.run(ur))
}

/// Maps new memory where a call would map an object.
pub(super) fn map_other(c: &map, ur: &Below) -> UrResult {
    let (context, size) = (c.context, c.size);
    let device = ur.physical_info(c.physical_mem, PhysicalMemInfo::DEVICE).unwrap_or_default();
    let mut other = PhysicalMemHandle::NULL;
    let (properties, physical_mem) = (In::NULL, Out::of(&mut other));
    create { context, device, size, properties, physical_mem }.run(ur);
    // The mapping keeps its object alive.
    let result = map { physical_mem: other, offset: 0, ..*c }.run(ur);
    release(other, ur);
    result
}

/// The mappings of objects: the calls that made them, by their starts.
#[derive(Default)]
pub(super) struct Maps(Notes<Ptr, map>);

/// Notes what is mapped and unmapped under a defect.
pub(super) fn noted_in(maps: &'static Maps) -> impl Fn(Defect<'_>) -> Defect<'_> {
    |defect| {
        defect
            .then(|c: &map, _| maps.0.set(c.start, *c))
            .then(|c: &unmap, _| maps.0.lock().retain(|start, _| *start != c.start))
    }
}

impl Maps {
    pub(super) fn at(&self, start: Ptr) -> Option<map> {
        self.0.get(&start)
    }

    /// The one that an address is in.
    pub(super) fn around(&self, at: Ptr) -> Option<map> {
        self.all().into_iter().find(|map| (map.start..map.start.at(map.size)).contains(&at))
    }

    pub(super) fn take(&self, start: Ptr) -> Option<map> {
        self.0.take(&start)
    }

    pub(super) fn all(&self) -> Vec<map> {
        self.0.lock().values().copied().collect()
    }

    pub(super) fn of(&self, object: PhysicalMemHandle) -> Vec<map> {
        self.all().into_iter().filter(|map| map.physical_mem == object).collect()
    }
}
