//! The end of an import leaves the source and other imports alone.

use crate::support::{Bed, Import, Kind, source};
use ur_ipc_fixtures::{At, Tests};

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group(K::NAME, format!("{}::lifetime", K::NAME));
    // An import ends beside one in another process; source, handle and the other import are as before, and the handle opens
    // again where it was closed.
    group
        .test("ends_alone")
        .checks(K::IDS.ends_alone)
        .needs(K::NEEDS)
        .twin_of(K::twins("ends_alone"))
        .across(|s, f: &At<Bed>| {
            let (object, handle) = source::<K>(s, f)?;
            let bytes = s.tell(|_| Ok(handle.bytes().to_vec()))?;
            let (consumer, other) = (s.peer("consumer")?, s.peer("other consumer")?);
            let stays = s.at(&other, |t| Import::<K>::open(t, &bytes))?;
            for round in 0..3 {
                s.at(&consumer, |t| {
                    let import = Import::<K>::open(t, &bytes)?;
                    K::write(&import, import.raw(), t.pattern(round))?;
                    import.end()
                })?;
                s.at(&other, |t| K::verify(&stays, stays.raw(), t.pattern(round)))?;
                s.here(|t| K::verify(f, object.raw(), t.pattern(round)))?;
            }
            s.at(&other, |_| stays.take().end())?;
            s.leave(other)?;
            s.leave(consumer)?;
            s.here(|_| {
                handle.take().put(f)?;
                object.take().end()
            })
        });
}
