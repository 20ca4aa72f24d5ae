//! The layer's notes of calls to the driver.

use super::ask::{Says, file_identity};
use super::below::{Export, Seen};
use super::call::*;
use super::{Call, Hooks, LevelZero, Object, Out, Ptr, Sort};

/// Notes what a call has made.
fn made<C: Call<LevelZero>>(hooks: &mut Hooks, object: impl Fn(&C) -> Object + Send + Sync + 'static) {
    C::slot(hooks).add_then(move |c, driver| {
        let (new, objects) = (object(c), &mut driver.seen.lock().objects);
        objects.retain(|object| object.sort != new.sort || object.address != new.address);
        objects.push(new);
    });
}

/// Forgets what a call ends: before it is made, as what another thread makes next may have the same address.
fn ended<C: Call<LevelZero>>(hooks: &mut Hooks, is: impl Fn(&C, &Object) -> bool + Send + Sync + 'static) {
    C::slot(hooks).add_before(move |c, driver| {
        let Seen { objects, exports } = &mut *driver.seen.lock();
        objects.retain(|object| !is(c, object));
        exports.retain(|export| objects.iter().any(|object| object.has(export.memory)));
    });
}

/// Notes that a call has exported something, or the memory around something.
fn exported<C: Call<LevelZero>>(
    hooks: &mut Hooks,
    what: impl Fn(&C) -> (Ptr, Option<u64>) + Send + Sync + 'static,
) {
    C::slot(hooks).add_then(move |c, driver| {
        let (address, identity) = what(c);
        let is = |object: &&mut Object| {
            object.address == address || object.sort == Sort::Memory && object.has(address)
        };
        if let Some(object) = driver.seen.lock().objects.iter_mut().rev().find(is) {
            object.identity = object.identity.or(identity);
        }
    });
}

/// The value that a successful call gave there.
fn given<T: Copy + Into<Ptr>>(place: Out<T>) -> Ptr {
    place.get().map_or(Ptr::NULL, Into::into)
}

/// The hooks that note objects, handles and their ends.
pub(super) fn notes() -> Hooks {
    let mut all = Hooks::default();
    let hooks = &mut all;

    made(hooks, |c: &zeMemAllocDevice| Object {
        device: c.hDevice,
        size: c.size,
        ..Object::new(Sort::Memory, given(c.pptr), c.hContext)
    });
    made(hooks, |c: &zeMemOpenIpcHandle| {
        let (identity, size) =
            (c.handle.identity(), c.handle.says().map_or(0, |handle| handle.size as usize));
        let object = Object::new(Sort::Memory, given(c.pptr), c.hContext);
        Object { device: c.hDevice, size, identity, imported: true, ..object }
    });
    ended(hooks, |c: &zeMemFree, object| object.address == c.ptr);
    ended(hooks, |c: &zeMemFreeExt, object| object.address == c.ptr);
    ended(hooks, |c: &zeMemCloseIpcHandle, object| object.address == c.ptr);

    made(hooks, |c: &zePhysicalMemCreate| {
        let (identity, size) =
            (c.imported().and_then(file_identity), c.desc.get().map_or(0, |desc| desc.size));
        let object = Object::new(Sort::Physical, given(c.phPhysicalMemory), c.hContext);
        Object { device: c.hDevice, size, identity, imported: c.imported().is_some(), ..object }
    });
    ended(hooks, |c: &zePhysicalMemDestroy, object| object.address == c.hPhysicalMemory.into());

    made(hooks, |c: &zeEventCounterBasedCreate| Object {
        device: c.hDevice,
        ..Object::new(Sort::Event, given(c.phEvent), c.hContext)
    });
    made(hooks, |c: &zeEventCounterBasedOpenIpcHandle| {
        let identity = c.hIpc.identity();
        Object { identity, imported: true, ..Object::new(Sort::Event, given(c.phEvent), c.hContext) }
    });
    ended(hooks, |c: &zeEventDestroy, object| object.address == c.hEvent.into());
    ended(hooks, |c: &zeEventCounterBasedCloseIpcHandle, object| object.address == c.hEvent.into());

    made(hooks, |c: &zeCommandListCreateImmediate| Object {
        device: c.hDevice,
        ..Object::new(Sort::List, given(c.phCommandList), c.hContext)
    });
    ended(hooks, |c: &zeCommandListDestroy, object| object.address == c.hCommandList.into());

    made(hooks, |c: &zeVirtualMemReserve| Object {
        size: c.size,
        ..Object::new(Sort::Reservation, given(c.pptr), c.hContext)
    });
    made(hooks, |c: &zeVirtualMemMap| {
        let mapped = c.hPhysicalMemory.into();
        Object { size: c.size, mapped, ..Object::new(Sort::Mapping, c.ptr, c.hContext) }
    });
    ended(hooks, |c: &zeVirtualMemUnmap, object| {
        object.sort == Sort::Mapping && (c.ptr..c.ptr.at(c.size)).contains(&object.address)
    });
    ended(hooks, |c: &zeVirtualMemFree, object| {
        let ends = matches!(object.sort, Sort::Reservation | Sort::Mapping);
        ends && (c.ptr..c.ptr.at(c.size)).contains(&object.address)
    });

    exported(hooks, |c: &zeMemGetIpcHandle| (c.ptr, c.pIpcHandle.identity()));
    exported(hooks, |c: &zePhysicalMemGetProperties| {
        (c.hPhysicalMem.into(), c.descriptor().and_then(file_identity))
    });
    exported(hooks, |c: &zeEventCounterBasedGetIpcHandle| (c.hEvent.into(), c.phIpc.identity()));
    zeMemGetIpcHandle::slot(hooks).add_then(|c, driver| {
        let export = c.pIpcHandle.get().map(|handle| Export { memory: c.ptr, handle });
        driver.seen.lock().exports.extend(export);
    });
    zeMemPutIpcHandle::slot(hooks).add_before(|c, driver| {
        driver.seen.lock().exports.retain(|export| export.handle != c.handle);
    });
    all
}
