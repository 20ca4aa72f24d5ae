//! Objects in other processes.

use super::{Bed, Export, Guard, Kind};
use std::ops::Deref;
use ur_ipc_fixtures::hierarchy::Fixture;
use ur_ipc_fixtures::{At, Peer, Scenario, TestContext, TestResult};

/// An object that was opened in a context of its own.
pub(crate) struct Import<K: Kind> {
    // Fields drop in this order: the object before its context.
    object: Guard<K::Raw>,
    bed: Bed,
}

impl<K: Kind> Deref for Import<K> {
    type Target = Bed;

    fn deref(&self) -> &Bed {
        &self.bed
    }
}

impl<K: Kind> Import<K> {
    #[track_caller]
    pub(crate) fn open(t: &TestContext, bytes: &[u8]) -> TestResult<Self> {
        let bed = Bed::set_up(t)?;
        Ok(Self { object: bed.open::<K>(bytes)?, bed })
    }

    /// The object.
    pub(crate) fn raw(&self) -> K::Raw {
        self.object.raw()
    }

    /// Ends the object, and its queue and context, and checks all of it.
    #[track_caller]
    pub(crate) fn end(self) -> TestResult {
        self.object.end()?;
        self.bed.end()
    }
}

/// An object in the first process, with the pattern of a source.
#[track_caller]
pub(crate) fn written<K: Kind>(s: &Scenario, f: &At<Bed>) -> TestResult<At<Guard<K::Raw>>> {
    s.here(|t| {
        let object = K::create(f, 0, false)?;
        K::write(f, object.raw(), t.source_pattern())?;
        Ok(object)
    })
}

/// The same, and a handle of it.
#[track_caller]
#[expect(clippy::type_complexity, reason = "both are in the first process")]
pub(crate) fn source<K: Kind>(s: &Scenario, f: &At<Bed>) -> TestResult<(At<Guard<K::Raw>>, At<Export<K>>)> {
    let object = written::<K>(s, f)?;
    let handle = s.here(|_| f.export::<K>(object.raw()))?;
    Ok((object, handle))
}

/// Hands the bytes of a handle to a peer, which opens them.
#[track_caller]
pub(crate) fn open_at<K: Kind>(
    s: &Scenario,
    peer: &Peer,
    there: &At<Bed>,
    handle: &At<Export<K>>,
) -> TestResult<At<Guard<K::Raw>>> {
    let bytes = s.give(peer, |_| Ok(handle.bytes().to_vec()))?;
    s.at(peer, |_| there.open::<K>(&bytes))
}

/// Lets a peer exit as it is, without ending anything.
#[track_caller]
pub(crate) fn exits(s: &Scenario, peer: Peer) -> TestResult {
    s.exits(peer, "the process", || Ok(()))
}
