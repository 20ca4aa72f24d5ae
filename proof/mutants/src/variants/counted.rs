//! Objects and handles that are counted, where the host backend makes a new one each time: variants of both kinds of memory.

use super::tools::*;
use std::collections::HashMap;

/// The open objects, by bytes and place, each with the number of its Opens.
type Opened = Kept<HashMap<(Vec<u8>, ContextHandle, DeviceHandle), (Ptr, usize)>>;

/// Handles that are not put.
#[derive(Default)]
struct Given {
    /// The one that another Get of an object in a context gives as well.
    current: HashMap<(Ptr, ContextHandle), Ptr>,
    /// By their places: size, and how often they were given.
    counts: HashMap<Ptr, (usize, usize)>,
}

/// Another Open of the same bytes in the same context and device gives what the first one gave, counted.
pub(super) fn opens(family: Family, freedom: Freedom<'_>) -> Freedom<'_> {
    let opened = shared::<Opened>();
    freedom
        .instead(move |c: &Open, ur| {
            let bytes = c.bytes();
            if c.family != family || bytes.is_empty() || c.object.is_null() {
                return None;
            }
            let mut opened = opened.lock();
            let key = (bytes, c.context, c.device);
            if let Some((object, count)) = opened.get_mut(&key) {
                // What asks for the references of physical memory sees them.
                let retained = family == Memory || Retain { family, object: *object }.run(ur).is_success();
                if retained {
                    *count += 1;
                    return Some(c.give(*object));
                }
            }
            let result = c.run(ur);
            if let (SUCCESS, Some(object)) = (result, c.object.get()) {
                opened.insert(key, (object, 1));
            }
            Some(result)
        })
        .instead(move |c: &Close, ur| (c.family == family).then(|| end(opened, c, c.object, ur)).flatten())
        .instead(move |c: &Release, ur| {
            // Memory that was opened ends by Close alone.
            (c.family == family && family == Physical).then(|| end(opened, c, c.object, ur)).flatten()
        })
}

/// Ends one Open of an object, by this call.
fn end<C: Call>(opened: &Opened, call: &C, object: Ptr, ur: &Below) -> Option<UrResult> {
    let mut opened = opened.lock();
    let (key, (_, count)) = opened.iter_mut().find(|(_, (open, _))| *open == object)?;
    let (key, memory) = (key.clone(), ur.import(object).is_some_and(|import| import.family == Memory));
    if memory && *count > 1 {
        // The backend below has seen one Open.
        *count -= 1;
        return Some(SUCCESS);
    }
    let result = call.run(ur);
    if result == SUCCESS && (memory || ur.physical_references(PhysicalMemHandle(object.0)) == 0) {
        opened.remove(&key);
    }
    Some(result)
}

/// Another Get of the same object in the same context gives the same handle, counted.
pub(super) fn gets(family: Family, freedom: Freedom<'_>) -> Freedom<'_> {
    let given = shared::<Kept<Given>>();
    freedom
        .instead(move |c: &Get, ur| {
            if c.family != family || c.data.is_null() || c.size.is_null() {
                return None;
            }
            let mut given = given.lock();
            let key = (c.object, c.context);
            if let Some(&data) = given.current.get(&key)
                && let Some((size, count)) = given.counts.get_mut(&data)
            {
                *count += 1;
                return Some(c.give(data, *size));
            }
            let result = c.run(ur);
            if let (SUCCESS, Some(data), Some(size)) = (result, c.data.get(), c.size.get()) {
                given.current.insert(key, data);
                given.counts.insert(data, (size, 1));
            }
            Some(result)
        })
        .instead(move |c: &Put, ur| {
            let mut given = given.lock();
            let (_, count) = given.counts.get_mut(&c.data).filter(|_| c.family == family)?;
            if *count > 1 && !c.context.is_null() {
                *count -= 1;
                return Some(SUCCESS);
            }
            let result = c.run(ur);
            if result == SUCCESS {
                given.counts.remove(&c.data);
                given.current.retain(|_, data| *data != c.data);
            }
            Some(result)
        })
        // The address may be that of another object next time, whose handle is another one.
        .before(move |c: &Release, _| {
            if c.family == family {
                given.lock().current.retain(|(object, _), _| *object != c.object);
            }
        })
}
