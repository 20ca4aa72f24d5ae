//! Processes that end while they share.

use crate::support::{Bed, Export, Guard, Import, Kind, exits, open_at, source};
use ur_ipc_fixtures::hierarchy::Fixture;
use ur_ipc_fixtures::{At, Peer, Scenario, TestResult, Tests};

/// Lets a process end.
type Ends = fn(&Scenario, Peer) -> TestResult;

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group(K::NAME, format!("{}::death", K::NAME));
    let (consumer, producer) = (K::IDS.consumer_dies, K::IDS.producer_dies);
    for (name, ends) in [("consumer_killed", Scenario::kill as Ends), ("consumer_exits", exits)] {
        let draft = group.test(name).checks(consumer).needs(K::NEEDS);
        draft.across(move |s, f: &At<Bed>| consumer_ends::<K>(s, f, ends));
    }
    let draft = group.test("consumer_killed_while_opening").checks(consumer).needs(K::NEEDS);
    draft.across(killed_while_opening::<K>);
    for (name, ends) in [("producer_killed", Scenario::kill as Ends), ("producer_exits", exits)] {
        let draft = group.test(name).checks(producer).needs(K::NEEDS);
        draft.across(move |s, f: &At<Bed>| producer_ends::<K>(s, f, ends));
    }
}

/// A consumer ends beside another one, which goes on, as the source does.
fn consumer_ends<K: Kind>(s: &Scenario, f: &At<Bed>, ends: Ends) -> TestResult {
    let (object, handle) = source::<K>(s, f)?;
    let bytes = s.tell(|_| Ok(handle.bytes().to_vec()))?;
    let other = s.peer("other consumer")?;
    let stays = s.at(&other, |t| Import::<K>::open(t, &bytes))?;
    let (consumer, there) = s.peer_with::<Bed>("consumer")?;
    let opened = open_at(s, &consumer, &there, &handle)?;
    s.at(&consumer, |t| {
        K::verify(&there, opened.raw(), t.source_pattern())?;
        K::write(&there, opened.raw(), t.pattern(0))
    })?;
    ends(s, consumer)?;
    s.at(&other, |t| {
        K::verify(&stays, stays.raw(), t.pattern(0))?;
        K::write(&stays, stays.raw(), t.pattern(1))
    })?;
    s.at(&other, |_| stays.take().end())?;
    s.leave(other)?;
    goes_on::<K>(s, f, object, handle, 1)
}

/// A consumer is killed somewhere between opening and ending.
fn killed_while_opening<K: Kind>(s: &Scenario, f: &At<Bed>) -> TestResult {
    let (object, handle) = source::<K>(s, f)?;
    let bytes = s.tell(|_| Ok(handle.bytes().to_vec()))?;
    for _ in 0..3 {
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        s.at(&consumer, |_| there.open::<K>(&bytes)?.end())?;
        let _endless = s.start(&consumer, |_| -> TestResult {
            loop {
                there.open::<K>(&bytes)?.end()?;
            }
        })?;
        s.kill(consumer)?;
    }
    s.here(|t| K::write(f, object.raw(), t.pattern(1)))?;
    goes_on::<K>(s, f, object, handle, 1)
}

/// The object holds pattern `number`; it is usable, and exported to others by its old handle and by a new one.
fn goes_on<K: Kind>(
    s: &Scenario,
    f: &At<Bed>,
    object: At<Guard<K::Raw>>,
    handle: At<Export<K>>,
    number: usize,
) -> TestResult {
    s.here(|t| K::verify(f, object.raw(), t.pattern(number)))?;
    let later = s.here(|_| f.export::<K>(object.raw()))?;
    let (late, there) = s.peer_with::<Bed>("late consumer")?;
    for handle in [&handle, &later] {
        let opened = open_at(s, &late, &there, handle)?;
        s.at(&late, |t| {
            K::verify(&there, opened.raw(), t.pattern(number))?;
            opened.take().end()
        })?;
    }
    s.leave(late)?;
    s.here(|_| {
        later.take().put(f)?;
        handle.take().put(f)?;
        object.take().end()
    })
    .map(drop)
}

/// A producer ends while its object is open here, which can be ended; other objects are as before.
fn producer_ends<K: Kind>(s: &Scenario, f: &At<Bed>, ends: Ends) -> TestResult {
    let (own, handle) = source::<K>(s, f)?;
    let producer = s.peer("producer")?;
    let theirs = s.at(&producer, |t| {
        let bed = Bed::set_up(t)?;
        let object = K::create(&bed, 0, false)?;
        K::write(&bed, object.raw(), t.pattern(0))?;
        // Fields drop in this order, if they do.
        Ok((bed.export::<K>(object.raw())?, object, bed))
    })?;
    let bytes = s.ask(&producer, |_| Ok(theirs.0.bytes().to_vec()))?;
    let import = s.here(|t| {
        let import = Import::<K>::open(t, &bytes)?;
        K::verify(&import, import.raw(), t.pattern(0))?;
        Ok(import)
    })?;
    ends(s, producer)?;
    s.here(|t| {
        import.take().end()?;
        K::write(f, own.raw(), t.pattern(1))
    })?;
    goes_on::<K>(s, f, own, handle, 1)
}
