//! The backend below the layer, and what has been shared through it.

use super::sharing::{Family, SharingCall};
use super::{Kept, Ptr};
use std::sync::Arc;
use ur_ipc_api::*;

/// So much is remembered of each kind, beside what lives: more than a defect looks back, and so little that no test of
/// leaks takes what the layer keeps for one.
const REMEMBERED: usize = 1024;

/// Adds one, in the place of the oldest that has ended if there are too many.
fn remember<T>(all: &mut Vec<T>, new: T, ended: impl Fn(&T) -> bool) {
    if all.len() >= REMEMBERED
        && let Some(oldest) = all.iter().position(ended)
    {
        all.remove(oldest);
    }
    all.push(new);
}

/// The backend below the layer, with what the layer has seen.
pub(crate) struct Below {
    backend: Arc<dyn UrIpc>,
    seen: Kept<Seen>,
}

/// A handle that Get has given.
#[derive(Clone, Debug)]
pub(crate) struct Export {
    pub family: Family,
    /// The object that it was given for.
    pub source: Ptr,
    pub context: ContextHandle,
    /// The address of its bytes.
    pub data: Ptr,
    pub bytes: Vec<u8>,
    /// Whether it has not been put.
    pub lives: bool,
}

/// An import that Open has made.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub family: Family,
    pub object: Ptr,
    pub context: ContextHandle,
    pub device: DeviceHandle,
    /// The bytes that it was opened from.
    pub bytes: Vec<u8>,
    /// Retains that were not taken back.
    pub retained: usize,
    /// Whether it has not been closed, or released for the last time.
    pub lives: bool,
}

#[derive(Default)]
struct Seen {
    exports: Vec<Export>,
    imports: Vec<Import>,
    /// The objects that were released and have not come again.
    released: Vec<(Family, Ptr)>,
}

impl Below {
    pub(super) fn new(backend: Arc<dyn UrIpc>) -> Self {
        Self { backend, seen: Kept::default() }
    }

    pub(crate) fn backend(&self) -> &dyn UrIpc {
        &*self.backend
    }

    /// The same backend, for what outlives the call; it has seen nothing yet.
    pub(crate) fn again(&self) -> Self {
        Self::new(Arc::clone(&self.backend))
    }

    /// Notes what a successful call has done.
    pub(super) fn note(&self, call: &SharingCall) {
        let mut seen = self.seen.lock();
        match call {
            SharingCall::Get(c) => {
                let data = c.data.get().unwrap_or(Ptr::NULL);
                let (family, source, context, bytes) = (c.family, c.object, c.context, c.bytes());
                seen.released.retain(|other| *other != (family, source));
                let export = Export { family, source, context, data, bytes, lives: true };
                remember(&mut seen.exports, export, |export| !export.lives);
            }
            SharingCall::Put(c) => {
                let put = |export: &&mut Export| export.lives && export.data == c.data;
                if let Some(export) = seen.exports.iter_mut().rev().find(put) {
                    export.lives = false;
                }
            }
            SharingCall::Open(c) => {
                let object = c.object.get().unwrap_or(Ptr::NULL);
                let (family, context, device, bytes) = (c.family, c.context, c.device, c.bytes());
                seen.released.retain(|other| *other != (family, object));
                let (retained, lives) = (0, true);
                let import = Import { family, object, context, device, bytes, retained, lives };
                remember(&mut seen.imports, import, |import| !import.lives);
            }
            SharingCall::Retain(c) => {
                if let Some(import) = seen.import(c.family, c.object) {
                    import.retained += 1;
                }
            }
            SharingCall::Close(c) => seen.end(c.family, c.object),
            SharingCall::Release(c) => {
                seen.end(c.family, c.object);
                seen.released.retain(|other| *other != (c.family, c.object));
                remember(&mut seen.released, (c.family, c.object), |_| true);
            }
        }
    }

    /// The imports that live, the oldest first.
    pub(crate) fn imports(&self, family: Family) -> Vec<Import> {
        self.seen
            .lock()
            .imports
            .iter()
            .filter(|import| import.lives && import.family == family)
            .cloned()
            .collect()
    }

    /// Everything that was ever opened, the oldest first.
    pub(crate) fn all_imports(&self, family: Family) -> Vec<Import> {
        self.seen.lock().imports.iter().filter(|import| import.family == family).cloned().collect()
    }

    /// The import of this address that lives; the last one if there were several.
    pub(crate) fn import(&self, object: impl Into<Ptr>) -> Option<Import> {
        let object = object.into();
        self.seen.lock().imports.iter().rev().find(|import| import.lives && import.object == object).cloned()
    }

    /// Whether this is an import that lives.
    pub(crate) fn is_import(&self, object: impl Into<Ptr>) -> bool {
        self.import(object).is_some()
    }

    /// The handles that live, the oldest first.
    pub(crate) fn exports(&self, family: Family) -> Vec<Export> {
        self.seen
            .lock()
            .exports
            .iter()
            .filter(|export| export.lives && export.family == family)
            .cloned()
            .collect()
    }

    /// Every handle that was ever given, the oldest first.
    pub(crate) fn all_exports(&self, family: Family) -> Vec<Export> {
        self.seen.lock().exports.iter().filter(|export| export.family == family).cloned().collect()
    }

    /// The handle whose bytes stand there, put or not.
    pub(crate) fn export_at(&self, data: Ptr) -> Option<Export> {
        self.seen.lock().exports.iter().rev().find(|export| export.data == data).cloned()
    }

    /// Whether a handle of this object was ever given.
    pub(crate) fn is_source(&self, object: impl Into<Ptr>) -> bool {
        let object = object.into();
        self.seen.lock().exports.iter().any(|export| export.source == object)
    }

    /// The object of this process that these bytes are a handle of.
    pub(crate) fn source_of(&self, bytes: &[u8]) -> Option<Ptr> {
        let seen = self.seen.lock();
        seen.exports.iter().rev().find(|export| export.bytes == bytes).map(|export| export.source)
    }

    /// The object of this process that an import is of.
    pub(crate) fn source_of_import(&self, import: impl Into<Ptr>) -> Option<Ptr> {
        self.source_of(&self.import(import)?.bytes)
    }

    /// Whether the object was released, and its address has not come again since.
    pub(crate) fn was_released(&self, family: Family, object: impl Into<Ptr>) -> bool {
        self.seen.lock().released.contains(&(family, object.into()))
    }
}

impl Seen {
    fn import(&mut self, family: Family, object: Ptr) -> Option<&mut Import> {
        let mut imports = self.imports.iter_mut().rev();
        imports.find(|import| import.lives && import.family == family && import.object == object)
    }

    fn end(&mut self, family: Family, object: Ptr) {
        if let Some(import) = self.import(family, object) {
            match import.retained.checked_sub(1) {
                Some(left) => import.retained = left,
                None => import.lives = false,
            }
        }
    }
}
