//! Variants of handles and imports that each family has.

use super::tools::*;
use std::collections::VecDeque;

/// Bytes of one layout made of those of another; nothing if they are no handle.
type Layout = fn(&[u8]) -> Option<Vec<u8>>;

/// Handles of a family are this many bytes, which are made of the host backend's and lead back to them.
pub(super) fn laid_out<'c>(
    variant: Freedom<'c>,
    family: Family,
    size: usize,
    make: Layout,
    read: Layout,
) -> Freedom<'c> {
    resized(variant, family, make, read, move |_| size)
}

/// The same where the first byte says how many there are.
pub(super) fn resized<'c>(
    variant: Freedom<'c>,
    family: Family,
    make: Layout,
    read: Layout,
    size_of: impl Fn(u8) -> usize + Send + Sync + 'static,
) -> Freedom<'c> {
    /// A handle that stands in the place of one of the host backend's.
    struct Made {
        below: Ptr,
        _bytes: Box<[u8]>,
    }

    let handles = shared::<Kept<HashMap<Ptr, Made>>>();
    variant
        .instead(move |c: &Get, ur| {
            if c.family != family || c.data.is_null() || c.size.is_null() {
                return None;
            }
            let (mut below, mut size) = (Ptr::NULL, 0);
            let result = Get { data: Out::of(&mut below), size: Out::of(&mut size), ..*c }.run(ur);
            let Some(bytes) = make(&below.bytes(size)).filter(|_| result.is_success()) else {
                return Some(result);
            };
            let mut bytes = bytes.into_boxed_slice();
            let data = Ptr(bytes.as_mut_ptr().cast());
            let given = c.give(data, bytes.len());
            handles.lock().insert(data, Made { below, _bytes: bytes });
            Some(given)
        })
        .instead(move |c: &Put, ur| {
            if c.family != family {
                return None;
            }
            let mut handles = handles.lock();
            let below = handles.get(&c.data)?.below;
            let result = Put { data: below, ..*c }.run(ur);
            if result.is_success() {
                handles.remove(&c.data);
            }
            Some(result)
        })
        .instead(move |c: &Open, ur| {
            if c.family != family || c.data.is_null() {
                return None;
            }
            let first = if c.size > 0 { c.data.read::<u8>().unwrap_or_default() } else { 0 };
            let right = c.size > 0 && c.size == size_of(first);
            // No bytes are of the right number for nobody.
            let none = Open { size: 0, ..*c };
            Some(match right.then(|| read(&c.data.bytes(c.size))).flatten() {
                Some(bytes) => c.run_with(&bytes, ur),
                None => none.run(ur),
            })
        })
}

/// A handle that was put is kept until its object ends, and given again by the next Get of it.
pub(super) fn recycled(variant: Freedom<'_>, family: Family) -> Freedom<'_> {
    let free = shared::<Kept<HashMap<Ptr, Vec<Export>>>>();
    variant
        .instead(move |c: &Get, _| {
            let complete = !c.object.is_null() && !c.data.is_null() && !c.size.is_null();
            if c.family != family || !complete || (family != Event && c.context.is_null()) {
                return None;
            }
            let export = free.lock().get_mut(&c.object)?.pop()?;
            Some(c.give(export.data, export.bytes.len()))
        })
        .instead(move |c: &Put, ur| {
            let export = ur.export_at(c.data)?;
            let keeps = c.family == family && !c.context.is_null() && export.lives;
            if !keeps || ur.was_released(family, export.source) {
                return None;
            }
            let context = c.context;
            free.lock().entry(export.source).or_default().push(Export { context, ..export });
            Some(SUCCESS)
        })
        .before(move |c: &Release, ur| {
            if c.family != family || !is_last(c, ur) {
                return;
            }
            for export in free.lock().remove(&c.object).unwrap_or_default() {
                Put { family, context: export.context, data: export.data }.run(ur);
            }
        })
}

/// True if this release is the end of the object.
fn is_last(c: &Release, ur: &Below) -> bool {
    match c.family {
        Memory => true,
        Physical => ur.physical_references(PhysicalMemHandle(c.object.0)) == 1,
        Event => ur.event_info(EventHandle(c.object.0), EventInfo::REFERENCE_COUNT) == Some(1u32),
    }
}

/// So many imports are kept at most.
const KEPT: usize = 4;

/// The last imports that were closed, or released for the last time, are kept, and an Open of the same bytes in the same place
/// gives one of them again.
pub(super) fn kept_open(variant: Freedom<'_>, family: Family) -> Freedom<'_> {
    let kept = shared::<Kept<VecDeque<Import>>>();
    let keep = move |object: Ptr, ur: &Below| {
        let import = ur.import(object)?;
        let mut kept = kept.lock();
        kept.push_back(import);
        while kept.len() > KEPT {
            let Some(Import { context, object, .. }) = kept.pop_front() else { break };
            Close { family, context, object }.run(ur);
        }
        Some(SUCCESS)
    };
    variant
        .instead(move |c: &Close, ur| {
            let imported =
                c.family == family && ur.import(c.object).is_some_and(|import| import.context == c.context);
            let once = family != Physical || ur.physical_references(PhysicalMemHandle(c.object.0)) == 1;
            (imported && once).then(|| keep(c.object, ur)).flatten()
        })
        .instead(move |c: &Release, ur| {
            let imported = c.family == family && family == Event && ur.is_import(c.object);
            (imported && is_last(c, ur)).then(|| keep(c.object, ur)).flatten()
        })
        .instead(move |c: &Open, _| {
            if c.family != family || c.object.is_null() {
                return None;
            }
            let bytes = c.bytes();
            let mut kept = kept.lock();
            let alike = |import: &Import| {
                import.bytes == bytes && (import.context, import.device) == (c.context, c.device)
            };
            let at = kept.iter().position(alike)?;
            kept.remove(at).map(|import| c.give(import.object))
        })
        .before(move |c: &context_release, ur| {
            let (gone, left) = kept.lock().drain(..).partition(|import| import.context == c.context);
            *kept.lock() = left;
            for Import { context, object, .. } in Vec::<Import>::from(gone) {
                Close { family, context, object }.run(ur);
            }
        })
}
